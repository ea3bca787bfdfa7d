; Implicit padding is no parameter, an empty array neither; the byte array that clang writes for padding is passed like a char array (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i8 %_arg_0, i32 %_arg_1, ptr byval([12 x i8]) align 1 %_arg_2, <4 x i32> %_arg_3)
; CHECK: = !{i32 48, i32 16}
; CHECK: = !{i32 1, i32 0, i32 1, i32 0}
; CHECK: = !{i32 1, i32 0, i32 4, i32 4}
; CHECK: = !{i32 1, i32 0, i32 12, i32 8}
; CHECK: = !{i32 1, i32 0, i32 16, i32 32}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%functor = type { i8, i32, [0 x i32], [12 x i8], <4 x i32> }

define spir_kernel void @K(ptr noundef byval(%functor) align 16 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
