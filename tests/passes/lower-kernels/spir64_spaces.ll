; Off native_cpu the data pointers live in the global and local address spaces (KL-1).
; RUN: falx-opt -S -passes=lower-kernels --target=spir64 %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr addrspace(3) nofree noundef %_arg_0, ptr byval(%"class.sycl::range") align 8 %_arg_1, ptr addrspace(1) %_arg_2)
; CHECK: addrspacecast ptr addrspace(1) %_arg_2 to ptr addrspace(4)
; CHECK: [[S:%.*]] = addrspacecast ptr %functor to ptr addrspace(4)
; CHECK: [[D:%.*]] = addrspacecast ptr addrspace(3) %_arg_0 to ptr addrspace(4)
; CHECK: [[R:%.*]] = addrspacecast ptr %_arg_1 to ptr addrspace(4)
; CHECK: call spir_func void @__falx_local_accessor_1_init(ptr addrspace(4) [[S]], ptr addrspace(4) [[D]], ptr addrspace(4) [[R]])

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%"class.sycl::range" = type { [1 x i64] }
%"struct.sycl::__falx_local_accessor_1" = type { ptr addrspace(4), %"class.sycl::range" }
%functor = type { %"struct.sycl::__falx_local_accessor_1", ptr addrspace(4) }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}

define linkonce_odr spir_func void @__falx_local_accessor_1_init(ptr addrspace(4) %self, ptr addrspace(4) %data, ptr addrspace(4) %access) {
  ret void
}
