; A struct without a special type inside stays whole, nested ones and arrays too (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr byval(%outer) align 4 %_arg_0, ptr byval([5 x double]) align 8 %_arg_1)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %functor, ptr align 4 %_arg_0, i64 28, i1 false)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{{.*}}, ptr align 8 %_arg_1, i64 40, i1 false)
; CHECK: = !{i32 72, i32 8}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%inner = type { i8, [3 x i16] }
%outer = type { %inner, [2 x %inner], i32 }
%functor = type { %outer, [5 x double] }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
