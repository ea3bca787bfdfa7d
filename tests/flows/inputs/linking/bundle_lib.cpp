// A library with a kernel, and a function that reads a specialization constant.
#include "bundle.hpp"

class ExternalKernel;

SYCL_EXTERNAL int scaled(int i, sycl::kernel_handler kh) {
  return i * kh.get_specialization_constant<factor>();
}
void launch(sycl::queue &q, const executable &bundle, int *out) {
  q.submit([&](sycl::handler &h) {
    h.use_kernel_bundle(bundle);
    h.single_task<ExternalKernel>([=](sycl::kernel_handler kh) { *out = scaled(1, kh); });
  });
}
sycl::kernel_id external_kernel() {
  return sycl::get_kernel_id<ExternalKernel>();
}
