#include "reduce_group.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(sycl::nd_range<1>(p.n, problem::group), [=](sycl::nd_item<1> item) {
      const float sum = sycl::reduce_over_group(item.get_group(), p.in[item.get_global_id(0)],
                                                sycl::plus<float>());
      if (item.get_local_id(0) == 0)
        p.sums[item.get_group(0)] = sum;
    });
  });
}
