/* SYCL 2020, 4.7.2.1: every way to make a buffer, and what of its content comes back at its end
 * (4.7.2.3). */
#include <list>
#include <memory>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

struct increment {
  sycl::accessor<int> a;
  void operator()(sycl::id<1> i) const { a[i] += 1; }
};
static void increment_all(sycl::queue &q, sycl::buffer<int> &b) {
  q.submit([&](sycl::handler &h) {
    h.parallel_for(b.get_range(), increment{sycl::accessor<int>(b, h)});
  });
}

static void from_pointers(sycl::queue &q) {
  int data[2] = {1, 2};
  const int fixed[2] = {5, 6};
  {
    sycl::buffer b(data, sycl::range(2));
    static_assert(std::is_same_v<decltype(b), sycl::buffer<int>>);
    increment_all(q, b);
  }
  CHECK(data[0] == 2 && data[1] == 3);
  std::vector<int> copy(2);
  {
    sycl::buffer b(fixed, sycl::range(2));
    b.set_final_data(copy);
    increment_all(q, b);
  }
  CHECK(fixed[0] == 5 && copy[0] == 6 && copy[1] == 7);
  {
    sycl::buffer<int> b(data, 2, {sycl::property::buffer::use_host_ptr()});
    CHECK(b.has_property<sycl::property::buffer::use_host_ptr>());
    increment_all(q, b);
    sycl::host_accessor a(b, sycl::read_only);
    CHECK(&a[0] == data);
  }
  CHECK(data[0] == 3);
}

static void from_owners(sycl::queue &q) {
  auto one = std::make_shared<int>(3);
  std::shared_ptr<int[]> two(new int[2]{1, 2});
  std::weak_ptr<int> gone = one;
  {
    sycl::buffer a(one, sycl::range(1));
    sycl::buffer b(two, sycl::range(2));
    increment_all(q, a);
    increment_all(q, b);
  }
  CHECK(*one == 4 && two[1] == 3 && one.use_count() == 1);
  {
    sycl::buffer b(one, sycl::range(1));
    one = nullptr;
    CHECK(!gone.expired());
  }
  CHECK(gone.expired());
}

static void from_containers(sycl::queue &q) {
  std::vector<int> v{1, 2, 3};
  const std::vector<int> fixed{1, 2, 3};
  std::list<int> l{4, 5};
  int out[2] = {0, 0};
  {
    sycl::buffer a(v), b(fixed);
    sycl::buffer c(l.begin(), l.end());
    static_assert(std::is_same_v<decltype(c), sycl::buffer<int>>);
    c.set_final_data(static_cast<void *>(out));
    increment_all(q, a);
    increment_all(q, b);
    increment_all(q, c);
    CHECK(c.size() == 2 && c.byte_size() == 8);
  }
  CHECK(v[0] == 2 && v[2] == 4 && fixed[0] == 1);
  CHECK(out[0] == 5 && out[1] == 6 && l.front() == 4);
}

static void write_back(sycl::queue &q) {
  int data[2] = {1, 2};
  std::vector<int> other(2);
  auto owned = std::make_shared<int>(0);
  {
    sycl::buffer<int> b(data, 2);
    b.set_final_data(other.begin());
    increment_all(q, b);
  }
  CHECK(data[0] == 1 && other[0] == 2);
  {
    sycl::buffer<int> b(data, 2);
    b.set_final_data();
    increment_all(q, b);
  }
  CHECK(data[0] == 1);
  {
    sycl::buffer<int> b(data, 2);
    b.set_write_back(false);
    increment_all(q, b);
  }
  CHECK(data[0] == 1);
  {
    sycl::buffer<int> b(data, 1);
    increment_all(q, b);
    b.set_final_data(std::weak_ptr<int>(owned));
  }
  CHECK(*owned == 2);
  {
    sycl::buffer<int> b(data, 1);
    increment_all(q, b);
    b.set_final_data(std::weak_ptr<int>(owned));
    owned = nullptr;
  }
}

static void from_nothing() {
  const sycl::buffer<int> b{nullptr, sycl::range(0)};
  const sycl::buffer<const int> c(nullptr, sycl::range(0));
  CHECK(b.size() == 0 && c.size() == 0);
}

static void views() {
  sycl::buffer<int, 2> b{sycl::range(4, 6)};
  sycl::buffer<int, 2> same = b;
  CHECK(same == b &&
        std::hash<sycl::buffer<int, 2>>()(same) == std::hash<sycl::buffer<int, 2>>()(b));
  auto bytes = b.reinterpret<unsigned char, 1>();
  CHECK(bytes.size() == 96);
  CHECK((b.reinterpret<short, 3>(sycl::range(4, 6, 2)).byte_size() == 96));
  CHECK_THROWS((b.reinterpret<short, 3>(sycl::range(4, 6, 3))), sycl::errc::invalid, "reinterpret");

  sycl::host_accessor(b, sycl::write_only)[3][5] = 7;
  sycl::buffer<int, 2> rows(b, {2, 0}, {2, 6});
  CHECK(rows.is_sub_buffer() && !b.is_sub_buffer());
  sycl::host_accessor a(rows, sycl::read_only);
  CHECK(a[1][5] == 7);
  using two = sycl::buffer<int, 2>;
  CHECK_THROWS(two(b, {0, 0}, {2, 5}), sycl::errc::invalid, "contiguous");
  CHECK_THROWS(two(b, {3, 0}, {2, 6}), sycl::errc::invalid, "passes the end");
  CHECK_THROWS(two(rows, {0, 0}, {1, 6}), sycl::errc::invalid, "sub-buffer");
  CHECK(two(b, {1, 2}, {1, 3}).size() == 3);
}

int main() {
  sycl::queue q;
  from_pointers(q);
  from_owners(q);
  from_containers(q);
  write_back(q);
  from_nothing();
  views();
  return finish();
}
