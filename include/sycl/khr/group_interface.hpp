/* Groups of work-items, and a work-item of one, with short names: sycl_khr_group_interface. */
#ifndef FALX_SYCL_KHR_GROUP_INTERFACE_HPP
#define FALX_SYCL_KHR_GROUP_INTERFACE_HPP

#include <sycl/group.hpp>
#if __cplusplus >= 202302L && __has_include(<mdspan>)
#include <mdspan>
#endif

#define SYCL_KHR_GROUP_INTERFACE 1

namespace sycl::khr {

#ifdef __cpp_lib_mdspan
/* How many work-items a group has in each dimension, known here (1) or not. */
#define FALX_GROUP_EXTENTS(...)                                                                    \
  using extents_type = __VA_ARGS__;                                                                \
  typename extents_type::index_type extent(typename extents_type::rank_type r) const noexcept {    \
    return extents().extent(r);                                                                    \
  }                                                                                                \
  static constexpr typename extents_type::rank_type rank() noexcept {                              \
    return extents_type::rank();                                                                   \
  }                                                                                                \
  static constexpr typename extents_type::rank_type rank_dynamic() noexcept {                      \
    return extents_type::rank_dynamic();                                                           \
  }                                                                                                \
  static constexpr size_t static_extent(typename extents_type::rank_type r) noexcept {             \
    return extents_type::static_extent(r);                                                         \
  }
template <class Index, int D>
using one_item = std::conditional_t<
    D == 1, std::extents<Index, 1>,
    std::conditional_t<D == 2, std::extents<Index, 1, 1>, std::extents<Index, 1, 1, 1>>>;
#endif

template <class ParentGroup> class member_item;

template <int D = 1> class work_group {
public:
  using id_type = sycl::id<D>;
  using linear_id_type = size_t;
  using range_type = sycl::range<D>;
  using size_type = size_t;
  static constexpr int dimensions = D;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  work_group(const group<D> &g) noexcept : group_(g) {}
  operator group<D>() const noexcept { return group_; }
  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
#ifdef __cpp_lib_mdspan
  FALX_GROUP_EXTENTS(std::dextents<size_t, D>)
  extents_type extents() const noexcept {
    std::array<size_t, D> sizes;
    for (int d = 0; d < D; ++d)
      sizes[d] = group_.get_local_range(d);
    return extents_type(sizes);
  }
#endif
  friend bool operator==(const work_group &a, const work_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const work_group &a, const work_group &b) { return !(a == b); }

private:
  template <class> friend class member_item;
  group<D> group_;
};
template <int D> work_group(const group<D> &) -> work_group<D>;

class sub_group {
public:
  using id_type = sycl::id<1>;
  using linear_id_type = uint32_t;
  using range_type = sycl::range<1>;
  using size_type = uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group(const sycl::sub_group &g) noexcept : group_(g) {}
  operator sycl::sub_group() const noexcept { return group_; }
  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
  size_type max_size() const noexcept {
    return static_cast<size_type>(group_.get_max_local_range()[0]);
  }
#ifdef __cpp_lib_mdspan
  FALX_GROUP_EXTENTS(std::dextents<uint32_t, 1>)
  extents_type extents() const noexcept { return extents_type(size()); }
#endif
  friend bool operator==(const sub_group &a, const sub_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

private:
  template <class> friend class member_item;
  sycl::sub_group group_;
};

template <class Group> inline constexpr bool is_work_or_sub_group = false;
template <int D> inline constexpr bool is_work_or_sub_group<work_group<D>> = true;
template <> inline constexpr bool is_work_or_sub_group<sub_group> = true;

template <class ParentGroup>
std::enable_if_t<is_work_or_sub_group<ParentGroup>, member_item<ParentGroup>>
get_member_item(const ParentGroup &g) noexcept;

/* The work-item that asked for it. */
template <class ParentGroup> class member_item {
public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  id_type id() const noexcept { return id_; }
  linear_id_type linear_id() const noexcept {
    return static_cast<linear_id_type>(detail::linear(id_, range_));
  }
  range_type range() const noexcept { return range_; }
  constexpr size_type size() const noexcept { return 1; }
#ifdef __cpp_lib_mdspan
  FALX_GROUP_EXTENTS(one_item<size_type, ParentGroup::dimensions>)
  constexpr extents_type extents() const noexcept { return extents_type(); }
#endif
  friend bool operator==(const member_item &a, const member_item &b) {
    return a.id_ == b.id_ && a.range_ == b.range_;
  }
  friend bool operator!=(const member_item &a, const member_item &b) { return !(a == b); }

private:
  friend std::enable_if_t<is_work_or_sub_group<ParentGroup>, member_item<ParentGroup>>
  get_member_item<ParentGroup>(const ParentGroup &) noexcept;
  explicit member_item(const ParentGroup &g)
      : id_(g.group_.get_local_id()), range_(g.group_.get_local_range()) {}
  id_type id_;
  range_type range_;
};
#undef FALX_GROUP_EXTENTS

template <class ParentGroup>
std::enable_if_t<is_work_or_sub_group<ParentGroup>, member_item<ParentGroup>>
get_member_item(const ParentGroup &g) noexcept {
  return member_item<ParentGroup>(g);
}

template <class Group>
std::enable_if_t<is_work_or_sub_group<Group>, bool> leader_of(const Group &g) noexcept {
  return get_member_item(g).linear_id() == 0;
}
template <class ParentGroup> bool leader_of(const member_item<ParentGroup> &) noexcept {
  return true;
}

} // namespace sycl::khr

#endif
