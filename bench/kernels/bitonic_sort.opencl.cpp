#include "bitonic_sort.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        constexpr std::size_t block = problem::block;
        const auto local_steps = [&](std::size_t from, std::size_t to) {
          device.launch("local_steps", {p.n / 2}, {block / 2}, from, to, p.out);
        };
        device.copy(p.out, p.in, p.n * sizeof *p.in);
        local_steps(2, block);
        for (std::size_t size = 2 * block; size <= p.n; size *= 2) {
          for (std::size_t stride = size / 2; stride >= block; stride /= 2)
            device.launch("step", {p.n / 2}, {}, stride, size, p.out);
          local_steps(size, size);
        }
      });
}
