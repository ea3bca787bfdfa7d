/* Native handles of CUDA's driver API: docs/interoperability.md. Programs include it by name; it
 * needs none of CUDA's headers, whose names of these types it repeats. */
#ifndef FALX_SYCL_BACKEND_CUDA_HPP
#define FALX_SYCL_BACKEND_CUDA_HPP

#include <sycl/backend.hpp>

#define SYCL_BACKEND_CUDA 1
#define SYCL_EXT_ONEAPI_BACKEND_CUDA 1

typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

namespace sycl {

namespace detail {
template <class T> struct cuda_types : native_kind<T> {}; // says that there are none
template <> struct cuda_types<device> {
  using type = CUdevice;
};
template <> struct cuda_types<context> {
  using type = CUcontext;
};
template <> struct cuda_types<queue> {
  using type = CUstream;
};
template <> struct cuda_types<event> {
  using type = CUevent;
};
template <class T, int D, class Allocator> struct cuda_types<buffer<T, D, Allocator>> {
  using type = T *; // on the device
};
} // namespace detail

/* Handles are valid as long as the object that they come from. */
template <> struct backend_traits<backend::cuda> {
  template <class T> using input_type = typename detail::cuda_types<T>::type;
  template <class T> using return_type = typename detail::cuda_types<T>::type;
};

} // namespace sycl

#endif
