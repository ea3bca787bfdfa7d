// options: -fsycl-device-code-split=per_source
// SYCL 2020, 4.11.8.1: where the user says which kernels share an image, the bundle of one has all
// of its image that the device can run.
#include <sycl/sycl.hpp>

#include "../check.hpp"

class A;
class B;
class Elsewhere; // kernels of other devices are left out

int main(int argc, char **) {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  if (argc > 1) {
    q.single_task<A>([=] { *out = 1; });
    q.single_task<Elsewhere>([=]() [[sycl::device_has(sycl::aspect::custom)]] { *out = 3; });
  }
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(),
                                                                        {sycl::get_kernel_id<B>()});
  CHECK(bundle.has_kernel<A>() && bundle.has_kernel<B>());
  CHECK(bundle.has_kernel<Elsewhere>() == q.get_device().has(sycl::aspect::custom));
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(bundle);
     h.single_task<B>([=] { *out = 2; });
   }).wait();
  CHECK(*out == 2);
  sycl::free(out, q);
  return finish();
}
