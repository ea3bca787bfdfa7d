/* Falx: loops between barriers that go over memory with large steps, work-items side by side: what
 * they keep from before the loop, in groups of any size and shape. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <vector>

constexpr size_t groups = 3, rounds = 12, step = 256;

/* Counts in memory of the group; the whole of it is read afterwards. */
static void counts(sycl::queue &q, size_t items) {
  constexpr size_t bins = 32;
  std::vector<int> data(groups * rounds * step), found(groups * bins), wanted(found.size());
  for (size_t i = 0; i < data.size(); i++)
    data[i] = int(i * 31 % 29);
  {
    sycl::buffer in(data), out(found);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from{in, h, sycl::read_only};
      sycl::accessor to{out, h, sycl::write_only};
      sycl::local_accessor<int> counted(bins, h);
      h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0), first = item.get_group(0) * rounds * step;
        for (size_t b = l; b < bins; b += items)
          counted[b] = 0;
        sycl::group_barrier(item.get_group());
        for (size_t k = 0; k < rounds; k++) {
          sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                           sycl::access::address_space::local_space>
              bin(counted[from[first + k * step + l]]);
          bin += 1;
        }
        sycl::group_barrier(item.get_group());
        for (size_t b = l; b < bins; b += items)
          to[item.get_group(0) * bins + b] = counted[b];
      });
    });
  }
  for (size_t g = 0; g < groups; g++)
    for (size_t k = 0; k < rounds; k++)
      for (size_t l = 0; l < items; l++)
        wanted[g * bins + data[(g * rounds + k) * step + l]]++;
  CHECK(found == wanted);
}

/* Each item has a factor and an element of its own, and adds in two dimensions; the group's first
 * item writes in between. */
template <class T> static void products(sycl::queue &q, sycl::range<2> group) {
  const size_t items = group.size(), size = groups * rounds * step;
  std::vector<T> data(size), wanted(size);
  for (size_t i = 0; i < size; i++)
    data[i] = wanted[i] = T(i % 7);
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{buffer, h, sycl::read_write};
      sycl::local_accessor<T> t(items, h);
      h.parallel_for(
          sycl::nd_range<2>({groups * group[0], group[1]}, group), [=](sycl::nd_item<2> item) {
            const size_t l = item.get_local_linear_id();
            const size_t first = item.get_group_linear_id() * rounds * step;
            t[items - 1 - l] = T(l % 5);
            sycl::group_barrier(item.get_group());
            const T factor = t[l], more = T(factor * factor + t[0]);
            for (size_t k = 0; k < rounds; k++)
              a[first + k * step + l] = T(a[first + k * step + l] * factor + more + T(k));
            sycl::group_barrier(item.get_group());
            t[l] = more;
          });
    });
  }
  for (size_t g = 0; g < groups; g++)
    for (size_t k = 0; k < rounds; k++)
      for (size_t l = 0; l < items; l++) {
        T &x = wanted[(g * rounds + k) * step + l];
        const T factor = T((items - 1 - l) % 5), more = T(factor * factor + T((items - 1) % 5));
        x = T(x * factor + more + T(k));
      }
  CHECK(data == wanted);
}

int main() {
  sycl::queue q;
  for (size_t items : {1, 7, 16, 37, 64, 256})
    counts(q, items);
  for (sycl::range<2> group :
       {sycl::range<2>(1, 256), {1, 100}, {5, 13}, {16, 16}, {64, 4}, {256, 1}}) {
    products<float>(q, group);
    products<short>(q, group);
    products<double>(q, group);
  }
}
