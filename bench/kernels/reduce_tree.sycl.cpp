#include "reduce_tree.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t group = problem::group;
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float> tile(group, h);
      h.parallel_for(sycl::nd_range<1>(p.n, group), [=](sycl::nd_item<1> item) {
        const std::size_t l = item.get_local_id(0);
        tile[l] = p.in[item.get_global_id(0)];
        for (std::size_t half = group / 2; half > 0; half /= 2) {
          sycl::group_barrier(item.get_group());
          if (l < half)
            tile[l] += tile[l + half];
        }
        if (l == 0)
          p.parts[item.get_group(0)] = tile[0];
      });
    });
    q.single_task([=] {
      double sum = 0;
      for (std::size_t i = 0; i < p.n / group; i++)
        sum += p.parts[i];
      *p.sum = static_cast<float>(sum);
    });
  });
}
