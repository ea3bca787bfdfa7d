/* Mathematics of scalars, vec and marray. SYCL 2020, 4.17.5 to 4.17.9. */
#ifndef FALX_SYCL_MATH_HPP
#define FALX_SYCL_MATH_HPP

#include <sycl/detail/math_common.hpp>
#include <sycl/detail/math_float.hpp>
#include <sycl/detail/math_integer.hpp>
#include <sycl/detail/math_relational.hpp>

#endif
