// The counterpart of one_kernel.sycl.cpp in OpenMP.
#include <iostream>
#include <vector>

int main() {
  constexpr std::size_t n = 1024;
  std::vector<float> a(n, 1.0f), b(n, 1.0f), c(n);
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    c[i] = a[i] + b[i];
  if (c[n / 2] != 2.0f) {
    std::cerr << "wrong result\n";
    return 1;
  }
}
