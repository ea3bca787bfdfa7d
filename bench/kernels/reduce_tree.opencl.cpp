#include "reduce_tree.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        device.launch("work", {p.n}, {problem::group}, p.in, p.parts);
        device.launch("work", {p.n / problem::group}, {problem::group}, p.parts, p.rest);
        device.launch("finish", {1}, {1}, p.n / problem::group / problem::group, p.rest, p.sum);
      });
}
