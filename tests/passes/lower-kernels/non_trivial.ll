; A function object with a copy constructor of its own arrives as a plain pointer, and the entry has a
; variable of its type: it is taken apart as any other, accessors too (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr nofree noundef %_arg_0, {{.*}} %_arg_3, ptr byval(%struct.P) align 4 %_arg_4, ptr byval([24 x i8]) align 1 %_arg_5)
; CHECK: %functor = alloca %class.anon, align 32
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %{{.*}}, ptr align 4 %_arg_4, i64 8, i1 false)
; CHECK: call void @__falx_accessor_1_init(ptr %functor, ptr %_arg_0,
; CHECK: call void @body(ptr nonnull %functor)
; CHECK: = !{i32 64, i32 32}
; CHECK: = !{i32 0, i32 1, i32 32, i32 0}
; CHECK: = !{i32 1, i32 0, i32 8, i32 32}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%struct.P = type { i32, i32 }
%class.anon = type { %"struct.sycl::__falx_accessor_1", %struct.P, [24 x i8] }
%"union.sycl::detail::falx_function_object.7" = type { %class.anon }

define spir_kernel void @K(ptr noundef %k) {
  %slot = alloca ptr
  %type = alloca %"union.sycl::detail::falx_function_object.7", align 32
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
