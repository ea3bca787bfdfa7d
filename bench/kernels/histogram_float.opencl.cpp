#include "histogram_float.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        constexpr std::size_t strip = 256;
        device.clear(p.sums, problem::bins * sizeof *p.sums);
        device.launch("work", {p.n / strip}, {problem::bins}, p.in, p.weights, p.sums);
      });
}
