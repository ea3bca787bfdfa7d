/* Native handles of OpenCL: docs/interoperability.md. Programs include it by name; it needs none of
 * OpenCL's headers, whose names of these types it repeats. */
#ifndef FALX_SYCL_BACKEND_OPENCL_HPP
#define FALX_SYCL_BACKEND_OPENCL_HPP

#include <sycl/backend.hpp>

#define SYCL_BACKEND_OPENCL 1

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;

namespace sycl {

namespace detail {
template <class T> struct opencl_types : native_kind<T> {}; // says that there are none
template <> struct opencl_types<platform> {
  using type = cl_platform_id;
};
template <> struct opencl_types<device> {
  using type = cl_device_id;
};
template <> struct opencl_types<context> {
  using type = cl_context;
};
template <> struct opencl_types<queue> {
  using type = cl_command_queue;
};
} // namespace detail

/* A handle from get_native has a reference of its own, which the program releases. */
template <> struct backend_traits<backend::opencl> {
  template <class T> using input_type = typename detail::opencl_types<T>::type;
  template <class T> using return_type = typename detail::opencl_types<T>::type;
};

} // namespace sycl

#endif
