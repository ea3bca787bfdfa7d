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

  // Small kernels that depend on each other, for each of 1,000: submitted in order, and as a graph.
  const auto series = [&](sycl::queue &to) {
    for (int i = 0; i < 1000; i++)
      to.parallel_for(64, [=](sycl::id<1> k) { a[k] += 1.0f; });
  };
  const double one_by_one = bench::median_ns(200, [&] {
    series(in_order);
    in_order.wait();
  });
  std::printf("dependent_in_order %.0f\n", one_by_one / 1000);
  sycl::ext::oneapi::experimental::command_graph graph{q};
  graph.begin_recording(in_order);
  series(in_order);
  graph.end_recording();
  const auto executable = graph.finalize();
  const double replay = bench::median_ns(200, [&] { q.ext_oneapi_graph(executable).wait(); });
  std::printf("dependent_graph %.0f\n", replay / 1000);

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
