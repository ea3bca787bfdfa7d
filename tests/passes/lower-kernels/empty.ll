; A function object without members is one byte (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i8 %_arg_0)
; CHECK: = !{i32 1, i32 1}
; CHECK: = !{i32 1, i32 0, i32 1, i32 0}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%functor = type { i8 }

define spir_kernel void @K(ptr noundef byval(%functor) align 1 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
