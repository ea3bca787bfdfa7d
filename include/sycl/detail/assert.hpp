/* assert() in kernels says which work-item it was, too. */
#ifndef FALX_SYCL_DETAIL_ASSERT_HPP
#define FALX_SYCL_DETAIL_ASSERT_HPP

#include <sycl/detail/config.hpp>

#if defined __SYCL_DEVICE_ONLY__ && defined __GLIBC__ &&                                           \
    (defined __SYCL_NATIVE_CPU__ || defined __SPIRV__)
extern "C" {
#ifdef __SPIRV__
/* The driver's (cl_intel_devicelib_assert), or the adapter's. */
SYCL_EXTERNAL void __devicelib_assert_fail(const char *condition, const char *file, int line,
                                           const char *function, size_t global_2, size_t global_1,
                                           size_t global_0, size_t local_2, size_t local_1,
                                           size_t local_0) noexcept;
#else
int dprintf(int file, const char *format, ...);
__attribute__((noreturn)) void abort() noexcept;
#endif

/* What glibc's assert() calls; in kernels this one takes its place. */
__attribute__((noreturn)) inline void __assert_fail(const char *condition, const char *file,
                                                    unsigned line, const char *function) noexcept {
#ifdef __SPIRV__
  __devicelib_assert_fail(condition, file, static_cast<int>(line), function,
                          __spirv_BuiltInGlobalInvocationId(2),
                          __spirv_BuiltInGlobalInvocationId(1),
                          __spirv_BuiltInGlobalInvocationId(0), __spirv_BuiltInLocalInvocationId(2),
                          __spirv_BuiltInLocalInvocationId(1), __spirv_BuiltInLocalInvocationId(0));
  __builtin_unreachable();
#else
  dprintf(
      2, "%s:%u: %s: global id {%zu, %zu, %zu}, local id {%zu, %zu, %zu}: Assertion `%s' failed.\n",
      file, line, function, __spirv_BuiltInGlobalInvocationId(2),
      __spirv_BuiltInGlobalInvocationId(1), __spirv_BuiltInGlobalInvocationId(0),
      __spirv_BuiltInLocalInvocationId(2), __spirv_BuiltInLocalInvocationId(1),
      __spirv_BuiltInLocalInvocationId(0), condition);
  abort();
#endif
}
}
#endif

#endif
