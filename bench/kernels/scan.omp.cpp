#include "scan.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t block = 1u << 14;
    std::vector<int> sums((p.n + block - 1) / block);
#pragma omp parallel for
    for (std::size_t b = 0; b < sums.size(); b++) {
      int sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t i = b * block; i < std::min(p.n, (b + 1) * block); i++)
        sum += p.in[i];
      sums[b] = sum;
    }
    int before = 0;
    for (int &sum : sums) {
      const int here = sum;
      sum = before;
      before += here;
    }
#pragma omp parallel for
    for (std::size_t b = 0; b < sums.size(); b++) {
      int sum = sums[b];
      for (std::size_t i = b * block; i < std::min(p.n, (b + 1) * block); i++) {
        sum += p.in[i];
        p.out[i] = sum;
      }
    }
  });
}
