; A barrier in a function that cannot become part of its kernel is an error at its place.
; RUN: not falx-opt -S -passes=prepare-native-cpu %s -o - 2>&1 | FileCheck %s

; CHECK: k.cpp:3:5: error: a barrier, or memory of the work-group, in a function that is recursive or called through a pointer
define spir_kernel void @k(i1 %c) {
  call void @again(i1 %c)
  ret void
}
define internal void @again(i1 %c) !dbg !3 {
  br i1 %c, label %more, label %end
more:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272), !dbg !5
  call void @again(i1 %c), !dbg !5
  br label %end
end:
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
