#include "transpose_plain.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    const sycl::range<2> all(p.n, p.n), tile(16, 16);
    q.parallel_for(sycl::nd_range<2>(all, tile), [=](sycl::nd_item<2> item) {
      const std::size_t y = item.get_global_id(0), x = item.get_global_id(1);
      p.c[x * p.n + y] = p.a[x * p.n + y] + p.b[y * p.n + x];
    });
  });
}
