/* group and sub_group: the work-items that run together. SYCL 2020, 4.9.1.7 and 4.9.1.8; barriers
 * 4.17.3. They hold what is the same for all of their work-items, so that they can be kept and
 * asked elsewhere, on the host, too; what differs is asked of the work-item that calls. */
#ifndef FALX_SYCL_GROUP_HPP
#define FALX_SYCL_GROUP_HPP

#include <sycl/access.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

template <int D> class nd_item;
template <int D> class h_item;
template <int D, bool WithOffset> class item;

template <class T, access::address_space S, access::decorated A> class multi_ptr;
template <class T, int N> class vec;

/* 4.9.1.9: what async_work_group_copy returns. */
class device_event {
public:
  void wait() const;

private:
  template <int> friend class group;
  device_event() = default;
};

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

  id<D> get_group_id() const { return id_; }
  size_t get_group_id(int d) const { return id_[d]; }
  FALX_DEPRECATED("use get_group_id()") id<D> get_id() const { return get_group_id(); }
  FALX_DEPRECATED("use get_group_id()") size_t get_id(int d) const { return get_group_id(d); }
  id<D> get_local_id() const { return FALX_GATHER(id<D>, __spirv_BuiltInLocalInvocationId); }
  size_t get_local_id(int d) const { return __spirv_BuiltInLocalInvocationId(D - 1 - d); }
  range<D> get_local_range() const { return local_; }
  size_t get_local_range(int d) const { return local_[d]; }
  range<D> get_max_local_range() const { return get_local_range(); }
  range<D> get_group_range() const { return groups_; }
  size_t get_group_range(int d) const { return groups_[d]; }
  range<D> get_global_range() const { return global_; }
  size_t get_global_range(int d) const { return global_[d]; }
  size_t operator[](int d) const { return get_group_id(d); }

  size_t get_group_linear_id() const { return detail::linear(get_group_id(), get_group_range()); }
  FALX_DEPRECATED("use get_group_linear_id()") size_t get_linear_id() const {
    return get_group_linear_id();
  }
  size_t get_local_linear_id() const { return detail::linear(get_local_id(), get_local_range()); }
  size_t get_group_linear_range() const { return get_group_range().size(); }
  size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  template <access_mode Mode = access_mode::read_write>
  FALX_DEPRECATED("use atomic_fence()")
  void mem_fence(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_MemoryBarrier(detail::SPIRV_WORK_GROUP, detail::spirv_fence(space));
  }
  /* 4.9.1.7: the work-items share the copy; wait_for is the barrier behind it. */
  template <class To, class From>
  device_event async_work_group_copy(To to, From from, size_t count) const {
    return copy(to, from, count, 1, 1);
  }
  template <class T, access::decorated A, class From>
  device_event async_work_group_copy(multi_ptr<T, access::address_space::local_space, A> to,
                                     From from, size_t count, size_t source_stride) const {
    return copy(to, from, count, 1, source_stride);
  }
  template <class T, access::decorated A, class From>
  device_event async_work_group_copy(multi_ptr<T, access::address_space::global_space, A> to,
                                     From from, size_t count, size_t destination_stride) const {
    return copy(to, from, count, destination_stride, 1);
  }
  template <class... Events> void wait_for(Events... events) const { (events.wait(), ...); }
  /* Within parallel_for_work_group: h_item.hpp. */
  template <class Function> void parallel_for_work_item(const Function &function) const;
  template <class Function>
  void parallel_for_work_item(range<D> flexible, const Function &function) const;

  friend bool operator==(const group &a, const group &b) {
    return a.id_ == b.id_ && a.local_ == b.local_ && a.groups_ == b.groups_ &&
           a.global_ == b.global_;
  }
  friend bool operator!=(const group &a, const group &b) { return !(a == b); }

private:
  friend struct detail::access_group;
  template <class To, class From>
  device_event copy(To to, From from, size_t count, size_t to_step, size_t from_step) const {
    for (size_t i = get_copy_id(), step = get_copy_range(); i < count; i += step)
      to[i * to_step] = from[i * from_step];
    return device_event();
  }
  /* Of the device's work-items: one where they stand for several. */
  size_t get_copy_id() const { return get_local_linear_id(); }
  size_t get_copy_range() const {
    return FALX_GATHER(range<D>, __spirv_BuiltInWorkgroupSize).size();
  }
  group()
      : id_(FALX_GATHER(id<D>, __spirv_BuiltInWorkgroupId)),
        local_(FALX_GATHER(range<D>, __spirv_BuiltInWorkgroupSize)),
        groups_(FALX_GATHER(range<D>, __spirv_BuiltInNumWorkgroups)),
        global_(FALX_GATHER(range<D>, __spirv_BuiltInGlobalSize)) {}
  id<D> id_;
  range<D> local_, groups_, global_;
};

inline void device_event::wait() const {
  __spirv_ControlBarrier(detail::SPIRV_WORK_GROUP, detail::SPIRV_WORK_GROUP,
                         detail::spirv_fence(access::fence_space::global_and_local));
}

