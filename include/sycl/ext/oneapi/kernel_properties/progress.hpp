/* What progress a kernel needs of its groups, as compile-time properties:
 * sycl_ext_oneapi_forward_progress, and use_root_sync of sycl_ext_oneapi_root_group;
 * docs/forward-progress.md. */
#ifndef FALX_SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_PROGRESS_HPP
#define FALX_SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_PROGRESS_HPP

#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/properties.hpp>

#define SYCL_EXT_ONEAPI_FORWARD_PROGRESS 1

namespace sycl::ext::oneapi::experimental {

enum class forward_progress_guarantee { concurrent, parallel, weakly_parallel };
enum class execution_scope { work_item, sub_group, work_group, root_group };

struct properties_tag {};

struct use_root_sync_key {
  using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;
template <> struct is_property_key<use_root_sync_key> : std::true_type {};

#define FALX_PROGRESS_PROPERTY(name)                                                               \
  struct name##_key {                                                                              \
    template <forward_progress_guarantee Guarantee, execution_scope Coordination>                  \
    using value_t =                                                                                \
        property_value<name##_key, std::integral_constant<forward_progress_guarantee, Guarantee>,  \
                       std::integral_constant<execution_scope, Coordination>>;                     \
  };                                                                                               \
  template <forward_progress_guarantee Guarantee, execution_scope Coordination>                    \
  inline constexpr name##_key::value_t<Guarantee, Coordination> name;                              \
  template <> struct is_property_key<name##_key> : std::true_type {};
FALX_PROGRESS_PROPERTY(work_group_progress)
FALX_PROGRESS_PROPERTY(sub_group_progress)
FALX_PROGRESS_PROPERTY(work_item_progress)
#undef FALX_PROGRESS_PROPERTY

} // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {
/* The progress that a list asks for: 0 none in particular, 1 of work-groups at the same time, 2
 * what no device gives. */
template <class Value> inline constexpr int asked_progress = 0;
template <>
inline constexpr int asked_progress<ext::oneapi::experimental::use_root_sync_key::value_t> = 1;
template <class Key, ext::oneapi::experimental::forward_progress_guarantee Guarantee,
          ext::oneapi::experimental::execution_scope Coordination>
inline constexpr int asked_progress<ext::oneapi::experimental::property_value<
    Key, std::integral_constant<ext::oneapi::experimental::forward_progress_guarantee, Guarantee>,
    std::integral_constant<ext::oneapi::experimental::execution_scope, Coordination>>> =
    Guarantee == ext::oneapi::experimental::forward_progress_guarantee::weakly_parallel ? 0
    : std::is_same_v<Key, ext::oneapi::experimental::work_group_progress_key>           ? 1
                                                                                        : 2;
template <class List> inline constexpr int most_progress = 0;
template <class... Values>
inline constexpr int most_progress<ext::oneapi::experimental::properties<std::tuple<Values...>>> =
    ((asked_progress<Values> == 2) || ...)   ? 2
    : ((asked_progress<Values> == 1) || ...) ? 1
                                             : 0;

/* What the function object's get(properties_tag) answers, const or not; nothing without one. */
template <class Kernel, class = void> struct own_properties {
  using type = ext::oneapi::experimental::empty_properties_t;
};
template <class Kernel>
struct own_properties<Kernel, std::void_t<decltype(std::declval<Kernel &>().get(
                                  ext::oneapi::experimental::properties_tag()))>> {
  using type = std::decay_t<decltype(std::declval<Kernel &>().get(
      ext::oneapi::experimental::properties_tag()))>;
};

/* By the properties of the launch and the kernel's own. */
template <class Properties, class Kernel> bool root_sync() {
  constexpr int of_launch = most_progress<Properties>,
                of_kernel = most_progress<typename own_properties<Kernel>::type>;
  if constexpr (of_launch == 2 || of_kernel == 2)
    throw_error(errc::feature_not_supported,
                "the kernel's properties ask for more progress of sub-groups or work-items than "
                "weakly_parallel: see sub_group_progress_capabilities of the device");
  return of_launch || of_kernel;
}
template <class Properties, class Kernel> void check_no_root_sync() {
  if (root_sync<Properties, Kernel>())
    throw_error(errc::feature_not_supported,
                "the kernel's properties ask for progress of work-groups, and it is launched "
                "without them: launch it over an nd_range");
}
} // namespace sycl::detail

#endif
