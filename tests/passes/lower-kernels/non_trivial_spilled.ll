; The size of a function object is also found where the parameter goes through memory, as at -O0 (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr byval([12 x i8]) align 4 %_arg_0) [[A:#[0-9]+]] !falx
; CHECK: attributes [[A]] = { noinline optnone }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"


define spir_kernel void @K(ptr noundef %k) noinline optnone {
  %slot = alloca ptr
  store ptr %k, ptr %slot
  %copy = load ptr, ptr %slot
  call void @body(ptr nonnull align 4 dereferenceable(12) %copy)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
