// SYCL 2020, 4.9.1.8: the sub-groups of work-groups with several rows. get_max_local_range() is one
// of the device's sizes, no sub-group has more work-items, and where each row is as long as one of
// these sizes the sub-groups are full: the first work-item of sub-group n is work-item n * size of
// the group.
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>

#include "../check.hpp"

struct seen {
  uint32_t most, local, id, groups, first, same;
};

// Sub-groups have a size because a reduction over them is there, as in a tree over group memory.
template <int D> void check_range(sycl::queue &q, sycl::range<D> local) {
  const size_t items = local.size(), row = local[D - 1];
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  seen *out = sycl::malloc_shared<seen>(items, q);
  q.parallel_for(sycl::nd_range<D>(local, local), [=](sycl::nd_item<D> it) {
     const sycl::sub_group g = it.get_sub_group();
     const uint32_t own = static_cast<uint32_t>(it.get_local_linear_id());
     out[own] = {static_cast<uint32_t>(g.get_max_local_range()[0]),
                 static_cast<uint32_t>(g.get_local_range()[0]),
                 g.get_group_linear_id(),
                 g.get_group_linear_range(),
                 sycl::reduce_over_group(g, own, sycl::minimum<>()),
                 g == sycl::ext::oneapi::this_work_item::get_sub_group()};
   }).wait();
  for (size_t i = 0; i < items; i++) {
    const seen &s = out[i];
    CHECK(std::find(sizes.begin(), sizes.end(), s.most) != sizes.end());
    CHECK(s.local <= s.most);
    CHECK(s.id < s.groups);
    CHECK_EQUAL(s.most, out[0].most);
    CHECK_EQUAL(s.same, 1u);
    if (q.get_backend() == sycl::backend::native_cpu &&
        std::find(sizes.begin(), sizes.end(), row) != sizes.end()) {
      CHECK_EQUAL(s.local, s.most);
      CHECK_EQUAL(s.groups, items / s.most);
      CHECK_EQUAL(s.first, s.id * s.most);
    }
  }
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  const size_t most = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (size_t row = 1; row <= 64; row *= 2)
    check_range(q, sycl::range<2>(std::min<size_t>(256, most) / row, row));
  check_range(q, sycl::range<2>(5, 12)); // rows that no size fits: sub-groups are not full
  check_range(q, sycl::range<3>(3, 2, 8));
  check_range(q, sycl::range<3>(2, 1, 32));
  check_range(q, sycl::range<1>(128));
  return 0;
}
