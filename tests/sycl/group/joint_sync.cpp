/* SYCL 2020, 4.17.3: group functions are synchronization points, so that joint algorithms read what
 * other work-items of the group wrote before, and their output may be read at once. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  constexpr int wg = 256, n = 1000;
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(n + 2, q);
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<int> in(n, h), scan(n, h);
     h.parallel_for(sycl::nd_range<1>(wg, wg), [=](sycl::nd_item<1> it) {
       const auto g = it.get_group();
       const int id = int(it.get_local_linear_id());
       int *first = &in[0], *last = first + n;
       for (int i = id; i < n; i += wg)
         first[n - 1 - i] = i % 3;
       sycl::joint_exclusive_scan(g, first, last, &scan[0], sycl::plus<int>());
       for (int i = id; i < n; i += wg)
         out[n - 1 - i] = scan[n - 1 - i];
       sycl::group_barrier(g);
       for (int i = id; i < n; i += wg)
         first[n - 1 - i] = i;
       const int sum = sycl::joint_reduce(g, first, last, sycl::plus<int>());
       for (int i = id; i < n; i += wg)
         first[n - 1 - i] = id == 0 ? 7 : 0;
       const bool has = sycl::joint_all_of(g, last - wg, last, [](int x) { return x < 8; });
       if (id == 0) {
         out[n] = sum;
         out[n + 1] = has;
       }
     });
   }).wait();
  int before = 0;
  for (int i = 0; i < n; ++i) {
    CHECK(out[i] == before);
    before += (n - 1 - i) % 3;
  }
  CHECK(out[n] == n * (n - 1) / 2);
  CHECK(out[n + 1] == 1);
  sycl::free(out, q);
  return finish();
}
