#include "shuffle_xor.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(sycl::nd_range<1>(p.n, 256),
                   [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(problem::group)]] {
                     const std::size_t i = item.get_global_id(0);
                     const sycl::sub_group s = item.get_sub_group();
                     float sum = p.in[i];
                     for (unsigned mask = problem::group / 2; mask > 0; mask /= 2)
                       sum += sycl::permute_group_by_xor(s, sum, mask);
                     if (s.leader())
                       p.sums[i / problem::group] = sum;
                   });
  });
}
