; Debug information goes without -g. Before the vectorizer it stays where a remark or an error will name a place:
; with -Rpass-missed=falx-vectorize, and on native_cpu where a kernel requires a sub-group size.
; RUN: falx-opt -S -passes=prepare-native-cpu,strip-debug %s | FileCheck-22 %s --check-prefix=GONE
; RUN: falx-opt -S -g -passes=strip-debug-early,prepare-native-cpu,strip-debug %s | FileCheck-22 %s --check-prefix=KEPT
; RUN: falx-opt -S -Rpass-missed=falx-vectorize -passes=strip-debug-early %s | FileCheck-22 %s --check-prefix=KEPT
; RUN: falx-opt -S -Rpass-missed=falx-vectorize -passes=strip-debug-early,prepare-native-cpu,strip-debug %s | FileCheck-22 %s --check-prefix=GONE
; RUN: falx-opt -S -passes=strip-debug-early %s | FileCheck-22 %s --check-prefix=KEPT
; RUN: falx-opt -S --target=spir64 -passes=strip-debug-early %s | FileCheck-22 %s --check-prefix=GONE
; RUN: sed 's/ !falx.reqd_sub_group_size !4//' %s | falx-opt -S -passes=strip-debug-early - | FileCheck-22 %s --check-prefix=GONE

; KEPT: ret void, !dbg
; GONE-NOT: !dbg
; GONE: ret void
; GONE-NOT: !dbg

define spir_kernel void @K() !dbg !5 !falx.reqd_sub_group_size !4 {
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = !{i32 8, !"k.cpp:1:1"}
!5 = distinct !DISubprogram(name: "K", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 1, column: 1, scope: !5)
