/* vec<T, N>: a short vector with swizzles. SYCL 2020, 4.14.2 "SYCL vector types". */
#ifndef FALX_SYCL_VEC_HPP
#define FALX_SYCL_VEC_HPP

#include <utility>

#include <sycl/access.hpp>
#include <sycl/detail/convert.hpp>
#include <sycl/detail/elementwise.hpp>
#include <sycl/half.hpp>

namespace sycl {

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {
/* vec<T, 3> is stored as four elements; hi() and odd() of it reach the fourth. */
constexpr int stored(int n) {
  return n == 3 ? 4 : n;
}

template <class P> constexpr auto *plain_pointer(const P &p) {
  if constexpr (std::is_pointer_v<P>)
    return p;
  else
    return p.get_raw();
}

/* One element converts to its value. Not by a template alone: standard conversions may follow, as
 * from vec<int, 1> to double. */
template <class D, class T, bool IsOne> struct one_element : elementwise::operand {};
template <class D, class T> struct one_element<D, T, true> : elementwise::operand {
  constexpr operator T() const { return static_cast<const D &>(*this)[0]; }
  /* Of half and std::byte, what follows would be a second conversion of a class. */
  template <class U, std::enable_if_t<!std::is_arithmetic_v<T> && std::is_arithmetic_v<U> &&
                                          std::is_convertible_v<T, U>,
                                      int> = 0>
  constexpr operator U() const {
    return static_cast<U>(static_cast<const D &>(*this)[0]);
  }
  template <class U,
            std::enable_if_t<!std::is_same_v<U, T> &&
                                 (std::is_arithmetic_v<T> || !std::is_arithmetic_v<U> ||
                                  !std::is_convertible_v<T, U>),
                             int> = 0,
            class = decltype(static_cast<U>(std::declval<T>()))>
  explicit constexpr operator U() const {
    return static_cast<U>(static_cast<const D &>(*this)[0]);
  }
};

/* The members of vec and of its swizzles. D has operator[] and `template <int... I> select`. */
template <class D, class T, int N> class members : public one_element<D, T, N == 1> {
  constexpr D &self() { return static_cast<D &>(*this); }
  constexpr const D &self() const { return static_cast<const D &>(*this); }
  template <int First, int Step, class S, int... I>
  static constexpr auto half_of(S &s, std::integer_sequence<int, I...>) {
    return s.template select<(First + Step * I)...>();
  }

public:
  using element_type = T;
  using value_type = T;

  static constexpr std::size_t byte_size() noexcept { return sizeof(T) * stored(N); }
  static constexpr std::size_t size() noexcept { return N; }
  FALX_DEPRECATED("use size()") static constexpr std::size_t get_count() { return N; }
  FALX_DEPRECATED("use byte_size()") static constexpr std::size_t get_size() { return byte_size(); }

#define FALX_VEC_ELEMENT(name, index, condition)                                                   \
  constexpr decltype(auto) name() {                                                                \
    static_assert(condition, "vec: no element " #name "() with this number of elements");          \
    return self()[index];                                                                          \
  }                                                                                                \
  constexpr decltype(auto) name() const {                                                          \
    static_assert(condition, "vec: no element " #name "() with this number of elements");          \
    return self()[index];                                                                          \
  }
  FALX_VEC_ELEMENT(x, 0, N <= 4)
  FALX_VEC_ELEMENT(y, 1, N >= 2 && N <= 4)
  FALX_VEC_ELEMENT(z, 2, N >= 3 && N <= 4)
  FALX_VEC_ELEMENT(w, 3, N == 4)
  FALX_VEC_ELEMENT(r, 0, N == 4)
  FALX_VEC_ELEMENT(g, 1, N == 4)
  FALX_VEC_ELEMENT(b, 2, N == 4)
  FALX_VEC_ELEMENT(a, 3, N == 4)
  FALX_VEC_ELEMENT(s0, 0, N >= 1)
  FALX_VEC_ELEMENT(s1, 1, N >= 2)
  FALX_VEC_ELEMENT(s2, 2, N >= 3)
  FALX_VEC_ELEMENT(s3, 3, N >= 4)
  FALX_VEC_ELEMENT(s4, 4, N >= 8)
  FALX_VEC_ELEMENT(s5, 5, N >= 8)
  FALX_VEC_ELEMENT(s6, 6, N >= 8)
  FALX_VEC_ELEMENT(s7, 7, N >= 8)
  FALX_VEC_ELEMENT(s8, 8, N == 16)
  FALX_VEC_ELEMENT(s9, 9, N == 16)
  FALX_VEC_ELEMENT(sA, 10, N == 16)
  FALX_VEC_ELEMENT(sB, 11, N == 16)
  FALX_VEC_ELEMENT(sC, 12, N == 16)
  FALX_VEC_ELEMENT(sD, 13, N == 16)
  FALX_VEC_ELEMENT(sE, 14, N == 16)
  FALX_VEC_ELEMENT(sF, 15, N == 16)
#undef FALX_VEC_ELEMENT

  template <int... I> constexpr auto swizzle() { return self().template select<I...>(); }
  template <int... I> constexpr auto swizzle() const { return self().template select<I...>(); }
#define FALX_VEC_HALF(name, first, step)                                                           \
  constexpr auto name() {                                                                          \
    return half_of<first, step>(self(), std::make_integer_sequence<int, stored(N) / 2>());         \
  }                                                                                                \
  constexpr auto name() const {                                                                    \
    return half_of<first, step>(self(), std::make_integer_sequence<int, stored(N) / 2>());         \
  }
  FALX_VEC_HALF(lo, 0, 1)
  FALX_VEC_HALF(hi, stored(N) / 2, 1)
  FALX_VEC_HALF(even, 0, 2)
  FALX_VEC_HALF(odd, 1, 2)
#undef FALX_VEC_HALF

#ifdef SYCL_SIMPLE_SWIZZLES
#define FALX_SWIZZLE(name, ...)                                                                    \
  constexpr auto name() { return self().template select<__VA_ARGS__>(); }                          \
  constexpr auto name() const { return self().template select<__VA_ARGS__>(); }
#include <sycl/detail/simple_swizzles.def>
#undef FALX_SWIZZLE
#endif

  template <class U, rounding_mode R = rounding_mode::automatic>
  constexpr vec<U, N> convert() const {
    vec<U, N> r{};
    for (int i = 0; i < N; ++i)
      r[i] = convert_to<R, U>(T(self()[i]));
    return r;
  }
  template <class V> constexpr V as() const {
    static_assert(sizeof(V) == sizeof(vec<T, N>), "vec::as: both types must have the same size");
    return __builtin_bit_cast(V, vec<T, N>(self()));
  }
  /* From and to element offset * N of plain memory, which needs no more alignment than T. */
  template <class P> constexpr void load(std::size_t offset, P pointer) {
    auto *from = plain_pointer(pointer) + offset * N;
    for (int i = 0; i < N; ++i)
      self()[i] = from[i];
  }
  template <class P> constexpr void store(std::size_t offset, P pointer) const {
    auto *to = plain_pointer(pointer) + offset * N;
    for (int i = 0; i < N; ++i)
      to[i] = self()[i];
  }
  template <access::address_space S, access::decorated A, class U>
  constexpr void load(std::size_t offset, multi_ptr<U, S, A> pointer) {
    load(offset, pointer.get_raw());
  }
  template <access::address_space S, access::decorated A, class U>
  constexpr void store(std::size_t offset, multi_ptr<U, S, A> pointer) const {
    store(offset, pointer.get_raw());
  }
};
} // namespace detail

template <class T, int N>
class alignas(sizeof(T) * detail::stored(N)) vec : public detail::members<vec<T, N>, T, N> {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16,
                "vec has 1, 2, 3, 4, 8 or 16 elements");

public:
  vec() = default;
  constexpr vec(const vec &) = default;
  template <int M = N, std::enable_if_t<(M > 1), int> = 0>
  explicit constexpr vec(const T &value) : data_{} {
    for (int i = 0; i < N; ++i)
      data_[i] = value;
  }
  template <class A,
            std::enable_if_t<N == 1 && !detail::shape<A>::is && std::is_convertible_v<const A &, T>,
                             int> = 0>
  constexpr vec(const A &value) : data_{static_cast<T>(value)} {}
  template <class... A, std::enable_if_t<sizeof...(A) == N && (N > 1) &&
                                             (std::is_convertible_v<const A &, T> && ...),
                                         int> = 0>
  constexpr vec(const A &...values) : data_{static_cast<T>(values)...} {}
  /* Values, vecs and swizzles, one after the other, N elements together. */
  template <class... A,
            std::enable_if_t<(sizeof...(A) < N || (N == 1 && (detail::shape<A>::is && ...))) &&
                                 (detail::part_size<T, A>() + ... + 0) == N,
                             int> = 0>
  constexpr vec(const A &...parts) : data_{} {
    int n = 0;
    (detail::append(data_, n, parts), ...);
  }
  constexpr vec &operator=(const vec &) = default;
  template <int M = N> constexpr vec &operator=(const T &value) { return *this = vec(value); }
  /* One element: a swizzle is as near to T as to vec. */
  template <class V, int I, int M = N, std::enable_if_t<M == 1, int> = 0>
  constexpr vec &operator=(const detail::swizzled<V, I> &from) {
    return *this = vec(static_cast<T>(from[0]));
  }

  constexpr T &operator[](int i) { return data_[i]; }
  constexpr const T &operator[](int i) const { return data_[i]; }

private:
  friend class detail::members<vec<T, N>, T, N>;
  template <int... I> constexpr auto select() { return detail::swizzled<vec, I...>(*this); }
  template <int... I> constexpr auto select() const {
    return detail::swizzled<const vec, I...>(*this);
  }
  T data_[detail::stored(N)];
};

template <class T, class... U, class = std::enable_if_t<(std::is_same_v<T, U> && ...)>>
vec(T, U...) -> vec<T, int(sizeof...(U)) + 1>;

namespace detail {
/* Some elements of a vec that lives elsewhere. Copies of a swizzle mean the same elements;
 * assignment goes through to them. */
template <class V, int... I>
class swizzled : public members<swizzled<V, I...>, typename V::element_type, int(sizeof...(I))> {
  using T = typename V::element_type;
  static constexpr int N = sizeof...(I);
  using value = vec<T, N>;
  static_assert(((0 <= I && I < stored(int(V::size()))) && ...), "swizzle: no such element");

public:
  constexpr swizzled(const swizzled &) = default;
  template <class B, std::enable_if_t<fits<value, B>, int> = 0>
  constexpr const swizzled &operator=(const B &b) const {
    value from{};
    for (int i = 0; i < N; ++i)
      from[i] = pick<T>(b, i);
    return assign(from);
  }
  constexpr const swizzled &operator=(const swizzled &o) const { return assign(value(o)); }
  constexpr swizzled &operator=(const swizzled &o) {
    assign(value(o));
    return *this;
  }
  constexpr decltype(auto) operator[](int i) const {
    constexpr int at[] = {I...};
    return (*of_)[at[i]];
  }

private:
  friend std::remove_const_t<V>;
  template <class, int...> friend class swizzled;
  friend class members<swizzled, T, N>;
  explicit constexpr swizzled(V &of) : of_(&of) {}
  template <int... J> constexpr auto select() const {
    constexpr int at[] = {I...};
    return swizzled<V, at[J]...>(*of_);
  }
  constexpr const swizzled &assign(const value &from) const {
    for (int i = 0; i < N; ++i)
      (*this)[i] = from[i];
    return *this;
  }
  V *of_;
};
} // namespace detail

/* 4.14.2.2 "Aliases": float4, int2, … */
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;

/* 4.14.1 "Scalar data types" */
using byte FALX_DEPRECATED("use std::byte") = uint8_t;

#define FALX_VEC_ALIASES(name, type)                                                               \
  using name##2 = vec<type, 2>;                                                                    \
  using name##3 = vec<type, 3>;                                                                    \
  using name##4 = vec<type, 4>;                                                                    \
  using name##8 = vec<type, 8>;                                                                    \
  using name##16 = vec<type, 16>;
FALX_VEC_ALIASES(bool, bool)
FALX_VEC_ALIASES(char, int8_t)
FALX_VEC_ALIASES(uchar, uint8_t)
FALX_VEC_ALIASES(short, int16_t)
FALX_VEC_ALIASES(ushort, uint16_t)
FALX_VEC_ALIASES(int, int32_t)
FALX_VEC_ALIASES(uint, uint32_t)
FALX_VEC_ALIASES(long, int64_t)
FALX_VEC_ALIASES(ulong, uint64_t)
FALX_VEC_ALIASES(longlong, int64_t)
FALX_VEC_ALIASES(ulonglong, uint64_t)
FALX_VEC_ALIASES(half, half)
FALX_VEC_ALIASES(float, float)
FALX_VEC_ALIASES(double, double)
#undef FALX_VEC_ALIASES

} // namespace sycl

#endif
