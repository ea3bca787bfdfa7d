/* group and sub_group: the work-items that run together. SYCL 2020, 4.9.1.7 and 4.9.1.8; barriers
 * 4.17.3. Neither holds anything: they read the ids of the work-item that asks. */
#ifndef FALX_SYCL_GROUP_HPP
#define FALX_SYCL_GROUP_HPP

#include <sycl/access.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

template <int D> class nd_item;

namespace detail {
/* Scopes and memory semantics are SPIR-V's. */
enum spirv_scope : int {
  SPIRV_DEVICE = 1,
  SPIRV_WORK_GROUP = 2,
  SPIRV_SUB_GROUP = 3,
  SPIRV_INVOCATION = 4
};
enum spirv_semantics : int {
  SPIRV_ACQUIRE_RELEASE = 0x8,
  SPIRV_SEQ_CST = 0x10,
  SPIRV_GLOBAL_MEMORY = 0x200,
  SPIRV_LOCAL_MEMORY = 0x100,
  SPIRV_SUB_GROUP_MEMORY = 0x80
};
constexpr int spirv_scope_of(memory_scope scope) {
  switch (scope) {
  case memory_scope::work_item:
    return SPIRV_INVOCATION;
  case memory_scope::sub_group:
    return SPIRV_SUB_GROUP;
  case memory_scope::work_group:
    return SPIRV_WORK_GROUP;
  case memory_scope::device:
    return SPIRV_DEVICE;
  default:
    return 0; // all devices and the host
  }
}
constexpr int spirv_fence(sycl::access::fence_space space) {
  return SPIRV_SEQ_CST |
         (space != sycl::access::fence_space::global_space ? SPIRV_LOCAL_MEMORY : 0) |
         (space != sycl::access::fence_space::local_space ? SPIRV_GLOBAL_MEMORY : 0);
}
template <class Group> inline constexpr int execution_scope = 0;
struct access_group; // makes groups
} // namespace detail

template <int D = 1> class group {
public:
  using id_type = id<D>;
  using range_type = range<D>;
  using linear_id_type = size_t;
  static constexpr int dimensions = D;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  id<D> get_group_id() const { return FALX_GATHER(id<D>, __spirv_BuiltInWorkgroupId); }
  size_t get_group_id(int d) const { return __spirv_BuiltInWorkgroupId(D - 1 - d); }
  [[deprecated("use get_group_id()")]] id<D> get_id() const { return get_group_id(); }
  [[deprecated("use get_group_id()")]] size_t get_id(int d) const { return get_group_id(d); }
  id<D> get_local_id() const { return FALX_GATHER(id<D>, __spirv_BuiltInLocalInvocationId); }
  size_t get_local_id(int d) const { return __spirv_BuiltInLocalInvocationId(D - 1 - d); }
  range<D> get_local_range() const { return FALX_GATHER(range<D>, __spirv_BuiltInWorkgroupSize); }
  size_t get_local_range(int d) const { return __spirv_BuiltInWorkgroupSize(D - 1 - d); }
  range<D> get_max_local_range() const { return get_local_range(); }
  range<D> get_group_range() const { return FALX_GATHER(range<D>, __spirv_BuiltInNumWorkgroups); }
  size_t get_group_range(int d) const { return __spirv_BuiltInNumWorkgroups(D - 1 - d); }
  range<D> get_global_range() const { return FALX_GATHER(range<D>, __spirv_BuiltInGlobalSize); }
  size_t get_global_range(int d) const { return __spirv_BuiltInGlobalSize(D - 1 - d); }
  size_t operator[](int d) const { return get_group_id(d); }

  size_t get_group_linear_id() const { return detail::linear(get_group_id(), get_group_range()); }
  [[deprecated("use get_group_linear_id()")]] size_t get_linear_id() const {
    return get_group_linear_id();
  }
  size_t get_local_linear_id() const { return detail::linear(get_local_id(), get_local_range()); }
  size_t get_group_linear_range() const { return get_group_range().size(); }
  size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  template <access_mode Mode = access_mode::read_write>
  [[deprecated("use atomic_fence()")]] void
  mem_fence(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_MemoryBarrier(detail::SPIRV_WORK_GROUP, detail::spirv_fence(space));
  }
  template <class... A> void async_work_group_copy(const A &...) const {
    static_assert(detail::always_false<A...>, FALX_NOT_YET("async_work_group_copy"));
  }
  template <class Function> void parallel_for_work_item(const Function &) const {
    static_assert(detail::always_false<Function>, FALX_NOT_YET("parallel_for_work_item"));
  }

  /* In one work-item there is one group. */
  friend bool operator==(const group &, const group &) { return true; }
  friend bool operator!=(const group &, const group &) { return false; }

private:
  friend struct detail::access_group;
  group() = default;
};

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return __spirv_BuiltInSubgroupId(); }
  id<1> get_local_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  range<1> get_local_range() const { return __spirv_BuiltInSubgroupSize(); }
  range<1> get_max_local_range() const { return __spirv_BuiltInSubgroupMaxSize(); }
  range<1> get_group_range() const { return __spirv_BuiltInNumSubgroups(); }
  uint32_t get_group_linear_id() const { return __spirv_BuiltInSubgroupId(); }
  uint32_t get_local_linear_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  uint32_t get_group_linear_range() const { return __spirv_BuiltInNumSubgroups(); }
  uint32_t get_local_linear_range() const { return __spirv_BuiltInSubgroupSize(); }
  bool leader() const { return get_local_linear_id() == 0; }

  friend bool operator==(const sub_group &, const sub_group &) { return true; }
  friend bool operator!=(const sub_group &, const sub_group &) { return false; }

private:
  friend struct detail::access_group;
  sub_group() = default;
};

template <class T> struct is_group : std::false_type {};
template <int D> struct is_group<group<D>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<T>::value;

namespace detail {
template <int D> inline constexpr int execution_scope<group<D>> = SPIRV_WORK_GROUP;
template <> inline constexpr int execution_scope<sub_group> = SPIRV_SUB_GROUP;
struct access_group {
  template <class Group> static Group make() { return Group(); }
};
} // namespace detail

template <class Group, std::enable_if_t<is_group_v<Group>, int> = 0>
void group_barrier(Group, memory_scope scope = Group::fence_scope) {
  __spirv_ControlBarrier(detail::execution_scope<Group>, detail::spirv_scope_of(scope),
                         detail::SPIRV_SEQ_CST | detail::SPIRV_GLOBAL_MEMORY |
                             detail::SPIRV_LOCAL_MEMORY | detail::SPIRV_SUB_GROUP_MEMORY);
}

} // namespace sycl

#endif
