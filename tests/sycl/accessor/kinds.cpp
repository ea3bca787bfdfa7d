/* SYCL 2020, 4.7.6: accessors in kernels, host tasks and on the host; ranges, placeholders,
 * conversions. */
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

using rw = sycl::accessor<int>;

/* Accessors as members, elements of arrays and bases (requirement KL-2). */
struct member {
  int extra;
  rw a;
};
struct with_member {
  char pad;
  member m;
  sycl::accessor<int, 1, sycl::access_mode::read> from;
  void operator()(sycl::item<1> i) const { m.a[i] += from[i] + m.extra; }
};
struct derived : rw {
  derived(const rw &a) : rw(a) {}
  void operator()(sycl::id<1> i) const { (*this)[i] *= 2; }
};

static void in_kernels(sycl::queue &q) {
  sycl::buffer<int> a{sycl::range(64)}, b{sycl::range(64)};
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::write_only, sycl::no_init);
    auto y = b.get_access<sycl::access::mode::discard_write>(h);
    static_assert(sycl::is_device_copyable_v<decltype(x)>);
    CHECK(!x.is_placeholder() && x.has_property<sycl::property::no_init>());
    h.parallel_for(64, [=](int i) {
      x[i] = i;
      y[i] = 10 * i;
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor r(b, h, sycl::read_only);
    static_assert(std::is_same_v<decltype(r[0]), const int &>);
    h.parallel_for(sycl::range(64), with_member{0, {3, {a, h}}, r});
  });
  q.submit([&](sycl::handler &h) { h.parallel_for(64, derived(rw(a, h))); });
  q.submit([&](sycl::handler &h) {
    rw both[2] = {{a, h}, {b, h}};
    h.parallel_for(64, [=](int i) { both[i & 1][i] = -1; });
  });
  sycl::host_accessor x(a, sycl::read_only), y(b, sycl::read_only);
  for (int i = 0; i < 64; i++) {
    CHECK(x[i] == (i & 1 ? 2 * (11 * i + 3) : -1));
    CHECK(y[i] == (i & 1 ? -1 : 10 * i));
  }
}

static void ranged(sycl::queue &q) {
  sycl::buffer<int, 2> b{sycl::range(8, 16)};
  sycl::buffer<int, 3> c{sycl::range(3, 4, 5)};
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(b.get_range(), [=](sycl::item<2> i) { a[i] = int(i[0] * 100 + i[1]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range(2, 3), sycl::id(4, 5), sycl::write_only, sycl::no_init);
    CHECK(a.get_offset() == sycl::id(4, 5) && a.size() == 6);
    h.parallel_for(sycl::range(2, 3),
                   [=](sycl::id<2> i) { a[i[0]][i[1]] = i == sycl::id<2>(1, 2) ? a[i] - 1 : 0; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(c, h, sycl::write_only);
    h.parallel_for(c.get_range(),
                   [=](sycl::item<3> i) { a[i[0]][i[1]][i[2]] = int(i.get_linear_id()); });
  });
  {
    sycl::host_accessor a(b, sycl::range(2, 3), sycl::id(4, 5), sycl::read_only);
    int sum = 0, count = 0;
    for (int x : a) {
      sum += x;
      ++count;
    }
    CHECK(count == 6 && sum == 506 && *a.rbegin() == 506 && a.end() - a.begin() == 6);
    CHECK(a.get_pointer()[4 * 16 + 4] == 404); // the buffer's first element
  }
  sycl::host_accessor all(b);
  CHECK(all[4][8] == 408 && all[{5, 7}] == 506 && all[sycl::id(7, 15)] == 715);
  int next = 0;
  for (int x : sycl::host_accessor(c, sycl::read_only))
    CHECK(x == next++);
  CHECK(next == 60);
  CHECK_THROWS(sycl::accessor(b, sycl::range(5, 3), sycl::id(4, 5)), sycl::errc::invalid,
               "the end");
}

static void placeholders(sycl::queue &q) {
  sycl::buffer<int> b{sycl::range(4)};
  sycl::host_accessor(b, sycl::write_only)[3] = 5;
  rw a(b);
  CHECK(a.is_placeholder());
  q.submit([&](sycl::handler &h) {
    h.require(a);
    h.single_task([=] { a[3] *= 2; });
  });
  CHECK(sycl::host_accessor(b)[sycl::id(3)] == 10);
  CHECK_THROWS(q.submit([&](sycl::handler &h) { h.single_task([=] { a[3] = 0; }); }),
               sycl::errc::kernel_argument, "require");
  CHECK_THROWS(a[0] = 1, sycl::errc::accessor, "host_accessor");
}

static void others(sycl::queue &q) {
  sycl::buffer<int> b{sycl::range(2)};
  sycl::host_accessor(b, sycl::write_only)[1] = 7;
  {
    sycl::host_accessor<int, 0, sycl::access_mode::write> first{b, sycl::no_init};
    CHECK(first.size() == 1 && first.byte_size() == sizeof(int));
    first = 20;
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 0> a(b, h);
    CHECK(a.size() == 1 && a.get_range() == sycl::range(1));
    h.single_task([=] { a = a + 1; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write_host_task);
    /* A kernel with it compiles, as long as it does not run. */
    if (a.empty())
      h.single_task([=] { a[0] = 0; });
    else
      h.host_task([=] { a[0] *= 2; });
  });
  sycl::host_accessor w(b);
  CHECK(w[1] == 7);
  sycl::host_accessor<const int> r = w;
  CHECK(r[0] == 42);

  sycl::buffer<int> empty{sycl::range(0)};
  CHECK((sycl::host_accessor<int, 0>(empty).empty()));
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 0> a(empty, h);
    CHECK(a.empty() && a.size() == 0);
    h.single_task([=] { (void)a.empty(); });
  });

  rw none;
  sycl::accessor<const int> reads = none;
  sycl::accessor<int, 1, sycl::access_mode::read> same = reads;
  CHECK(none.empty() && same.size() == 0 && rw() == none);
}

int main() {
  sycl::queue q;
  in_kernels(q);
  ranged(q);
  placeholders(q);
  others(q);
  return finish();
}
