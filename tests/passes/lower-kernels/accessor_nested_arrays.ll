; Arrays of structs with arrays of accessors: every one is found, at its own offset (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i64 %_arg_0, ptr nofree noundef %_arg_1, {{.*}}, ptr nofree noundef %_arg_5, {{.*}}, i64 %_arg_9, ptr nofree noundef %_arg_10, {{.*}} %_arg_17)
; CHECK-COUNT-4: call void @__falx_accessor_1_init(
; CHECK-NOT: call void @__falx_accessor_1_init(
; CHECK: = !{i32 144, i32 8}
; CHECK: = !{i32 0, i32 1, i32 32, i32 112}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%pair = type { i64, [2 x %"struct.sycl::__falx_accessor_1"] }
%functor = type { [2 x %pair] }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}

define linkonce_odr void @__falx_accessor_1_init(ptr %self, ptr %data, ptr %access, ptr %memory, ptr %offset) {
  store ptr %data, ptr %self
  ret void
}
