#include "bitonic_sort.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t block = problem::block;
    // The pairs `stride` apart in count elements from base.
    const auto step = [&](std::size_t base, std::size_t count, std::size_t stride,
                          std::size_t size) {
      for (std::size_t run = base; run < base + count; run += 2 * stride) {
        std::uint32_t *a = p.out + run, *b = a + stride;
        const bool ascending = (run & size) == 0;
#pragma omp simd
        for (std::size_t i = 0; i < stride; i++) {
          const std::uint32_t low = std::min(a[i], b[i]), high = std::max(a[i], b[i]);
          a[i] = ascending ? low : high;
          b[i] = ascending ? high : low;
        }
      }
    };
    const auto block_steps = [&](std::size_t from, std::size_t to) {
#pragma omp parallel for
      for (std::size_t base = 0; base < p.n; base += block)
        for (std::size_t size = from; size <= to; size *= 2)
          for (std::size_t stride = std::min(size, block) / 2; stride > 0; stride /= 2)
            step(base, block, stride, size);
    };
    std::copy_n(p.in, p.n, p.out);
    block_steps(2, block);
    for (std::size_t size = 2 * block; size <= p.n; size *= 2) {
      for (std::size_t stride = size / 2; stride >= block; stride /= 2)
#pragma omp parallel for
        for (std::size_t base = 0; base < p.n; base += 2 * stride)
          step(base, 2 * stride, stride, size);
      block_steps(size, size);
    }
  });
}
