; An address in the initializer of another variable would have to be known before the program runs.
; RUN: not falx-opt -S -passes=device-globals,strip-debug-early,lower-device-globals %s -o - 2>&1 | FileCheck %s

%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
@counter = external global %storage
@table = internal constant [1 x ptr] [ptr @counter]
; CHECK: /src/k.cpp:2:3: error: the address of device_global 'counter' stands in the initializer of another variable; take it in the kernel
define spir_kernel void @k(i64 %i) !dbg !5 {
  %place = getelementptr ptr, ptr @table, i64 %i, !dbg !6
  %p = load ptr, ptr %place
  store i8 0, ptr %p
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 2, column: 3, scope: !5)