namespace detail {
/* Most work-items of a sub-group, in kernels whose launches have D dimensions or fewer. By the
 * call native_cpu knows of work-groups with several rows
 * (compiler/native_cpu/default_sub_groups.c): the kernel gets code for short ones. */
template <int D> FALX_INLINE uint32_t most_in_sub_group() {
#ifdef __SYCL_NATIVE_CPU__
  if constexpr (D > 1)
    static_cast<void>(__spirv_BuiltInWorkgroupSize(1));
#endif
  return __spirv_BuiltInSubgroupMaxSize();
}
} // namespace detail

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return id_; }
  id<1> get_local_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  range<1> get_local_range() const { return local_; }
  range<1> get_max_local_range() const { return most_; }
  range<1> get_group_range() const { return groups_; }
  uint32_t get_group_linear_id() const { return id_; }
  uint32_t get_local_linear_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  uint32_t get_group_linear_range() const { return groups_; }
  uint32_t get_local_linear_range() const { return local_; }
  bool leader() const { return get_local_linear_id() == 0; }

  /* From before SYCL 2020: ext/oneapi/sub_group.hpp. */
  template <class T> T shuffle(T x, id<1> from) const;
  template <class T> T shuffle_down(T x, uint32_t delta) const;
  template <class T> T shuffle_up(T x, uint32_t delta) const;
  template <class T> T shuffle_xor(T x, id<1> mask) const;
  template <class T> T shuffle(T x, T y, id<1> from) const;
  template <class T> T shuffle_down(T current, T next, uint32_t delta) const;
  template <class T> T shuffle_up(T previous, T current, uint32_t delta) const;
  template <class T> std::remove_cv_t<T> load(T *from) const;
  template <int N, class T> vec<std::remove_cv_t<T>, N> load(T *from) const;
  template <class T> void store(T *to, const std::remove_cv_t<T> &x) const;
  template <int N, class T> void store(T *to, const vec<std::remove_cv_t<T>, N> &x) const;
  template <class T, access::address_space S, access::decorated A>
  std::remove_cv_t<T> load(multi_ptr<T, S, A> from) const {
    return load(from.get_raw());
  }
  template <int N, class T, access::address_space S, access::decorated A>
  vec<std::remove_cv_t<T>, N> load(multi_ptr<T, S, A> from) const {
    return load<N>(from.get_raw());
  }
  template <class T, access::address_space S, access::decorated A>
  void store(multi_ptr<T, S, A> to, const std::remove_cv_t<T> &x) const {
    store(to.get_raw(), x);
  }
  template <int N, class T, access::address_space S, access::decorated A>
  void store(multi_ptr<T, S, A> to, const vec<std::remove_cv_t<T>, N> &x) const {
    store<N>(to.get_raw(), x);
  }
  [[deprecated("use group_barrier()")]] void
  barrier(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::SPIRV_SUB_GROUP, detail::SPIRV_SUB_GROUP,
                           detail::spirv_fence(space));
  }

  friend bool operator==(const sub_group &a, const sub_group &b) {
    return a.id_ == b.id_ && a.local_ == b.local_ && a.most_ == b.most_ && a.groups_ == b.groups_;
  }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

private:
  friend struct detail::access_group;
  explicit sub_group(uint32_t most)
      : id_(__spirv_BuiltInSubgroupId()), local_(__spirv_BuiltInSubgroupSize()), most_(most),
        groups_(__spirv_BuiltInNumSubgroups()) {}
  uint32_t id_, local_, most_, groups_;
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
  /* Without D in a function that any launch may call. */
  template <int D = 3> static sub_group make_sub_group() {
    return sub_group(most_in_sub_group<D>());
  }
  /* Each work-item of the device stands for so many. */
  template <int D> static void set_items(group<D> &g, const size_t (&items)[D]) {
    for (int d = 0; d < D; ++d) {
      g.local_[d] *= items[d];
      g.global_[d] *= items[d];
    }
  }
  template <int D>
  static h_item<D> h_item_of(const item<D, false> &global, const item<D, false> &logical,
                             const item<D, false> &physical) {
    return h_item<D>(global, logical, physical);
  }
};
} // namespace detail

template <class Group, std::enable_if_t<is_group_v<Group>, int> = 0>
void group_barrier([[maybe_unused]] Group g, memory_scope scope = Group::fence_scope) {
  constexpr int semantics = detail::SPIRV_SEQ_CST | detail::SPIRV_GLOBAL_MEMORY |
                            detail::SPIRV_LOCAL_MEMORY | detail::SPIRV_SUB_GROUP_MEMORY;
  if constexpr (detail::execution_scope<Group> == 0) { // part of a sub-group
    __spirv_MemoryBarrier(detail::spirv_scope_of(scope), semantics);
    part_barrier(g); // detail/sub_group_part.hpp
  } else {
    __spirv_ControlBarrier(detail::execution_scope<Group>, detail::spirv_scope_of(scope),
                           semantics);
  }
}

} // namespace sycl

#endif
