// Start-up: one kernel over USM, then exit. Also the program whose compile time is measured.
#include <iostream>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr std::size_t n = 1024;
  sycl::queue q;
  std::vector<float> host(n, 1.0f);
  float *a = sycl::malloc_device<float>(n, q), *b = sycl::malloc_device<float>(n, q),
        *c = sycl::malloc_device<float>(n, q);
  q.memcpy(a, host.data(), n * sizeof(float));
  q.memcpy(b, host.data(), n * sizeof(float)).wait();
  q.wait();
  q.parallel_for(n, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait();
  q.memcpy(host.data(), c, n * sizeof(float)).wait();
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
  if (host[n / 2] != 2.0f) {
    std::cerr << "wrong result\n";
    return 1;
  }
}
