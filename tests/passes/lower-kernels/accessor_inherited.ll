; A type derived from an accessor is taken apart through its base; the members of the derived type follow (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr nofree noundef %_arg_0, {{.*}} %_arg_3, i32 %_arg_4, float %_arg_5)
; CHECK: call void @__falx_accessor_1_init(ptr %functor,
; CHECK: = !{i32 40, i32 8}
; CHECK: = !{i32 0, i32 1, i32 32, i32 0}
; CHECK: = !{i32 1, i32 0, i32 4, i32 32}
; CHECK: = !{i32 1, i32 0, i32 4, i32 36}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%"class.sycl::accessor" = type { %"struct.sycl::__falx_accessor_1" }
%"struct.Scaled" = type <{ %"class.sycl::accessor", i32, [4 x i8] }>
%"struct.Scaled.base" = type <{ %"class.sycl::accessor", i32 }>
%"struct.Twice" = type { %"struct.Scaled.base", float }
%functor = type { %"struct.Twice" }

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
