/* sycl_ext_oneapi_group_algorithms, deprecated: votes, broadcasts, reductions and scans by their
 * first names; sycl_ext_oneapi_complex_algorithms: std::complex in sycl's. */
// options: -fsycl -O1 -Wno-deprecated-declarations
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace ext = sycl::ext::oneapi;

int main() {
  static_assert(SYCL_EXT_ONEAPI_GROUP_ALGORITHMS == 1 && SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS == 1);
  using complex = std::complex<float>;
  constexpr int N = 8;
  sycl::queue q;
  int *in = sycl::malloc_shared<int>(N, q), *scanned = sycl::malloc_shared<int>(N, q);
  int *wrong = sycl::malloc_shared<int>(N, q);
  for (int i = 0; i < N; ++i)
    in[i] = i + 1;
  q.parallel_for(sycl::nd_range<1>(N, N), [=](sycl::nd_item<1> item) {
     const auto g = item.get_group();
     const int i = int(item.get_local_id(0)), before = i * (i + 1) / 2, sum = N * (N + 1) / 2;
     const auto is_even = [](int x) { return x % 2 == 0; };
     int n = 0;
     n += !ext::any_of(g, i == 3) + ext::all_of(g, i == 3) + ext::none_of(g, i == 3);
     n += !ext::any_of(g, i, is_even) + ext::all_of(g, in, in + N, is_even);
     n += ext::broadcast(g, i) != 0;
     n += ext::broadcast(g, i, 5) != 5;
     n += ext::broadcast(g, i, sycl::id<1>(6)) != 6;
     n += ext::leader(g) != (i == 0);
     n += ext::reduce(g, in[i], ext::plus<>()) != sum;
     n += ext::reduce(g, in[i], 10, ext::maximum<int>()) != 10;
     n += ext::reduce(g, in, in + N, ext::plus<int>()) != sum;
     n += ext::reduce(g, in, in + N, 1, ext::plus<int>()) != sum + 1;
     n += ext::exclusive_scan(g, in[i], ext::plus<>()) != before;
     n += ext::inclusive_scan(g, in[i], ext::plus<>(), 2) != before + i + 3;
     ext::exclusive_scan(g, in, in + N, scanned, 4, ext::plus<int>());
     const complex x(float(i), 1), product(0, 1);
     n += sycl::exclusive_scan_over_group(g, x, sycl::plus<>()) !=
          complex(float(before - i), float(i));
     n += sycl::reduce_over_group(g, product, sycl::multiplies<complex>()) != complex(1, 0);
     const auto own = [](int a, int b) { return a > b ? a : b; }; // sub-groups take any operator
     const auto sg = item.get_sub_group();
     n += sycl::reduce_over_group(sg, i, own) < i ||
          sycl::inclusive_scan_over_group(sg, i, own) != i;
     wrong[i] = n;
   }).wait();
  for (int i = 0; i < N; ++i)
    CHECK(wrong[i] == 0 && scanned[i] == 4 + i * (i + 1) / 2);
  return finish();
}
