; Only the exact names are special: a user type that looks alike stays whole (KL-1).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr byval(%struct.my__falx_accessor_1) align 8 %_arg_0, ptr byval(%struct.__falx_accessor_4) align 8 %_arg_1, ptr byval(%struct.__falx_accessor_12) align 8 %_arg_2)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"struct.my__falx_accessor_1" = type { ptr, i64 }
%"struct.__falx_accessor_4" = type { ptr, i64 }
%"struct.__falx_accessor_12" = type { ptr, i64 }
%functor = type { %"struct.my__falx_accessor_1", %"struct.__falx_accessor_4", %"struct.__falx_accessor_12" }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
