/* The group algorithms of before SYCL 2020, deprecated (the extension group_algorithms): sycl's
 * under shorter names, where pointers ask for the joint ones. */
#ifndef FALX_SYCL_EXT_ONEAPI_GROUP_ALGORITHM_HPP
#define FALX_SYCL_EXT_ONEAPI_GROUP_ALGORITHM_HPP

#include <sycl/group_algorithm.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_GROUP_ALGORITHMS 1

namespace sycl::detail {
template <class T> inline constexpr bool is_pointer_to_elements = std::is_pointer_v<T>;
template <class T, access::address_space S, access::decorated D>
inline constexpr bool is_pointer_to_elements<multi_ptr<T, S, D>> = true;
} // namespace sycl::detail

namespace sycl::ext::oneapi {
using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;

#define FALX_GROUP_ALGORITHM(name, over_group, joint)                                              \
  template <class Group, class First, class... Rest, sycl::detail::if_group<Group> = 0>            \
  FALX_DEPRECATED("use sycl::" #over_group " or sycl::" #joint)                                    \
  auto name(Group g, First first, Rest... rest) {                                                  \
    if constexpr (sycl::detail::is_pointer_to_elements<First>)                                     \
      return sycl::joint(g, first, rest...);                                                       \
    else                                                                                           \
      return sycl::over_group(g, first, rest...);                                                  \
  }
FALX_GROUP_ALGORITHM(any_of, any_of_group, joint_any_of)
FALX_GROUP_ALGORITHM(all_of, all_of_group, joint_all_of)
FALX_GROUP_ALGORITHM(none_of, none_of_group, joint_none_of)
FALX_GROUP_ALGORITHM(reduce, reduce_over_group, joint_reduce)
FALX_GROUP_ALGORITHM(exclusive_scan, exclusive_scan_over_group, joint_exclusive_scan)
FALX_GROUP_ALGORITHM(inclusive_scan, inclusive_scan_over_group, joint_inclusive_scan)
#undef FALX_GROUP_ALGORITHM

template <class Group, class T, class... From, sycl::detail::if_group<Group> = 0>
FALX_DEPRECATED("use sycl::group_broadcast")
T broadcast(Group g, T x, From... from) {
  return sycl::group_broadcast(g, x, from...);
}
template <class Group, sycl::detail::if_group<Group> = 0>
FALX_DEPRECATED("use the group's member leader")
bool leader(Group g) {
  return g.leader();
}
} // namespace sycl::ext::oneapi

#endif
