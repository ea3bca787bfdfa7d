#include "reduce_atomic.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(argc, argv, __FILE__,
                                    [](bench::opencl &device, const problem &p) {
                                      device.clear(p.sum, sizeof *p.sum);
                                      device.launch({p.n / problem::strip}, p.in, p.sum);
                                    });
}
