#include "histogram_float_global.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(argc, argv, __FILE__,
                                    [](bench::opencl &device, const problem &p) {
                                      device.clear(p.sums, problem::bins * sizeof *p.sums);
                                      device.launch({p.n}, p.in, p.weights, p.sums);
                                    });
}
