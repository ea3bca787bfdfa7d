/* Functions of floating-point numbers, native:: and half_precision::.
 * SYCL 2020, 4.17.5 "Math functions". In device code they become LLVM's intrinsics. */
#ifndef FALX_SYCL_DETAIL_MATH_FLOAT_HPP
#define FALX_SYCL_DETAIL_MATH_FLOAT_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/math_fast.hpp>
#include <sycl/detail/math_scalar.hpp>
#include <sycl/detail/math_shape.hpp>

namespace sycl {

/* name(x…) of float and double by one expression each; map() does the rest. They are templates, so
 * that the C library's functions of the same names are preferred where a program sees both, by
 * `using namespace sycl`, instead of being as good. */
#define FALX_1(name, f, d)                                                                         \
  FALX_LAZY float name(float x) {                                                                  \
    return f;                                                                                      \
  }                                                                                                \
  FALX_LAZY double name(double x) {                                                                \
    return d;                                                                                      \
  }                                                                                                \
  template <class A> inline typename detail::floats<A>::type name(const A &a) {                    \
    return detail::map<A>([](auto e) { return name(e); }, a);                                      \
  }
#define FALX_2(name, f, d)                                                                         \
  FALX_LAZY float name(float x, float y) {                                                         \
    return f;                                                                                      \
  }                                                                                                \
  FALX_LAZY double name(double x, double y) {                                                      \
    return d;                                                                                      \
  }                                                                                                \
  template <class A, class B>                                                                      \
  inline typename detail::floats<A, B>::type name(const A &a, const B &b) {                        \
    return detail::map<A, B>([](auto e, auto g) { return name(e, g); }, a, b);                     \
  }
#define FALX_SAME_1(name, expression) FALX_1(name, expression, expression)
#define FALX_SAME_2(name, expression) FALX_2(name, expression, expression)
#define FALX_LIBRARY_1(name) FALX_1(name, __builtin_##name##f(x), __builtin_##name(x))
#define FALX_LIBRARY_2(name) FALX_2(name, __builtin_##name##f(x, y), __builtin_##name(x, y))

FALX_LIBRARY_1(acos)
FALX_LIBRARY_1(acosh)
FALX_LIBRARY_1(asin)
FALX_LIBRARY_1(asinh)
FALX_LIBRARY_1(atan)
FALX_LIBRARY_1(atanh)
FALX_SAME_1(cbrt, detail::cube_root(x))
FALX_LIBRARY_1(ceil)
FALX_LIBRARY_1(cos)
FALX_LIBRARY_1(cosh)
FALX_LIBRARY_1(erf)
FALX_LIBRARY_1(erfc)
FALX_LIBRARY_1(exp)
FALX_LIBRARY_1(exp2)
FALX_LIBRARY_1(exp10)
FALX_LIBRARY_1(expm1)
FALX_LIBRARY_1(fabs)
FALX_LIBRARY_1(floor)
FALX_LIBRARY_1(lgamma)
FALX_LIBRARY_1(log)
FALX_LIBRARY_1(log2)
FALX_LIBRARY_1(log10)
FALX_LIBRARY_1(log1p)
FALX_LIBRARY_1(logb)
FALX_LIBRARY_1(rint)
FALX_LIBRARY_1(round)
FALX_LIBRARY_1(sin)
FALX_LIBRARY_1(sinh)
FALX_LIBRARY_1(sqrt)
FALX_LIBRARY_1(tan)
FALX_LIBRARY_1(tanh)
FALX_LIBRARY_1(tgamma)
FALX_LIBRARY_1(trunc)
FALX_LIBRARY_2(atan2)
FALX_LIBRARY_2(copysign)
FALX_SAME_2(fdim, x <= y ? 0 : x - y)
FALX_LIBRARY_2(fmax)
FALX_LIBRARY_2(fmin)
FALX_LIBRARY_2(fmod)
FALX_LIBRARY_2(hypot)
FALX_LIBRARY_2(pow)
FALX_LIBRARY_2(remainder)

FALX_1(rsqrt, detail::reciprocal_root(x), 1 / __builtin_sqrt(x))
FALX_1(acospi, acos(x) / detail::pi<float>, acos(x) / detail::pi<double>)
FALX_1(asinpi, asin(x) / detail::pi<float>, asin(x) / detail::pi<double>)
FALX_1(atanpi, atan(x) / detail::pi<float>, atan(x) / detail::pi<double>)
FALX_SAME_1(sinpi, detail::sine_of_turn(x))
FALX_SAME_1(cospi, detail::cosine_of_turn(x))
FALX_SAME_1(tanpi, detail::tangent_of_turn(x))
FALX_2(atan2pi, atan2(x, y) / detail::pi<float>, atan2(x, y) / detail::pi<double>)
FALX_SAME_2(powr, detail::positive_power(x, y))
FALX_SAME_2(maxmag, fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y))
FALX_SAME_2(minmag, fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y))

