/* What a kernel requires, as compile-time properties: sycl_ext_oneapi_kernel_properties. Given
 * before the kernel at its launch, or by its function object's get(properties_tag).
 *
 * In the device compilation the function object lies in one of the same layout, whose call operator
 * has the attributes (docs/kernel-attributes.md). */
#ifndef FALX_SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_PROPERTIES_HPP
#define FALX_SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_PROPERTIES_HPP

#include <cstddef>
#include <cstdint>

#include <sycl/aspects.hpp>
#include <sycl/detail/attributes.hpp>
#include <sycl/ext/oneapi/kernel_properties/progress.hpp>
#include <sycl/ext/oneapi/properties.hpp>

#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1
#define SYCL_EXT_ONEAPI_VIRTUAL_FUNCTIONS 1

namespace sycl::ext::oneapi::experimental {

template <size_t N> using size_value = std::integral_constant<size_t, N>;
struct work_group_size_key {
  template <size_t... N> using value_t = property_value<work_group_size_key, size_value<N>...>;
};
struct work_group_size_hint_key {
  template <size_t... N> using value_t = property_value<work_group_size_hint_key, size_value<N>...>;
};
struct sub_group_size_key {
  template <uint32_t N>
  using value_t = property_value<sub_group_size_key, std::integral_constant<uint32_t, N>>;
};
struct device_has_key {
  template <aspect... A>
  using value_t = property_value<device_has_key, std::integral_constant<aspect, A>...>;
};
/* sycl_ext_oneapi_virtual_functions. What is called is whatever the object's class has: sets of
 * functions make no difference. */
template <class Set> struct function_set {
  static constexpr bool value = true;
};
struct indirectly_callable_key {
  template <class Set = void>
  using value_t = property_value<indirectly_callable_key, function_set<Set>>;
};
struct assume_indirect_calls_key {
  template <class... Sets>
  using value_t = property_value<assume_indirect_calls_key, function_set<Sets>...>;
};
inline constexpr indirectly_callable_key::value_t<void> indirectly_callable;
template <class Set> inline constexpr indirectly_callable_key::value_t<Set> indirectly_callable_in;
inline constexpr assume_indirect_calls_key::value_t<void> assume_indirect_calls;
template <class... Sets>
inline constexpr assume_indirect_calls_key::value_t<Sets...> assume_indirect_calls_to;
template <size_t... N> inline constexpr work_group_size_key::value_t<N...> work_group_size;
template <size_t... N>
inline constexpr work_group_size_hint_key::value_t<N...> work_group_size_hint;
template <uint32_t N> inline constexpr sub_group_size_key::value_t<N> sub_group_size;
template <aspect... A> inline constexpr device_has_key::value_t<A...> device_has;

template <> struct is_property_key<work_group_size_key> : std::true_type {};
template <> struct is_property_key<work_group_size_hint_key> : std::true_type {};
template <> struct is_property_key<sub_group_size_key> : std::true_type {};
template <> struct is_property_key<device_has_key> : std::true_type {};
template <> struct is_property_key<indirectly_callable_key> : std::true_type {};
template <> struct is_property_key<assume_indirect_calls_key> : std::true_type {};

/* Of a launch: sycl_ext_oneapi_work_group_scratch_memory. */
struct work_group_scratch_size {
  using key_t = work_group_scratch_size;
  constexpr work_group_scratch_size(size_t bytes) : value(bytes) {}
  size_t value;
};
using work_group_scratch_size_key = work_group_scratch_size;
inline bool operator==(const work_group_scratch_size &a, const work_group_scratch_size &b) {
  return a.value == b.value;
}
inline bool operator!=(const work_group_scratch_size &a, const work_group_scratch_size &b) {
  return !(a == b);
}
template <> struct is_property_key<work_group_scratch_size_key> : std::true_type {};
template <> struct is_property_value<work_group_scratch_size> : std::true_type {};

} // namespace sycl::ext::oneapi::experimental

