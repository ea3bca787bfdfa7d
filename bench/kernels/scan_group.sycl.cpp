#include "scan_group.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(sycl::nd_range<1>(p.n, problem::group), [=](sycl::nd_item<1> item) {
      const std::size_t i = item.get_global_id(0);
      p.out[i] = sycl::inclusive_scan_over_group(item.get_group(), p.in[i], sycl::plus<int>());
    });
  });
}
