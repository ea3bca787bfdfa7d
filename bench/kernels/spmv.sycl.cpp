#include "spmv.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(p.n, [=](sycl::id<1> row) {
#pragma clang fp reassociate(on)
      float sum = 0;
      for (int k = p.starts[row]; k < p.starts[row + 1]; k++)
        sum += p.values[k] * p.x[p.columns[k]];
      p.y[row] = sum;
    });
  });
}
