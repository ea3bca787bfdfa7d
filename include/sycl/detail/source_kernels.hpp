/* Stands behind a source that is compiled at run time: the table of its free-function kernels,
 * which the program that had it compiled reads (runtime/program/source.c,
 * ext/oneapi/experimental/kernel_compiler.hpp). */
#ifndef FALX_SYCL_DETAIL_SOURCE_KERNELS_HPP
#define FALX_SYCL_DETAIL_SOURCE_KERNELS_HPP

#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>
#include <sycl/ext/oneapi/experimental/kernel_compiler.hpp>

namespace sycl::detail {
template <auto *Func> FALX_PER_MODULE source_kernel source_kernel_of(const char *name) {
  static_assert(
      is_free_function<Func>,
      "a registered name is not that of a free-function kernel: decorate the function with "
      "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((nd_range_kernel<1>)) or its like");
  return {name, kernel_symbol<free_function<Func>>(), arguments_of<Func>()};
}
} // namespace sycl::detail

#define FALX_SOURCE_KERNELS_BEGIN                                                                  \
  extern "C" __attribute__((visibility("default"))) const ::sycl::detail::source_kernel *          \
  FALX_SOURCE_KERNELS_SYMBOL(size_t *out_count) {                                                  \
    static const ::sycl::detail::source_kernel all[] = {
#define FALX_SOURCE_KERNEL(Name, ...) ::sycl::detail::source_kernel_of<(__VA_ARGS__)>(Name),
#define FALX_SOURCE_KERNELS_END                                                                    \
  {                                                                                                \
    nullptr, nullptr, nullptr                                                                      \
  }                                                                                                \
  }                                                                                                \
  ;                                                                                                \
  *out_count = sizeof all / sizeof *all - 1;                                                       \
  return all;                                                                                      \
  }

#endif
