#include "stencil_5_int.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        constexpr std::size_t rows = 4, columns = 64;
        device.launch("work",
                      {(p.n + columns - 1) / columns * columns, (p.n + rows - 1) / rows * rows},
                      {columns, rows}, p.n, p.in, p.out);
      });
}
