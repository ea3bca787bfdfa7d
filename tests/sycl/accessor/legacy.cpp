/* SYCL 2020, 4.7.6.9 and appendix D: accessors with targets and the access mode of SYCL 1.2.1, and
 * sycl::atomic. */
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

using sycl::access::mode, sycl::access::target;

static void targets(sycl::queue &q) {
  const float factors[2] = {3, 5};
  sycl::buffer<float> f(factors, 2), out{sycl::range(8)};
  q.submit([&](sycl::handler &h) {
    auto constant = f.get_access<mode::read, target::constant_buffer>(h);
    auto to = out.get_access<mode::discard_write, target::global_buffer>(h);
    CHECK(!constant.get_pointer()); // it is on the device
    sycl::accessor<float, 1, mode::read_write, target::local> local(4, h), same = local;
    CHECK(local.get_count() == 4 &&
          std::hash<decltype(local)>()(local) == std::hash<decltype(local)>()(same));
    h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) {
      const size_t l = i.get_local_id(0);
      local[3 - l] = float(l);
      i.barrier(sycl::access::fence_space::local_space);
      sycl::constant_ptr<float> p = constant.get_pointer();
      to[i.get_global_id()] = local[l] * p[0] + constant[1];
    });
  });
  auto host = out.get_access<mode::read>();
  CHECK(std::hash<decltype(host)>()(host) == std::hash<decltype(host)>()(host));
  for (int i = 0; i < 8; i++)
    CHECK(host[i] == float(3 - i % 4) * 3 + 5);
  sycl::accessor same = out.get_host_access(sycl::read_only); // deduced: of a host buffer, too
  CHECK(same.begin() == host.begin() && same[2] == host[2]);
}

static void atomics(sycl::queue &q) {
  int start[6] = {0, 0, 100, -100, 0, 7};
  sycl::buffer<int, 2> b(start, sycl::range(2, 3));
  sycl::buffer<int> one{sycl::range(1)}, sums{sycl::range(4)};
  q.submit([&](sycl::handler &h) {
    auto a = b.get_access<mode::atomic>(h);
    auto scalar = sycl::accessor<int, 0, mode::atomic>(one, h);
    sycl::accessor<int, 1, mode::atomic, target::local> local(1, h);
    auto to = sums.get_access<mode::write>(h);
    h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) {
      const int g = int(i.get_global_id(0));
      if (i.get_local_id(0) == 0)
        local[0].store(0);
      i.barrier(sycl::access::fence_space::local_space);
      sycl::atomic<int> first = a[0][0];
      first.fetch_add(1);
      sycl::atomic_fetch_sub(a[sycl::id<2>(0, 1)], g);
      a[0][2].fetch_min(g);
      sycl::atomic_fetch_max(a[1][0], g);
      a[1][1].fetch_or(1 << (g & 15));
      int expected = 7;
      if (sycl::atomic_compare_exchange_strong(a[1][2], expected, g))
        sycl::atomic_store(static_cast<sycl::atomic<int>>(scalar), 64 + g - a[1][2].load());
      local[0].fetch_add(g);
      i.barrier(sycl::access::fence_space::local_space);
      if (i.get_local_id(0) == 0)
        to[i.get_group(0)] = sycl::atomic_load(local[0]);
    });
  });
  sycl::host_accessor a(b);
  sycl::host_accessor s(sums);
  CHECK(a[0][0] == 64 && a[0][1] == -63 * 32 && a[0][2] == 0 && a[1][0] == 63);
  CHECK(a[1][1] == 0xffff && sycl::host_accessor(one)[0] == 64);
  for (int i = 0; i < 4; i++)
    CHECK(s[i] == i * 256 + 120);
}

/* In a command group, host_buffer is for a host task. */
static void host_task(sycl::queue &q) {
  sycl::buffer<int> b{sycl::range(4)}, copy{sycl::range(1)};
  q.submit([&](sycl::handler &h) {
    auto a = b.get_access<mode::write, target::host_buffer>(h);
    h.run_on_host_intel([=] { a[2] = 7; }); // DPC++ had it before host_task
  });
  q.submit([&](sycl::handler &h) { // tags of the provisional SYCL 2020
    sycl::accessor from(b, h, sycl::range<1>(4), sycl::read_constant);
    static_assert(std::is_same_v<decltype(from),
                                 sycl::accessor<int, 1, mode::read, target::constant_buffer>>);
    sycl::accessor to(copy, h, sycl::noinit);
    CHECK(to.has_property<sycl::property::no_init>());
    h.single_task([=] { to[0] = from[2]; });
  });
  CHECK(sycl::host_accessor(copy)[0] == 7);
  CHECK(sycl::host_accessor(b)[2] == 7);
}

int main() {
  sycl::queue q;
  host_task(q);
  targets(q);
  atomics(q);
}
