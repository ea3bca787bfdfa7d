/* Falx: fundamental types name kernels, in launches, reductions and kernel bundles; the
 * specification, 5.2, has classes alone. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.single_task<bool>([=] { *sum += 5; }).wait();
  q.parallel_for<unsigned char>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
     *sum += 10;
   }).wait();
  q.parallel_for<float>(8, sycl::reduction(sum, sycl::plus<>()), [=](sycl::id<1> i, auto &s) {
     s += int(i[0]);
   }).wait();
  CHECK(*sum == 43);
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      q.get_context(), {sycl::get_kernel_id<bool>()});
  CHECK(bundle.has_kernel<bool>());
  CHECK(sycl::get_kernel_id<bool>() != sycl::get_kernel_id<unsigned char>());
  sycl::free(sum, q);
  return 0;
}
