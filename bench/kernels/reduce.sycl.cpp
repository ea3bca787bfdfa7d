#include "reduce.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    *p.sum = 0;
    q.parallel_for(p.n, sycl::reduction(p.sum, sycl::plus<float>()),
                   [=](sycl::id<1> i, auto &sum) { sum += p.in[i]; });
  });
}
