#include "sgemm_tiled.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t tile = 16;
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 2> a(sycl::range<2>(tile, tile), h);
      sycl::local_accessor<float, 2> b(sycl::range<2>(tile, tile), h);
      h.parallel_for(sycl::nd_range<2>(sycl::range<2>(p.n, p.n), sycl::range<2>(tile, tile)),
                     [=](sycl::nd_item<2> item) {
                       const std::size_t row = item.get_global_id(0),
                                         column = item.get_global_id(1);
                       const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
                       float sum = 0;
                       for (std::size_t t = 0; t < p.n; t += tile) {
                         a[y][x] = p.a[row * p.n + t + x];
                         b[y][x] = p.b[(t + y) * p.n + column];
                         sycl::group_barrier(item.get_group());
                         for (std::size_t k = 0; k < tile; k++)
                           sum += a[y][k] * b[k][x];
                         sycl::group_barrier(item.get_group());
                       }
                       p.c[row * p.n + column] = sum;
                     });
    });
  });
}
