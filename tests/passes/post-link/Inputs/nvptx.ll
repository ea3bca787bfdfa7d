target triple = "nvptx64-nvidia-cuda"
%functor = type { ptr }

define ptx_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) !dbg !3 {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0), !dbg !5
  store i64 %id, ptr %out
  ret void
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
