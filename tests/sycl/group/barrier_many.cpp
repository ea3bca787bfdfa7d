/* SYCL 2020, 4.17.3: kernels with so many barriers that they are made of functions, one for each
 * part between two barriers (NC-7): rows that vectors fill and such that they do not, one and three
 * dimensions.
 */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <vector>

using sycl::group_barrier;

/* What stage k does: each work-item reads what another one of its row wrote in the stage before. */
template <int K, int N, class Cells>
static void stages(const sycl::nd_item<3> &item, const Cells &cells, int n, int &x) {
  if constexpr (K < N) {
    const int size = int(item.get_local_range(2)), l = int(item.get_local_id(2));
    const int row = int(item.get_local_linear_id()) - l;
    if (n > K % 7)
      group_barrier(item.get_group());
    cells[row + l + (K % 2 ? 512 : 0)] = x + K;
    group_barrier(item.get_group());
    if (l % 3 != K % 3)
      x += cells[row + (l + K + 1) % size + (K % 2 ? 512 : 0)];
    stages<K + 1, N>(item, cells, n, x);
  }
}

template <int N> static void run(sycl::queue &q, sycl::range<3> local) {
  const size_t groups = 2, size = local.size(), row = local[2];
  std::vector<int> out(groups * size, -1);
  {
    sycl::buffer<int> buffer(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(buffer, h, sycl::write_only);
      sycl::local_accessor<int> cells(1024, h);
      const int n = 5;
      sycl::nd_range<3> range({groups * local[0], local[1], row}, local);
      h.parallel_for(range, [=](sycl::nd_item<3> item) {
        int x = int(item.get_global_linear_id());
        stages<0, N>(item, cells, n, x);
        to[item.get_global_linear_id()] = x;
      });
    });
  }
  for (size_t first = 0; first < out.size(); first += row) {
    std::vector<int> x(row), next(row);
    for (size_t l = 0; l < row; l++)
      x[l] = int(first + l);
    for (int k = 0; k < N; k++) {
      for (size_t l = 0; l < row; l++)
        next[l] = x[l] + (int(l) % 3 != k % 3 ? x[(l + size_t(k) + 1) % row] + k : 0);
      x = next;
    }
    for (size_t l = 0; l < row; l++)
      CHECK_EQUAL(out[first + l], x[l]);
  }
}

int main() {
  sycl::queue q;
  for (size_t row : {1, 7, 16, 33, 100, 256}) {
    run<5>(q, {1, 1, row});  /* 11 parts */
    run<40>(q, {1, 1, row}); /* 81 */
  }
  run<5>(q, {2, 3, 21});
  run<40>(q, {3, 1, 16});
  run<40>(q, {2, 4, 9});
  return finish();
}
