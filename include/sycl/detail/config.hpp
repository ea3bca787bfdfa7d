/* What the two compiler passes differ in, and the builtins of device code (docs/ir.md, section 0).
 */
#ifndef FALX_SYCL_DETAIL_CONFIG_HPP
#define FALX_SYCL_DETAIL_CONFIG_HPP

#include <cstddef>
#include <cstdint>

#include <falx/falx.h>

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "SYCL 2020 needs C++17: compile with -std=c++17 or later"
#endif

/* The name that the device compilation has for a type, lambdas too. Of host compilers only clang in
 * SYCL's mode, where the macro is predefined, numbers lambdas as it does. */
#if defined(__clang__) && defined(SYCL_LANGUAGE_VERSION) &&                                        \
    __has_builtin(__builtin_sycl_unique_stable_name)
#define FALX_HAS_STABLE_NAMES 1
#endif

/* SYCL 2020, 5.6: macros that every implementation defines. */
#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#endif
#ifndef CL_SYCL_LANGUAGE_VERSION
#define CL_SYCL_LANGUAGE_VERSION 202012
#endif
#define SYCL_IMPLEMENTATION_FALX 1
#define SYCL_FEATURE_SET_FULL 0
#define SYCL_FEATURE_SET_REDUCED 1

#ifdef __SYCL_DEVICE_ONLY__
/* Others' attributes for kernels differ, and LLVM 22 need not read their bitcode. */
#if __clang_major__ != 22
#error "Falx needs clang 22 for device code; FALX_CLANG names another: correct or unset it"
#endif
/* The annotation reaches falx-post-link, the attribute does not. On NVPTX clang gives annotations
 * with arguments and such without different types, and cannot read the bitcode again. */
#ifdef __NVPTX__
#define SYCL_EXTERNAL [[clang::sycl_external]] __attribute__((annotate("sycl_external", 0)))
#else
#define SYCL_EXTERNAL [[clang::sycl_external]] __attribute__((annotate("sycl_external")))
#endif
#else
#define SYCL_EXTERNAL
#endif

/* What SYCL 2020 deprecates; text says what to use instead. */
#if defined(SYCL2020_DISABLE_DEPRECATION_WARNINGS) || defined(SYCL_DISABLE_DEPRECATION_WARNINGS)
#define FALX_DEPRECATED(text)
#else
#define FALX_DEPRECATED(text) [[deprecated(text)]]
#endif

/* A template whose code differs between two shared objects although its name does not: each keeps
 * its own. */
#define FALX_PER_MODULE __attribute__((visibility("hidden")))
#define FALX_INLINE __attribute__((always_inline)) inline
/* What many places of a program call and none is hot enough to copy: each host program compiles it
 * once. Copies of it were most of the time that a source with many command groups took. */
#define FALX_CALLED __attribute__((noinline))
/* Makes a function a template, so that what its body uses of the standard library is instantiated
 * only in programs that call it: half of the headers' compile time otherwise. */
#define FALX_LAZY template <class Lazy = void>

namespace sycl::detail {
/* Of what only a work-item can do: errc::invalid. Defined in exception.hpp. */
template <class = void> [[noreturn]] void throw_not_in_kernel(const char *what);
} // namespace sycl::detail

#ifdef __SYCL_DEVICE_ONLY__
#define FALX_BUILTIN(type, name, parameters) SYCL_EXTERNAL type name parameters;
#else
#define FALX_BUILTIN(type, name, parameters)                                                       \
  FALX_INLINE type name parameters {                                                               \
    sycl::detail::throw_not_in_kernel(#name);                                                      \
  }
#endif

FALX_BUILTIN(size_t, __spirv_BuiltInGlobalInvocationId, (int))
FALX_BUILTIN(size_t, __spirv_BuiltInGlobalSize, (int))
FALX_BUILTIN(size_t, __spirv_BuiltInGlobalOffset, (int))
FALX_BUILTIN(size_t, __spirv_BuiltInLocalInvocationId, (int))
FALX_BUILTIN(size_t, __spirv_BuiltInWorkgroupSize, (int))
FALX_BUILTIN(size_t, __spirv_BuiltInWorkgroupId, (int))
FALX_BUILTIN(size_t, __spirv_BuiltInNumWorkgroups, (int))
FALX_BUILTIN(uint32_t, __spirv_BuiltInSubgroupSize, ())
FALX_BUILTIN(uint32_t, __spirv_BuiltInSubgroupMaxSize, ())
FALX_BUILTIN(uint32_t, __spirv_BuiltInNumSubgroups, ())
FALX_BUILTIN(uint32_t, __spirv_BuiltInSubgroupId, ())
FALX_BUILTIN(uint32_t, __spirv_BuiltInSubgroupLocalInvocationId, ())
FALX_BUILTIN(void, __spirv_ControlBarrier, (int, int, int))
FALX_BUILTIN(void, __spirv_MemoryBarrier, (int, int))
#undef FALX_BUILTIN

extern "C" __attribute__((visibility("hidden"))) void *__dso_handle;

namespace sycl::detail {
template <class...> inline constexpr bool always_false = false;

/* Whether a function object takes such arguments: std::is_invocable in a tenth of the time. */
template <class T> T &&an(); // object, never made
template <class, class Function, class... Arguments> inline constexpr bool takes = false;
template <class Function, class... Arguments>
inline constexpr bool
    takes<decltype(void(an<Function>()(an<Arguments>()...))), Function, Arguments...> = true;
template <class Function, class... Arguments>
inline constexpr bool is_callable = takes<void, Function, Arguments...>;

template <class T> struct as_given {
  using type = T;
};
/* A parameter that takes no part in deduction, so that what converts to it may be given. */
template <class T> using given = typename as_given<T>::type;

/* Waits on a sentence a person can act on: every "not yet" of the headers reads alike. */
#define FALX_NOT_YET(what) "Falx does not support " what " yet; see docs/status.md"
} // namespace sycl::detail

#endif
