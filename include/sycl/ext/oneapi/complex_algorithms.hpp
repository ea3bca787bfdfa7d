/* Sums and products of std::complex in group algorithms and reductions: their identities (the
 * extension complex_algorithms). */
#ifndef FALX_SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS_HPP
#define FALX_SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS_HPP

#include <complex>

#include <sycl/functional.hpp>

#define SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS 1

template <class T>
inline constexpr bool sycl::detail::knows_sums<std::complex<T>> =
    sycl::detail::is_number<T> && !std::is_integral_v<T>;

#endif
