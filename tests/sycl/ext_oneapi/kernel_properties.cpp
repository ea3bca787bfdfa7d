// sycl_ext_oneapi_kernel_properties: properties before the kernel or from its function object are
// what the attributes of the same names are.
#include <algorithm>

#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::properties, experimental::sub_group_size, experimental::work_group_size;
static_assert(SYCL_EXT_ONEAPI_KERNEL_PROPERTIES == 1);

struct with_get {
  uint32_t *out;
  void operator()(sycl::nd_item<1> it) const {
    out[it.get_global_id(0)] = it.get_sub_group().get_max_local_range()[0];
  }
  auto get(experimental::properties_tag) const {
    return properties{sub_group_size<4>, work_group_size<8>};
  }
};
struct with_changing_get {
  uint32_t *out;
  void operator()(sycl::nd_item<1> it) const {
    out[it.get_global_id(0)] = it.get_sub_group().get_max_local_range()[0];
  }
  auto get(experimental::properties_tag) { return properties{sub_group_size<4>}; }
};
class named;

int main() {
  sycl::queue q;
  uint32_t *out = sycl::malloc_shared<uint32_t>(32, q);
  const auto store = [=](sycl::nd_item<1> it) {
    out[it.get_global_id(0)] = it.get_sub_group().get_max_local_range()[0];
  };
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::count(sizes.begin(), sizes.end(), 4) && std::count(sizes.begin(), sizes.end(), 8)) {
    q.parallel_for<named>(sycl::nd_range<1>(32, 16), properties{sub_group_size<8>}, store).wait();
    const bool is_vectorized = out[31] != 1; // not at -O0
    CHECK(!is_vectorized || out[31] == 8);
    q.parallel_for(sycl::nd_range<1>(32, 8), with_get{out}).wait();
    CHECK(!is_vectorized || out[31] == 4);
    CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(32, 16), with_get{out}), sycl::errc::nd_range,
                 "8");
    /* A get that is not const counts as well; the launch's properties come on top, and the same
     * ones make no other kernel. */
    q.parallel_for<class both>(sycl::nd_range<1>(32, 8), with_changing_get{out}).wait();
    CHECK(!is_vectorized || out[31] == 4);
    q.parallel_for<class both>(sycl::nd_range<1>(32, 8), properties{sub_group_size<4>},
                               with_changing_get{out})
        .wait();
    CHECK_THROWS(q.parallel_for<class more>(sycl::nd_range<1>(32, 16),
                                            properties{sub_group_size<8>}, with_get{out}),
                 sycl::errc::nd_range, "8");
  }
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<2>({4, 8}, {2, 4}), properties{work_group_size<4, 2>},
                   [=](sycl::nd_item<2> it) { out[it.get_global_linear_id()] = 1; });
  }),
               sycl::errc::nd_range, "{4, 2}");
  q.single_task(properties{experimental::device_has<sycl::aspect::fp64>}, [=] { *out = 7; }).wait();
  CHECK_EQUAL(*out, 7u);
  if (!q.get_device().has(sycl::aspect::gpu))
    CHECK_THROWS(
        q.single_task(properties{experimental::device_has<sycl::aspect::gpu>}, [=] { *out = 8; }),
        sycl::errc::kernel_not_supported, "gpu");
  q.parallel_for(sycl::range<1>(32), properties{}, [=](sycl::id<1> i) { out[i] = i; }).wait();
  CHECK_EQUAL(out[31], 31u);
  sycl::free(out, q);
  return finish();
}
