/* Kernels and device globals that C programs and other languages use by name: an extension of Falx
 * (docs/c-api.md).
 *
 *   SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>))
 *   void saxpy(float a, const float *x, float *y) { … }
 *   SYCL_EXT_FALX_EXPORT_KERNEL(saxpy)
 *
 * At namespace scope, behind the definition or declaration. The name is the text in parentheses;
 * SYCL_EXT_FALX_EXPORT_KERNEL_AS("blur_float", image::blur<float>) gives another one. */
#ifndef FALX_SYCL_EXT_FALX_EXPORT_HPP
#define FALX_SYCL_EXT_FALX_EXPORT_HPP

#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>
#include <sycl/ext/oneapi/experimental/work_group_memory.hpp>
#include <sycl/local_accessor.hpp>

#define SYCL_EXT_FALX_EXPORT 1

namespace sycl::detail {

/* ---- Types ---- */
template <class T> constexpr uint32_t export_type() {
  return std::is_pointer_v<T>          ? FALX_TYPE_POINTER
         : std::is_same_v<T, bool>     ? FALX_TYPE_BOOL
         : std::is_same_v<T, half>     ? FALX_TYPE_FLOAT
         : std::is_floating_point_v<T> ? FALX_TYPE_FLOAT
         : std::is_enum_v<T>           ? FALX_TYPE_INT
         : !std::is_integral_v<T>      ? FALX_TYPE_BYTES
         : std::is_signed_v<T>         ? FALX_TYPE_INT
                                       : FALX_TYPE_UINT;
}
template <class T> constexpr uint32_t export_size() {
  if constexpr (std::is_void_v<T>)
    return 0;
  else
    return static_cast<uint32_t>(sizeof(T));
}
/* What stands for memory that the launch gives. */
template <class T> struct export_memory {
  static constexpr uint32_t type = FALX_TYPE_BYTES;
};
template <uint32_t Type, class T> struct export_elements {
  static constexpr uint32_t type = Type;
  using element = T;
};
template <class T, int D, access_mode Mode, access::placeholder P, class Properties>
struct export_memory<accessor<T, D, Mode, target::device, P, Properties>>
    : export_elements<FALX_TYPE_ACCESSOR,
                      std::conditional_t<Mode == access_mode::read, const T, T>> {};
template <class T, int D, access_mode Mode, access::placeholder P, class Properties>
struct export_memory<accessor<T, D, Mode, target_constant_buffer, P, Properties>>
    : export_elements<FALX_TYPE_ACCESSOR, const T> {};
template <class T, int D, access_mode Mode, access::placeholder P, class Properties>
struct export_memory<accessor<T, D, Mode, target_local, P, Properties>>
    : export_elements<FALX_TYPE_LOCAL, T> {};
template <class T, int D>
struct export_memory<local_accessor<T, D>> : export_elements<FALX_TYPE_LOCAL, T> {};
template <class T, class Properties>
struct export_memory<ext::oneapi::experimental::work_group_memory<T, Properties>>
    : export_elements<FALX_TYPE_LOCAL,
                      std::conditional_t<std::extent_v<T> == 0, std::remove_extent_t<T>, T>> {};

template <class T> constexpr falx_type_info export_info() {
  using to = std::remove_pointer_t<T>;
  using element = std::remove_cv_t<to>;
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<to>)
    return {FALX_TYPE_POINTER, sizeof(T), export_type<element>(), export_size<element>(),
            std::is_const_v<to>};
  else if constexpr (export_memory<T>::type != FALX_TYPE_BYTES) {
    using memory = typename export_memory<T>::element;
    using unqualified = std::remove_cv_t<memory>;
    return {export_memory<T>::type, sizeof(T), export_type<unqualified>(),
            export_size<unqualified>(), std::is_const_v<memory>};
  } else
    return {export_type<T>(), sizeof(T), 0, 0, 0};
}

/* The types as the compiler writes them: between "<" and ">]" or "{" and "}]" at the end. */
struct export_text {
  const char *begin;
  size_t length;
};
template <class... T> constexpr export_text types_text() {
  const char *text = __PRETTY_FUNCTION__;
  size_t end = 0, begin = 0;
  while (text[end])
    ++end;
  while (text[begin] && !(text[begin] == 'T' && text[begin + 1] == ' ' && text[begin + 2] == '='))
    ++begin;
  return {text + begin + 5, end - 2 - (begin + 5)}; // behind "T = <", before ">]"
}

