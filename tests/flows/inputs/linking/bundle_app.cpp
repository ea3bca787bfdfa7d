// A bundle of a kernel whose image imports from a library's has the library's kernel and constant,
// too.
#include <cstdio>
#include <vector>

#include "bundle.hpp"

class InternalKernel;
class Alone;

int main() {
  using sycl::bundle_state;
  sycl::queue q{sycl::property::queue::in_order()};
  int *out = sycl::malloc_shared<int>(3, q);
  auto input = sycl::get_kernel_bundle<InternalKernel, bundle_state::input>(q.get_context());
  bool is_right = input.has_kernel(external_kernel()) && input.get_kernel_ids().size() == 2 &&
                  input.has_specialization_constant<factor>();
  auto alone = sycl::get_kernel_bundle<Alone, bundle_state::executable>(q.get_context());
  is_right = is_right && !alone.has_kernel(external_kernel()) && alone.get_kernel_ids().size() == 1;
  for (int value : {3, 5}) {
    input.set_specialization_constant<factor>(value);
    const executable bundle = sycl::link(sycl::compile(input));
    is_right = is_right && bundle.has_kernel(external_kernel());
    q.submit([&](sycl::handler &h) {
      h.use_kernel_bundle(bundle);
      h.single_task<InternalKernel>([=](sycl::kernel_handler kh) { out[0] = scaled(10, kh); });
    });
    launch(q, bundle, out + 1);
    q.wait();
    std::printf("%d %d ", out[0], out[1]);
  }
  q.single_task<Alone>([=] { out[2] = 1; }).wait();
  sycl::free(out, q);
  return !is_right;
}
