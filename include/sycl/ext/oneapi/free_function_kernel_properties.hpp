/* Properties of functions: sycl_ext_oneapi_free_function_kernels, and those of
 * sycl_ext_oneapi_kernel_properties on functions. */
#ifndef FALX_SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNEL_PROPERTIES_HPP
#define FALX_SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNEL_PROPERTIES_HPP

#include <sycl/detail/free_function.hpp>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNELS 1

namespace sycl::ext::oneapi::experimental {

struct nd_range_kernel_key {
  template <int Dims>
  using value_t = property_value<nd_range_kernel_key, std::integral_constant<int, Dims>>;
};
struct single_task_kernel_key {
  using value_t = property_value<single_task_kernel_key>;
};
template <int Dims> struct property_value<nd_range_kernel_key, std::integral_constant<int, Dims>> {
  static_assert(Dims >= 1 && Dims <= 3, "an nd_range has 1 to 3 dimensions");
  using key_t = nd_range_kernel_key;
  using value_t = std::integral_constant<int, Dims>;
  static constexpr int dimensions = Dims;
  static constexpr int value = Dims;
};
template <int Dims> inline constexpr nd_range_kernel_key::value_t<Dims> nd_range_kernel;
inline constexpr single_task_kernel_key::value_t single_task_kernel;
template <> struct is_property_key<nd_range_kernel_key> : std::true_type {};
template <> struct is_property_key<single_task_kernel_key> : std::true_type {};

#ifdef __clang__
template <auto *Func, int Dims>
struct is_nd_range_kernel
    : std::bool_constant<(Dims > 0) && sycl::detail::launches_as<Func, Dims>> {};
template <auto *Func>
struct is_single_task_kernel : std::bool_constant<sycl::detail::launches_as<Func, 0>> {};
template <auto *Func>
struct is_kernel : std::bool_constant<sycl::detail::is_free_function<Func>> {};
#else
template <auto *Func> struct is_kernel {
  static_assert(sycl::detail::always_false<decltype(Func)>,
                "this host compiler cannot tell which functions are kernels: clang can");
};
template <auto *Func> struct is_single_task_kernel : is_kernel<Func> {};
template <auto *Func, int Dims> struct is_nd_range_kernel : is_kernel<Func> {};
#endif
template <auto *Func, int Dims>
inline constexpr bool is_nd_range_kernel_v = is_nd_range_kernel<Func, Dims>::value;
template <auto *Func>
inline constexpr bool is_single_task_kernel_v = is_single_task_kernel<Func>::value;
template <auto *Func> inline constexpr bool is_kernel_v = is_kernel<Func>::value;

} // namespace sycl::ext::oneapi::experimental

/* ---- Properties as attributes ---- */

#ifdef __clang__
namespace __falx_attribute {
/* What compiler/passes/kernel_attributes_read.c reads: which of the attributes it is, and its
 * arguments as they are in an annotation of that attribute. */
enum property_kind {
  other_property,
  work_group_size,
  work_group_size_hint,
  sub_group_size,
  device_has,
  assume_indirect_calls
};
template <class Property> struct function_property {
  static constexpr long long kind = other_property, alignment = 1, numbers[] = {0, 0, 0, 0};
};
template <int Dims>
struct function_property<sycl::ext::oneapi::experimental::nd_range_kernel_key::value_t<Dims>>
    : function_property<void> {
  static constexpr long long alignment = sycl::detail::single_task_alignment << Dims;
};
template <>
struct function_property<sycl::ext::oneapi::experimental::single_task_kernel_key::value_t>
    : function_property<void> {
  static constexpr long long alignment = sycl::detail::single_task_alignment;
};
template <property_kind Kind, class... Value> struct property_of_sizes : function_property<void> {
  static constexpr long long kind = Kind;
  static constexpr long long numbers[] = {
      sizeof...(Value), __falx_attribute::at(0, Value::value...),
      __falx_attribute::at(1, Value::value...), __falx_attribute::at(2, Value::value...)};
};
template <class... N>
struct function_property<sycl::ext::oneapi::experimental::property_value<
    sycl::ext::oneapi::experimental::work_group_size_key, N...>>
    : property_of_sizes<work_group_size, N...> {};
template <class... N>
struct function_property<sycl::ext::oneapi::experimental::property_value<
    sycl::ext::oneapi::experimental::work_group_size_hint_key, N...>>
    : property_of_sizes<work_group_size_hint, N...> {};
template <class... N>
struct function_property<sycl::ext::oneapi::experimental::property_value<
    sycl::ext::oneapi::experimental::sub_group_size_key, N...>>
    : property_of_sizes<sub_group_size, N...> {};
template <class... A>
struct function_property<sycl::ext::oneapi::experimental::property_value<
    sycl::ext::oneapi::experimental::device_has_key, A...>> : function_property<void> {
  static constexpr long long kind = device_has,
                             numbers[] = {__falx_attribute::mask(A::value...), 0, 0, 0};
};

template <class... Sets>
struct function_property<sycl::ext::oneapi::experimental::property_value<
    sycl::ext::oneapi::experimental::assume_indirect_calls_key, Sets...>>
    : function_property<void> {
  static constexpr long long kind = assume_indirect_calls, numbers[] = {1, 1, 0, 0};
};

template <class Property> constexpr long long property_alignment(const Property &) {
  return function_property<Property>::alignment;
}
template <class Property> constexpr long long property_is(const Property &) {
  return function_property<Property>::kind;
}
template <class Property> constexpr long long property_number(const Property &, unsigned index) {
  return function_property<Property>::numbers[index];
}
} // namespace __falx_attribute

#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                                     \
  [[                                                                                               \
    gnu::aligned(__falx_attribute::property_alignment(__VA_ARGS__)),                               \
    clang::annotate("falx.function_property@" #__VA_ARGS__ __fx_place,                             \
                    __falx_attribute::constant<__falx_attribute::property_is(__VA_ARGS__)>,        \
                    __falx_attribute::constant<__falx_attribute::property_number(__VA_ARGS__, 0)>, \
                    __falx_attribute::constant<__falx_attribute::property_number(__VA_ARGS__, 1)>, \
                    __falx_attribute::constant<__falx_attribute::property_number(__VA_ARGS__, 2)>, \
                    __falx_attribute::constant<__falx_attribute::property_number(__VA_ARGS__, 3)>) \
  ]]
#else
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)
#endif

#endif