/* ---- Objects that register themselves ---- */
class module_export {
public:
  explicit module_export(const falx_export &description) : description_(description) {
    falx_register_export(&description_);
  }
  module_export(const module_export &) = delete;
  ~module_export() { falx_unregister_export(&description_); }

private:
  falx_export description_;
};

template <auto *Func, class Type = std::remove_pointer_t<decltype(Func)>> struct kernel_export;
template <auto *Func, class... Parameters> struct kernel_export<Func, void(Parameters...)> {
  static_assert(is_free_function<Func>,
                "an exported kernel is a free-function kernel: decorate the function with "
                "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((nd_range_kernel<1>)) or its like");
#ifndef __SYCL_DEVICE_ONLY__
#ifdef __clang__
  static constexpr uint32_t dimensions = function_dimensions<Func>;
#else
  static constexpr uint32_t dimensions = 4; // unknown
#endif
  struct parameter_table {
    falx_parameter items[sizeof...(Parameters) + 1];
  };
  static constexpr parameter_table parameters = [] {
    parameter_table all{{ {export_info<Parameters>(), 0}..., {{0, 0, 0, 0, 0}, 0} }};
    for (size_t i = 0; i < sizeof...(Parameters); ++i)
      all.items[i].offset = free_function_call<Func>::layout.places[i].offset;
    return all;
  }();
  static constexpr export_text text = types_text<Parameters...>();
  FALX_PER_MODULE static falx_export description(const char *name) {
    return {sizeof(falx_export),
            FALX_EXPORT_KERNEL,
            name,
            &__dso_handle,
            text.begin,
            text.length,
            arguments_of<Func>()->site,
            dimensions,
            sizeof...(Parameters),
            parameters.items,
            nullptr,
            nullptr,
            {0, 0, 0, 0, 0},
            nullptr};
  }
#endif
};
template <auto *Func, class... Parameters>
struct kernel_export<Func, void(Parameters...) noexcept>
    : kernel_export<Func, void(Parameters...)> {};

#ifndef __SYCL_DEVICE_ONLY__
template <class T, class P>
FALX_PER_MODULE falx_export variable_export(const char *name,
                                            const dg::device_global<T, P> &variable) {
  constexpr export_text text = types_text<T>();
  return {sizeof(falx_export),
          FALX_EXPORT_VARIABLE,
          name,
          &__dso_handle,
          text.begin,
          text.length,
          nullptr,
          0,
          0,
          nullptr,
          &variable,
          device_global_access::descriptor<T, P>(),
          export_info<T>(),
          nullptr};
}
#endif

} // namespace sycl::detail

#define FALX_EXPORT_NAME_(number) falx_export_object_##number
#define FALX_EXPORT_NAME(number) FALX_EXPORT_NAME_(number)
#ifdef __SYCL_DEVICE_ONLY__ /* the use makes the kernel's entry point */
#define SYCL_EXT_FALX_EXPORT_KERNEL_AS(name, ...)                                                  \
  [[maybe_unused]] static const auto *const FALX_EXPORT_NAME(__COUNTER__) =                        \
      ((void)sizeof(::sycl::detail::kernel_export<(__VA_ARGS__)>),                                 \
       ::sycl::detail::arguments_of<(__VA_ARGS__)>());
#define SYCL_EXT_FALX_EXPORT_VARIABLE_AS(name, ...) static_assert(true, name);
#else
#define SYCL_EXT_FALX_EXPORT_KERNEL_AS(name, ...)                                                  \
  static ::sycl::detail::module_export FALX_EXPORT_NAME(__COUNTER__)(                              \
      ::sycl::detail::kernel_export<(__VA_ARGS__)>::description(name));
#define SYCL_EXT_FALX_EXPORT_VARIABLE_AS(name, ...)                                                \
  static ::sycl::detail::module_export FALX_EXPORT_NAME(__COUNTER__)(                              \
      ::sycl::detail::variable_export(name, __VA_ARGS__));
#endif
#define SYCL_EXT_FALX_EXPORT_KERNEL(...) SYCL_EXT_FALX_EXPORT_KERNEL_AS(#__VA_ARGS__, __VA_ARGS__)
#define SYCL_EXT_FALX_EXPORT_VARIABLE(...)                                                         \
  SYCL_EXT_FALX_EXPORT_VARIABLE_AS(#__VA_ARGS__, __VA_ARGS__)

#endif
