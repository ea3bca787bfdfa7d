// sycl_ext_oneapi_root_group: its barrier makes work-groups wait for each other; as many as the
// query says, no more; ids and ranges.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::execution_scope, experimental::properties, experimental::use_root_sync;
namespace queries = experimental::info::kernel_queue_specific;
static_assert(SYCL_EXT_ONEAPI_ROOT_GROUP == 1);

constexpr size_t GROUP = 6;

/* Every round each work-item takes what a work-item of the next group left in the one before. */
static void rounds(sycl::queue &q, size_t groups) {
  constexpr int ROUNDS = 20;
  const size_t n = groups * GROUP;
  int *data = sycl::malloc_shared<int>(2 * n, q);
  for (size_t i = 0; i < 2 * n; ++i)
    data[i] = int(i);
  q.parallel_for(sycl::nd_range<1>(n, GROUP), properties{use_root_sync}, [=](sycl::nd_item<1> it) {
     const auto root = it.ext_oneapi_get_root_group();
     const size_t i = root.get_local_linear_id();
     for (int r = 0; r < ROUNDS; ++r) {
       const int *from = data + r % 2 * n;
       data[(r + 1) % 2 * n + i] = from[(i + GROUP) % n] + 1;
       sycl::group_barrier(root);
     }
   }).wait();
  for (size_t i = 0; i < n; ++i)
    CHECK_EQUAL(data[i], int((i + ROUNDS * GROUP) % n) + ROUNDS);
  sycl::free(data, q);
}

class numbers;
static void ids(sycl::queue &q, size_t groups) {
  const sycl::nd_range<2> r({groups * 2, 6}, {2, 6});
  int *right = sycl::malloc_shared<int>(1, q);
  *right = 0;
  q.submit([&](sycl::handler &h) {
     h.parallel_for<numbers>(r, [=](sycl::nd_item<2> it) {
       const auto root = experimental::this_work_item::get_root_group<2>();
       const sycl::sub_group sg = it.get_sub_group();
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> count(*right);
       if (root.get_local_id() == it.get_global_id() && root.get_group_range().size() == 1 &&
           root.get_id<execution_scope::work_group>() == it.get_group().get_group_id() &&
           root.get_linear_range<execution_scope::work_group>() == groups &&
           root.get_range<execution_scope::sub_group>()[0] ==
               groups * sg.get_group_linear_range() &&
           root.get_linear_id<execution_scope::sub_group>() ==
               it.get_group_linear_id() * sg.get_group_linear_range() + sg.get_group_linear_id() &&
           root.leader() == (it.get_global_linear_id() == 0))
         count += 1;
     });
   }).wait();
  CHECK_EQUAL(*right, int(r.get_global_range().size()));
  sycl::free(right, q);
}

int main() {
  sycl::queue q;
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel k = bundle.get_kernel<numbers>();
  const size_t most = k.ext_oneapi_get_info<queries::max_num_work_groups>(q, GROUP);
  CHECK(most >= 1 && most == k.ext_oneapi_get_info<queries::max_num_work_group_sync>(q));
  CHECK_EQUAL(k.ext_oneapi_get_info<queries::max_num_work_groups>(q, sycl::range<1>(GROUP),
                                                                  size_t(1) << 60),
              size_t(0));
  for (size_t groups = 1; groups <= most && groups <= 4; ++groups)
    rounds(q, groups);
  rounds(q, most);
  CHECK_THROWS(rounds(q, most + 1), sycl::errc::nd_range, "at the same time");
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(most + 1, 1), properties{use_root_sync},
                              [=](sycl::nd_item<1>) {}),
               sycl::errc::nd_range, "max_num_work_groups");
  ids(q, 3);
  return finish();
}
