; A work_group_memory becomes a pointer, kind 6 (KL-1).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr nofree noundef %_arg_0, ptr %_arg_1)
; CHECK: call void @__falx_work_group_memory_init(ptr %functor, ptr %_arg_0)
; CHECK: = !{i32 6, i32 0, i32 8, i32 0}
; CHECK: = !{i32 3, i32 0, i32 8, i32 8}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"struct.sycl::detail::__falx_work_group_memory" = type { ptr }
%functor = type { %"struct.sycl::detail::__falx_work_group_memory", ptr }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}

define linkonce_odr void @__falx_work_group_memory_init(ptr %self, ptr %data) {
  ret void
}
