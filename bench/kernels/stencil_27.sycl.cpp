#include "stencil_27.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(sycl::range<3>(p.n - 2, p.n - 2, p.n - 2),
                   [=](sycl::id<3> id) { work(p, id[0] + 1, id[1] + 1, id[2] + 1); });
  });
}
