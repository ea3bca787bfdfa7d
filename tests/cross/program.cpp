// NC-21: a program for another processor: nd_range, accessors, local memory, atomics, mathematics,
// USM, a reduction, barriers, sub-groups, an error. PART compiles the first half alone, WHOLE the
// second.
#include <cstdio>
#include <sycl/sycl.hpp>

int sums_of_rows(sycl::queue &q);

#ifndef WHOLE
int sums_of_rows(sycl::queue &q) {
  constexpr size_t rows = 33, columns = 24;
  sycl::buffer<int, 2> table{sycl::range(rows, columns)};
  sycl::buffer<double> sums{sycl::range(rows)};
  int wrong = 0;
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(table, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<2>({rows, columns}, {3, 8}), [=](sycl::nd_item<2> i) {
      out[i.get_global_id()] = int(i.get_group_linear_id() * 24 + i.get_local_linear_id());
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(table, h, sycl::read_only);
    sycl::accessor out(sums, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<double> row(sycl::range(columns), h);
    h.parallel_for(sycl::nd_range<1>(rows, 1), [=](sycl::nd_item<1> i) {
      double sum = 0;
      for (size_t k = 0; k < columns; ++k)
        row[k] = sycl::sqrt(double(in[i.get_global_id(0)][k]));
      for (size_t k = 0; k < columns; ++k)
        sum += row[k] * row[k];
      out[i.get_global_id()] = sum;
    });
  });
  sycl::host_accessor result(sums, sycl::read_only);
  for (size_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (size_t c = 0; c < columns; ++c)
      sum += double((r / 3 * (columns / 8) + c / 8) * 24 + r % 3 * 8 + c % 8);
    wrong += !(sycl::fabs(result[r] - sum) < 1e-6);
  }
  return wrong;
}
#endif

#ifndef PART
struct Wide { // passed in memory by every calling convention
  float factors[9];
  short tag;
};

int main() {
  try {
    constexpr int n = 1003;
    int wrong = 0;
    sycl::queue q{[](sycl::exception_list) {}};
    wrong += sums_of_rows(q) << 0;

    float *values = sycl::malloc_shared<float>(n, q);
    int *counts = sycl::malloc_shared<int>(4, q);
    const Wide wide{{1, 2, 3, 4, 5, 6, 7, 8, 9}, 77};
    q.fill(counts, 0, 4).wait();
    q.parallel_for(n, [=](sycl::id<1> i) {
       const float x = float(i[0]);
       values[i] = sycl::fma(x, wide.factors[i % 9], sycl::fmin(x, 10.f));
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counts[i % 4])
           .fetch_add(wide.tag);
     }).wait();
    for (int i = 0; i < n; ++i)
      wrong += values[i] != float(i) * wide.factors[i % 9] + float(i < 10 ? i : 10);
    for (int k = 0; k < 4; ++k)
      wrong += counts[k] != 77 * (n / 4 + (k < n % 4));

    long *total = sycl::malloc_shared<long>(1, q);
    *total = 0;
    q.parallel_for(sycl::range(n), sycl::reduction(total, sycl::plus<long>()),
                   [=](sycl::id<1> i, auto &sum) { sum += long(i[0]) * 3; })
        .wait();
    wrong += *total != 3L * n * (n - 1) / 2;

    unsigned *bits = sycl::malloc_shared<unsigned>(60, q);
    q.parallel_for(sycl::nd_range<1>(60, 20), [=](sycl::nd_item<1> i) {
       const sycl::sub_group s = i.get_sub_group();
       const unsigned lane = s.get_local_linear_id(), size = unsigned(s.get_local_linear_range());
       const unsigned id = unsigned(i.get_global_id(0));
       const unsigned next = lane + 1 < size ? lane + 1 : 0;
       unsigned wrong_bits = 0;
       wrong_bits |= (sycl::reduce_over_group(s, 1u, sycl::plus<>()) != size) << 0;
       wrong_bits |= (sycl::exclusive_scan_over_group(s, 2u, sycl::plus<>()) != 2 * lane) << 1;
       wrong_bits |= (sycl::group_broadcast(s, id, 0) != id - lane) << 2;
       wrong_bits |= (sycl::select_from_group(s, id, next) != id - lane + next) << 3;
       wrong_bits |= (sycl::any_of_group(s, lane + 1 == size) != true) << 4;
       wrong_bits |= (sycl::reduce_over_group(s, float(lane), sycl::maximum<>()) != float(size - 1))
                     << 5;
       bits[id] = wrong_bits;
     }).wait();
    for (int i = 0; i < 60; ++i)
      wrong += bits[i] != 0;

    sycl::buffer<int> sums{sycl::range(12)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(sums, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int> tree(sycl::range(40), h);
      h.parallel_for(sycl::nd_range<1>(480, 40), [=](sycl::nd_item<1> i) {
        const size_t l = i.get_local_id(0);
        const int own = int(i.get_global_id(0)) % 97;
        tree[l] = own;
        for (size_t width = 20; width > 0; width = width == 5 ? 0 : width / 2) {
          sycl::group_barrier(i.get_group());
          if (l < width)
            tree[l] += tree[l + width];
        }
        sycl::group_barrier(i.get_group());
        const int sum = tree[0] + tree[1] + tree[2] + tree[3] + tree[4];
        const int other = sycl::reduce_over_group(i.get_group(), own, sycl::plus<>());
        if (l == 0)
          out[i.get_group(0)] = sum == other ? sum : -1;
      });
    });
    const sycl::host_accessor group_sums(sums, sycl::read_only);
    for (int g = 0; g < 12; ++g) {
      int sum = 0;
      for (int k = g * 40; k < g * 40 + 40; ++k)
        sum += k % 97;
      wrong += group_sums[g] != sum;
    }

#ifndef __riscv // whose libgcc has no conversions of half in Debian 12
    sycl::half *halves = sycl::malloc_shared<sycl::half>(64, q);
    q.parallel_for(64, [=](sycl::id<1> i) { halves[i] = sycl::half(float(i[0])) * 2; }).wait();
    for (int i = 0; i < 64; ++i)
      wrong += float(halves[i]) != 2.f * float(i);
    sycl::free(halves, q);
#endif

    bool is_caught = false;
    try {
      q.parallel_for(sycl::nd_range<1>(10, 3), [=](sycl::nd_item<1>) {}).wait();
    } catch (const sycl::exception &e) {
      is_caught = e.code() == sycl::errc::nd_range;
    }
    wrong += !is_caught;
    for (void *p : {(void *)values, (void *)counts, (void *)total, (void *)bits})
      sycl::free(p, q);
    if (wrong)
      std::printf("%d values are wrong\n", wrong);
    return wrong != 0;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
#endif
