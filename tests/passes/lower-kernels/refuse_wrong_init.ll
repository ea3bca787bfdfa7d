; An init function of another form is refused, not called with what does not fit (KL-2).
; RUN: not falx-opt -S -passes=lower-kernels %s 2>&1 | FileCheck-22 %s

; CHECK: error: kernel 'K': the init function '__falx_accessor_1_init' of one of its members is not of the expected form
; CHECK-NOT: define

%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%functor = type { %"struct.sycl::__falx_accessor_1" }
define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  ret void
}
define linkonce_odr void @__falx_accessor_1_init(ptr %self, i64 %data, ptr %access, ptr %memory, ptr %offset) {
  ret void
}
