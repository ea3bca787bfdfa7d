#include "histogram_local.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t group = problem::bins, strip = 256;
    q.fill(p.counts, 0u, problem::bins);
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<unsigned> bins(problem::bins, h);
      h.parallel_for(sycl::nd_range<1>(p.n / strip, group), [=](sycl::nd_item<1> item) {
        const std::size_t l = item.get_local_id(0);
        const std::uint8_t *in = p.in + item.get_group(0) * group * strip;
        bins[l] = 0;
        sycl::group_barrier(item.get_group());
        for (std::size_t k = 0; k < strip; k++) {
          sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                           sycl::access::address_space::local_space>
              count(bins[in[k * group + l]]);
          count++;
        }
        sycl::group_barrier(item.get_group());
        sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device> total(
            p.counts[l]);
        total += bins[l];
      });
    });
  });
}
