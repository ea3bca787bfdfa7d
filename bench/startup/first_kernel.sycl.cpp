// What comes before a device's first result: the context, and the first kernel's end after it.
//
//   falx++ -fsycl -O2 -fsycl-targets=nvptx64-nvidia-cuda bench/startup/first_kernel.sycl.cpp -o
//   first_kernel FALX_CACHE_PERSISTENT=1 ONEAPI_DEVICE_SELECTOR='cuda:gpu' ./first_kernel
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>

static double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

int main() {
  constexpr std::size_t n = 1024;
  auto start = std::chrono::steady_clock::now();
  sycl::queue q;
  float *x = sycl::malloc_device<float>(n, q); // makes the context
  if (!x)
    return 1;
  q.memset(x, 0, n * sizeof *x).wait();
  std::printf("context %.3f ms\n", ms_since(start));
  start = std::chrono::steady_clock::now();
  q.parallel_for(n, [=](sycl::id<1> i) { x[i] += sycl::sin(float(i[0])) + 1.0f; }).wait();
  std::printf("first kernel %.3f ms\n", ms_since(start));
  float found = 0;
  q.memcpy(&found, x, sizeof found).wait();
  sycl::free(x, q);
  return found != 1.0f;
}
