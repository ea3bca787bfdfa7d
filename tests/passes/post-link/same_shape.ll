; Linking takes structs of equal elements for one type, whatever their names: special types are
; recognised before. The other input uses such a struct under a name of its own.
; RUN: falx-post-link --target=native_cpu -o %t.o %S/Inputs/same_shape.ll %s && falx-image %t.o | FileCheck %s
; CHECK: kernel _ZTS1S
; CHECK: accessor of 1 dimension, 32 bytes at 0
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