#ifdef __SYCL_DEVICE_ONLY__
namespace sycl::detail::kernel_properties {
using sycl::aspect;

#define FALX_FORWARD(Attribute)                                                                    \
  Kernel kernel;                                                                                   \
  template <class... Argument,                                                                     \
            class = std::enable_if_t<detail::is_callable<const Kernel &, Argument...>>>            \
  Attribute void operator()(Argument &&...a) const {                                               \
    kernel(static_cast<Argument &&>(a)...);                                                        \
  }
template <class Kernel, uint32_t N> struct with_sub_group_size {
  FALX_FORWARD(__fxg_reqd_sub_group_size(N))
};
template <class Kernel, size_t... N> struct with_work_group_size {
  FALX_FORWARD(__fxg_reqd_work_group_size(N...))
};
template <class Kernel, uint32_t Sub, size_t... N> struct with_sizes {
  FALX_FORWARD(__fxg_reqd_sub_group_size(Sub) __fxg_reqd_work_group_size(N...))
};
template <class Kernel, aspect... A> struct with_aspects {
  FALX_FORWARD(__fxg_device_has(A...))
};
template <class Kernel> struct with_indirect_calls {
  FALX_FORWARD(__fxg_assume_indirect_calls)
};
#undef FALX_FORWARD

/* By the values of the properties that are there. */
template <class Kernel, class Sub, class Group> struct sizes {
  using type = Kernel;
};
template <class Kernel, class Key, uint32_t N>
struct sizes<
    Kernel,
    sycl::ext::oneapi::experimental::property_value<Key, std::integral_constant<uint32_t, N>>,
    void> {
  using type = with_sub_group_size<Kernel, N>;
};
template <class Kernel, class Key, size_t... N>
struct sizes<
    Kernel, void,
    sycl::ext::oneapi::experimental::property_value<Key, std::integral_constant<size_t, N>...>> {
  using type = with_work_group_size<Kernel, N...>;
};
template <class Kernel, class SubKey, uint32_t Sub, class Key, size_t... N>
struct sizes<
    Kernel,
    sycl::ext::oneapi::experimental::property_value<SubKey, std::integral_constant<uint32_t, Sub>>,
    sycl::ext::oneapi::experimental::property_value<Key, std::integral_constant<size_t, N>...>> {
  using type = with_sizes<Kernel, Sub, N...>;
};
template <class Kernel, class Has> struct aspects {
  using type = Kernel;
};
template <class Kernel, class Key, aspect... A>
struct aspects<Kernel, sycl::ext::oneapi::experimental::property_value<
                           Key, std::integral_constant<aspect, A>...>> {
  using type = with_aspects<Kernel, A...>;
};
template <class Kernel, class Indirect> struct calls {
  using type = with_indirect_calls<Kernel>;
};
template <class Kernel> struct calls<Kernel, void> {
  using type = Kernel;
};
} // namespace sycl::detail::kernel_properties

namespace sycl::detail {

template <class Launch, class Own, class Key> constexpr auto value_or_nothing() {
  if constexpr (Launch::template has_property<Key>())
    return static_cast<std::remove_cv_t<decltype(Launch::template get_property<Key>())> *>(nullptr);
  else if constexpr (Own::template has_property<Key>())
    return static_cast<std::remove_cv_t<decltype(Own::template get_property<Key>())> *>(nullptr);
  else
    return static_cast<void *>(nullptr);
}
template <class Launch, class Own, class Key>
using value_of_property = std::remove_pointer_t<decltype(value_or_nothing<Launch, Own, Key>())>;

/* What a kernel is in the device compilation, with the launch's properties and its own, where the
 * launch says nothing of them. */
template <class Launch, class Own, class Kernel> struct property_wrapper {
  using sizes = typename kernel_properties::sizes<
      Kernel, value_of_property<Launch, Own, ext::oneapi::experimental::sub_group_size_key>,
      value_of_property<Launch, Own, ext::oneapi::experimental::work_group_size_key>>::type;
  using aspects = typename kernel_properties::aspects<
      sizes, value_of_property<Launch, Own, ext::oneapi::experimental::device_has_key>>::type;
  using type = typename kernel_properties::calls<
      aspects,
      value_of_property<Launch, Own, ext::oneapi::experimental::assume_indirect_calls_key>>::type;
};
template <class Kernel>
struct property_wrapper<ext::oneapi::experimental::empty_properties_t,
                        ext::oneapi::experimental::empty_properties_t, Kernel> {
  using type = Kernel;
};
template <class Launch, class Kernel>
using with_properties =
    typename property_wrapper<Launch, typename own_properties<Kernel>::type, Kernel>::type;

} // namespace sycl::detail
#endif

#endif
