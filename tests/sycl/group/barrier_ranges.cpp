/* SYCL 2020, 4.17.3: between barriers work is done by those work-items whose local id passes a test
 * against a bound of the group: by the others not, and what all of them share goes on (NC-7). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <vector>

using sycl::group_barrier;

enum { STEPS = 9 };

/* What step s does to the cell of local id l, bound n: compiled for the host too. */
template <class T> static void step(int s, T l, T n, int &cell) {
  switch (s) {
  case 0:
    if (l < n)
      cell += 1;
    break;
  case 1:
    if (l >= n)
      cell += 2;
    break;
  case 2:
    if (l == n)
      cell += 4;
    break;
  case 3:
    if (l <= n)
      cell += 8;
    break;
  case 4:
    if (l > n)
      cell += 16;
    break;
  case 5:
    if (l < n || l == 40)
      cell += 32;
    break;
  case 6:
    if (l > 3 && l < n)
      cell += 64;
    break;
  case 7:
    if (l + 7 < n)
      cell += 128;
    if (l == 0)
      cell += 256;
    break;
  case 8:
    if (T(l - 5) < n)
      cell += 512;
    break;
  }
}

template <class T> static void steps(sycl::queue &q, size_t local, size_t rows) {
  const T bounds[] = {T(-9),    T(-1),        0,   1, 7, 16, 17, 33, T(local - 1),
                      T(local), T(local + 1), 1000};
  const size_t count = sizeof bounds / sizeof *bounds;
  std::vector<int> out(count * rows * local), shared(count * rows * local);
  for (size_t b = 0; b < count; b++) {
    sycl::buffer<int> cells(out.data() + b * rows * local, rows * local);
    sycl::buffer<int> sums(shared.data() + b * rows * local, rows * local);
    const T bound = bounds[b];
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(cells, h, sycl::write_only, sycl::no_init);
      sycl::accessor y(sums, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int> tile(rows * local, h);
      h.parallel_for(sycl::nd_range<2>({rows, local}, {rows, local}), [=](sycl::nd_item<2> i) {
        const T l = T(i.get_local_id(1));
        int &cell = tile[i.get_local_linear_id()];
        cell = 0;
        group_barrier(i.get_group());
        step(0, l, bound, cell);
        group_barrier(i.get_group());
        step(1, l, bound, cell);
        group_barrier(i.get_group());
        step(2, l, bound, cell);
        group_barrier(i.get_group());
        step(3, l, bound, cell);
        group_barrier(i.get_group());
        step(4, l, bound, cell);
        group_barrier(i.get_group());
        step(5, l, bound, cell);
        group_barrier(i.get_group());
        step(6, l, bound, cell);
        group_barrier(i.get_group());
        step(7, l, bound, cell);
        group_barrier(i.get_group());
        step(8, l, bound, cell);
        int total = 0; /* the group's, counted where few work-items come by, or none */
        for (T n = bound; n > 0 && n < 2000; n /= 2) {
          group_barrier(i.get_group());
          if (l >= n)
            cell += 1024;
          total += int(n);
        }
        group_barrier(i.get_group());
        x[i.get_local_linear_id()] = cell;
        y[i.get_local_linear_id()] = total;
      });
    });
  }
  for (size_t b = 0; b < count; b++)
    for (size_t i = 0; i < rows * local; i++) {
      int cell = 0, total = 0;
      const T l = T(i % local);
      for (int s = 0; s < STEPS; s++)
        step(s, l, bounds[b], cell);
      for (T n = bounds[b]; n > 0 && n < 2000; n /= 2) {
        cell += l >= n ? 1024 : 0;
        total += int(n);
      }
      CHECK_EQUAL(out[b * rows * local + i], cell);
      CHECK_EQUAL(shared[b * rows * local + i], total);
    }
}

/* A value for each work-item that few of them change. */
static void values(sycl::queue &q, size_t local) {
  std::vector<int> out(local);
  {
    sycl::buffer<int> buffer(out.data(), local);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(buffer, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int> tile(local, h);
      h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> i) {
        const size_t l = i.get_local_id(0);
        int value = int(l);
        tile[l] = 3;
        for (size_t n = local; n > 0; n /= 2) {
          group_barrier(i.get_group());
          if (l < n)
            value += tile[local - 1 - l];
          group_barrier(i.get_group());
          if (l >= n / 2)
            tile[l]++;
        }
        x[l] = value;
      });
    });
  }
  std::vector<int> tile(local, 3);
  for (size_t n = local; n > 0; n /= 2) {
    for (size_t l = 0; l < n; l++)
      out[l] -= tile[local - 1 - l];
    for (size_t l = n / 2; l < local; l++)
      tile[l]++;
  }
  for (size_t l = 0; l < local; l++)
    CHECK_EQUAL(out[l], int(l));
}

int main() {
  sycl::queue q;
  for (size_t local : {1, 5, 16, 37, 64, 100}) {
    steps<int>(q, local, 1);
    steps<unsigned>(q, local, 1);
    values(q, local);
  }
  steps<int>(q, 37, 3);
  steps<size_t>(q, 64, 2);
  steps<long>(q, 33, 1);
  return finish();
}
