// The counterpart of launch.sycl.cpp: an OpenMP parallel region and loop.
#include "../harness.hpp"
#include <algorithm>

int main() {
  constexpr std::size_t n = 1024;
  float *a = bench::memory().zeros<float>(n);
  std::fill(a, a + n, 1.0f);
  std::printf("region %.0f\n", bench::median_ns(20000, [&] {
#pragma omp parallel
                asm volatile("" ::: "memory");
              }));
  std::printf("parallel_for_1024 %.0f\n", bench::median_ns(20000, [&] {
#pragma omp parallel for
                for (std::size_t i = 0; i < n; i++)
                  a[i] += 1.0f;
              }));
  std::free(a);
}
