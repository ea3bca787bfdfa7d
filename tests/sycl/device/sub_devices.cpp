// options: -O1
// SYCL 2020, 4.6.4.4: sub-devices: every way to make them, what they answer, work on them, and what
// is refused.
#include <atomic>
#include <thread>

#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace info = sycl::info::device;
using property = sycl::info::partition_property;
using domain = sycl::info::partition_affinity_domain;

static void answers(const sycl::device &whole, const sycl::device &part, uint32_t units,
                    property how) {
  CHECK(part != whole && part.get_info<info::parent_device>() == whole);
  CHECK(part.get_info<info::max_compute_units>() == units);
  CHECK(part.get_info<info::partition_type_property>() == how);
  CHECK(part.get_platform() == whole.get_platform() && part.is_cpu() == whole.is_cpu());
  CHECK(part.get_info<info::name>() == whole.get_info<info::name>());
  if (part.get_backend() == sycl::backend::native_cpu)
    CHECK(sycl::get_native<sycl::backend::native_cpu>(part)->threads == units);
}

/* Kernels and buffers there, and dependencies between queues of the parts and of the whole. */
static void work(const sycl::device &whole, const std::vector<sycl::device> &parts) {
  enum { SIZE = 10000, ROUNDS = 20 };
  std::vector<sycl::queue> queues{sycl::queue(whole)};
  for (const sycl::device &part : parts) {
    queues.emplace_back(part);
    queues.emplace_back(sycl::context(part), part, sycl::property::queue::in_order());
    CHECK(queues.back().get_device() == part);
  }
  sycl::buffer<int> data(SIZE);
  sycl::queue(parts[0]).submit([&](sycl::handler &h) {
    sycl::accessor a(data, h, sycl::write_only, sycl::no_init);
    h.parallel_for(SIZE, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  for (int round = 0; round < ROUNDS; ++round)
    for (sycl::queue &q : queues)
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(data, h);
        h.parallel_for(sycl::nd_range<1>(SIZE, 100),
                       [=](sycl::nd_item<1> i) { a[i.get_global_id(0)] += 1; });
      });
  sycl::host_accessor result(data);
  for (int i = 0; i < SIZE; ++i)
    CHECK(result[i] == i + int(queues.size()) * ROUNDS);
  int *shared = sycl::malloc_shared<int>(1, queues[1]);
  sycl::event before = queues[1].single_task([=] { *shared = 1; });
  before = queues[0].single_task(before, [=] { *shared = *shared * 10 + 2; });
  before = queues.back().single_task(before, [=] { *shared = *shared * 10 + 3; });
  before.wait();
  CHECK(*shared == 123);
  sycl::free(shared, queues[1]);
}

/* A part of one thread runs one work-group after the other: at -O1, where no vector holds several.
 */
static void is_limited(const sycl::device &part) {
  sycl::queue q(part);
  struct state {
    std::atomic<int> now, most;
  } *s = sycl::malloc_shared<state>(1, q);
  new (s) state{{0}, {0}};
  q.parallel_for(sycl::nd_range<1>(64, 1), [=](sycl::nd_item<1>) {
     const int now = s->now.fetch_add(1) + 1;
     if (now > s->most)
       s->most = now;
     for (volatile int i = 0; i < 20000; i = i + 1)
       continue;
     s->now.fetch_sub(1);
   }).wait();
  CHECK(s->most == 1);
  sycl::free(s, q);
}

int main() {
  const sycl::device d;
  const uint32_t units = d.get_info<info::max_compute_units>();
  if (d.get_info<info::partition_max_sub_devices>() < 2) {
    CHECK_THROWS((void)d.create_sub_devices<property::partition_equally>(1),
                 sycl::errc::feature_not_supported, "divided");
    CHECK(d.get_info<info::partition_max_sub_devices>() == 0);
    return 77;
  }
  CHECK(d.get_info<info::partition_max_sub_devices>() == units);
  CHECK_THROWS((void)d.get_info<info::parent_device>(), sycl::errc::invalid, "no sub-device");
  CHECK(d.get_info<info::partition_type_property>() == property::no_partition);

  auto single = d.create_sub_devices<property::partition_equally>(1);
  CHECK(single.size() == units && single[0] != single[1]);
  CHECK(single == d.create_sub_devices<property::partition_equally>(1));
  for (const sycl::device &part : single)
    answers(d, part, 1, property::partition_equally);
  CHECK_THROWS((void)single[0].create_sub_devices<property::partition_equally>(1),
               sycl::errc::feature_not_supported, "divided");
  auto counted = d.create_sub_devices<property::partition_by_counts>({units - 1, 0, 1});
  CHECK(counted.size() == 2);
  answers(d, counted[0], units - 1, property::partition_by_counts);
  answers(d, counted[1], 1, property::partition_by_counts);
  CHECK_THROWS((void)d.create_sub_devices<property::partition_equally>(units + 1),
               sycl::errc::invalid, "compute units");
  CHECK_THROWS((void)d.create_sub_devices<property::partition_equally>(0), sycl::errc::invalid,
               "compute units");
  CHECK_THROWS((void)d.create_sub_devices<property::partition_by_counts>({units, 1}),
               sycl::errc::invalid, "compute units");

  const std::vector<domain> domains = d.get_info<info::partition_affinity_domains>();
  for (domain which : domains) {
    auto parts = d.create_sub_devices<property::partition_by_affinity_domain>(which);
    uint32_t sum = 0;
    for (const sycl::device &part : parts) {
      sum += part.get_info<info::max_compute_units>();
      CHECK(part.get_info<info::parent_device>() == d);
      CHECK(part.get_info<info::partition_type_affinity_domain>() ==
            (which == domain::next_partitionable ? domains[0] : which));
    }
    CHECK(parts.size() > 1 && sum == units);
  }
  if (domains.empty())
    CHECK_THROWS((void)d.create_sub_devices<property::partition_by_affinity_domain>(domain::numa),
                 sycl::errc::feature_not_supported, "divided");
  work(d, {single[0], counted[0], counted[1]});
  is_limited(single[1]);
  return finish();
}
