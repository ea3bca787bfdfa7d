#include "transpose.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(argc, argv, __FILE__,
                                    [](bench::opencl &device, const problem &p) {
                                      device.launch("work", {p.n, p.n}, {16, 16}, p.n, p.in, p.out);
                                    });
}
