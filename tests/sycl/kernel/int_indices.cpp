/* SYCL 2020, 4.9.1.3 to 4.9.1.7: ids that programs turn into int, alone and in arithmetic, have the
 * values that the language says, whatever the kind and the size of the launch. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

static constexpr unsigned long factor = 3000000019, many = 5000000021;

/* By the group's id and the local one, in one dimension: what `int i = …` of both kinds gives. */
static void of_groups(sycl::queue &q, size_t groups, size_t size) {
  const size_t n = groups * size;
  int *out = sycl::malloc_shared<int>(4 * n, q);
  q.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> item) {
     const int i = int(item.get_group(0) * item.get_local_range(0) + item.get_local_id(0));
     const int same = int(item.get_global_id(0));
     if (i < int(n) - 1)
       out[i + 1] = i - 3;
     if (same == 0)
       out[same] = -3;
     out[n + i] = int(item.get_global_id(0) * factor - item.get_local_id(0) + many);
     out[2 * n + same] = same << 20;
     out[3 * n + i] = int((item.get_global_id(0) + many) / 2);
   }).wait();
  for (size_t i = 0; i < n; ++i) {
    CHECK_EQUAL(out[i], int(i) - (i == 0 ? 3 : 4));
    CHECK_EQUAL(out[n + i], int(unsigned(i * factor - i % size + many)));
    CHECK_EQUAL(out[2 * n + i], int(unsigned(i) << 20));
    CHECK_EQUAL(out[3 * n + i], int((i + many) / 2));
  }
  sycl::free(out, q);
}

/* Neighbours in two dimensions, of a range that work-groups may not divide. */
static void of_ranges(sycl::queue &q, int rows, int columns) {
  int *in = sycl::malloc_shared<int>(2 * rows * columns, q), *out = in + rows * columns;
  for (int i = 0; i < rows * columns; ++i) {
    in[i] = 7 * i;
    out[i] = -1;
  }
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> id) {
     const int y = id[0], x = id[1], i = y * columns + x;
     if (x > 0 && x < columns - 1 && y > 0 && y < rows - 1)
       out[i] = in[i - 1] + in[i + 1] + in[i - columns] + in[i + columns];
   }).wait();
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const bool is_inside = x > 0 && x < columns - 1 && y > 0 && y < rows - 1;
      CHECK_EQUAL(out[y * columns + x], is_inside ? 28 * (y * columns + x) : -1);
    }
  sycl::free(in, q);
}

int main() {
  sycl::queue q;
  of_groups(q, 7, 64);
  of_groups(q, 3, 17);
  for (int columns : {1, 16, 61, 1009})
    of_ranges(q, 5, columns);
  finish();
}
