/* Matrices that a sub-group holds together, and multiplies: sycl_ext_oneapi_matrix.
 *
 * Work-item i has the columns i, i + size, ..., row after row. So a product is, for each k, the sum
 * of a number that all take from one work-item and a row that they hold: vector multiplications and
 * additions where work-items are lanes. In every sub-group, of every shape and type; the matrix
 * instructions of a device are not used yet. */
#ifndef FALX_SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP
#define FALX_SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP

#include <utility>
#include <vector>

#include <sycl/bit_cast.hpp>
#include <sycl/device.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/group_algorithm.hpp>

#define SYCL_EXT_ONEAPI_MATRIX 1

namespace sycl {
namespace ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major = 0, col_major = 1, ext_intel_packed = 2, dynamic = 3 };
enum class matrix_type {
  bf16,
  fp16,
  tf32,
  fp32,
  fp64,
  sint8,
  sint16,
  sint32,
  sint64,
  uint8,
  uint16,
  uint32,
  uint64
};
namespace precision {
/* Names elements that are stored as float and rounded by round_to_tf32. */
class tf32 {
  tf32() = delete;
};
} // namespace precision

/* Sizes of 0: any up to the greatest ones. */
struct combination {
  size_t max_msize, max_nsize, max_ksize;
  size_t msize, nsize, ksize;
  matrix_type atype, btype, ctype, dtype;
};

} // namespace ext::oneapi::experimental::matrix

namespace detail {
namespace matrices = ext::oneapi::experimental::matrix;

template <class T> struct matrix_item {
  using type = T;
};
template <> struct matrix_item<matrices::precision::tf32> {
  using type = float;
};

struct matrix_access {
  template <class Matrix> static auto *items(Matrix &m) { return m.items_; }
};

/* Which part of a matrix with that many columns the calling work-item has. */
template <class Group, size_t Columns> struct matrix_part {
  explicit matrix_part(const Group &g)
      : size(g.get_max_local_range()[0]), me(g.get_local_linear_id()),
        width((Columns + size - 1) / size) {}
  size_t column(size_t i) const { return i * size + me; }
  bool has(size_t i) const { return Columns % size == 0 || column(i) < Columns; }
  size_t size, me, width; // width: columns of each work-item, maybe outside the matrix
};

/* f(item, row, column), of every item that a work-item keeps, or of those in the matrix. */
template <bool All, size_t Rows, size_t Columns, class Group, class F>
FALX_INLINE void for_matrix_items(const Group &g, const F &f) {
  const matrix_part<Group, Columns> part(g);
  for (size_t r = 0; r < Rows; ++r)
    for (size_t i = 0; i < part.width; ++i)
      if (All || part.has(i))
        f(r * part.width + i, r, part.column(i), part.has(i));
}

/* Where an element is in memory, counted in elements. */
template <class T>
constexpr size_t matrix_place(matrices::layout l, size_t row, size_t column, size_t stride) {
  constexpr size_t packed = sizeof(T) < 4 ? 4 / sizeof(T) : 1; // rows that lie together
  return l == matrices::layout::col_major ? column * stride + row
         : l == matrices::layout::ext_intel_packed
             ? row / packed * stride + column * packed + row % packed
             : row * stride + column;
}

template <size_t Rows, size_t Columns, class Group, class Matrix, class T>
FALX_INLINE void matrix_load(const Group &g, Matrix &m, const T *from, size_t stride,
                             matrices::layout l) {
  auto *items = matrix_access::items(m);
  for_matrix_items<true, Rows, Columns>(g, [=](size_t i, size_t r, size_t c, bool is_inside) {
    using item = std::decay_t<decltype(*items)>;
    items[i] = is_inside ? static_cast<item>(from[matrix_place<T>(l, r, c, stride)]) : item();
  });
}
template <size_t Rows, size_t Columns, class Group, class Matrix, class T>
FALX_INLINE void matrix_store(const Group &g, const Matrix &m, T *to, size_t stride,
                              matrices::layout l) {
  const auto *items = matrix_access::items(m);
  for_matrix_items<false, Rows, Columns>(g, [=](size_t i, size_t r, size_t c, bool) {
    to[matrix_place<T>(l, r, c, stride)] = static_cast<T>(items[i]);
  });
}
} // namespace detail

