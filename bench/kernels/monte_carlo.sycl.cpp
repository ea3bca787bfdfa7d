#include "monte_carlo.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(p.n, [=](sycl::id<1> i) { work(p, i); });
  });
}
