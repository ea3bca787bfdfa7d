; A kernel with an accessor that two files define is one kernel: the function that sets up accessors
; is the headers', not the user's, and its name is another where a file before had it, too.
; RUN: sed s/_ZTS1S/_ZTS1R/ %s > %t.ll
; RUN: falx-post-link --target=native_cpu -o %t.o %t.ll %s %s && falx-image %t.o | FileCheck-22 %s
; CHECK-DAG: kernel _ZTS1R
; CHECK-DAG: kernel _ZTS1S
%"class.sycl::range" = type { [1 x i64] }
%"struct.sycl::detail::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::range" }
%"class.sycl::accessor" = type { %"struct.sycl::detail::__falx_accessor_1" }
%functor = type { %"class.sycl::accessor" }

define spir_kernel void @_ZTS1S(ptr byval(%functor) align 8 %f) {
  %data = load ptr, ptr %f
  store i32 1, ptr %data
  ret void
}

define linkonce_odr void @__falx_accessor_1_init(ptr %self, ptr %data, ptr %access, ptr %memory, ptr %offset) {
  store ptr %data, ptr %self
  ret void
}
