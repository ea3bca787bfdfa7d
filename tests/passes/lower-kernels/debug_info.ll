; Debug information stays valid: the subprogram moves, the parameter's variable lives in the rebuilt
; function object, and calls of init have a location (KL-2, NC-9).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K({{.*}}) !dbg ![[SP:[0-9]+]] {{.*}} {
; CHECK: call void @__falx_accessor_1_init({{.*}}), !dbg ![[L:[0-9]+]]
; CHECK: #dbg_declare(ptr %functor, !{{[0-9]+}}, !DIExpression(), ![[#]])
; CHECK: ![[SP]] = distinct !DISubprogram(name: "kernel_entry"
; CHECK: ![[L]] = !DILocation(line: 0, scope: ![[SP]])

target datalayout = "e-i64:64"
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%functor = type { %"struct.sycl::__falx_accessor_1" }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) !dbg !5 {
    #dbg_declare(ptr %k, !8, !DIExpression(), !9)
  ret void, !dbg !9
}

define linkonce_odr void @__falx_accessor_1_init(ptr %self, ptr %data, ptr %access, ptr %memory, ptr %offset) !dbg !10 {
  ret void, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "kernel_entry", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "k", arg: 1, scope: !5, file: !1, line: 3, type: !6)
!9 = !DILocation(line: 4, scope: !5)
!10 = distinct !DISubprogram(name: "init", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 1, scope: !10)
