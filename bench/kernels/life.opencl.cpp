#include "life.hpp"

#include "../harness.opencl.hpp"

int main(int argc, char **argv) {
  return bench::run_opencl<problem>(
      argc, argv, __FILE__, [](bench::opencl &device, const problem &p) {
        for (int generation = 0; generation < 4; generation++)
          device.launch({p.n - 2, p.n - 2}, p.n, generation % 2 ? p.b : p.a,
                        generation % 2 ? p.a : p.b);
      });
}
