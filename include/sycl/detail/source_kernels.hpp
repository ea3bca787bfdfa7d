/* Stands behind a source that is compiled at run time: the table of its free-function kernels,
 * which the program that had it compiled reads (runtime/program/source.c,
 * ext/oneapi/experimental/kernel_compiler.hpp). */
#ifndef FALX_SYCL_DETAIL_SOURCE_KERNELS_HPP
#define FALX_SYCL_DETAIL_SOURCE_KERNELS_HPP

#include <sycl/ext/falx/export.hpp>
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

/* "n::saxpy" of "static_cast<std::add_pointer_t<void (int)>>(&::n::saxpy)". */
template <size_t N> struct function_name {
  char text[N] = {};
  constexpr function_name(const char (&expression)[N]) {
    size_t begin = N - 1, length = 0;
    while (begin && !(expression[begin] == '&' && expression[begin + 1] == ':'))
      --begin;
    for (size_t i = begin + 3; i + 2 < N; ++i)
      text[length++] = expression[i];
  }
};
} // namespace sycl::detail

/* Behind the table: the functions of the integration header under their names. */
#define FALX_EXPORT_SOURCE_KERNEL_(Number, ...)                                                    \
  [[maybe_unused]] static constexpr ::sycl::detail::function_name FALX_EXPORT_NAME(text_##Number)( \
      #__VA_ARGS__);                                                                               \
  SYCL_EXT_FALX_EXPORT_KERNEL_AS(FALX_EXPORT_NAME(text_##Number).text, __VA_ARGS__)
#define FALX_EXPORT_SOURCE_KERNEL_AT(Number, ...) FALX_EXPORT_SOURCE_KERNEL_(Number, __VA_ARGS__)
#define FALX_EXPORT_SOURCE_KERNEL(...) FALX_EXPORT_SOURCE_KERNEL_AT(__COUNTER__, __VA_ARGS__)

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
