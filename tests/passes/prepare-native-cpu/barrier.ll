; A barrier is refused, at its position.
; RUN: not falx-opt -S -passes=prepare-native-cpu %s -o - 2>&1 | FileCheck %s

; CHECK: k.cpp:3:5: error: work-group barriers are not supported on native_cpu yet
define spir_kernel void @k() !dbg !3 {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272), !dbg !5
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 3, column: 5, scope: !3)
