/* Scalar types that OpenCL has, too: sycl::opencl::cl_float (SYCL 2020, 4.1), and sycl::cl_float
 * and sycl::cl_float4 of SYCL 1.2.1. Programs that were written for DPC++ use OpenCL's own names
 * without including its header, as DPC++'s <sycl/sycl.hpp> does; here are those that mean the same
 * in both. */
#ifndef FALX_SYCL_CL_TYPES_HPP
#define FALX_SYCL_CL_TYPES_HPP

#include <sycl/vec.hpp>

namespace sycl {

namespace opencl {
using cl_bool = bool;
using cl_char = int8_t;
using cl_uchar = uint8_t;
using cl_short = int16_t;
using cl_ushort = uint16_t;
using cl_int = int32_t;
using cl_uint = uint32_t;
using cl_long = int64_t;
using cl_ulong = uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;
} // namespace opencl

using cl_bool FALX_DEPRECATED("use sycl::opencl::cl_bool") = bool;
#define FALX_CL_VEC(name, n)                                                                       \
  using cl_##name##n FALX_DEPRECATED("use sycl::vec<sycl::opencl::cl_" #name ", " #n ">") =        \
      vec<opencl::cl_##name, n>;
#define FALX_CL_TYPE(name)                                                                         \
  using cl_##name FALX_DEPRECATED("use sycl::opencl::cl_" #name) = opencl::cl_##name;              \
  FALX_CL_VEC(name, 2)                                                                             \
  FALX_CL_VEC(name, 3)                                                                             \
  FALX_CL_VEC(name, 4)                                                                             \
  FALX_CL_VEC(name, 8)                                                                             \
  FALX_CL_VEC(name, 16)
FALX_CL_TYPE(char)
FALX_CL_TYPE(uchar)
FALX_CL_TYPE(short)
FALX_CL_TYPE(ushort)
FALX_CL_TYPE(int)
FALX_CL_TYPE(uint)
FALX_CL_TYPE(long)
FALX_CL_TYPE(ulong)
FALX_CL_TYPE(half)
FALX_CL_TYPE(float)
FALX_CL_TYPE(double)
#undef FALX_CL_TYPE
#undef FALX_CL_VEC

} // namespace sycl

#ifndef FALX_LEAN_HEADERS
using cl_char = sycl::opencl::cl_char;
using cl_uchar = sycl::opencl::cl_uchar;
using cl_short = sycl::opencl::cl_short;
using cl_ushort = sycl::opencl::cl_ushort;
using cl_int = sycl::opencl::cl_int;
using cl_uint = sycl::opencl::cl_uint;
using cl_long = sycl::opencl::cl_long;
using cl_ulong = sycl::opencl::cl_ulong;
using cl_float = sycl::opencl::cl_float;
using cl_double = sycl::opencl::cl_double;
#endif

#endif
