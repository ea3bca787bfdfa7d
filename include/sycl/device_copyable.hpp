/* Which objects go to a device as the bytes they have. SYCL 2020, 3.13.1 and 4.12.4. */
#ifndef FALX_SYCL_DEVICE_COPYABLE_HPP
#define FALX_SYCL_DEVICE_COPYABLE_HPP

#include <array>
#include <type_traits>
#include <utility> // declares std::tuple

#include <sycl/detail/captures.hpp>
#include <sycl/detail/config.hpp>

namespace sycl {

template <class T> struct is_device_copyable;
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

namespace detail {
template <class T> struct holds_copyable : std::false_type {};
template <class T> struct holds_copyable<const T> : is_device_copyable<T> {};
template <class T> struct holds_copyable<volatile T> : is_device_copyable<T> {};
template <class T> struct holds_copyable<const volatile T> : is_device_copyable<T> {};
template <class T, size_t N> struct holds_copyable<T[N]> : is_device_copyable<T> {};
template <class T, size_t N> struct holds_copyable<const T[N]> : is_device_copyable<T> {};
template <class T, size_t N> struct holds_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class T, class U>
struct holds_copyable<std::pair<T, U>>
    : std::bool_constant<is_device_copyable_v<T> && is_device_copyable_v<U>> {};
template <class... T>
struct holds_copyable<std::tuple<T...>> : std::bool_constant<(is_device_copyable_v<T> && ...)> {};

/* std::optional and std::variant, told by what they can do: their headers are large. */
template <class T, class = void> struct is_optional_of_copyable : std::false_type {};
template <class T>
struct is_optional_of_copyable<
    T, std::void_t<typename T::value_type, decltype(std::declval<T &>().has_value()),
                   decltype(std::declval<T &>().reset())>>
    : is_device_copyable<typename T::value_type> {};
template <class T, class = void> struct is_variant_of_copyable : std::false_type {};
template <template <class...> class Variant, class... T>
struct is_variant_of_copyable<
    Variant<T...>, std::void_t<decltype(std::declval<Variant<T...> &>().valueless_by_exception())>>
    : std::bool_constant<(is_device_copyable_v<T> && ...)> {};

/* Most types are trivially copyable, and std's traits take long to compile. */
template <class T> constexpr bool copyable_by_default() {
  if constexpr (__is_trivially_copyable(T))
    return true;
  else
    return std::disjunction<std::conjunction<std::is_trivially_copy_constructible<T>,
                                             std::is_trivially_destructible<T>>,
                            holds_copyable<T>, is_optional_of_copyable<T>,
                            is_variant_of_copyable<T>>::value;
}
} // namespace detail

/* 3.13.1. Specialise it for a class whose bytes may be copied although its copy constructor or
 * destructor is not trivial. */
template <class T>
struct is_device_copyable : std::bool_constant<detail::copyable_by_default<T>()> {};

namespace detail {
/* 4.12.4: what a kernel holds may be a kernel's argument if each of its members may. Of a class
 * that is no kernel only is_device_copyable tells: its copy constructor may be its own. */
struct is_argument {
  template <class Element> static constexpr bool holds() {
    if constexpr (is_device_copyable_v<Element>)
      return true;
    else if constexpr (is_closure<Element>())
      return all_members<Element, is_argument>();
    else
      return false;
  }
  template <class T> static constexpr bool value = holds<std::remove_all_extents_t<T>>();
};
template <class Kernel> constexpr bool is_kernel_copyable() {
  if constexpr (is_device_copyable_v<Kernel>)
    return true;
  else
    return all_members<Kernel, is_argument>();
}
} // namespace detail

} // namespace sycl

#endif
