/* sycl_ext_oneapi_matrix: products of matrices of every type, in sub-groups of several sizes, in
 * all layouts; what is done to elements one by one. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace matrix = sycl::ext::oneapi::experimental::matrix;
using matrix::layout;
using matrix::use;
using sycl::ext::oneapi::bfloat16;

static_assert(SYCL_EXT_ONEAPI_MATRIX == 1);

template <class T> struct stored {
  using type = T;
};
template <> struct stored<matrix::precision::tf32> {
  using type = float;
};
template <class T> using stored_t = typename stored<T>::type;

/* Where element (row, column) of a matrix with these sizes lies. */
static size_t place(layout l, size_t size, size_t rows, size_t columns, size_t row, size_t column) {
  const size_t packed = size < 4 ? 4 / size : 1;
  switch (l) {
  case layout::col_major:
    return column * rows + row;
  case layout::ext_intel_packed:
    return row / packed * columns * packed + column * packed + row % packed;
  default:
    return row * columns + column;
  }
}
static size_t stride(layout l, size_t size, size_t rows, size_t columns) {
  const size_t packed = size < 4 ? 4 / size : 1;
  return l == layout::col_major ? rows : l == layout::ext_intel_packed ? columns * packed : columns;
}

template <int Size, class T, class Result, size_t M, size_t N, size_t K, layout La, layout Lb,
          layout Lc>
void multiply(sycl::queue &q) {
  using item = stored_t<T>;
  constexpr size_t tiles = 2; // in each direction
  const size_t m = tiles * M, n = tiles * N, k = tiles * K;
  auto *a = sycl::malloc_shared<item>(m * k, q);
  auto *b = sycl::malloc_shared<item>(k * n, q);
  auto *c = sycl::malloc_shared<Result>(m * n, q);
  for (size_t i = 0; i < m * k; ++i)
    a[i] = static_cast<item>(static_cast<float>(i * 7 % 13));
  for (size_t i = 0; i < k * n; ++i)
    b[i] = static_cast<item>(static_cast<float>(i * 5 % 11));
  for (size_t i = 0; i < m * n; ++i)
    c[i] = static_cast<Result>(-1.0f);
  const size_t pitch_a = stride(La, sizeof(item), m, k), pitch_b = stride(Lb, sizeof(item), k, n),
               pitch_c = stride(Lc, 4, m, n);
  q.parallel_for(
       sycl::nd_range<2>({tiles, tiles * Size}, {1, Size}),
       [=](sycl::nd_item<2> item_id) [[sycl::reqd_sub_group_size(Size)]] {
         const auto sg = item_id.get_sub_group();
         const size_t row = item_id.get_group(0) * M, column = item_id.get_group(1) * N;
         using sycl::access::address_space;
         using sycl::access::decorated;
         auto pa = sycl::address_space_cast<address_space::global_space, decorated::no>(a);
         auto pb = sycl::address_space_cast<address_space::global_space, decorated::no>(b);
         auto pc = sycl::address_space_cast<address_space::global_space, decorated::no>(c);
         matrix::joint_matrix<sycl::sub_group, T, use::a, M, K, La> ma;
         matrix::joint_matrix<sycl::sub_group, T, use::b, K, N, Lb> mb;
         matrix::joint_matrix<sycl::sub_group, Result, use::accumulator, M, N> mc, sum;
         joint_matrix_fill(sg, sum, 1);
         for (size_t t = 0; t < tiles; ++t) {
           joint_matrix_load(sg, ma, pa + place(La, sizeof(item), m, k, row, t * K), pitch_a);
           joint_matrix_load(sg, mb, pb + place(Lb, sizeof(item), k, n, t * K, column), pitch_b);
           joint_matrix_mad(sg, sum, ma, mb, sum);
         }
         joint_matrix_load(sg, mc, pc + place(Lc, 4, m, n, row, column), pitch_c, Lc);
         joint_matrix_apply(sg, sum, mc,
                            [](const Result &x, Result &y) { y = static_cast<Result>(x + y); });
         joint_matrix_store(sg, mc, pc + place(Lc, 4, m, n, row, column), pitch_c, Lc);
       })
      .wait();
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      float wanted = 0;
      for (size_t l = 0; l < k; ++l)
        wanted += static_cast<float>(a[place(La, sizeof(item), m, k, i, l)]) *
                  static_cast<float>(b[place(Lb, sizeof(item), k, n, l, j)]);
      const float got = static_cast<float>(c[place(Lc, 4, m, n, i, j)]);
      const float error = sizeof(Result) == 2 ? wanted / 64 : 0; // after each tile
      CHECK(got >= wanted - error && got <= wanted + error);
    }
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
}

