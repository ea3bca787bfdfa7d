; Vectors become direct parameters; a vector of three takes twelve bytes (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(<4 x float> %_arg_0, <3 x float> %_arg_1, <2 x i8> %_arg_2)
; CHECK: store <4 x float> %_arg_0, ptr %functor, align 16
; CHECK: ![[#]] = !{i32 48, i32 16}
; CHECK: = !{i32 1, i32 0, i32 16, i32 0}
; CHECK: = !{i32 1, i32 0, i32 12, i32 16}
; CHECK: = !{i32 1, i32 0, i32 2, i32 32}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%functor = type { <4 x float>, <3 x float>, <2 x i8> }

define spir_kernel void @K(ptr noundef byval(%functor) align 16 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
