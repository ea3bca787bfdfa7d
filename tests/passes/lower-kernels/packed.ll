; Members of packed structs keep their offsets; accesses claim no more alignment than the offset grants (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i8 %_arg_0, i32 %_arg_1, double %_arg_2, ptr byval({ i64, i64 }) align 1 %_arg_3)
; CHECK: alloca %functor, align 1
; CHECK: getelementptr inbounds i8, ptr %functor, i64 1
; CHECK: store i32 %_arg_1, ptr %{{.*}}, align 1
; CHECK: getelementptr inbounds i8, ptr %functor, i64 5
; CHECK: store double %_arg_2, ptr %{{.*}}, align 1
; CHECK: getelementptr inbounds i8, ptr %functor, i64 13
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 1 %{{.*}}, ptr align 1 %_arg_3, i64 16, i1 false)
; CHECK: = !{i32 29, i32 1}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%functor = type <{ i8, i32, double, { i64, i64 } }>

define spir_kernel void @K(ptr noundef byval(%functor) align 1 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
