; Each element of an array of accessors is taken apart and rebuilt (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i32 %_arg_0, ptr nofree noundef %_arg_1, {{.*}}, ptr nofree noundef %_arg_5, {{.*}}, ptr nofree noundef %_arg_9, {{.*}} %_arg_12)
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %functor, i64 8
; CHECK: call void @__falx_accessor_1_init(ptr [[A]], ptr %_arg_1, ptr %_arg_2, ptr %_arg_3, ptr %_arg_4)
; CHECK: [[B:%.*]] = getelementptr inbounds i8, ptr %functor, i64 40
; CHECK: call void @__falx_accessor_1_init(ptr [[B]], ptr %_arg_5, ptr %_arg_6, ptr %_arg_7, ptr %_arg_8)
; CHECK: [[C:%.*]] = getelementptr inbounds i8, ptr %functor, i64 72
; CHECK: call void @__falx_accessor_1_init(ptr [[C]], ptr %_arg_9, ptr %_arg_10, ptr %_arg_11, ptr %_arg_12)
; CHECK: = !{i32 104, i32 8}
; CHECK: = !{i32 0, i32 1, i32 32, i32 8}
; CHECK: = !{i32 0, i32 1, i32 32, i32 40}
; CHECK: = !{i32 0, i32 1, i32 32, i32 72}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%"class.sycl::accessor" = type { %"struct.sycl::__falx_accessor_1" }
%functor = type { i32, [3 x %"class.sycl::accessor"] }

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
