#include "histogram_global.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(argc, argv, __FILE__,
                                    [](bench::opencl &device, const problem &p) {
                                      device.clear(p.counts, problem::bins * sizeof *p.counts);
                                      device.launch({p.n}, p.in, p.counts);
                                    });
}
