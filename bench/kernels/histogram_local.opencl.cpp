#include "histogram_local.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        constexpr std::size_t strip = 256;
        device.clear(p.counts, problem::bins * sizeof *p.counts);
        device.launch("work", {p.n / strip}, {problem::bins}, p.in, p.counts);
      });
}
