; A local accessor becomes a pointer and a range, kind 7 (KL-1).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr nofree noundef %_arg_0, ptr byval(%"class.sycl::range") align 8 %_arg_1, ptr %_arg_2)
; CHECK: call void @__falx_local_accessor_1_init(ptr %functor, ptr %_arg_0, ptr %_arg_1)
; CHECK: = !{i32 7, i32 1, i32 16, i32 0}
; CHECK: = !{i32 3, i32 0, i32 8, i32 16}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"struct.sycl::__falx_local_accessor_1" = type { ptr, %"class.sycl::range" }
%functor = type { %"struct.sycl::__falx_local_accessor_1", ptr }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}

define linkonce_odr void @__falx_local_accessor_1_init(ptr %self, ptr %data, ptr %access) {
  ret void
}
