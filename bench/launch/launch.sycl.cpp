// Launch latency, one line per figure: "<figure> <median ns>". The figures are per submission.
#include "../harness.hpp"
#include <algorithm>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q, in_order{sycl::property::queue::in_order()};
  constexpr std::size_t n = 1024;
  float *a = sycl::malloc_shared<float>(n, q);
  std::fill(a, a + n, 1.0f);

  const double single = bench::median_ns(20000, [&] { q.single_task([] {}).wait(); });
  std::printf("single_task %.0f\n", single);
  const double items = bench::median_ns(
      20000, [&] { q.parallel_for(n, [=](sycl::id<1> i) { a[i] += 1.0f; }).wait(); });
  std::printf("parallel_for_1024 %.0f\n", items);
  const double batch = bench::median_ns(20, [&] {
    for (int i = 0; i < 10000; i++)
      in_order.single_task([=] { a[0] += 1.0f; });
    in_order.wait();
  });
  std::printf("in_order_batch %.0f\n", batch / 10000);

  sycl::buffer<float> buffer{sycl::range<1>(n)};
  const double accessor = bench::median_ns(20000, [&] {
    q.submit([&](sycl::handler &h) {
       sycl::accessor out(buffer, h, sycl::write_only);
       h.single_task([=] { out[0] = 1.0f; });
     }).wait();
  });
  std::printf("accessor_single_task %.0f\n", accessor);
  sycl::free(a, q);
}
