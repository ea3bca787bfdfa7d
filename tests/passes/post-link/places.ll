; Without -g, too, the errors of spec-constants and device-globals have a place.
; RUN: split-file %s %t
; RUN: not falx-post-link --target=native_cpu -o %t.o %t/dynamic.ll 2>&1 | FileCheck %t/dynamic.ll
; RUN: not falx-post-link --target=native_cpu -o %t.o %t/twins.ll 2>&1 | FileCheck %t/twins.ll

//--- dynamic.ll
; CHECK: /src/k.cpp:2:3: error: device_global 'copied' has no constant initializer
target triple = "x86_64-unknown-linux-gnu"
%functor = type { ptr }
%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
@copied = global %storage zeroinitializer
define spir_kernel void @k(ptr byval(%functor) align 8 %f) !dbg !4 {
  %pointer = load ptr, ptr @copied, !dbg !5
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)

//--- twins.ll
; CHECK: /src/k.cpp:3:7: error: 'k' uses two specialization constants 'count' of different files
target triple = "x86_64-unknown-linux-gnu"
%functor = type { ptr }
@_ZL5count = internal constant i32 4
@_ZL5count.1 = internal constant i32 5
@count = private constant [6 x i8] c"count\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)
define spir_kernel void @k(ptr byval(%functor) align 8 %f) !dbg !4 {
  %a = call ptr @__falx_specialization_constant(ptr @_ZL5count, ptr @count, i64 4), !dbg !5
  %b = call ptr @__falx_specialization_constant(ptr @_ZL5count.1, ptr @count, i64 4), !dbg !6
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocation(line: 3, column: 7, scope: !4)
