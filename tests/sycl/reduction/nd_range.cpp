/* SYCL 2020, 4.9.2: reductions of nd_range kernels: groups of odd sizes, several dimensions, spans,
 * types of the program's own, and beside group algorithms of the kernel. */
#include <algorithm>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

struct rational { // no default constructor
  long top, bottom;
  rational(long t, long b) : top(t), bottom(b) {}
  friend rational operator*(const rational &a, const rational &b) {
    return {a.top * b.top % 10007, a.bottom * b.bottom % 10007};
  }
};
struct farthest {
  double distance;
  int place;
};

template <int D> void sums(sycl::queue &q, sycl::nd_range<D> r) {
  const size_t n = r.get_global_range().size();
  double *sum = sycl::malloc_shared<double>(1, q);
  int *ends = sycl::malloc_shared<int>(2, q);
  for (int round = 0; round < 3; ++round) { // one after the other: nothing is left behind
    *sum = 1;
    ends[0] = 1000000;
    ends[1] = -1;
    q.parallel_for(r, sycl::reduction(sum, sycl::plus<>()),
                   sycl::reduction(ends, sycl::minimum<int>()),
                   sycl::reduction(ends + 1, sycl::maximum<>()),
                   [=](sycl::nd_item<D> item, auto &s, auto &low, auto &high) {
                     const int i = int(item.get_global_linear_id());
                     s += i;
                     low.combine(i + 3);
                     high.combine(i);
                   })
        .wait();
    CHECK_EQUAL(*sum, 1 + double(n) * double(n - 1) / 2);
    CHECK_EQUAL(ends[0], 3);
    CHECK_EQUAL(ends[1], int(n) - 1);
  }
  sycl::free(sum, q);
  sycl::free(ends, q);
}

template <size_t count> void spans(sycl::queue &q) {
  long *bins = sycl::malloc_shared<long>(count, q);
  for (size_t b = 0; b < count; ++b)
    bins[b] = long(b);
  q.parallel_for(sycl::nd_range<1>(5100, 51),
                 sycl::reduction(sycl::span<long, count>(bins, count), sycl::plus<>()),
                 [=](sycl::nd_item<1> i, auto &s) { s[i.get_global_id(0) % count] += 2; })
      .wait();
  for (size_t b = 0; b < count; ++b)
    CHECK_EQUAL(bins[b], long(b + 2 * (5100 / count + (b < 5100 % count))));
  q.parallel_for(sycl::range<1>(count * 501),
                 sycl::reduction(sycl::span<long, count>(bins, count), sycl::plus<>()),
                 [=](sycl::id<1> i, auto &s) { s[i % count] += -2; })
      .wait();
  for (size_t b = 0; b < count; ++b)
    CHECK_EQUAL(bins[b], long(b + 2 * (5100 / count + (b < 5100 % count))) - 1002);
  sycl::free(bins, q);
}

void own_types(sycl::queue &q) {
  rational *product = sycl::malloc_shared<rational>(1, q);
  *product = rational(2, 3);
  q.parallel_for(
       sycl::nd_range<1>(105, 35), sycl::reduction(product, rational(1, 1), sycl::multiplies<>()),
       [=](sycl::nd_item<1> i, auto &p) { p *= rational(long(i.get_global_id(0)) + 1, 5); })
      .wait();
  long top = 2, bottom = 3;
  for (long i = 0; i < 105; ++i) {
    top = top * (i + 1) % 10007;
    bottom = bottom * 5 % 10007;
  }
  CHECK_EQUAL(product->top, top);
  CHECK_EQUAL(product->bottom, bottom);
  farthest *best = sycl::malloc_shared<farthest>(1, q);
  *best = {-1, -1};
  const auto further = [](const farthest &a, const farthest &b) {
    return a.distance > b.distance || (a.distance == b.distance && a.place < b.place) ? a : b;
  };
  q.parallel_for(sycl::nd_range<2>({30, 21}, {5, 7}), sycl::reduction(best, further),
                 [=](sycl::nd_item<2> i, auto &b) {
                   const int at = int(i.get_global_linear_id());
                   if (at % 10 == 7)
                     b.combine(farthest{double(at * 37 % 101), at});
                 })
      .wait();
  farthest expected{-1, -1};
  for (int at = 7; at < 630; at += 10)
    expected = further(expected, {double(at * 37 % 101), at});
  CHECK_EQUAL(best->place, expected.place);
  sycl::free(product, q);
  sycl::free(best, q);
}

