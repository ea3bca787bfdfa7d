#include "reduce_tree.hpp"

#include "../harness.sycl.hpp"

static void tree(sycl::queue &q, const float *from, std::size_t n, float *to) {
  constexpr std::size_t group = problem::group;
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float> tile(group, h);
    h.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> item) {
      const std::size_t l = item.get_local_id(0);
      tile[l] = from[item.get_global_id(0)];
      for (std::size_t half = group / 2; half > 0; half /= 2) {
        sycl::group_barrier(item.get_group());
        if (l < half)
          tile[l] += tile[l + half];
      }
      if (l == 0)
        to[item.get_group(0)] = tile[0];
    });
  });
}

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t group = problem::group;
    tree(q, p.in, p.n, p.parts);
    tree(q, p.parts, p.n / group, p.rest);
    q.single_task([=] {
      double sum = 0;
      for (std::size_t i = 0; i < p.n / group / group; i++)
        sum += p.rest[i];
      *p.sum = static_cast<float>(sum);
    });
  });
}
