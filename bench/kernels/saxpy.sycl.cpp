#include "saxpy.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(p.n, [=](sycl::id<1> i) { p.b[i] = 1.5f * p.a[i] + p.b[i]; });
  });
}