FALX_LAZY float nextafter(float x, float y) {
  return __builtin_nextafterf(x, y);
}
FALX_LAZY double nextafter(double x, double y) {
  return __builtin_nextafter(x, y);
}
inline half nextafter(half from, half to) {
  const float x = detail::to_float(from), y = detail::to_float(to);
  if (!(x < y || y < x)) // equal, or not a number
    return x == y ? to : detail::to_half(x + y);
  const bool is_away = (x < y) == (x > 0);
  const int bits =
      x == 0 ? (y > x ? 0x0001 : 0x8001) : __builtin_bit_cast(uint16_t, from) + (is_away ? 1 : -1);
  return __builtin_bit_cast(half, static_cast<uint16_t>(bits));
}
template <class A, class B>
inline typename detail::floats<A, B>::type nextafter(const A &a, const B &b) {
  return detail::map<A, B>([](auto e, auto g) { return nextafter(e, g); }, a, b);
}

FALX_LAZY float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
FALX_LAZY double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
inline half fma(half x, half y, half z) { // the product is exact, and so are nearly all sums
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  return half(__builtin_fmaf16(__builtin_bit_cast(_Float16, x), __builtin_bit_cast(_Float16, y),
                               __builtin_bit_cast(_Float16, z)));
#endif
  return half(__builtin_fma(detail::to_float(x), detail::to_float(y), detail::to_float(z)));
}
template <class A, class B, class C>
inline typename detail::floats<A, B, C>::type fma(const A &a, const B &b, const C &c) {
  return detail::map<A, B, C>([](auto e, auto g, auto h) { return fma(e, g, h); }, a, b, c);
}
FALX_LAZY float mad(float x, float y, float z) {
  return x * y + z;
}
FALX_LAZY double mad(double x, double y, double z) {
  return x * y + z;
}
inline half mad(half x, half y, half z) {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  return fma(x, y, z); // rounded once, which the float's result would not be
#endif
  return detail::to_half(mad(detail::to_float(x), detail::to_float(y), detail::to_float(z)));
}
template <class A, class B, class C>
inline typename detail::floats<A, B, C>::type mad(const A &a, const B &b, const C &c) {
  return detail::map<A, B, C>([](auto e, auto g, auto h) { return mad(e, g, h); }, a, b, c);
}

/* With an integer: one, or one for each element. */
#define FALX_WITH_INTEGER(name, f, d)                                                              \
  FALX_LAZY float name(float x, int n) {                                                           \
    return f;                                                                                      \
  }                                                                                                \
  FALX_LAZY double name(double x, int n) {                                                         \
    return d;                                                                                      \
  }                                                                                                \
  inline half name(half x, int n) {                                                                \
    return detail::to_half(name(detail::to_float(x), n));                                          \
  }                                                                                                \
  template <class A, class N>                                                                      \
  inline typename detail::floats<A>::type name(const A &a, const N &n) {                           \
    typename detail::floats<A>::type r{};                                                          \
    for (int i = 0; i < detail::shape<A>::size; ++i)                                               \
      r[i] = name(detail::element_t<A>(a[i]), detail::pick<int>(n, i));                            \
    return r;                                                                                      \
  }
FALX_WITH_INTEGER(ldexp, __builtin_ldexpf(x, n), __builtin_ldexp(x, n))
FALX_WITH_INTEGER(pown, detail::whole_power(x, n), __builtin_pow(x, n))
FALX_WITH_INTEGER(rootn, detail::root(x, n), detail::root(x, n))
#undef FALX_WITH_INTEGER

