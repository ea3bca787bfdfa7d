#include "life.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    for (int generation = 0; generation < 4; generation++) {
      std::uint8_t *from = generation % 2 ? p.b : p.a, *to = generation % 2 ? p.a : p.b;
      const std::size_t n = p.n;
      q.parallel_for(sycl::range<2>(n - 2, n - 2),
                     [=](sycl::id<2> id) { work(from, to, n, id[0] + 1, id[1] + 1); });
    }
  });
}
