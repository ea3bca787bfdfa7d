#include "noise.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(argc, argv, __FILE__,
                                    [](bench::opencl &device, const problem &p) {
                                      device.launch({2 * p.n, p.n}, p.n, p.permutation, p.out);
                                    });
}
