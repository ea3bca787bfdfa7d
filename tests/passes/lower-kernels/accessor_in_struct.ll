; A struct that holds an accessor is taken apart down to it; its other members come one by one, those without an accessor whole (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i32 %_arg_0, ptr byval(%plain) align 2 %_arg_1, ptr nofree noundef %_arg_2, {{.*}} %_arg_5, i8 %_arg_6, ptr %_arg_7)
; CHECK: call void @__falx_accessor_1_init(
; CHECK: = !{i32 56, i32 8}
; CHECK: = !{i32 1, i32 0, i32 4, i32 0}
; CHECK: = !{i32 1, i32 0, i32 4, i32 4}
; CHECK: = !{i32 0, i32 1, i32 32, i32 8}
; CHECK: = !{i32 1, i32 0, i32 1, i32 40}
; CHECK: = !{i32 3, i32 0, i32 8, i32 48}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%plain = type { i16, i16 }
%wrap = type { i32, %plain, %"struct.sycl::__falx_accessor_1", i8 }
%functor = type { %wrap, ptr }

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
