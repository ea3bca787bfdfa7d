/* native::exp2 and native::tanh of half and float. Extension sycl_ext_oneapi_native_math. */
#ifndef FALX_SYCL_EXT_ONEAPI_NATIVE_MATH_HPP
#define FALX_SYCL_EXT_ONEAPI_NATIVE_MATH_HPP

#include <sycl/math.hpp>

#define SYCL_EXT_ONEAPI_NATIVE_MATH 1

namespace sycl::detail::fast {
/* Of small numbers by their series: near 0 the quotient would lose all digits. */
inline float tanh(float x) {
  const float s = x * x;
  float p = -0x1.ba1ba2p-5f;
  p = p * s + 0x1.111112p-3f;
  p = p * s + -0x1.555556p-2f;
  const float series = x + x * s * p;
  const float value = 1 - 2 / (exp(2 * x) + 1);
  return s < 0.0625f ? series : value;
}
} // namespace sycl::detail::fast

namespace sycl::ext::oneapi::experimental::native {

inline float tanh(float x) {
  return sycl::detail::fast::tanh(x);
}
template <class A, class R = typename sycl::detail::floats<A>::type,
          class = std::enable_if_t<!std::is_same_v<sycl::detail::element_t<A>, double>>>
R tanh(const A &a) {
  return sycl::detail::map<A>([](float e) { return sycl::detail::fast::tanh(e); }, a);
}
inline half exp2(half x) {
  return sycl::detail::to_half(sycl::detail::fast::exp2(sycl::detail::to_float(x)));
}
template <class A, std::enable_if_t<std::is_same_v<sycl::detail::element_t<A>, half>, int> = 0>
typename sycl::detail::floats<A>::type exp2(const A &a) {
  return sycl::detail::map<A>([](float e) { return sycl::detail::fast::exp2(e); }, a);
}

} // namespace sycl::ext::oneapi::experimental::native

#endif
