#include "histogram_float_global.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.fill(p.sums, 0.0f, problem::bins);
    q.parallel_for(p.n, [=](sycl::id<1> i) {
      sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(
          p.sums[p.in[i]]);
      sum += p.weights[i];
    });
  });
}
