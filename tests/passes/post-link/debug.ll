; -g keeps debug information; without it positions serve the diagnostics only.
; RUN: falx-post-link --target=native_cpu -g -o %t.o %s && llvm-readelf -S %t.o | FileCheck %s --check-prefix=KEPT
; RUN: falx-post-link --target=native_cpu -o %t.o %s && llvm-readelf -S %t.o | FileCheck %s --check-prefix=GONE

; KEPT: .debug_line
; GONE-NOT: .debug_line
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) !dbg !3 {
  %out = load ptr, ptr %f, !dbg !5
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0), !dbg !5
  store i64 %id, ptr %out, !dbg !5
  ret void, !dbg !5
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 3, column: 5, scope: !3)
