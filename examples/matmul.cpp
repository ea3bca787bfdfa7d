// Multiplies two square matrices through two-dimensional buffers: matmul [SIZE]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>
#include <vector>

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 512;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (size_t i = 0; i < n * n; ++i) {
    a[i] = float(i % 7) - 3.0f;
    b[i] = float(i % 11) - 5.0f;
  }

  sycl::queue queue;
  const auto start = std::chrono::steady_clock::now();
  {
    const sycl::range<2> square{n, n};
    sycl::buffer<float, 2> buffer_a{a.data(), square};
    sycl::buffer<float, 2> buffer_b{b.data(), square};
    sycl::buffer<float, 2> buffer_c{c.data(), square};
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor left{buffer_a, handler, sycl::read_only};
      sycl::accessor right{buffer_b, handler, sycl::read_only};
      sycl::accessor out{buffer_c, handler, sycl::write_only, sycl::no_init};
      handler.parallel_for(square, [=](sycl::id<2> at) {
        float sum = 0;
        for (size_t k = 0; k < n; ++k)
          sum += left[at[0]][k] * right[k][at[1]];
        out[at] = sum;
      });
    });
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  // The entries are small integers, so the sums are exact; some of them are enough.
  size_t wrong = 0;
  for (size_t row = 0; row < n; row += 1 + n / 16)
    for (size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (size_t k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
      wrong += sum != c[row * n + column];
    }
  std::printf("%zu x %zu: %.2f GFLOP/s, %zu wrong\n", n, n,
              2.0 * double(n) * double(n) * double(n) / took.count() * 1e-9, wrong);
  return wrong != 0;
}
