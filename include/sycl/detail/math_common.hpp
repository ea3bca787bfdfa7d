/* SYCL 2020, 4.17.7 "Common functions" and 4.17.8 "Geometric functions". */
#ifndef FALX_SYCL_DETAIL_MATH_COMMON_HPP
#define FALX_SYCL_DETAIL_MATH_COMMON_HPP

#include <sycl/detail/math_float.hpp>

namespace sycl {

#define FALX_COMMON_1(name, expression)                                                            \
  inline float name(float x) {                                                                     \
    return expression(float, x);                                                                   \
  }                                                                                                \
  inline double name(double x) {                                                                   \
    return expression(double, x);                                                                  \
  }                                                                                                \
  template <class A> inline typename detail::FALX_NUMBERS<A>::type name(const A &a) {              \
    return detail::map<A>([](auto e) { return name(e); }, a);                                      \
  }
#define FALX_COMMON_2(name, expression)                                                            \
  inline float name(float x, float y) {                                                            \
    return expression(float, x, y);                                                                \
  }                                                                                                \
  inline double name(double x, double y) {                                                         \
    return expression(double, x, y);                                                               \
  }                                                                                                \
  template <class A, class B>                                                                      \
  inline typename detail::FALX_NUMBERS<A, B>::type name(const A &a, const B &b) {                  \
    return detail::map<A, B>([](auto e, auto g) { return name(e, g); }, a, b);                     \
  }
#define FALX_COMMON_3(name, expression)                                                            \
  inline float name(float x, float y, float z) {                                                   \
    return expression(float, x, y, z);                                                             \
  }                                                                                                \
  inline double name(double x, double y, double z) {                                               \
    return expression(double, x, y, z);                                                            \
  }                                                                                                \
  template <class A, class B, class C>                                                             \
  inline typename detail::FALX_NUMBERS<A, B, C>::type name(const A &a, const B &b, const C &c) {   \
    return detail::map<A, B, C>([](auto e, auto g, auto h) { return name(e, g, h); }, a, b, c);    \
  }

#define FALX_DEGREES(T, x) (x) * T(57.295779513082320877)
#define FALX_RADIANS(T, x) (x) * T(0.017453292519943295769)
#define FALX_SIGN(T, x) x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0)
#define FALX_MAX(T, x, y) x < y ? y : x
#define FALX_MIN(T, x, y) y < x ? y : x
#define FALX_STEP(T, edge, x) x < edge ? T(0) : T(1)
#define FALX_CLAMP(T, x, low, high) fmin(fmax(x, low), high)
#define FALX_MIX(T, x, y, a) x + (y - x) * a
#define FALX_SMOOTHSTEP(T, low, high, x) detail::smooth(clamp((x - low) / (high - low), T(0), T(1)))
namespace detail {
inline float smooth(float t) {
  return t * t * (3 - 2 * t);
}
inline double smooth(double t) {
  return t * t * (3 - 2 * t);
}
} // namespace detail
#define FALX_NUMBERS numbers
FALX_COMMON_1(degrees, FALX_DEGREES)
FALX_COMMON_1(radians, FALX_RADIANS)
FALX_COMMON_1(sign, FALX_SIGN)
FALX_COMMON_2(max, FALX_MAX)
FALX_COMMON_2(min, FALX_MIN)
FALX_COMMON_3(clamp, FALX_CLAMP)
FALX_COMMON_3(mix, FALX_MIX)
#undef FALX_NUMBERS
#define FALX_NUMBERS alike
FALX_COMMON_2(step, FALX_STEP)
FALX_COMMON_3(smoothstep, FALX_SMOOTHSTEP)
#undef FALX_NUMBERS
/* In half at every step: the specification's formula is in the type of the operands. */
template <class T, std::enable_if_t<std::is_same_v<T, half>, int> = 0>
inline T smoothstep(const T &low, const T &high, const T &x) {
  const T whole = (x - low) / (high - low);
  const T t = whole < 0 ? T(0) : whole > 1 ? T(1) : whole;
  return t * t * (T(3) - T(2) * t);
}
/* step<float4>(0.5f, x): X is named first, and the edges may be single values. */
template <class X, class E>
inline typename detail::on_edges<X, E>::type step(const E &edge, const X &x) {
  return detail::map<E, X>([](auto e, auto g) { return step(e, g); }, edge, x);
}
template <class X, class E, class F>
inline typename detail::on_edges<X, E, F>::type smoothstep(const E &low, const F &high,
                                                           const X &x) {
  return detail::map<E, F, X>([](auto e, auto f, auto g) { return smoothstep(e, f, g); }, low, high,
                              x);
}
#undef FALX_DEGREES
#undef FALX_RADIANS
#undef FALX_SIGN
#undef FALX_MAX
#undef FALX_MIN
#undef FALX_STEP
#undef FALX_CLAMP
#undef FALX_MIX
#undef FALX_SMOOTHSTEP
#undef FALX_COMMON_1
#undef FALX_COMMON_2
#undef FALX_COMMON_3

/* Geometry: of one to four elements. */
namespace detail {
template <class... A>
using geometric =
    std::enable_if_t<is_floating<typename common_t<A...>::element> && common_t<A...>::size <= 4,
                     typename common_t<A...>::element>;
} // namespace detail

#define FALX_GEOMETRIC_1(name, expression)                                                         \
  inline float name(float x) {                                                                     \
    return expression;                                                                             \
  }                                                                                                \
  inline double name(double x) {                                                                   \
    return expression;                                                                             \
  }                                                                                                \
  inline half name(half x) {                                                                       \
    return detail::to_half(name(detail::to_float(x)));                                             \
  }                                                                                                \
  template <class T> inline typename detail::scalars<T>::type name(const T &x) {                   \
    return name(x);                                                                                \
  }
#define FALX_GEOMETRIC_2(name, expression)                                                         \
  inline float name(float x, float y) {                                                            \
    return expression;                                                                             \
  }                                                                                                \
  inline double name(double x, double y) {                                                         \
    return expression;                                                                             \
  }                                                                                                \
  inline half name(half x, half y) {                                                               \
    return detail::to_half(name(detail::to_float(x), detail::to_float(y)));                        \
  }                                                                                                \
  template <class T, class U>                                                                      \
  inline typename detail::scalars<T, U>::type name(const T &x, const U &y) {                       \
    return name(x, y);                                                                             \
  }
FALX_GEOMETRIC_1(length, fabs(x))
FALX_GEOMETRIC_1(fast_length, fabs(x))
FALX_GEOMETRIC_1(normalize, sign(x))
FALX_GEOMETRIC_1(fast_normalize, sign(x))
FALX_GEOMETRIC_2(dot, x *y)
FALX_GEOMETRIC_2(distance, fabs(x - y))
FALX_GEOMETRIC_2(fast_distance, fabs(x - y))
#undef FALX_GEOMETRIC_1
#undef FALX_GEOMETRIC_2

template <class A, class B>
inline std::enable_if_t<(detail::common_t<A, B>::size == 3 || detail::common_t<A, B>::size == 4),
                        typename detail::floats<A, B>::type> cross(const A &a, const B &b) {
  typename detail::floats<A, B>::type r{};
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
  return r;
}

template <class A, class B> inline detail::geometric<A, B> dot(const A &a, const B &b) {
  detail::geometric<A, B> sum(a[0] * b[0]);
  for (int i = 1; i < detail::common_t<A, B>::size; ++i)
    sum += a[i] * b[i];
  return sum;
}

/* Scaled by a power of two where squares would leave the range of the type. */
template <class A> inline detail::geometric<A> length(const A &a) {
  using T = detail::element_t<A>;
  if constexpr (std::is_same_v<T, half>) {
    float sum = 0;
    for (int i = 0; i < detail::shape<A>::size; ++i)
      sum += static_cast<float>(a[i]) * static_cast<float>(a[i]);
    return half(sqrt(sum));
  } else {
    const T square = dot(a, a);
    if (square < std::numeric_limits<T>::infinity() &&
        square > std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon())
      return sqrt(square);
    T largest = 0;
    for (int i = 0; i < detail::shape<A>::size; ++i)
      largest = fmax(largest, fabs(T(a[i])));
    if (largest == 0 || !(largest < std::numeric_limits<T>::infinity()))
      return largest == 0 ? sqrt(square) : largest;
    const int exponent = ilogb(largest);
    T sum = 0;
    for (int i = 0; i < detail::shape<A>::size; ++i) {
      const T x = ldexp(T(a[i]), -exponent);
      sum += x * x;
    }
    return ldexp(sqrt(sum), exponent);
  }
}

template <class A, class = detail::geometric<A>>
inline typename detail::floats<A>::type normalize(const A &a) {
  const auto l = length(a);
  if (l == 0)
    return a;
  return a / l;
}

template <class A> inline detail::geometric<A> fast_length(const A &a) {
  return sqrt(dot(a, a));
}
template <class A, class = detail::geometric<A>>
inline typename detail::floats<A>::type fast_normalize(const A &a) {
  const auto l = fast_length(a);
  if (l == 0)
    return a;
  return a * (detail::element_t<A>(1) / l);
}
template <class A, class B> inline detail::geometric<A, B> distance(const A &a, const B &b) {
  return length(a - b);
}
template <class A, class B> inline detail::geometric<A, B> fast_distance(const A &a, const B &b) {
  return fast_length(a - b);
}

} // namespace sycl

#endif