namespace ext::oneapi::experimental::matrix {

template <class Group, class T, use Use, size_t Rows, size_t Cols, layout Layout = layout::dynamic>
class joint_matrix {
  static_assert(std::is_same_v<Group, sub_group>, "a joint_matrix is held by a sub-group");
  static_assert(Rows > 0 && Cols > 0);
  static_assert((Use == use::accumulator) == (Layout == layout::dynamic),
                "matrices for use::a and use::b have a layout, accumulators have none");

public:
  joint_matrix() = default;
  joint_matrix(joint_matrix &) = delete;
  joint_matrix &operator=(joint_matrix &) = delete;

private:
  friend struct sycl::detail::matrix_access;
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  static constexpr size_t count = Rows * ((Cols + 31) / 32);
#else
  static constexpr size_t count = Rows * Cols; // in a sub-group of one
#endif
  typename sycl::detail::matrix_item<T>::type items_[count];
};

template <class Group, class T, use Use, size_t Rows, size_t Cols, layout Layout, class Value>
void joint_matrix_fill(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m,
                       const Value &value) {
  auto *items = sycl::detail::matrix_access::items(m);
  sycl::detail::for_matrix_items<true, Rows, Cols>(g, [=](size_t i, size_t, size_t, bool) {
    items[i] = static_cast<std::decay_t<decltype(*items)>>(value);
  });
}

/* stride: from a row (column, in layout::col_major) to the next, in elements. Pointer: a multi_ptr
 * or annotated_ptr. */
template <class Group, class T, use Use, size_t Rows, size_t Cols, layout Layout, class Pointer>
void joint_matrix_load(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, Pointer from,
                       size_t stride) {
  static_assert(Use != use::accumulator, "joint_matrix_load of an accumulator takes a layout");
  sycl::detail::matrix_load<Rows, Cols>(g, m, from.get(), stride, Layout);
}
template <class Group, class T, size_t Rows, size_t Cols, class Pointer>
void joint_matrix_load(Group g,
                       joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &m,
                       Pointer from, size_t stride, layout l) {
  sycl::detail::matrix_load<Rows, Cols>(g, m, from.get(), stride, l);
}
template <class Group, class T, size_t Rows, size_t Cols, class Pointer>
void joint_matrix_store(
    Group g, const joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &m,
    Pointer to, size_t stride, layout l) {
  sycl::detail::matrix_store<Rows, Cols>(g, m, to.get(), stride, l);
}

/* A hint that nothing follows. */
template <size_t Rows, size_t Cols, class Group, class Pointer, class... Properties>
void joint_matrix_prefetch(Group, Pointer, size_t, layout, Properties...) {}

template <class Group, class T1, class T2, use Use1, use Use2, size_t Rows, size_t Cols,
          layout Layout1, layout Layout2>
void joint_matrix_copy(Group g, joint_matrix<Group, T1, Use1, Rows, Cols, Layout1> &from,
                       joint_matrix<Group, T2, Use2, Rows, Cols, Layout2> &to) {
  const auto *source = sycl::detail::matrix_access::items(from);
  auto *items = sycl::detail::matrix_access::items(to);
  sycl::detail::for_matrix_items<true, Rows, Cols>(g, [=](size_t i, size_t, size_t, bool) {
    items[i] = static_cast<std::decay_t<decltype(*items)>>(source[i]);
  });
}

/* f(element) or f(element, row, column); of two matrices f(element, element of the other). */
template <class Group, class T, use Use, size_t Rows, size_t Cols, layout Layout, class F>
void joint_matrix_apply(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, F &&f) {
  auto *items = sycl::detail::matrix_access::items(m);
  sycl::detail::for_matrix_items<false, Rows, Cols>(g, [&](size_t i, size_t r, size_t c, bool) {
    if constexpr (std::is_invocable_v<F, decltype(*items), size_t, size_t>)
      f(items[i], r, c);
    else
      f(items[i]);
  });
}
template <class Group, class T1, class T2, use Use1, use Use2, size_t Rows, size_t Cols,
          layout Layout1, layout Layout2, class F>
void joint_matrix_apply(Group g, joint_matrix<Group, T1, Use1, Rows, Cols, Layout1> &first,
                        joint_matrix<Group, T2, Use2, Rows, Cols, Layout2> &second, F &&f) {
  auto *ones = sycl::detail::matrix_access::items(first);
  auto *others = sycl::detail::matrix_access::items(second);
  sycl::detail::for_matrix_items<false, Rows, Cols>(
      g, [&](size_t i, size_t, size_t, bool) { f(ones[i], others[i]); });
}

/* d = a * b + c, added up in the type of d, or in float where that is a smaller one. */
template <class Group, class Ta, class Tb, class Tc, class Td, size_t M, size_t K, size_t N,
          layout La, layout Lb>
void joint_matrix_mad(Group g, joint_matrix<Group, Td, use::accumulator, M, N, layout::dynamic> &d,
                      const joint_matrix<Group, Ta, use::a, M, K, La> &a,
                      const joint_matrix<Group, Tb, use::b, K, N, Lb> &b,
                      const joint_matrix<Group, Tc, use::accumulator, M, N, layout::dynamic> &c) {
  using sum =
      std::conditional_t<std::is_same_v<Td, half> || std::is_same_v<Td, bfloat16>, float, Td>;
  const sycl::detail::matrix_part<Group, K> left(g);
  const sycl::detail::matrix_part<Group, N> right(g);
  const auto *as = sycl::detail::matrix_access::items(a);
  const auto *bs = sycl::detail::matrix_access::items(b);
  const auto *cs = sycl::detail::matrix_access::items(c);
  auto *ds = sycl::detail::matrix_access::items(d);
  for (size_t i = 0; i < right.width; ++i) {
    sum column[M];
    for (size_t row = 0; row < M; ++row)
      column[row] = static_cast<sum>(cs[row * right.width + i]);
    for (size_t k = 0; k < K; ++k) {
      const sum factor = static_cast<sum>(bs[k * right.width + i]);
      for (size_t row = 0; row < M; ++row)
        column[row] +=
            factor * group_broadcast(g, static_cast<sum>(as[row * left.width + k / left.size]),
                                     k % left.size);
    }
    for (size_t row = 0; row < M; ++row)
      ds[row * right.width + i] = static_cast<Td>(column[row]);
  }
}

/* To ten bits behind the point, ties away from zero; infinities and NaN stay. */
inline float round_to_tf32(const float &x) {
  const uint32_t bits = sycl::bit_cast<uint32_t>(x);
  return sycl::bit_cast<float>((bits & 0x7f800000) == 0x7f800000 ? bits
                                                                 : (bits + 0x1000) & 0xffffe000);
}

} // namespace ext::oneapi::experimental::matrix

