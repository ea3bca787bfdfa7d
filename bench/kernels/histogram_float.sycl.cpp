#include "histogram_float.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t group = problem::bins, strip = 256;
    q.fill(p.sums, 0.0f, problem::bins);
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float> bins(problem::bins, h);
      h.parallel_for(sycl::nd_range<1>(p.n / strip, group), [=](sycl::nd_item<1> item) {
        const std::size_t l = item.get_local_id(0);
        const std::size_t first = item.get_group(0) * group * strip;
        bins[l] = 0;
        sycl::group_barrier(item.get_group());
        for (std::size_t k = 0; k < strip; k++) {
          const std::size_t i = first + k * group + l;
          sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                           sycl::access::address_space::local_space>
              sum(bins[p.in[i]]);
          sum += p.weights[i];
        }
        sycl::group_barrier(item.get_group());
        sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device> total(
            p.sums[l]);
        total += bins[l];
      });
    });
  });
}
