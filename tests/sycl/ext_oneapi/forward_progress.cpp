// sycl_ext_oneapi_forward_progress: work-groups of a kernel that asks for it make progress at the
// same time, and wait for each other; what no device gives is refused.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
namespace queries = experimental::info::device;
using experimental::execution_scope, experimental::properties;
using guarantee = experimental::forward_progress_guarantee;
static_assert(SYCL_EXT_ONEAPI_FORWARD_PROGRESS == 1);

constexpr auto groups_concurrent =
    experimental::work_group_progress<guarantee::concurrent, execution_scope::root_group>;

/* Passes a number on from the last group to the first, each waiting for the next. */
struct chain {
  int *place;
  size_t groups;
  void operator()(sycl::nd_item<1> it) const {
    const size_t g = it.get_global_id(0);
    sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device> mine(place[g]),
        next(place[g + 1]);
    int x = 0;
    while (g + 1 < groups && (x = next.load()) == 0)
      continue;
    mine.store(x + 1);
  }
  auto get(experimental::properties_tag) const { return properties{groups_concurrent}; }
};

int main() {
  sycl::queue q;
  const sycl::device d = q.get_device();
  using list = std::vector<guarantee>;
  const list weak = {guarantee::weakly_parallel};
  CHECK(d.get_info<queries::sub_group_progress_capabilities<execution_scope::work_group>>() ==
        weak);
  CHECK(d.get_info<queries::work_item_progress_capabilities<execution_scope::root_group>>() ==
        weak);
  const list groups =
      d.get_info<queries::work_group_progress_capabilities<execution_scope::root_group>>();
  CHECK(groups.front() == guarantee::concurrent && groups.back() == guarantee::weakly_parallel);

  const size_t most = d.get_info<sycl::info::device::max_compute_units>();
  int *place = sycl::malloc_shared<int>(most + 1, q);
  for (size_t g = 0; g <= most; ++g)
    place[g] = 0;
  q.parallel_for(sycl::nd_range<1>(most, 1), chain{place, most}).wait();
  CHECK_EQUAL(place[0], int(most));
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(most + 1, 1), chain{place, most}),
               sycl::errc::nd_range, "at the same time");
  CHECK_THROWS(q.parallel_for(sycl::range<1>(1), properties{groups_concurrent},
                              [=](sycl::id<1>) { *place = 0; }),
               sycl::errc::feature_not_supported, "nd_range");
  CHECK_THROWS(
      q.parallel_for(
          sycl::nd_range<1>(4, 4),
          properties{
              experimental::work_item_progress<guarantee::parallel, execution_scope::sub_group>},
          [=](sycl::nd_item<1>) { *place = 0; }),
      sycl::errc::feature_not_supported, "weakly_parallel");
  q.parallel_for(sycl::nd_range<1>(4, 4),
                 properties{experimental::work_item_progress<guarantee::weakly_parallel,
                                                             execution_scope::sub_group>},
                 [=](sycl::nd_item<1> it) {
                   if (it.get_global_id(0) == 0)
                     place[1] = 7;
                 })
      .wait();
  CHECK_EQUAL(place[1], 7);
  sycl::free(place, q);
  return finish();
}
