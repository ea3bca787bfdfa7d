; A function object that is not trivially copyable is one block of bytes; its size is at its first use, tail padding added (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr byval([48 x i8]) align 8 %_arg_0)
; CHECK: %functor = alloca [48 x i8], align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %functor, ptr align 8 %_arg_0, i64 48, i1 false)
; CHECK: store ptr %functor, ptr %slot
; CHECK: call void @body(ptr nonnull align 8 dereferenceable(41) %functor)
; CHECK: = !{i32 48, i32 8}
; CHECK: = !{i32 1, i32 0, i32 48, i32 0}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"


define spir_kernel void @K(ptr noundef %k) {
  %slot = alloca ptr
  store ptr %k, ptr %slot
  call void @body(ptr nonnull align 8 dereferenceable(41) %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
