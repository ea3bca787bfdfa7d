#include "reduce_sub_group.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(sycl::nd_range<1>(p.n, 256),
                   [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(problem::group)]] {
                     const std::size_t i = item.get_global_id(0);
                     const sycl::sub_group s = item.get_sub_group();
                     const float sum = sycl::reduce_over_group(s, p.in[i], sycl::plus<float>());
                     if (s.leader())
                       p.sums[i / problem::group] = sum;
                   });
  });
}
