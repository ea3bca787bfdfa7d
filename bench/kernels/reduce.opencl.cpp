#include "reduce.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        constexpr std::size_t group = 256, groups = 256;
        static float *parts = static_cast<float *>(device.allocate(groups * sizeof(float)));
        device.launch("work", {group * groups}, {group}, p.n, p.in, parts);
        device.launch("finish", {1}, {1}, groups, parts, p.sum);
      });
}
