; Debug information stays valid: the subprogram moves, and a variable that lived in a removed parameter reads as optimized out (KL-3, NC-9).
; RUN: falx-opt -S -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr %_arg_1) !dbg ![[SP:[0-9]+]] !falx.omit
; CHECK: #dbg_value(i32 poison, ![[V:[0-9]+]], !DIExpression(), ![[#]])
; CHECK: #dbg_value(ptr %_arg_1, ![[W:[0-9]+]], !DIExpression(), ![[#]])
; CHECK: ![[SP]] = distinct !DISubprogram(name: "kernel"

define spir_kernel void @K(i32 %_arg_0, ptr %_arg_1) !dbg !5 {
    #dbg_value(i32 %_arg_0, !11, !DIExpression(), !8)
    #dbg_value(ptr %_arg_1, !12, !DIExpression(), !8)
  store i32 1, ptr %_arg_1, !dbg !8
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "kernel", file: !1, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "operator()", file: !1, line: 20, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "helper", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 31, column: 3, scope: !5)
!9 = !DILocation(line: 21, column: 5, scope: !6)
!10 = !DILocation(line: 11, column: 7, scope: !7)
!11 = !DILocalVariable(name: "a", scope: !5, file: !1, line: 3, type: !13)
!12 = !DILocalVariable(name: "b", scope: !5, file: !1, line: 3, type: !13)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
