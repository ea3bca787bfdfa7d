#include "bitonic_sort.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t block = problem::block;
    // All steps with strides below a block, for runs of `from` to `to` elements.
    const auto local_steps = [&](std::size_t from, std::size_t to) {
      q.submit([&](sycl::handler &h) {
        sycl::local_accessor<std::uint32_t> tile(block, h);
        h.parallel_for(sycl::nd_range<1>(p.n / 2, block / 2), [=](sycl::nd_item<1> item) {
          const std::size_t l = item.get_local_id(0), base = item.get_group(0) * block;
          tile[l] = p.out[base + l];
          tile[l + block / 2] = p.out[base + l + block / 2];
          for (std::size_t size = from; size <= to; size *= 2)
            for (std::size_t stride = std::min(size, block) / 2; stride > 0; stride /= 2) {
              sycl::group_barrier(item.get_group());
              exchange(tile, base, l, stride, size);
            }
          sycl::group_barrier(item.get_group());
          p.out[base + l] = tile[l];
          p.out[base + l + block / 2] = tile[l + block / 2];
        });
      });
    };
    q.copy(p.in, p.out, p.n);
    local_steps(2, block);
    for (std::size_t size = 2 * block; size <= p.n; size *= 2) {
      for (std::size_t stride = size / 2; stride >= block; stride /= 2)
        q.parallel_for(p.n / 2, [=](sycl::id<1> i) { exchange(p.out, 0, i, stride, size); });
      local_steps(size, size);
    }
  });
}
