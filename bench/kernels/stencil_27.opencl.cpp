#include "stencil_27.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(argc, argv, __FILE__,
                                    [](bench::opencl &device, const problem &p) {
                                      device.launch({p.n - 2, p.n - 2, p.n - 2}, p.n, p.in, p.out);
                                    });
}