/* With a second result, through a pointer or multi_ptr. */
#define FALX_OUT(name, T, U, call)                                                                 \
  template <class P> inline T name(T x, P out) {                                                   \
    U second;                                                                                      \
    T first = static_cast<T>(call);                                                                \
    *out = static_cast<std::remove_reference_t<decltype(*out)>>(second);                           \
    return first;                                                                                  \
  }
#define FALX_OUT_SHAPED(name)                                                                      \
  template <class A, class P> inline typename detail::floats<A>::type name(const A &a, P out) {    \
    typename detail::floats<A>::type r{};                                                          \
    for (int i = 0; i < detail::shape<A>::size; ++i)                                               \
      r[i] = name(detail::element_t<A>(a[i]), &(*out)[i]);                                         \
    return r;                                                                                      \
  }
namespace detail {
template <class T> inline T lgamma_signed(T x, int *sign) {
  const bool is_between_poles = x < 0 && sycl::floor(x) != x;
  *sign = is_between_poles && sycl::fmod(sycl::floor(x), T(2)) != 0 ? -1 : 1;
  return sycl::lgamma(x);
}
template <class T> inline T sine_cosine(T x, T *cosine) {
  *cosine = sycl::cos(x);
  return sycl::sin(x);
}
} // namespace detail
#define FALX_OUT_FLOATS(name, f, d)                                                                \
  FALX_OUT(name, float, float, f(x, &second))                                                      \
  FALX_OUT(name, double, double, d(x, &second))                                                    \
  FALX_OUT(name, half, float, f(static_cast<float>(x), &second))                                   \
  FALX_OUT_SHAPED(name)
#define FALX_OUT_INTEGER(name, f, d)                                                               \
  FALX_OUT(name, float, int, f(x, &second))                                                        \
  FALX_OUT(name, double, int, d(x, &second))                                                       \
  FALX_OUT(name, half, int, f(static_cast<float>(x), &second))                                     \
  FALX_OUT_SHAPED(name)
FALX_OUT(fract, float, float, detail::fraction(x, &second))
FALX_OUT(fract, double, double, detail::fraction(x, &second))
FALX_OUT(fract, half, float, detail::fraction(static_cast<float>(x), &second, 11))
FALX_OUT_SHAPED(fract)
FALX_OUT_FLOATS(modf, __builtin_modff, __builtin_modf)
FALX_OUT_FLOATS(sincos, detail::sine_cosine, detail::sine_cosine)
FALX_OUT_INTEGER(frexp, __builtin_frexpf, __builtin_frexp)
FALX_OUT_INTEGER(lgamma_r, detail::lgamma_signed, detail::lgamma_signed)
#undef FALX_OUT
#undef FALX_OUT_SHAPED
#undef FALX_OUT_FLOATS
#undef FALX_OUT_INTEGER

template <class P> inline float remquo(float x, float y, P quotient) {
  int q;
  const float r = detail::remainder_quotient(x, y, &q);
  *quotient = q;
  return r;
}
template <class P> inline double remquo(double x, double y, P quotient) {
  int q;
  const double r = detail::remainder_quotient(x, y, &q);
  *quotient = q;
  return r;
}
template <class P> inline half remquo(half x, half y, P quotient) {
  return detail::to_half(remquo(detail::to_float(x), detail::to_float(y), quotient));
}
template <class A, class B, class P>
inline typename detail::floats<A, B>::type remquo(const A &a, const B &b, P quotient) {
  using T = typename detail::common_t<A, B>::element;
  typename detail::floats<A, B>::type r{};
  for (int i = 0; i < detail::common_t<A, B>::size; ++i)
    r[i] = remquo(detail::pick<T>(a, i), detail::pick<T>(b, i), &(*quotient)[i]);
  return r;
}

FALX_LAZY int ilogb(float x) {
  return __builtin_ilogbf(x);
}
FALX_LAZY int ilogb(double x) {
  return __builtin_ilogb(x);
}
inline int ilogb(half x) {
  return __builtin_ilogbf(detail::to_float(x));
}
template <class A, class = typename detail::floats<A>::type>
inline typename detail::shape<A>::template with<int> ilogb(const A &a) {
  return detail::each<detail::shape<A>, typename detail::shape<A>::template with<int>>(
      [](auto e) { return ilogb(e); }, a);
}

