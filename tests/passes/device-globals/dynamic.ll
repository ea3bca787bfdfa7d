; A variable that is initialized dynamically has no first value on a device.
; RUN: not falx-opt -S -passes=device-globals %s -o - 2>&1 | FileCheck %s

%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
; CHECK: /src/k.cpp:2:3: error: device_global 'copied' has no constant initializer
@copied = global %storage zeroinitializer
define spir_kernel void @k() !dbg !5 {
  %pointer = load ptr, ptr @copied, !dbg !6
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
