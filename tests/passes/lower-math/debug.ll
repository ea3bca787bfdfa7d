; Code in place of a call keeps the call's position.
; RUN: falx-opt -S -passes=lower-math %s -o - | FileCheck-22 %s
; CHECK: call float @llvm.fmuladd.f32({{.*}}), !dbg
; CHECK: ![[LINE:[0-9]+]] = !DILocation(line: 7
define internal float @f(float %x) !dbg !3 {
  %r = call float @llvm.exp2.f32(float %x), !dbg !5
  ret float %r, !dbg !5
}
declare float @llvm.exp2.f32(float)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 6, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 1, scope: !3)
