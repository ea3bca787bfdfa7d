/* Shuffles, reductions and scans of a sub-group: the builtins (docs/ir.md, section 0), and what is
 * made of them for types and operators that they do not know. */
#ifndef FALX_SYCL_DETAIL_SUB_GROUP_HPP
#define FALX_SYCL_DETAIL_SUB_GROUP_HPP

#include <utility>

#include <sycl/detail/convert.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define FALX_COLLECTIVE(type, name, ...)                                                           \
  template <class T>                                                                               \
  __attribute__((const)) type __spirv_GroupNonUniform##name(int scope, __VA_ARGS__);
#else
#define FALX_COLLECTIVE(type, name, ...)                                                           \
  template <class T> type __spirv_GroupNonUniform##name(int, __VA_ARGS__) {                        \
    sycl::detail::throw_not_in_kernel(#name);                                                      \
  }
#endif
FALX_COLLECTIVE(T, Shuffle, T, uint32_t)
FALX_COLLECTIVE(T, ShuffleXor, T, uint32_t)
FALX_COLLECTIVE(T, ShuffleUp, T, uint32_t)
FALX_COLLECTIVE(T, ShuffleDown, T, uint32_t)
FALX_COLLECTIVE(T, All, T)
FALX_COLLECTIVE(T, Any, T)
FALX_COLLECTIVE(T, IAdd, int, T)
FALX_COLLECTIVE(T, FAdd, int, T)
FALX_COLLECTIVE(T, IMul, int, T)
FALX_COLLECTIVE(T, FMul, int, T)
FALX_COLLECTIVE(T, SMin, int, T)
FALX_COLLECTIVE(T, UMin, int, T)
FALX_COLLECTIVE(T, FMin, int, T)
FALX_COLLECTIVE(T, SMax, int, T)
FALX_COLLECTIVE(T, UMax, int, T)
FALX_COLLECTIVE(T, FMax, int, T)
FALX_COLLECTIVE(T, BitwiseAnd, int, T)
FALX_COLLECTIVE(T, BitwiseOr, int, T)
FALX_COLLECTIVE(T, BitwiseXor, int, T)
FALX_COLLECTIVE(T, LogicalAnd, int, T)
FALX_COLLECTIVE(T, LogicalOr, int, T)
FALX_COLLECTIVE(T, LogicalXor, int, T)
#undef FALX_COLLECTIVE

