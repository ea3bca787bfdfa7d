#include "stencil_5_int.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    constexpr std::size_t rows = 4, columns = 64;
    const sycl::range<2> local(rows, columns);
    const sycl::range<2> global((p.n + rows - 1) / rows * rows,
                                (p.n + columns - 1) / columns * columns);
    q.parallel_for(sycl::nd_range<2>(global, local), [=](sycl::nd_item<2> item) {
      const int y = int(item.get_group(0) * item.get_local_range(0) + item.get_local_id(0));
      const int x = int(item.get_group(1) * item.get_local_range(1) + item.get_local_id(1));
      work(p, y, x);
    });
  });
}