namespace ext::oneapi::detail {
using namespace sycl::detail; // `detail::` in other headers of this extension's vendor means those

/* What the calling work-item has of a matrix, in no stated order, with places outside it. */
template <class Item> class wi_data {
public:
  wi_data(Item *items, size_t length) : items_(items), length_(length) {}
  size_t length() const { return length_; }
  Item &operator[](size_t i) const { return items_[i]; }

private:
  Item *items_;
  size_t length_;
};
template <class Group, class T, experimental::matrix::use Use, size_t Rows, size_t Cols,
          experimental::matrix::layout Layout>
auto get_wi_data(Group g,
                 experimental::matrix::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m) {
  auto *items = sycl::detail::matrix_access::items(m);
  return wi_data<std::decay_t<decltype(*items)>>(
      items, Rows * sycl::detail::matrix_part<Group, Cols>(g).width);
}
} // namespace ext::oneapi::detail

namespace ext::intel::experimental::matrix {
using oneapi::experimental::matrix::joint_matrix_apply;
/* Of matrices for use::a and use::b, in their layout. */
template <class Group, class T, oneapi::experimental::matrix::use Use, size_t Rows, size_t Cols,
          oneapi::experimental::matrix::layout Layout, class Pointer>
void joint_matrix_store(
    Group g, const oneapi::experimental::matrix::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m,
    Pointer to, size_t stride) {
  sycl::detail::matrix_store<Rows, Cols>(g, m, to.get(), stride, Layout);
}
} // namespace ext::intel::experimental::matrix

namespace ext::oneapi::experimental::info::device {
/* Every device takes all of them, of any sizes; the greatest ones are for programs that choose. */
struct matrix_combinations {
  using return_type = std::vector<matrix::combination>;
  static return_type get(falx_device_t) {
    using type = matrix::matrix_type;
    const auto of = [](type ab, type cd) {
      return matrix::combination{64, 64, 64, 0, 0, 0, ab, ab, cd, cd};
    };
    return {of(type::bf16, type::fp32),    of(type::bf16, type::bf16),   of(type::fp16, type::fp32),
            of(type::fp16, type::fp16),    of(type::tf32, type::fp32),   of(type::fp64, type::fp64),
            of(type::sint8, type::sint32), of(type::uint8, type::sint32)};
  }
};
} // namespace ext::oneapi::experimental::info::device
} // namespace sycl

#endif
