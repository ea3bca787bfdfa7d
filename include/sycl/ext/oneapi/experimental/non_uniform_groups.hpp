/* Groups of some work-items of a sub-group: sycl_ext_oneapi_non_uniform_groups. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_NON_UNIFORM_GROUPS_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_NON_UNIFORM_GROUPS_HPP

#include <sycl/aspects.hpp>
#include <sycl/detail/attributes.hpp>
#include <sycl/group_algorithm.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define FALX_NEEDS(name) __fxg_device_has(sycl::aspect::name)
#else
#define FALX_NEEDS(name)
#endif

#define SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS 1

namespace sycl::ext::oneapi::experimental {

template <class ParentGroup> class ballot_group;
template <size_t PartitionSize, class ParentGroup> class fixed_size_group;
template <class ParentGroup> class tangle_group;
class opportunistic_group;

template <class Group>
using if_sub_group = std::enable_if_t<std::is_same_v<std::decay_t<Group>, sycl::sub_group>, int>;

template <class Group, if_sub_group<Group> = 0>
ballot_group<std::decay_t<Group>> get_ballot_group(Group g, bool predicate);
template <size_t PartitionSize, class Group, if_sub_group<Group> = 0>
fixed_size_group<PartitionSize, std::decay_t<Group>> get_fixed_size_group(Group g);
template <class Group, if_sub_group<Group> = 0>
tangle_group<std::decay_t<Group>> get_tangle_group(Group g);
namespace this_kernel {
inline opportunistic_group get_opportunistic_group();
}

/* Those with the same predicate. */
template <class ParentGroup> class ballot_group : public sycl::detail::sub_group_part {
  template <class Group, if_sub_group<Group>>
  friend ballot_group<std::decay_t<Group>> get_ballot_group(Group g, bool predicate);
  ballot_group(uint64_t members, bool is_true) : sub_group_part(members, is_true, 2) {}
};
/* So many neighbours; the last of a sub-group may be fewer. */
template <size_t PartitionSize, class ParentGroup>
class fixed_size_group : public sycl::detail::sub_group_part {
  static_assert(PartitionSize > 0 && (PartitionSize & (PartitionSize - 1)) == 0 &&
                    PartitionSize <= 64,
                "fixed_size_group: the size is a power of two, no more than a sub-group has");
  template <size_t Size, class Group, if_sub_group<Group>>
  friend fixed_size_group<Size, std::decay_t<Group>> get_fixed_size_group(Group g);
  fixed_size_group(uint64_t members, uint32_t number, uint32_t count)
      : sub_group_part(members, number, count) {}
};
/* Those that come to the call together. */
template <class ParentGroup> class tangle_group : public sycl::detail::sub_group_part {
  template <class Group, if_sub_group<Group>>
  friend tangle_group<std::decay_t<Group>> get_tangle_group(Group g);
  explicit tangle_group(uint64_t members) : sub_group_part(members, 0, 1) {}
};
class opportunistic_group : public sycl::detail::sub_group_part {
  friend opportunistic_group this_kernel::get_opportunistic_group();
  explicit opportunistic_group(uint64_t members) : sub_group_part(members, 0, 1) {}
};

template <class Group, if_sub_group<Group>>
ballot_group<std::decay_t<Group>> get_ballot_group(Group, bool predicate) {
  const uint64_t is_true = sycl::detail::ballot(predicate), all = sycl::detail::ballot(true);
  return {predicate ? is_true : all & ~is_true, predicate};
}
template <size_t PartitionSize, class Group, if_sub_group<Group>>
fixed_size_group<PartitionSize, std::decay_t<Group>> get_fixed_size_group(Group g) {
  const uint32_t size = g.get_local_linear_range();
  const uint32_t number = g.get_local_linear_id() / PartitionSize;
  constexpr uint64_t one = PartitionSize < 64 ? (uint64_t(1) << (PartitionSize % 64)) - 1 : ~0ull;
  const uint64_t all = size < 64 ? (uint64_t(1) << size) - 1 : ~0ull;
  return {one << (number * PartitionSize) & all, number,
          static_cast<uint32_t>((size + PartitionSize - 1) / PartitionSize)};
}
/* What these two find is right where work-items of a branch run together: not on every device that
 * has the functions, so that kernels with them are refused by one without the aspect. */
template <class Group, if_sub_group<Group>>
FALX_NEEDS(ext_oneapi_tangle_group)
tangle_group<std::decay_t<Group>> get_tangle_group(Group) {
  return tangle_group<std::decay_t<Group>>(sycl::detail::together());
}
FALX_NEEDS(ext_oneapi_opportunistic_group)
inline opportunistic_group this_kernel::get_opportunistic_group() {
  return opportunistic_group(sycl::detail::together());
}

#undef FALX_NEEDS

/* ---- What kind a group is ---- */
template <class Group>
struct is_fixed_topology_group : std::bool_constant<sycl::detail::execution_scope<Group> != 0> {};
template <class Group>
inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<Group>::value;
template <class Group>
struct is_user_constructed_group : std::bool_constant<sycl::detail::is_sub_group_part<Group>> {};
template <class Group>
inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<Group>::value;

} // namespace sycl::ext::oneapi::experimental

namespace sycl {
template <class ParentGroup>
struct is_group<ext::oneapi::experimental::ballot_group<ParentGroup>> : std::true_type {};
template <size_t PartitionSize, class ParentGroup>
struct is_group<ext::oneapi::experimental::fixed_size_group<PartitionSize, ParentGroup>>
    : std::true_type {};
template <class ParentGroup>
struct is_group<ext::oneapi::experimental::tangle_group<ParentGroup>> : std::true_type {};
template <> struct is_group<ext::oneapi::experimental::opportunistic_group> : std::true_type {};
} // namespace sycl

#endif
