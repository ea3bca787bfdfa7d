// SYCL 2020, 4.9.4.3: copies between accessors of different shapes, with and without gaps: elements
// in order, whatever the rows.
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

/* Copies count elements from a box of the source, linear number i holding i, to a box of the
 * destination, and compares with the elements in order. */
template <int S, int D>
static void copy(sycl::queue &q, sycl::range<S> whole, sycl::range<S> box, sycl::id<S> first,
                 sycl::range<D> to_whole, sycl::range<D> to_box, sycl::id<D> to_first) {
  std::vector<int> content(whole.size()), result(to_whole.size(), -1), expected = result;
  for (size_t i = 0; i < content.size(); ++i)
    content[i] = int(i);
  std::vector<int> order;
  const auto each = [](auto r, auto b, auto o, const auto &take) {
    for (size_t i = 0; i < b.size(); ++i) {
      size_t rest = i, at = 0, scale = 1;
      for (int d = decltype(r)::dimensions - 1; d >= 0; --d) {
        at += (rest % b[d] + o[d]) * scale;
        rest /= b[d];
        scale *= r[d];
      }
      take(i, at);
    }
  };
  each(whole, box, first, [&](size_t, size_t at) { order.push_back(content[at]); });
  each(to_whole, to_box, to_first, [&](size_t i, size_t at) {
    if (i < order.size())
      expected[at] = order[i];
  });
  {
    sycl::buffer<int, S> from(content.data(), whole);
    sycl::buffer<int, D> to(result.data(), to_whole);
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, S, sycl::access_mode::read> a(from, h, box, first);
      sycl::accessor<int, D, sycl::access_mode::write> b(to, h, to_box, to_first);
      h.copy(a, b);
    });
    q.wait_and_throw();
  }
  CHECK(result == expected);
}

int main() {
  sycl::queue q;
  using r1 = sycl::range<1>;
  using r2 = sycl::range<2>;
  using r3 = sycl::range<3>;
  copy(q, r1(8), r1(4), {2}, r2(2, 4), r2(2, 2), {0, 1});
  copy(q, r2(4, 5), r2(3, 2), {1, 2}, r1(10), r1(6), {3});
  copy(q, r2(4, 6), r2(4, 3), {0, 1}, r2(5, 5), r2(3, 4), {2, 1});
  copy(q, r3(3, 4, 5), r3(2, 3, 4), {1, 0, 1}, r2(9, 7), r2(5, 5), {4, 2}); // room for one more
  copy(q, r2(5, 3), r2(5, 3), {0, 0}, r3(2, 3, 6), r3(1, 3, 5), {1, 0, 1});
  return finish();
}
