/* SYCL 2020, 4.15.3: additions by many work-items to few addresses, whose results nobody uses, and
 * what a work-item or its work-group sees of its own. native_cpu may do such additions together. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <vector>

#include "../check.hpp"

template <typename T>
using ref = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device>;

static std::size_t bin(std::size_t i, std::size_t bins) {
  return i * 2654435761u % 1000003 % bins;
}

template <typename T> void histogram(sycl::queue &q, std::size_t n, std::size_t bins) {
  T *sums = sycl::malloc_shared<T>(bins, q);
  std::uint32_t *where = sycl::malloc_shared<std::uint32_t>(n, q);
  std::vector<T> expected(bins, T(5));
  for (std::size_t i = 0; i < n; i++) {
    where[i] = static_cast<std::uint32_t>(bin(i, bins));
    expected[where[i]] += static_cast<T>(i % 4);
    expected[where[i]] -= T(2);
  }
  q.fill(sums, T(5), bins).wait();
  q.parallel_for(n, [=](sycl::id<1> i) {
     ref<T> sum(sums[where[i]]);
     sum += static_cast<T>(i % 4);
     sum -= T(2);
   }).wait();
  for (std::size_t b = 0; b < bins; b++)
    CHECK(sums[b] == expected[b]);
  sycl::free(sums, q);
  sycl::free(where, q);
}

/* Counts and sums side by side, of two types, in a range of two dimensions. */
static void two_types(sycl::queue &q) {
  constexpr std::size_t rows = 37, columns = 301, bins = 16;
  unsigned *counts = sycl::malloc_shared<unsigned>(bins, q);
  double *sums = sycl::malloc_shared<double>(bins, q);
  q.fill(counts, 0u, bins).wait();
  q.fill(sums, 0.0, bins).wait();
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> i) {
     const std::size_t b = (i[0] * 7 + i[1]) % bins;
     ref<unsigned>(counts[b])++;
     ref<double>(sums[b]) += static_cast<double>(i[1]);
   }).wait();
  std::vector<unsigned> count(bins);
  std::vector<double> sum(bins);
  for (std::size_t y = 0; y < rows; y++)
    for (std::size_t x = 0; x < columns; x++) {
      count[(y * 7 + x) % bins]++;
      sum[(y * 7 + x) % bins] += static_cast<double>(x);
    }
  for (std::size_t b = 0; b < bins; b++)
    CHECK(counts[b] == count[b] && sums[b] == sum[b]);
  sycl::free(counts, q);
  sycl::free(sums, q);
}

/* Bins of each work-group, added to the totals by its work-items, several each. */
static void by_groups(sycl::queue &q) {
  constexpr std::size_t groups = 29, size = 32, bins = 100, each = 20;
  unsigned *totals = sycl::malloc_shared<unsigned>(bins, q);
  q.fill(totals, 0u, bins).wait();
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<unsigned> own(bins, h);
     h.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> item) {
       const std::size_t l = item.get_local_id(0);
       for (std::size_t b = l; b < bins; b += size)
         own[b] = 0;
       sycl::group_barrier(item.get_group());
       for (std::size_t k = 0; k < each; k++)
         sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(
             own[bin(item.get_global_id(0) * each + k, bins)])++;
       sycl::group_barrier(item.get_group());
       for (std::size_t b = l; b < bins; b += size)
         ref<unsigned>(totals[b]) += own[b];
     });
   }).wait();
  std::vector<unsigned> expected(bins);
  for (std::size_t i = 0; i < groups * size * each; i++)
    expected[bin(i, bins)]++;
  for (std::size_t b = 0; b < bins; b++)
    CHECK(totals[b] == expected[b]);
  sycl::free(totals, q);
}

/* What a work-item has added to, it reads; and so does its work-group behind a barrier. */
static void seen(sycl::queue &q) {
  constexpr std::size_t groups = 50, size = 16, n = groups * size;
  unsigned *own = sycl::malloc_shared<unsigned>(n, q), *read = sycl::malloc_shared<unsigned>(n, q);
  unsigned *sums = sycl::malloc_shared<unsigned>(groups, q);
  unsigned *all = sycl::malloc_shared<unsigned>(n, q);
  q.fill(own, 1u, n).wait();
  q.fill(sums, 0u, groups).wait();
  q.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> item) {
     const std::size_t i = item.get_global_id(0), g = item.get_group(0);
     ref<unsigned>(own[i]) += static_cast<unsigned>(i);
     read[i] = own[i];
     ref<unsigned>(sums[g]) += static_cast<unsigned>(i);
     sycl::group_barrier(item.get_group());
     all[i] = sums[g];
   }).wait();
  for (std::size_t i = 0; i < n; i++) {
    const std::size_t first = i / size * size;
    CHECK(own[i] == 1 + i && read[i] == 1 + i);
    CHECK(all[i] == size * first + size * (size - 1) / 2);
  }
  for (unsigned *memory : {own, read, sums, all})
    sycl::free(memory, q);
}

int main() {
  sycl::queue q;
  for (std::size_t n : {1u, 3u, 100u, 20000u})
    for (std::size_t bins : {1u, 64u, 1000u, 5000u}) {
      histogram<int>(q, n, bins);
      histogram<float>(q, n, bins);
    }
  if (q.get_device().has(sycl::aspect::atomic64))
    histogram<std::int64_t>(q, 20000, 300);
  if (q.get_device().has(sycl::aspect::fp64) && q.get_device().has(sycl::aspect::atomic64)) {
    histogram<double>(q, 20000, 300);
    two_types(q);
  }
  by_groups(q);
  seen(q);
  return finish();
}
