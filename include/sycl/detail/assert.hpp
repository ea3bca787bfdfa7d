/* assert() in kernels says which work-item it was, too. */
#ifndef FALX_SYCL_DETAIL_ASSERT_HPP
#define FALX_SYCL_DETAIL_ASSERT_HPP

#include <sycl/detail/config.hpp>

#if defined __SYCL_DEVICE_ONLY__ && defined __SYCL_NATIVE_CPU__ && defined __GLIBC__
extern "C" {
int dprintf(int file, const char *format, ...);
__attribute__((noreturn)) void abort() noexcept;

/* What glibc's assert() calls; in kernels this one takes its place. */
__attribute__((noreturn)) inline void __assert_fail(const char *condition, const char *file,
                                                    unsigned line, const char *function) noexcept {
  dprintf(
      2, "%s:%u: %s: global id {%zu, %zu, %zu}, local id {%zu, %zu, %zu}: Assertion `%s' failed.\n",
      file, line, function, __spirv_BuiltInGlobalInvocationId(2),
      __spirv_BuiltInGlobalInvocationId(1), __spirv_BuiltInGlobalInvocationId(0),
      __spirv_BuiltInLocalInvocationId(2), __spirv_BuiltInLocalInvocationId(1),
      __spirv_BuiltInLocalInvocationId(0), condition);
  abort();
}
}
#endif

#endif
