#include "scan.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t group = problem::group;
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<int> tile(2 * group, h);
      h.parallel_for(sycl::nd_range<1>(p.n, group), [=](sycl::nd_item<1> item) {
        const std::size_t l = item.get_local_id(0);
        std::size_t from = 0, to = group;
        tile[l] = p.in[item.get_global_id(0)];
        for (std::size_t step = 1; step < group; step *= 2) {
          sycl::group_barrier(item.get_group());
          tile[to + l] = l < step ? tile[from + l] : tile[from + l] + tile[from + l - step];
          std::swap(from, to);
        }
        p.out[item.get_global_id(0)] = tile[from + l];
        if (l == group - 1)
          p.sums[item.get_group(0)] = tile[from + l];
      });
    });
    q.single_task([=] {
      int sum = 0;
      for (std::size_t i = 0; i < p.n / group; i++) {
        const int here = p.sums[i];
        p.sums[i] = sum;
        sum += here;
      }
    });
    q.parallel_for(p.n, [=](sycl::id<1> i) { p.out[i] += p.sums[i / group]; });
  });
}
