// Adds two vectors through buffers and accessors: vector_add_buffers [ELEMENTS]
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>
#include <vector>

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1 << 20;
  std::vector<float> a(n), b(n), sum(n);
  for (size_t i = 0; i < n; ++i) {
    a[i] = float(i % 1000);
    b[i] = 2.0f * a[i];
  }

  sycl::queue queue;
  {
    sycl::buffer buffer_a{a}, buffer_b{b}, buffer_sum{sum};
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor in_a{buffer_a, handler, sycl::read_only};
      sycl::accessor in_b{buffer_b, handler, sycl::read_only};
      sycl::accessor out{buffer_sum, handler, sycl::write_only, sycl::no_init};
      handler.parallel_for(sycl::range<1>{n}, [=](sycl::id<1> i) { out[i] = in_a[i] + in_b[i]; });
    });
  } // here the buffers wait for the kernel and write back to the vectors

  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += sum[i] != 3.0f * a[i];
  std::printf("%zu elements added through buffers: %zu wrong\n", n, wrong);
  return wrong != 0;
}
