#include "monte_carlo.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__,
      [](bench::opencl &device, const problem &p) { device.launch({p.n}, p.strike, p.call); });
}
