#include "scan.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        device.launch("work", {p.n}, {problem::group}, p.in, p.out, p.sums);
        device.launch("of_groups", {1}, {1}, p.n / problem::group, p.sums);
        device.launch("add", {p.n}, {}, p.out, p.sums);
      });
}
