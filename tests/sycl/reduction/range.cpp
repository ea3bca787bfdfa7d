// SYCL 2020, 4.9.2: reductions over ranges and nd_ranges, into USM and buffers.
#include "../check.hpp"
#include <sycl/sycl.hpp>

struct pair_min { // no identity known
  int key, place;
};

int main() {
  sycl::queue q;
  constexpr size_t n = 10007;
  int *data = sycl::malloc_shared<int>(n, q);
  for (size_t i = 0; i < n; ++i)
    data[i] = int((i * 7919) % n);
  long expected = 0;
  for (size_t i = 0; i < n; ++i)
    expected += data[i];

  // USM variable; its own value is part of the result unless told otherwise.
  long *sum = sycl::malloc_shared<long>(1, q);
  *sum = 5;
  q.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::id<1> i, auto &s) { s += data[i]; })
      .wait();
  CHECK_EQUAL(*sum, expected + 5);
  q.submit([&](sycl::handler &h) {
     h.parallel_for<class anew>(
         sycl::range<1>(n),
         sycl::reduction(sum, sycl::plus<long>(),
                         sycl::property::reduction::initialize_to_identity()),
         [=](sycl::item<1> i, auto &s) { s.combine(data[i]); });
   }).wait();
  CHECK_EQUAL(*sum, expected);

  // Several at once, one by a lambda with an identity of its own.
  int *low = sycl::malloc_shared<int>(2, q), *high = low + 1;
  *low = 1 << 20;
  *high = -1;
  q.parallel_for(n, sycl::reduction(low, sycl::minimum<int>()),
                 sycl::reduction(high, -1, [](int a, int b) { return a < b ? b : a; }),
                 [=](size_t i, auto &l, auto &h) {
                   l.combine(data[i]);
                   h.combine(data[i]);
                 })
      .wait();
  CHECK_EQUAL(*low, 0);
  CHECK_EQUAL(*high, int(n) - 1);

  // A type and an operator without an identity.
  pair_min *best = sycl::malloc_shared<pair_min>(1, q);
  *best = {1 << 20, -1};
  q.parallel_for(sycl::range<1>(n),
                 sycl::reduction(best, [](const pair_min &a,
                                          const pair_min &b) { return b.key < a.key ? b : a; }),
                 [=](sycl::id<1> i, auto &b) {
                   if (data[i] >= 100)
                     b.combine(pair_min{data[i], int(i)});
                 })
      .wait();
  CHECK_EQUAL(best->key, 100);
  CHECK_EQUAL(data[best->place], 100);

  // Buffers; two and three dimensions.
  double total = 1;
  {
    sycl::buffer<double> variable(&total, 1);
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range<2>(33, 31), sycl::reduction(variable, h, sycl::plus<double>()),
                     [=](sycl::item<2> i, auto &s) { s += double(i[0] * 100 + i[1]); });
    });
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range<3>(3, 5, 7), sycl::reduction(variable, h, 0.0, sycl::plus<>()),
                     [=](sycl::id<3> i, auto &s) { s += double(i[0] + i[1] + i[2]); });
    });
  }
  double by_hand = 1;
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 31; ++j)
      by_hand += i * 100 + j;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 7; ++k)
        by_hand += i + j + k;
  CHECK_EQUAL(total, by_hand);

  // A span: one total for each element.
  int *bins = sycl::malloc_shared<int>(4, q);
  for (int b = 0; b < 4; ++b)
    bins[b] = b;
  q.parallel_for(sycl::range<1>(1000), sycl::reduction(sycl::span<int, 4>(bins, 4), sycl::plus<>()),
                 [=](sycl::id<1> i, auto &s) {
                   s[i % 4] += 1;
                   ++s[0];
                 })
      .wait();
  CHECK_EQUAL(bins[0], 1250);
  for (int b = 1; b < 4; ++b)
    CHECK_EQUAL(bins[b], 250 + b);

  // Contributions one after the other: each answers with the reducer.
  *sum = bins[0] = 0;
  q.parallel_for(sycl::range<1>(10), sycl::reduction(sum, sycl::plus<>()),
                 sycl::reduction(sycl::span<int, 2>(bins, 2), sycl::plus<>()),
                 [=](sycl::id<1>, auto &s, auto &t) {
                   static_assert(std::is_same_v<decltype(s.combine(1)), decltype(s)>);
                   (++s.combine(1)).combine(2) += 3;
                   ++(t[0].combine(1) += 2);
                 })
      .wait();
  CHECK_EQUAL(*sum, 70l);
  CHECK_EQUAL(bins[0], 40);

  // nd_range: more work-items than one folds.
  *sum = 0;
  q.parallel_for(sycl::nd_range<1>(1024, 16), sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::nd_item<1> i, auto &s) { s += long(i.get_global_id(0)); })
      .wait();
  CHECK_EQUAL(*sum, 1023l * 1024 / 2);

  // An empty range leaves the variable, or its identity.
  q.parallel_for(sycl::range<1>(0), sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::id<1>, auto &s) { s += 1; })
      .wait();
  CHECK_EQUAL(*sum, 1023l * 1024 / 2);

  // After events, and before others.
  sycl::event first = q.single_task([=] { *sum = 1; });
  sycl::event second =
      q.parallel_for(sycl::range<1>(100), first, sycl::reduction(sum, sycl::plus<>()),
                     [=](sycl::id<1>, auto &s) { ++s; });
  q.single_task(second, [=] { *sum *= 2; }).wait();
  CHECK_EQUAL(*sum, 202l);
  for (void *p : {(void *)data, (void *)sum, (void *)low, (void *)best, (void *)bins})
    sycl::free(p, q);
  return finish();
}
