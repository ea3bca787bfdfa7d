// SYCL 2020, 4.6.1 to 4.6.4: selectors, device and platform queries, contexts.
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

/* SYCL 1.2.1 */
/* Not a constant function: as other implementations take it. */
struct counting_selector {
  int operator()(const sycl::device &d) { return ++calls && d.is_cpu(); }
  int calls = 0;
};
struct own_selector : sycl::device_selector {
  int operator()(const sycl::device &d) const override { return d.is_cpu() ? 7 : -1; }
};

int main() {
  const sycl::device d;
  CHECK(!sycl::platform::get_platforms().empty());
  CHECK(!sycl::device::get_devices().empty());
  CHECK(d == sycl::device(sycl::default_selector_v));
  CHECK(sycl::device([&](const sycl::device &o) { return o == d ? 1 : -1; }) == d);
  CHECK_THROWS(sycl::device([](const sycl::device &) { return -1; }), sycl::errc::runtime,
               "found:");
  CHECK(!d.get_info<sycl::info::device::name>().empty());
  CHECK(d.get_info<sycl::info::device::max_compute_units>() >= 1);
  CHECK(d.get_info<sycl::info::device::max_work_item_sizes<2>>()[1] >= 1);
  CHECK(d.get_info<sycl::info::device::global_mem_size>() > 0);
  CHECK(d.get_info<sycl::info::device::max_work_group_size>() >= 1);
  CHECK(!d.get_info<sycl::info::device::sub_group_sizes>().empty());
  for (sycl::aspect a : d.get_info<sycl::info::device::aspects>())
    CHECK(d.has(a));
  if (d.is_cpu()) {
    CHECK(d == sycl::device(sycl::cpu_selector_v));
    CHECK(own_selector().select_device() == d && sycl::queue(own_selector()).get_device() == d);
    CHECK(sycl::cpu_selector().select_device() == d && sycl::device(sycl::default_selector()) == d);
    sycl::queue assigned;
    assigned = sycl::cpu_selector{};
    CHECK(assigned.get_device() == d);
    static_assert(!std::is_convertible_v<decltype(sycl::cpu_selector_v), sycl::queue>);
    counting_selector counting;
    CHECK(sycl::queue(counting).get_device() == d && sycl::device(counting) == d);
    CHECK(counting.calls == 0);
    CHECK(d.get_info<sycl::info::device::usm_shared_allocations>());
    CHECK(d.has(sycl::aspect::cpu) && d.has(sycl::aspect::fp64));
    CHECK(sycl::device(sycl::aspect_selector(sycl::aspect::cpu)).is_cpu());
  }
  const sycl::platform p = d.get_platform();
  CHECK(!p.get_info<sycl::info::platform::name>().empty());
  CHECK(!p.get_devices().empty());
  using sycl::info::device_type;
  CHECK(sycl::device::get_devices(device_type::automatic) == std::vector<sycl::device>{d});
  CHECK(p.get_devices(device_type::automatic) == std::vector<sycl::device>{d});
  CHECK(p.get_devices(device_type::all) == p.get_devices());
  CHECK(p.get_devices(device_type::custom).empty());
  const sycl::context c(d);
  CHECK(c.get_devices() == std::vector<sycl::device>{d});
  CHECK(sycl::context(c) == c);
  const sycl::queue q(c, d);
  CHECK(q.get_context() == c && q.get_device() == d);
  return finish();
}