/* The kernel's group algorithms use the same memory of the work-group. */
void beside_algorithms(sycl::queue &q) {
  long *sum = sycl::malloc_shared<long>(2, q);
  sum[0] = sum[1] = 0;
  q.parallel_for(sycl::nd_range<1>(660, 33), sycl::reduction(sum, sycl::plus<>()),
                 sycl::reduction(sum + 1, sycl::plus<>()),
                 [=](sycl::nd_item<1> i, auto &a, auto &b) {
                   const int x = int(i.get_local_id(0));
                   a += sycl::inclusive_scan_over_group(i.get_group(), x, sycl::plus<>());
                   b += sycl::reduce_over_group(i.get_group(), sycl::long4(x), sycl::plus<>())[3];
                 })
      .wait();
  long scans = 0;
  for (long x = 0; x < 33; ++x)
    scans += x * (x + 1) / 2;
  CHECK_EQUAL(sum[0], 20 * scans);
  CHECK_EQUAL(sum[1], 20l * 33 * (32 * 33 / 2));
  sycl::free(sum, q);
}

void buffers(sycl::queue &q) {
  float total = 100;
  {
    sycl::buffer<float> variable(&total, 1);
    for (int round = 0; round < 2; ++round)
      q.submit([&](sycl::handler &h) {
        h.parallel_for(sycl::nd_range<1>(300, 20),
                       sycl::reduction(variable, h, sycl::plus<>(),
                                       sycl::property::reduction::initialize_to_identity()),
                       [=](sycl::nd_item<1>, auto &s) { ++s; });
      });
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::nd_range<1>(64, 64), sycl::reduction(variable, h, sycl::plus<>()),
                     [=](sycl::nd_item<1>, auto &s) { s += 2; });
    });
  }
  CHECK_EQUAL(total, 428.f);
  int *none = sycl::malloc_shared<int>(1, q);
  *none = 9;
  q.parallel_for(sycl::range<2>(0, 4),
                 sycl::reduction(none, sycl::multiplies<>(),
                                 sycl::property::reduction::initialize_to_identity()),
                 [=](sycl::id<2>, auto &s) { s *= 2; })
      .wait();
  CHECK_EQUAL(*none, 1);
  sycl::free(none, q);
}

/* The order of additions does not change from run to run. */
void same_every_time(sycl::queue &q) {
  constexpr size_t n = 100003;
  double *x = sycl::malloc_shared<double>(n, q), *sum = sycl::malloc_shared<double>(1, q);
  for (size_t i = 0; i < n; ++i)
    x[i] = 1.0 / double(i + 1);
  double first = 0;
  for (int round = 0; round < 20; ++round) {
    *sum = 0;
    q.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<>()),
                   [=](sycl::id<1> i, auto &s) { s += x[i]; })
        .wait();
    if (round == 0)
      first = *sum;
    CHECK_EQUAL(*sum, first);
  }
  sycl::free(x, q);
  sycl::free(sum, q);
}

int main() {
  sycl::queue q;
  sums(q, sycl::nd_range<1>(7, 1));
  sums(q, sycl::nd_range<1>(105, 35));
  sums(q, sycl::nd_range<1>(65536, 16));
  sums(q, sycl::nd_range<2>({33, 38}, {3, 19}));
  sums(q, sycl::nd_range<3>({4, 6, 10}, {2, 3, 5}));
  spans<37>(q);
  spans<100>(q);
  own_types(q);
  beside_algorithms(q);
  buffers(q);
  same_every_time(q);
  return finish();
}
