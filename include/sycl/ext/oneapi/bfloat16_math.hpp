/* Mathematical functions of bfloat16 and of marrays of it. Extensions sycl_ext_oneapi_bfloat16 and
 * sycl_ext_oneapi_bfloat16_math_functions: by way of float, rounded once more. */
#ifndef FALX_SYCL_EXT_ONEAPI_BFLOAT16_MATH_HPP
#define FALX_SYCL_EXT_ONEAPI_BFLOAT16_MATH_HPP

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/math.hpp>

#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1

namespace sycl::detail {

template <class T>
using if_bfloat16 = std::enable_if_t<
    std::is_same_v<T, ext::oneapi::bfloat16> ||
        (shape<T>::is &&
         std::is_same_v<typename shape<T>::result,
                        marray<ext::oneapi::bfloat16, std::size_t(shape<T>::size)>>),
    int>;

template <class F, class T, class... U> T by_float(F f, const T &x, const U &...y) {
  if constexpr (shape<T>::is) {
    T r{};
    for (int i = 0; i < shape<T>::size; ++i)
      r[i] = f(static_cast<float>(x[i]), static_cast<float>(y[i])...);
    return r;
  } else {
    return f(static_cast<float>(x), static_cast<float>(y)...);
  }
}

/* a b + c: the product is exact, and the last bit of the sum remembers what was lost. */
inline float fused_sum(float a, float b, float c) {
  const double product = double(a) * double(b);
  double sum = product + c;
  const double added = sum - product;
  const double lost = (product - (sum - added)) + (c - added);
  auto bits = __builtin_bit_cast(uint64_t, sum);
  if (lost != 0 && lost == lost && !(bits & 1))
    bits += (lost > 0) == (sum > 0) ? 1 : ~uint64_t(0);
  return float_to_odd(__builtin_bit_cast(double, bits));
}

} // namespace sycl::detail

namespace sycl::ext::oneapi {

inline bool isnan(bfloat16 x) {
  return sycl::isnan(static_cast<float>(x));
}
template <std::size_t N> marray<bool, N> isnan(const marray<bfloat16, N> &x) {
  marray<bool, N> r;
  for (std::size_t i = 0; i < N; ++i)
    r[i] = oneapi::isnan(x[i]);
  return r;
}
#define FALX_BFLOAT16_1(name)                                                                      \
  template <class T, sycl::detail::if_bfloat16<T> = 0> T name(const T &x) {                        \
    return sycl::detail::by_float([](float e) { return sycl::name(e); }, x);                       \
  }
#define FALX_BFLOAT16_2(name)                                                                      \
  template <class T, sycl::detail::if_bfloat16<T> = 0> T name(const T &x, const T &y) {            \
    return sycl::detail::by_float([](float e, float f) { return sycl::name(e, f); }, x, y);        \
  }
FALX_BFLOAT16_1(fabs)
FALX_BFLOAT16_1(ceil)
FALX_BFLOAT16_1(floor)
FALX_BFLOAT16_1(cos)
FALX_BFLOAT16_1(sin)
FALX_BFLOAT16_1(exp)
FALX_BFLOAT16_1(exp2)
FALX_BFLOAT16_1(exp10)
FALX_BFLOAT16_1(log)
FALX_BFLOAT16_1(log2)
FALX_BFLOAT16_1(log10)
FALX_BFLOAT16_1(rint)
FALX_BFLOAT16_1(sqrt)
FALX_BFLOAT16_1(rsqrt)
FALX_BFLOAT16_1(tanh)
FALX_BFLOAT16_1(trunc)
FALX_BFLOAT16_2(fmax)
FALX_BFLOAT16_2(fmin)
#undef FALX_BFLOAT16_1
#undef FALX_BFLOAT16_2
template <class T, sycl::detail::if_bfloat16<T> = 0> T fma(const T &a, const T &b, const T &c) {
  return sycl::detail::by_float(
      [](float e, float f, float g) { return sycl::detail::fused_sum(e, f, g); }, a, b, c);
}

namespace experimental {
using oneapi::ceil;
using oneapi::cos;
using oneapi::exp;
using oneapi::exp10;
using oneapi::exp2;
using oneapi::fabs;
using oneapi::floor;
using oneapi::fma;
using oneapi::fmax;
using oneapi::fmin;
using oneapi::isnan;
using oneapi::log;
using oneapi::log10;
using oneapi::log2;
using oneapi::rint;
using oneapi::rsqrt;
using oneapi::sin;
using oneapi::sqrt;
using oneapi::tanh;
using oneapi::trunc;
} // namespace experimental

} // namespace sycl::ext::oneapi

#endif