/* A quiet NaN; the code is kept as far as it fits. */
inline half nan(uint16_t code) {
  return __builtin_bit_cast(half, static_cast<uint16_t>(0x7e00u | (code & 0x1ffu)));
}
inline float nan(uint32_t code) {
  return __builtin_bit_cast(float, 0x7fc00000u | (code & 0x3fffffu));
}
inline double nan(unsigned long code) {
  return __builtin_bit_cast(double, 0x7ff8000000000000ull | (code & 0x7ffffffffffffull));
}
inline double nan(unsigned long long code) {
  return nan(static_cast<unsigned long>(code));
}
template <class A, class S = detail::shape_of<A>, class = std::enable_if_t<S::is>>
inline auto nan(const A &code) {
  using R = decltype(nan(typename S::element()));
  return detail::each<S, typename S::template with<R>>([](auto e) { return nan(e); }, code);
}

/* 4.17.5: of float only. */
#define FALX_FAST_1(name, value)                                                                   \
  inline float name(float x) {                                                                     \
    return value;                                                                                  \
  }                                                                                                \
  template <class A> inline typename detail::just_floats<A>::type name(const A &a) {               \
    return detail::map<A>([](float e) { return name(e); }, a);                                     \
  }
#define FALX_FAST_2(name, value)                                                                   \
  inline float name(float x, float y) {                                                            \
    return value;                                                                                  \
  }                                                                                                \
  template <class A, class B>                                                                      \
  inline typename detail::just_floats<A, B>::type name(const A &a, const B &b) {                   \
    return detail::map<A, B>([](float e, float g) { return name(e, g); }, a, b);                   \
  }
/* What both have. */
#define FALX_FAST                                                                                  \
  FALX_FAST_1(exp, detail::fast::exp(x))                                                           \
  FALX_FAST_1(exp2, detail::fast::exp2(x))                                                         \
  FALX_FAST_1(exp10, detail::fast::exp10(x))                                                       \
  FALX_FAST_1(rsqrt, detail::fast::rsqrt(x))                                                       \
  FALX_FAST_1(sqrt, detail::fast::sqrt(x))
#define FALX_FAST_LOGARITHMS                                                                       \
  FALX_FAST_1(log, detail::fast::log(x))                                                           \
  FALX_FAST_1(log2, detail::fast::log2(x))                                                         \
  FALX_FAST_1(log10, detail::fast::log10(x))                                                       \
  FALX_FAST_2(powr, detail::fast::powr(x, y))
namespace native {
FALX_FAST
FALX_FAST_LOGARITHMS
FALX_FAST_1(recip, detail::fast::recip(x))
FALX_FAST_2(divide, detail::fast::divide(x, y))
FALX_FAST_1(cos, detail::fast::cos(x))
FALX_FAST_1(sin, detail::fast::sin(x))
FALX_FAST_1(tan, detail::fast::tan(x))
} // namespace native
/* These have to hold for large angles, numbers near 1 and large divisors, too. */
namespace half_precision {
FALX_FAST
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
FALX_FAST_1(log, sycl::log(x))
FALX_FAST_1(log2, sycl::log2(x))
FALX_FAST_1(log10, sycl::log10(x))
FALX_FAST_2(powr, sycl::powr(x, y))
#else
FALX_FAST_LOGARITHMS
#endif
FALX_FAST_1(recip, 1 / x)
FALX_FAST_2(divide, x / y)
FALX_FAST_1(cos, sycl::cos(x))
FALX_FAST_1(sin, sycl::sin(x))
FALX_FAST_1(tan, sycl::tan(x))
} // namespace half_precision
#undef FALX_1
#undef FALX_2
#undef FALX_SAME_1
#undef FALX_SAME_2
#undef FALX_LIBRARY_1
#undef FALX_LIBRARY_2
#undef FALX_FAST
#undef FALX_FAST_LOGARITHMS
#undef FALX_FAST_1
#undef FALX_FAST_2

} // namespace sycl

#endif
