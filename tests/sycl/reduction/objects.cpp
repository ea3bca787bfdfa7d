/* SYCL 2020, 4.9.2 and 4.17.4: reductions over a span of one element, and function objects of the
 * standard library in place of SYCL's; scans compute in the type of their output. */
#include <functional>

#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  int *r = sycl::malloc_shared<int>(4, q);
  long *scanned = sycl::malloc_shared<long>(2, q);
  int *large = sycl::malloc_shared<int>(2, q);
  for (int i = 0; i < 4; ++i)
    r[i] = 0;
  large[0] = large[1] = 0x7fffffff;
  const sycl::span<int, 1> one(r + 1, 1);
  q.parallel_for(
       sycl::range<1>(7), sycl::reduction(r, std::plus<int>()), sycl::reduction(one, std::plus<>()),
       [](sycl::id<1>, auto &a, auto &b) {
         using whole = std::remove_reference_t<decltype(b)>;
         using element = std::remove_reference_t<decltype(b[0])>;
         static_assert(whole::dimensions == 1 && element::dimensions == 0);
         static_assert(std::is_same_v<typename element::value_type, int>);
         static_assert(
             std::is_same_v<typename element::binary_operation, typename whole::binary_operation>);
         a += 1 + b[0].identity();
         b[0] += 2;
       })
      .wait();
  CHECK(r[0] == 7 && r[1] == 14);
  q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {
     const auto g = item.get_group();
     const int product = sycl::reduce_over_group(g, 2, std::multiplies<>());
     const int sum = sycl::inclusive_scan_over_group(g, 1, std::plus<int>());
     sycl::joint_inclusive_scan(g, large, large + 2, scanned, std::plus<>());
     if (sum == 8) {
       r[2] = product;
       r[3] = sum;
     }
   }).wait();
  CHECK(r[2] == 256 && r[3] == 8);
  CHECK(scanned[1] == 0xfffffffel);
  sycl::free(r, q);
  sycl::free(scanned, q);
  sycl::free(large, q);
}
