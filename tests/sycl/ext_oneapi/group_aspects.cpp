// sycl_ext_oneapi_non_uniform_groups: a kernel with a group that the device lacks is refused
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace {

namespace oneapi = sycl::ext::oneapi::experimental;

template <class Kernel> void launch(sycl::queue &q, sycl::aspect needed, const Kernel &kernel) {
  const bool has_groups = q.get_device().has(needed);
  uint32_t *sizes = sycl::malloc_shared<uint32_t>(64, q);
  CHECK(sizes != nullptr);
  std::fill_n(sizes, 64, 0u);
  bool is_refused = false;
  try {
    q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> item) {
       const sycl::sub_group sub = item.get_sub_group();
       if (sub.get_local_linear_id() % 2)
         sizes[item.get_local_linear_id()] = kernel(sub);
     }).wait();
  } catch (const sycl::exception &e) {
    is_refused = e.code() == sycl::errc::kernel_not_supported;
  }
  CHECK_EQUAL(is_refused, !has_groups);
  for (size_t i = 0; has_groups && i < 64; ++i)
    CHECK(i % 2 ? sizes[i] >= 1 : sizes[i] == 0);
  sycl::free(sizes, q);
}

} // namespace

int main() {
  sycl::queue q;
  launch(q, sycl::aspect::ext_oneapi_tangle_group, [](sycl::sub_group sub) {
    return oneapi::get_tangle_group(sub).get_local_linear_range();
  });
  launch(q, sycl::aspect::ext_oneapi_opportunistic_group, [](sycl::sub_group) {
    return oneapi::this_kernel::get_opportunistic_group().get_local_linear_range();
  });
  return finish();
}
