/* SYCL 2020, 4.7.6.11: tiles in local accessors of two and three dimensions, whose rows are as long
 * as the loops over them, longer, or shorter than those say. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

constexpr size_t n = 32, tile = 16;

/* The product of two matrices of whole numbers, through tiles with `gap` unused elements a row. */
static void multiply(sycl::queue &q, size_t gap) {
  float *a = sycl::malloc_shared<float>(3 * n * n, q), *b = a + n * n, *c = b + n * n;
  for (size_t i = 0; i < n * n; ++i) {
    a[i] = float(i % 7);
    b[i] = float(i % 5);
    c[i] = -1;
  }
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float, 2> ta({tile, tile + gap}, h), tb({tile, tile + gap}, h);
     h.parallel_for(sycl::nd_range<2>({n, n}, {tile, tile}), [=](sycl::nd_item<2> item) {
       const size_t row = item.get_global_id(0), column = item.get_global_id(1);
       const size_t y = item.get_local_id(0), x = item.get_local_id(1);
       float sum = 0;
       for (size_t t = 0; t < n; t += tile) {
         ta[y][x] = a[row * n + t + x];
         tb[y][x] = b[(t + y) * n + column];
         sycl::group_barrier(item.get_group());
         for (size_t k = 0; k < tile; ++k)
           sum += ta[y][k] * tb[k][x];
         sycl::group_barrier(item.get_group());
       }
       c[row * n + column] = sum;
     });
   }).wait();
  for (size_t row = 0; row < n; ++row)
    for (size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (size_t k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
      CHECK_EQUAL(c[row * n + column], sum);
    }
  sycl::free(a, q);
}

/* Sums over the last two dimensions of a block of 4 by rows by columns; the loop over columns may
 * end early, and its value is used behind it. */
static void add_up(sycl::queue &q, size_t rows, size_t columns, int limit) {
  constexpr size_t planes = 4, most = 16;
  int *out = sycl::malloc_shared<int>(planes, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 3> block({planes, rows, columns}, h);
     h.parallel_for(sycl::nd_range<1>(planes, planes), [=](sycl::nd_item<1> item) {
       const size_t p = item.get_local_id(0);
       for (size_t i = 0; i < rows; ++i)
         for (size_t j = 0; j < columns; ++j)
           block[p][i][j] = int(100 * p + 10 * i + j);
       sycl::group_barrier(item.get_group());
       const size_t other = planes - 1 - p;
       int sum = 0;
       for (size_t i = 0; i < most && i < rows; ++i)
         for (size_t j = 0; j < most; ++j) {
           if (block[other][i][j] % 10 == limit)
             break;
           sum += block[other][i][j];
         }
       out[p] = sum;
     });
   }).wait();
  for (size_t p = 0; p < planes; ++p) {
    int sum = 0;
    for (size_t i = 0; i < most && i < rows; ++i)
      for (size_t j = 0; j < most; ++j) {
        const int value = int(100 * (planes - 1 - p) + 10 * i + j);
        if (value % 10 == limit)
          break;
        sum += value;
      }
    CHECK_EQUAL(out[p], sum);
  }
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  for (size_t gap : {0, 1, 16})
    multiply(q, gap);
  for (size_t rows : {2, 16})
    for (size_t columns : {16, 17})
      for (int limit : {-1, 5})
        add_up(q, rows, columns, limit);
  finish();
}
