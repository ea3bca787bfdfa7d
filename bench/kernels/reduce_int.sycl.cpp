#include "reduce_int.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    *p.sum = 0;
    q.parallel_for(sycl::nd_range<1>(p.n, problem::group),
                   sycl::reduction(p.sum, sycl::plus<int>()),
                   [=](sycl::nd_item<1> item, auto &sum) { sum += p.in[item.get_global_id(0)]; });
  });
}