static constexpr layout row = layout::row_major, column = layout::col_major,
                        packed = layout::ext_intel_packed;

/* Columns of 16 are half a sub-group of 32, and two columns for each work-item of 8. */
static void small_sub_groups(sycl::queue &q) {
  multiply<8, bfloat16, float, 4, 16, 8, row, packed, row>(q);
  multiply<8, uint8_t, int32_t, 3, 5, 7, column, column, row>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    multiply<8, double, double, 2, 8, 4, column, row, row>(q);
}
static void large_sub_groups(sycl::queue &q) {
  multiply<32, bfloat16, bfloat16, 4, 16, 16, column, row, column>(q);
  multiply<32, int8_t, int32_t, 2, 16, 32, row, packed, column>(q);
  multiply<32, matrix::precision::tf32, float, 4, 16, 8, row, column, row>(q);
  if (q.get_device().has(sycl::aspect::fp16))
    multiply<32, sycl::half, float, 4, 8, 16, row, column, row>(q);
}

/* Elements one by one: filled, rounded, with their places, copied to another type. */
static void elements(sycl::queue &q) {
  constexpr size_t rows = 4, columns = 6;
  auto *out = sycl::malloc_shared<float>(rows * columns, q);
  auto *length = sycl::malloc_shared<size_t>(1, q);
  q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {
     const auto sg = item.get_sub_group();
     if (sg.get_group_linear_id())
       return;
     auto p = sycl::address_space_cast<sycl::access::address_space::global_space,
                                       sycl::access::decorated::no>(out);
     matrix::joint_matrix<sycl::sub_group, int, use::accumulator, rows, columns> from;
     matrix::joint_matrix<sycl::sub_group, float, use::accumulator, rows, columns> to;
     joint_matrix_fill(sg, from, 3);
     joint_matrix_apply(sg, from, [](int &x) { x *= 100; });
     sycl::ext::intel::experimental::matrix::joint_matrix_apply(
         sg, from, [](int &x, size_t r, size_t c) { x += static_cast<int>(10 * r + c); });
     joint_matrix_copy(sg, from, to);
     auto data = sycl::ext::oneapi::detail::get_wi_data(sg, to);
     for (size_t i = 0; i < data.length(); ++i)
       data[i] += 0.5f;
     if (item.get_global_linear_id() == 0)
       *length = data.length();
     joint_matrix_store(sg, to, p, columns, layout::row_major);
   }).wait();
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      CHECK_EQUAL(out[r * columns + c], 300.5f + static_cast<float>(10 * r + c));
  CHECK(*length >= rows && *length <= rows * columns);
  CHECK_EQUAL(matrix::round_to_tf32(1.0f + 1.0f / 2048), 1.0f + 1.0f / 1024);
  CHECK_EQUAL(matrix::round_to_tf32(1.0f + 1.0f / 4096), 1.0f);
  CHECK_EQUAL(matrix::round_to_tf32(INFINITY), INFINITY);
  CHECK(std::isnan(matrix::round_to_tf32(NAN)));
  sycl::free(out, q);
  sycl::free(length, q);
}

int main() {
  sycl::queue q;
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const auto has = [&](size_t size) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  if (has(8))
    small_sub_groups(q);
  if (has(32))
    large_sub_groups(q);
  elements(q);
  const auto combinations =
      q.get_device().get_info<sycl::ext::oneapi::experimental::info::device::matrix_combinations>();
  CHECK(!combinations.empty());
  return finish();
}
