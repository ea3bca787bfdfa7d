#include "reduce_atomic.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    *p.sum = 0;
    q.parallel_for(p.n / problem::strip, [=](sycl::id<1> i) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(*p.sum);
      sum += p.part(i);
    });
  });
}
