// SYCL 2020, 3.13.1, 4.12.4: types for which is_device_copyable is specialized, although they have
// copy constructors and destructors of their own, in whatever a kernel takes.
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <array>
#include <optional>
#include <tuple>
#include <variant>

struct own {
  int value;
  own(int v = 0) : value(v) {}
  own(const own &o) : value(o.value) {}
  own &operator=(const own &o) {
    value = o.value;
    return *this;
  }
  ~own() {}
};
template <> struct sycl::is_device_copyable<own> : std::true_type {};
struct refused {
  int value;
  refused(const refused &o) : value(o.value) {}
};

template <class T> inline constexpr bool copyable = sycl::is_device_copyable_v<T>;
static_assert(copyable<const own> && copyable<volatile own> && copyable<own[2]> &&
              copyable<const own[2][3]>);
static_assert(copyable<std::pair<own, int>> && !copyable<std::pair<own, refused>>);
static_assert(copyable<std::tuple<int, own>> && !copyable<std::tuple<refused>>);
static_assert(copyable<std::array<own, 2>> && !copyable<std::array<refused, 2>>);
static_assert(copyable<std::optional<own>> && !copyable<std::optional<refused>>);
static_assert(copyable<std::variant<int, own>> && !copyable<std::variant<int, refused>>);
static_assert(!copyable<refused> && !copyable<const refused> && !copyable<refused[2]> &&
              !copyable<std::vector<int>> && !copyable<std::string> && copyable<std::tuple<>>);

/* No specialization: a class that is a kernel is what its members are. */
struct aggregate_kernel {
  sycl::accessor<int> out;
  own first;
  own more[2];
  void operator()(sycl::id<1> i) const { out[i] = first.value + more[1].value; }
};
class private_kernel {
  own first;
  int *out;

public:
  private_kernel(const own &f, int *o) : first(f), out(o) {}
  void operator()(sycl::item<1> i) const { out[i] = first.value; }
};

static void expect(sycl::buffer<int> &b, int value) {
  sycl::host_accessor content(b, sycl::read_only);
  for (int x : content)
    CHECK_EQUAL(x, value);
}

static void captures(sycl::queue &q, int *out) {
  const own p(10), many[2] = {1, 2};
  q.single_task([=] { out[0] = p.value + many[1].value; }).wait();
  CHECK_EQUAL(out[0], 12);
  const auto inner = [p](int x) { return p.value + x; };
  const std::pair<own, int> pair(3, 4);
  const std::tuple<own, double> tuple(5, 6.0);
  const std::array<own, 3> array{7, 8, 9};
  const std::optional<own> optional(own(20));
  const std::variant<int, own> variant(own(30));
  q.parallel_for(8, [=](sycl::id<1> i) {
     out[i] = inner(1) + pair.first.value + int(std::get<0>(tuple).value) + array[2].value +
              optional->value + std::get_if<own>(&variant)->value;
   }).wait();
  CHECK_EQUAL(out[7], 11 + 3 + 5 + 9 + 20 + 30);
  q.parallel_for(8, private_kernel(p, out)).wait();
  CHECK_EQUAL(out[3], 10);
}

/* Accessors beside them are accessors. */
static void accessors(sycl::queue &q) {
  const own p(10);
  sycl::buffer<int> b(1000);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(1000, [=](sycl::id<1> i) { a[i] = p.value; });
  });
  expect(b, 10);
  q.submit([&](sycl::handler &h) { h.parallel_for(1000, aggregate_kernel{{b, h}, p, {1, 2}}); });
  expect(b, 12);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<own> local(10, h);
    h.parallel_for(sycl::nd_range<1>(1000, 10), [=](sycl::nd_item<1> i) {
      local[i.get_local_id(0)].value = p.value;
      sycl::group_barrier(i.get_group());
      a[i.get_global_id()] = local[9 - i.get_local_id(0)].value + 5;
    });
  });
  expect(b, 15);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for_work_group(sycl::range<1>(100), sycl::range<1>(10), [=](sycl::group<1> g) {
      g.parallel_for_work_item([&](sycl::h_item<1> i) { a[i.get_global_id()] = 2 * p.value; });
    });
  });
  expect(b, 20);
  int sum = 0;
  {
    sycl::buffer<int> total(&sum, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only);
      h.parallel_for(1000, sycl::reduction(total, h, sycl::plus<>()),
                     [=](sycl::id<1> i, auto &s) { s += a[i] + p.value; });
    });
  }
  CHECK_EQUAL(sum, 30000);
}

static void deferred(sycl::queue &q, int *out) {
  const own p(4);
  int from_task = 0;
  sycl::event task =
      q.submit([&](sycl::handler &h) { h.host_task([p, &from_task] { from_task = p.value; }); });
  sycl::event kernel = q.submit([&](sycl::handler &h) {
    h.depends_on(task);
    h.parallel_for(100, [=](sycl::id<1> i) { out[i] = p.value; });
  });
  kernel.wait();
  CHECK_EQUAL(from_task, 4);
  CHECK_EQUAL(out[99], 4);
}

static void memory(sycl::queue &q) {
  own data[4] = {1, 2, 3, 4};
  {
    sycl::buffer<own> b(data, 4);
    sycl::buffer<std::pair<own, int>> pairs(4);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      sycl::accessor p(pairs, h, sycl::write_only);
      h.parallel_for(4, [=](sycl::id<1> i) {
        a[i].value *= 10;
        p[i].first = a[i];
      });
    });
    CHECK_EQUAL(sycl::host_accessor(pairs)[3].first.value, 40);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range<1>(1), sycl::id<1>(0));
      h.fill(a, own(7));
    });
  }
  CHECK_EQUAL(data[0].value, 7);
  CHECK_EQUAL(data[3].value, 40);
  own *usm = sycl::malloc_device<own>(4, q);
  q.copy(data, usm, 4).wait();
  q.fill(usm + 1, own(9), 2).wait();
  q.copy(usm, data, 4).wait();
  CHECK_EQUAL(data[2].value, 9);
  CHECK_EQUAL(data[3].value, 40);
  sycl::free(usm, q);
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(100, q);
  captures(q, out);
  accessors(q);
  deferred(q, out);
  memory(q);
  sycl::free(out, q);
  return finish();
}
