#include "transpose.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t tile = 16;
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 2> block(sycl::range<2>(tile, tile), h);
      h.parallel_for(sycl::nd_range<2>(sycl::range<2>(p.n, p.n), sycl::range<2>(tile, tile)),
                     [=](sycl::nd_item<2> item) {
                       const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
                       const std::size_t row = item.get_group(0) * tile,
                                         column = item.get_group(1) * tile;
                       block[y][x] = p.in[(row + y) * p.n + column + x];
                       sycl::group_barrier(item.get_group());
                       p.out[(column + y) * p.n + row + x] = block[x][y];
                     });
    });
  });
}
