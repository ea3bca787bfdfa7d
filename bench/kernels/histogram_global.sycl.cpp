#include "histogram_global.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.fill(p.counts, 0u, problem::bins);
    q.parallel_for(p.n, [=](sycl::id<1> i) {
      sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device> count(
          p.counts[p.in[i]]);
      count++;
    });
  });
}
