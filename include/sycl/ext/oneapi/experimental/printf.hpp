/* printf for kernels and host code alike: ext::oneapi::experimental::printf. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_PRINTF_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_PRINTF_HPP

#include <cstdint>
#include <cstdio>

#define SYCL_EXT_ONEAPI_PRINTF 1

namespace sycl::ext::oneapi::experimental {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* Format: char, also one of OpenCL's constant address space, which no cast but one through an
 * integer leaves. Answers what the C library's printf does: characters, negative on failure. */
template <class Format, class... Args> int printf(const Format *format, Args... args) {
  static_assert(sizeof(Format) == 1, "the format of printf is a string of char");
  return std::printf(reinterpret_cast<const char *>(reinterpret_cast<std::uintptr_t>(format)),
                     args...);
}
#pragma GCC diagnostic pop

} // namespace sycl::ext::oneapi::experimental

#endif
