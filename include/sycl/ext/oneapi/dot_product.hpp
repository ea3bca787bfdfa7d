/* Dot products of four bytes, added to a sum. Extension sycl_ext_oneapi_dot_accumulate. */
#ifndef FALX_SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP
#define FALX_SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP

#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1

namespace sycl::detail {
/* Wraps around as unsigned numbers do. */
template <class A, class B> constexpr int32_t dot_bytes(const A &a, const B &b, int32_t c) {
  auto sum = static_cast<uint32_t>(c);
  for (int i = 0; i < 4; ++i)
    sum += static_cast<uint32_t>(int32_t(a[i]) * int32_t(b[i]));
  return static_cast<int32_t>(sum);
}
/* The least significant byte is element 0. */
template <class T> constexpr auto bytes_of(T packed) {
  vec<std::conditional_t<std::is_signed_v<T>, int8_t, uint8_t>, 4> r{};
  for (int i = 0; i < 4; ++i)
    r[i] = static_cast<uint8_t>(static_cast<uint32_t>(packed) >> (8 * i));
  return r;
}
} // namespace sycl::detail

namespace sycl::ext::oneapi {

/* The packed functions are spelt doc_acc_4x8packed in the extension's document. */
#define FALX_DOT(A, B, packed_a, packed_b)                                                         \
  constexpr int32_t dot_acc(vec<A, 4> a, vec<B, 4> b, int32_t c) {                                 \
    return sycl::detail::dot_bytes(a, b, c);                                                       \
  }                                                                                                \
  constexpr int32_t dot_acc_4x8packed(packed_a a, packed_b b, int32_t c) {                         \
    return sycl::detail::dot_bytes(sycl::detail::bytes_of(a), sycl::detail::bytes_of(b), c);       \
  }                                                                                                \
  constexpr int32_t doc_acc_4x8packed(packed_a a, packed_b b, int32_t c) {                         \
    return dot_acc_4x8packed(a, b, c);                                                             \
  }                                                                                                \
  FALX_DEPRECATED("use dot_acc_4x8packed")                                                         \
  constexpr int32_t dot_acc(packed_a a, packed_b b, int32_t c) {                                   \
    return dot_acc_4x8packed(a, b, c);                                                             \
  }
FALX_DOT(int8_t, int8_t, int32_t, int32_t)
FALX_DOT(int8_t, uint8_t, int32_t, uint32_t)
FALX_DOT(uint8_t, int8_t, uint32_t, int32_t)
FALX_DOT(uint8_t, uint8_t, uint32_t, uint32_t)
#undef FALX_DOT

} // namespace sycl::ext::oneapi

#endif
