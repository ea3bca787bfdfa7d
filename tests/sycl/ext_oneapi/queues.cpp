// sycl_ext_oneapi_memcpy2d, sycl_ext_oneapi_auto_local_range, sycl_ext_oneapi_queue_priority,
// sycl_ext_oneapi_discard_queue_events, sycl_ext_oneapi_current_device,
// sycl_ext_oneapi_num_compute_units, sycl_ext_oneapi_max_work_group_query,
// sycl_ext_oneapi_composite_device.
#include <thread>

#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace oneapi = sycl::ext::oneapi;
namespace experimental = oneapi::experimental;
namespace property = oneapi::property::queue;
static_assert(SYCL_EXT_ONEAPI_MEMCPY2D == 1 && SYCL_EXT_ONEAPI_AUTO_LOCAL_RANGE == 1 &&
              SYCL_EXT_ONEAPI_QUEUE_PRIORITY == 1 && SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS == 1 &&
              SYCL_EXT_ONEAPI_CURRENT_DEVICE == 1 && SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS == 1 &&
              SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY == 1 && SYCL_EXT_ONEAPI_COMPOSITE_DEVICE == 1 &&
              SYCL_EXT_ONEAPI_ENQUEUE_BARRIER == 1 && SYCL_EXT_ONEAPI_QUEUE_EMPTY == 1);

/* A box of 3 x 4 in rows of 10 and of 7; nothing around it changes. */
static void rectangles(sycl::queue &q) {
  int from[50], *to = sycl::malloc_device<int>(70, q), back[70];
  for (int i = 0; i < 50; ++i)
    from[i] = i;
  sycl::event e = q.fill(to, -1, 70);
  e = q.ext_oneapi_copy2d(from + 12, 10, to + 8, 7, 3, 4, e);
  e = q.ext_oneapi_fill2d(to + 42, 7, 5, 2, 2, {e});
  e = q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.ext_oneapi_memset2d(to + 56, 7 * sizeof(int), 1, sizeof(int), 2);
  });
  q.ext_oneapi_memcpy2d(back, 28, to, 28, 28, 10, {e}).wait();
  for (int i = 0; i < 70; ++i) {
    const int row = i / 7, column = i % 7;
    int value = -1;
    if (row >= 1 && row < 5 && column >= 1 && column < 4)
      value = from[(row - 1) * 10 + 12 + column - 1];
    else if ((row == 6 || row == 7) && column < 2)
      value = 5;
    else if (row >= 8 && column == 0)
      value = 0x01010101;
    CHECK_EQUAL(back[i], value);
  }
  CHECK_THROWS(q.ext_oneapi_memset2d(to, 4, 0, 5, 1), sycl::errc::invalid, "exceeds the pitch");
  sycl::free(to, q);
}

/* Every work-item once, in work-groups that divide the range. */
template <int D> static void automatic(sycl::queue &q, sycl::range<D> global) {
  int *seen = sycl::malloc_shared<int>(global.size(), q);
  q.fill(seen, 0, global.size()).wait();
  q.parallel_for(sycl::nd_range<D>(global, experimental::auto_range<D>()),
                 [=](sycl::nd_item<D> it) {
                   const size_t i = it.get_global_linear_id();
                   if (it.get_local_range() * it.get_group_range() == it.get_global_range())
                     seen[i] = it.get_global_range() == global;
                 })
      .wait();
  for (size_t i = 0; i < global.size(); ++i)
    CHECK_EQUAL(seen[i], 1);
  sycl::free(seen, q);
}

static void properties() {
  const sycl::queue q{{property::priority_high(), property::discard_events()}};
  CHECK(q.has_property<property::priority_high>() && q.has_property<property::discard_events>());
  CHECK(!q.has_property<property::priority_low>() && !q.is_in_order());
  CHECK_THROWS((sycl::queue{{property::priority_low(), property::priority_normal()}}),
               sycl::errc::invalid, "one priority");
  using sycl::property::queue::enable_profiling;
  CHECK_THROWS((sycl::queue{{property::discard_events(), enable_profiling()}}), sycl::errc::invalid,
               "discards its events");
}

static void devices(const sycl::device &d) {
  namespace thread = experimental::this_thread;
  CHECK(thread::get_current_device() == sycl::device());
  for (const sycl::device &any : sycl::device::get_devices()) {
    thread::set_current_device(any);
    CHECK(thread::get_current_device() == any);
    std::thread([] { CHECK(thread::get_current_device() == sycl::device()); }).join();
  }
  CHECK(d.get_info<oneapi::info::device::num_compute_units>() ==
        d.get_info<sycl::info::device::max_compute_units>());
  CHECK(d.get_info<experimental::info::device::max_work_groups<3>>()[2] >= 1);
  CHECK(d.get_info<experimental::info::device::max_global_work_groups>() >= 1);
  CHECK(experimental::get_composite_devices().empty());
  CHECK(d.get_platform().ext_oneapi_get_composite_devices().empty());
  CHECK(d.get_info<experimental::info::device::component_devices>().empty());
  CHECK_THROWS(d.get_info<experimental::info::device::composite_device>(), sycl::errc::invalid,
               "no component");
}

int main() {
  sycl::queue q;
  rectangles(q);
  automatic(q, sycl::range<1>(1000));
  automatic(q, sycl::range<2>(3, 34));
  automatic(q, sycl::range<3>(2, 7, 12));
  properties();
  devices(q.get_device());
  return finish();
}
