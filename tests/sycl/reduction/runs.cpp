// SYCL 2020, 4.9.2: reductions over an nd_range whose work-groups are many, few, or rows that do
// not fill what is counted together; launches one after the other in the same memory.
#include "../check.hpp"
#include <cmath>
#include <sycl/sycl.hpp>

template <int D>
static void check(sycl::queue &q, int *sums, sycl::range<D> groups, sycl::range<D> local) {
  const sycl::nd_range<D> range(groups * local, local);
  const size_t n = range.get_global_range().size();
  for (int round = 0; round < 3; ++round) {
    sums[0] = round;
    sums[1] = 0;
    q.parallel_for(range, sycl::reduction(sums, sycl::plus<int>()),
                   sycl::reduction(sums + 1, sycl::maximum<int>()),
                   [=](sycl::nd_item<D> it, auto &sum, auto &most) {
                     const int i = static_cast<int>(it.get_global_linear_id());
                     sum += i % 7;
                     most.combine(i);
                   })
        .wait();
    int expected = round;
    for (size_t i = 0; i < n; ++i)
      expected += static_cast<int>(i % 7);
    CHECK_EQUAL(sums[0], expected);
    CHECK_EQUAL(sums[1], static_cast<int>(n) - 1);
  }
}

int main() {
  sycl::queue q;
  int *sums = sycl::malloc_shared<int>(2, q);
  for (size_t groups : {1, 2, 63, 64, 65, 127, 1000, 4096})
    for (size_t local : {1, 5, 32})
      check<1>(q, sums, groups, local);
  for (size_t rows : {1, 3, 70})
    for (size_t columns : {1, 7, 64, 130})
      check<2>(q, sums, {rows, columns}, {2, 4});
  check<3>(q, sums, {3, 5, 61}, {1, 2, 3});
  check<3>(q, sums, {70, 1, 1}, {1, 1, 8});
  // A kernel in which no work-item has anything to add.
  sums[0] = 5;
  float *nothing = sycl::malloc_shared<float>(1, q);
  *nothing = 1;
  q.parallel_for(sycl::nd_range<1>(1024, 8),
                 sycl::reduction(sums, sycl::plus<int>(),
                                 {sycl::property::reduction::initialize_to_identity()}),
                 sycl::reduction(nothing, sycl::multiplies<float>()),
                 [](sycl::nd_item<1>, auto &, auto &) {})
      .wait();
  CHECK_EQUAL(sums[0], 0);
  CHECK_EQUAL(*nothing, 1.0f);
  // The sign of a sum of nothing.
  q.parallel_for(sycl::nd_range<1>(1024, 8),
                 sycl::reduction(nothing, sycl::plus<float>(),
                                 {sycl::property::reduction::initialize_to_identity()}),
                 [](sycl::nd_item<1>, auto &) {})
      .wait();
  CHECK_EQUAL(*nothing, 0.0f);
  CHECK(!std::signbit(*nothing));
  // The identity is that of the reduction, also within the kernel.
  float *identities = sycl::malloc_shared<float>(2, q);
  q.parallel_for(sycl::nd_range<1>(64, 8), sycl::reduction(nothing, sycl::plus<float>()),
                 sycl::reduction(sums, 1000, sycl::minimum<int>()),
                 [=](sycl::nd_item<1>, auto &sum, auto &least) {
                   identities[0] = sum.identity();
                   identities[1] = static_cast<float>(least.identity());
                 })
      .wait();
  CHECK(identities[0] == 0 && !std::signbit(identities[0]));
  CHECK_EQUAL(identities[1], 1000.0f);
  sycl::free(identities, q);
  sycl::free(nothing, q);
  sycl::free(sums, q);
  return finish();
}
