; Accessors of two and three dimensions take their ranges of two and three by address (KL-1).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr nofree noundef %_arg_0, ptr byval(%range2) align 8 %_arg_1, {{.*}}, ptr nofree noundef %_arg_4, ptr byval(%range3) align 8 %_arg_5,
; CHECK: call void @__falx_accessor_2_init(ptr %functor,
; CHECK: call void @__falx_accessor_3_init(ptr
; CHECK: = !{i32 136, i32 8}
; CHECK: = !{i32 0, i32 2, i32 56, i32 0}
; CHECK: = !{i32 0, i32 3, i32 80, i32 56}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%range2 = type { [2 x i64] }
%range3 = type { [3 x i64] }
%"struct.sycl::__falx_accessor_2" = type { ptr, %range2, %range2, %range2 }
%"struct.sycl::__falx_accessor_3" = type { ptr, %range3, %range3, %range3 }
%functor = type { %"struct.sycl::__falx_accessor_2", %"struct.sycl::__falx_accessor_3" }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}

define linkonce_odr void @__falx_accessor_2_init(ptr %self, ptr %data, ptr %access, ptr %memory, ptr %offset) {
  ret void
}
define linkonce_odr void @__falx_accessor_3_init(ptr %self, ptr %data, ptr %access, ptr %memory, ptr %offset) {
  ret void
}
