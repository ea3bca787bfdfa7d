/* Native handles of native_cpu: docs/interoperability.md. */
#ifndef FALX_SYCL_BACKEND_NATIVE_CPU_HPP
#define FALX_SYCL_BACKEND_NATIVE_CPU_HPP

#include <falx/native_cpu.h>
#include <sycl/interop_handle.hpp>

#define SYCL_BACKEND_NATIVE_CPU 1

namespace sycl {

namespace ext::falx {
/* The input of make_buffer: elements that the program owns, and keeps until the buffer has ended.
 */
template <class T, int D> struct native_cpu_memory {
  T *data;
  sycl::range<D> range;
};
} // namespace ext::falx

namespace detail {
template <class T> struct native_cpu_types : native_kind<T> {}; // says that there are none
template <> struct native_cpu_types<platform> {
  using input = const char *; // "native_cpu"
  using output = input;
};
template <> struct native_cpu_types<device> {
  using input = const falx_native_cpu_device *;
  using output = input;
};
template <> struct native_cpu_types<context> {
  using input = falx_native_cpu_context *;
  using output = input;
};
template <> struct native_cpu_types<queue> {
  using input = falx_native_cpu_queue *;
  using output = input;
};
template <class T, int D, class Allocator> struct native_cpu_types<buffer<T, D, Allocator>> {
  using input = ext::falx::native_cpu_memory<T, D>;
  using output = T *; // the first element
};
} // namespace detail

template <> struct backend_traits<backend::native_cpu> {
  template <class T> using input_type = typename detail::native_cpu_types<T>::input;
  template <class T> using return_type = typename detail::native_cpu_types<T>::output;
};

} // namespace sycl

#endif
