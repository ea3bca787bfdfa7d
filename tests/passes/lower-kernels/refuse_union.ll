; An accessor inside a union cannot be taken apart and is refused (KL-2).
; RUN: not falx-opt -S -passes=lower-kernels %s 2>&1 | FileCheck-22 %s

; CHECK: error: kernel 'K': an accessor is inside the union 'Either'; make it a member of a struct instead
; CHECK-NOT: define

%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%union.Either = type { %"struct.sycl::__falx_accessor_1" }
%functor = type { i32, %union.Either }
define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  ret void
}
