#include "vector_add.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(p.n, [=](sycl::id<1> i) { p.c[i] = p.a[i] + p.b[i]; });
  });
}
