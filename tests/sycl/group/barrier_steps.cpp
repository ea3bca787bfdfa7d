/* Falx: steps of trees and scans between barriers: those of all lanes of a vector, of few and of
 * many of them, in groups of any size and shape. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cstdint>
#include <vector>

template <class T> static std::vector<T> numbers(size_t n) {
  std::vector<T> result(n);
  for (size_t i = 0; i < n; i++)
    result[i] = T(i * 31 % 23);
  return result;
}

/* The first `distance` items of what is left take in those `distance` behind them; distances that
 * are no powers of two, too. */
template <class T> static void tree(sycl::queue &q, sycl::range<2> group) {
  const size_t items = group.size(), groups = 3;
  std::vector<T> data = numbers<T>(groups * items), wanted = data;
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{buffer, h, sycl::read_write};
      sycl::local_accessor<T> t(items, h);
      h.parallel_for(sycl::nd_range<2>({groups * group[0], group[1]}, group),
                     [=](sycl::nd_item<2> item) {
                       const size_t l = item.get_local_linear_id();
                       const size_t i = item.get_group_linear_id() * items + l;
                       t[l] = a[i];
                       for (size_t left = items; left > 1; left -= left / 2) {
                         sycl::group_barrier(item.get_group());
                         if (l < left / 2)
                           t[l] = T(t[l] * 2 + t[l + left - left / 2]);
                       }
                       sycl::group_barrier(item.get_group());
                       a[i] = t[l];
                     });
    });
  }
  for (size_t base = 0; base < wanted.size(); base += items)
    for (size_t left = items; left > 1; left -= left / 2)
      for (size_t l = 0; l < left / 2; l++)
        wanted[base + l] = T(wanted[base + l] * 2 + wanted[base + l + left - left / 2]);
  CHECK(data == wanted);
}

/* Inclusive sums; the items from `distance` on take in what is that far before them. */
template <class T> static void scan(sycl::queue &q, size_t items) {
  const size_t groups = 3;
  std::vector<T> data = numbers<T>(groups * items), wanted = data;
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{buffer, h, sycl::read_write};
      sycl::local_accessor<T> from(items, h), to(items, h);
      h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
        const int l = int(item.get_local_id(0));
        from[l] = a[item.get_global_id(0)];
        for (int distance = 1; distance < int(items); distance *= 2) {
          to[l] = from[l];
          sycl::group_barrier(item.get_group());
          if (l >= distance)
            to[l] = T(to[l] + from[l - distance]);
          sycl::group_barrier(item.get_group());
          from[l] = to[l];
        }
        a[item.get_global_id(0)] = from[l];
      });
    });
  }
  for (size_t i = 0; i < wanted.size(); i++)
    if (i % items)
      wanted[i] = T(wanted[i] + wanted[i - 1]);
  CHECK(data == wanted);
}

template <class T> static void all(sycl::queue &q) {
  for (size_t items : {size_t(1), size_t(7), size_t(16), size_t(33), size_t(100), size_t(256)}) {
    tree<T>(q, {1, items});
    scan<T>(q, items);
  }
  tree<T>(q, {4, 16});
  tree<T>(q, {16, 4});
  tree<T>(q, {5, 24});
}

int main() {
  sycl::queue q;
  all<int>(q);
  all<uint8_t>(q);
  all<uint16_t>(q);
  all<int64_t>(q);
  all<float>(q);
}