namespace sycl::detail {

/* ---- Shuffles ---- */
template <class T>
inline constexpr bool is_shuffled_whole =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

/* Gives shuffle() every Word of `value` from number `first` on. */
template <class Word, class T, class Shuffle, size_t... I>
FALX_INLINE void shuffle_words(T &value, size_t first, const Shuffle &shuffle,
                               std::index_sequence<I...>) {
  unsigned char *bytes = reinterpret_cast<unsigned char *>(&value) + first;
  (
      [&] {
        Word word;
        __builtin_memcpy(&word, bytes + I * sizeof word, sizeof word);
        word = shuffle(word);
        __builtin_memcpy(bytes + I * sizeof word, &word, sizeof word);
      }(),
      ...);
}
/* shuffle() moves a number of 1, 2, 4 or 8 bytes between work-items; this the bytes of any type. */
template <class T, class Shuffle> FALX_INLINE T shuffled(T value, const Shuffle &shuffle) {
  if constexpr (is_shuffled_whole<T>) {
    return shuffle(value);
  } else if constexpr (std::is_same_v<T, half>) {
    return __builtin_bit_cast(half, shuffle(__builtin_bit_cast(half_storage, value)));
  } else {
    constexpr size_t n = sizeof(T);
    shuffle_words<uint64_t>(value, 0, shuffle, std::make_index_sequence<n / 8>());
    shuffle_words<uint32_t>(value, n / 8 * 8, shuffle, std::make_index_sequence<n % 8 / 4>());
    shuffle_words<uint16_t>(value, n / 4 * 4, shuffle, std::make_index_sequence<n % 4 / 2>());
    shuffle_words<uint8_t>(value, n / 2 * 2, shuffle, std::make_index_sequence<n % 2>());
    return value;
  }
}
/* From the work-item with this number in the sub-group. */
template <class T> FALX_INLINE T shuffle(const T &value, uint32_t from) {
  return shuffled(value,
                  [=](auto x) { return __spirv_GroupNonUniformShuffle(SPIRV_SUB_GROUP, x, from); });
}
template <class T> FALX_INLINE T shuffle_xor(const T &value, uint32_t mask) {
  return shuffled(
      value, [=](auto x) { return __spirv_GroupNonUniformShuffleXor(SPIRV_SUB_GROUP, x, mask); });
}
/* From delta places before and after; what comes from outside is unspecified. */
template <class T> FALX_INLINE T shuffle_up(const T &value, uint32_t delta) {
  return shuffled(
      value, [=](auto x) { return __spirv_GroupNonUniformShuffleUp(SPIRV_SUB_GROUP, x, delta); });
}
template <class T> FALX_INLINE T shuffle_down(const T &value, uint32_t delta) {
  return shuffled(
      value, [=](auto x) { return __spirv_GroupNonUniformShuffleDown(SPIRV_SUB_GROUP, x, delta); });
}

/* ---- Operators that the builtins know ---- */
enum operation : int { reduce_operation, inclusive_scan_operation, exclusive_scan_operation };

enum operator_kind {
  other_kind,
  plus_kind,
  multiplies_kind,
  minimum_kind,
  maximum_kind,
  bit_and_kind,
  bit_or_kind,
  bit_xor_kind,
  logical_and_kind,
  logical_or_kind
};
template <class> inline constexpr operator_kind kind_of_sycl = other_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<plus<T>> = plus_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<multiplies<T>> = multiplies_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<minimum<T>> = minimum_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<maximum<T>> = maximum_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<bit_and<T>> = bit_and_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<bit_or<T>> = bit_or_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<bit_xor<T>> = bit_xor_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<logical_and<T>> = logical_and_kind;
template <class T> inline constexpr operator_kind kind_of_sycl<logical_or<T>> = logical_or_kind;

template <class Op> inline constexpr operator_kind kind_of = kind_of_sycl<as_sycl_t<Op>>;

/* The object is one for T, or for any type: plus<int> of doubles is no sum of doubles. */
template <class Op, class T> inline constexpr bool is_operator_of = false;
template <template <class> class Object, class O, class T>
inline constexpr bool is_operator_of<Object<O>, T> = std::is_void_v<O> || std::is_same_v<O, T>;

template <operator_kind K, class T>
inline constexpr bool is_native = is_number<T> && sizeof(T) <= 8 && K != other_kind &&
                                  !(is_floating<T> && K >= bit_and_kind && K <= bit_xor_kind);

template <operation O, operator_kind K> FALX_INLINE bool native_truth(bool x) {
  if constexpr (K == multiplies_kind || K == minimum_kind || K == bit_and_kind ||
                K == logical_and_kind)
    return __spirv_GroupNonUniformLogicalAnd(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == bit_xor_kind)
#ifdef __SPIRV__ // where a driver (Intel's for CPUs, 2026.2) gets scans of LogicalXor wrong
    return __spirv_GroupNonUniformBitwiseXor(SPIRV_SUB_GROUP, O, uint32_t(x)) != 0;
#else
    return __spirv_GroupNonUniformLogicalXor(SPIRV_SUB_GROUP, O, x);
#endif
  else
    return __spirv_GroupNonUniformLogicalOr(SPIRV_SUB_GROUP, O, x);
}
template <operation O, operator_kind K, class T> FALX_INLINE T native_float(T x) {
  if constexpr (K == plus_kind)
    return __spirv_GroupNonUniformFAdd(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == multiplies_kind)
    return __spirv_GroupNonUniformFMul(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == minimum_kind)
    return __spirv_GroupNonUniformFMin(SPIRV_SUB_GROUP, O, x);
  else
    return __spirv_GroupNonUniformFMax(SPIRV_SUB_GROUP, O, x);
}
template <operation O, operator_kind K, class T> FALX_INLINE T native_integer(T x) {
  if constexpr (K == plus_kind)
    return __spirv_GroupNonUniformIAdd(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == multiplies_kind)
    return __spirv_GroupNonUniformIMul(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == minimum_kind && std::is_signed_v<T>)
    return __spirv_GroupNonUniformSMin(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == minimum_kind)
    return __spirv_GroupNonUniformUMin(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == maximum_kind && std::is_signed_v<T>)
    return __spirv_GroupNonUniformSMax(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == maximum_kind)
    return __spirv_GroupNonUniformUMax(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == bit_and_kind)
    return __spirv_GroupNonUniformBitwiseAnd(SPIRV_SUB_GROUP, O, x);
  else if constexpr (K == bit_or_kind)
    return __spirv_GroupNonUniformBitwiseOr(SPIRV_SUB_GROUP, O, x);
  else
    return __spirv_GroupNonUniformBitwiseXor(SPIRV_SUB_GROUP, O, x);
}
template <operation O, operator_kind K, class T> FALX_INLINE T native_collective(T x) {
  if constexpr (std::is_same_v<T, bool> || K == logical_and_kind || K == logical_or_kind)
    return static_cast<T>(native_truth<O, K>(static_cast<bool>(x)));
  else if constexpr (std::is_same_v<T, half>)
    return __builtin_bit_cast(half, native_float<O, K>(__builtin_bit_cast(half_storage, x)));
  else if constexpr (std::is_floating_point_v<T>)
    return native_float<O, K>(x);
  else
    return native_integer<O, K>(x);
}

template <operator_kind K, class T> constexpr T native_identity() {
  using limits = std::numeric_limits<T>;
  if constexpr (K == multiplies_kind || K == logical_and_kind)
    return T(1);
  else if constexpr (K == bit_and_kind)
    return std::is_same_v<T, bool> ? T(1) : T(~T(0));
  else if constexpr (K == minimum_kind)
    return limits::has_infinity ? limits::infinity() : (limits::max)();
  else if constexpr (K == maximum_kind)
    return limits::has_infinity ? T(-limits::infinity()) : limits::lowest();
  else
    return T(0);
}

/* ---- Monoids: an operator, its identity, and how a sub-group combines by it ----
 * `value` is what a T is carried in, as wrap() makes it. */

/* Any operator: with nothing as identity. */
template <class T, class Op, class = void> struct monoid {
  static constexpr bool is_carried_whole = false;
  struct value {
    T content;
    bool is_set;
  };
  Op op;
  static value wrap(const T &x) { return {x, true}; }
  static value identity() { return {T(), false}; }
  static T unwrap(const value &x) { return x.content; }
  value operator()(const value &a, const value &b) const {
    if (!a.is_set || !b.is_set)
      return a.is_set ? a : b;
    return {static_cast<T>(op(a.content, b.content)), true};
  }
};

/* Numbers: builtins. */
template <class T, class Op>
struct monoid<T, Op, std::enable_if_t<is_operator_of<Op, T> && is_native<kind_of<Op>, T>>> {
  static constexpr bool is_carried_whole = true;
  using value = T;
  Op op;
  static T wrap(T x) { return x; }
  static T identity() { return native_identity<kind_of<Op>, T>(); }
  static T unwrap(T x) { return x; }
  T operator()(T a, T b) const { return static_cast<T>(op(a, b)); }
  template <operation O> static T collective(T x) { return native_collective<O, kind_of<Op>>(x); }
};

/* vec and marray of numbers: element by element. */
template <class> struct elements_of {
  struct type {};
  static constexpr int count = 0;
};
template <class T, int N> struct elements_of<vec<T, N>> {
  using type = T;
  static constexpr int count = N;
};
template <class T, std::size_t N> struct elements_of<marray<T, N>> {
  using type = T;
  static constexpr int count = int(N);
};
template <class T, class Op>
inline constexpr bool is_element_wise =
    is_native<kind_of<Op>, typename elements_of<T>::type> &&
    (kind_of<Op> == plus_kind || kind_of<Op> == multiplies_kind ||
     (kind_of<Op> >= bit_and_kind && kind_of<Op> <= bit_xor_kind));

template <class T, class Op>
struct monoid<T, Op, std::enable_if_t<(elements_of<T>::count > 0) && is_element_wise<T, Op>>> {
  static constexpr bool is_carried_whole = true;
  using element = typename elements_of<T>::type;
  using value = T;
  Op op;
  static T wrap(const T &x) { return x; }
  static T identity() { return T(native_identity<kind_of<Op>, element>()); }
  static T unwrap(const T &x) { return x; }
  T operator()(const T &a, const T &b) const { return op(a, b); }
  template <operation O> static T collective(const T &x) {
    return each<O>(x, std::make_integer_sequence<int, elements_of<T>::count>());
  }

private:
  template <operation O, int... I> static T each(const T &x, std::integer_sequence<int, I...>) {
    T r = x;
    ((r[I] = native_collective<O, kind_of<Op>>(element(x[I]))), ...);
    return r;
  }
};

/* ---- Of a sub-group ---- */
template <class M, class V = typename M::value> FALX_INLINE V sub_reduce(const M &m, V x) {
  if constexpr (M::is_carried_whole) {
    return M::template collective<reduce_operation>(x);
  } else {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
    for (uint32_t d = 1; d < size; d *= 2) {
      const V other = shuffle_down(x, d);
      x = lane + d < size ? m(x, other) : x;
    }
    return shuffle(x, 0);
  }
}
template <class M, class V = typename M::value> FALX_INLINE V sub_inclusive_scan(const M &m, V x) {
  if constexpr (M::is_carried_whole) {
    return M::template collective<inclusive_scan_operation>(x);
  } else {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
    for (uint32_t d = 1; d < size; d *= 2) {
      const V other = shuffle_up(x, d);
      x = lane >= d ? m(other, x) : x;
    }
    return x;
  }
}
/* The scan asked for, from the inclusive one. */
template <bool IsInclusive, class M, class V = typename M::value>
FALX_INLINE V own_scan(const M &m, const V &inclusive) {
  if constexpr (IsInclusive)
    return inclusive;
  const V before = shuffle_up(inclusive, 1);
  return __spirv_BuiltInSubgroupLocalInvocationId() ? before : m.identity();
}
template <class M, class V = typename M::value>
FALX_INLINE V sub_exclusive_scan(const M &m, const V &x) {
  if constexpr (M::is_carried_whole)
    return M::template collective<exclusive_scan_operation>(x);
  else
    return own_scan<false>(m, sub_inclusive_scan(m, x));
}
} // namespace sycl::detail

#endif
