/* Some work-items of a sub-group as a group: what sycl_ext_oneapi_non_uniform_groups' groups are
 * and what group algorithms do with them. Reductions, votes and ballots leave out work-items that
 * are not at the call, so that a part may be in a branch that others do not take. */
#ifndef FALX_SYCL_DETAIL_SUB_GROUP_PART_HPP
#define FALX_SYCL_DETAIL_SUB_GROUP_PART_HPP

#include <sycl/detail/sub_group.hpp>

namespace sycl::detail {

/* Bits of a ballot. */
FALX_INLINE uint32_t widest_sub_group() {
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_BuiltInSubgroupMaxSize();
#else
  return 64;
#endif
}
/* A bit for each work-item that calls with true. */
FALX_INLINE uint64_t ballot(bool is_in) {
  const uint64_t own = uint64_t(1) << (__spirv_BuiltInSubgroupLocalInvocationId() & 63);
  return __spirv_GroupNonUniformBitwiseOr(SPIRV_SUB_GROUP, int(REDUCE), is_in ? own : uint64_t(0));
}

FALX_INLINE void group_barrier_of_part() {
  __spirv_MemoryBarrier(SPIRV_SUB_GROUP, SPIRV_SEQ_CST | SPIRV_GLOBAL_MEMORY | SPIRV_LOCAL_MEMORY);
}

class sub_group_part {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return number_; }
  id<1> get_local_id() const { return get_local_linear_id(); }
  range<1> get_group_range() const { return count_; }
  range<1> get_local_range() const { return get_local_linear_range(); }
  uint32_t get_group_linear_id() const { return number_; }
  uint32_t get_group_linear_range() const { return count_; }
  uint32_t get_local_linear_range() const {
    return static_cast<uint32_t>(__builtin_popcountll(members_));
  }
  uint32_t get_local_linear_id() const {
    const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
    return static_cast<uint32_t>(__builtin_popcountll(members_ & ((uint64_t(1) << lane) - 1)));
  }
  bool leader() const { return get_local_linear_id() == 0; }

protected:
  /* The part `number` of `count` that the sub-group has. */
  sub_group_part(uint64_t members, uint32_t number, uint32_t count)
      : members_(members), number_(number), count_(count) {}

private:
  friend struct part_access;
  uint64_t members_;
  uint32_t number_, count_;
};
template <class Group>
inline constexpr bool is_sub_group_part = std::is_base_of_v<sub_group_part, std::decay_t<Group>>;

struct part_access {
  static FALX_INLINE bool has(const sub_group_part &g, uint32_t lane) {
    return g.members_ >> lane & 1;
  }
  static FALX_INLINE bool any(const sub_group_part &g, bool x) { return ballot(x) & g.members_; }
  static FALX_INLINE bool all(const sub_group_part &g, bool x) {
    return (ballot(x) & g.members_) == g.members_;
  }
  /* The place in the sub-group of a work-item of the part. */
  static FALX_INLINE uint32_t lane(const sub_group_part &g, uint32_t member) {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    uint32_t result = 0, next = 0;
    for (uint32_t i = 0; i < size; ++i) {
      const bool is_in = has(g, i);
      result = is_in && next == member ? i : result;
      next += is_in;
    }
    return result;
  }
  /* Combines the members before a lane, or all with `end` at the sub-group's size. */
  template <class M, class V = typename M::value>
  static FALX_INLINE V fold(const sub_group_part &g, const M &m, const V &x, uint32_t end) {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    V sum = m.identity();
    for (uint32_t i = 0; i < size; ++i) {
      const V other = shuffle(x, i);
      if (has(g, i) && i < end)
        sum = m(sum, other);
    }
    return sum;
  }
  template <class M, class V = typename M::value>
  static FALX_INLINE V reduce(const sub_group_part &g, const M &m, const V &x) {
    return fold(g, m, x, 64);
  }
  template <bool IsInclusive, class M, class V = typename M::value>
  static FALX_INLINE V scan(const sub_group_part &g, const M &m, const V &x) {
    return fold(g, m, x, __spirv_BuiltInSubgroupLocalInvocationId() + IsInclusive);
  }
  /* A step of the part's size after the other. */
  template <bool IsInclusive, class T, class M, class In, class Out, class V = typename M::value>
  static FALX_INLINE void joint_scan(const sub_group_part &g, const M &m, In first, size_t n,
                                     Out out, const V &start) {
    const uint32_t size = g.get_local_linear_range(), own = g.get_local_linear_id();
    V before = start;
    for (size_t at = 0; at < n; at += size) {
      const bool is_in = at + own < n;
      V x = m.identity();
      if (is_in)
        x = m.wrap(static_cast<T>(first[at + own]));
      const V scanned = m(before, scan<IsInclusive>(g, m, x));
      if (is_in)
        out[at + own] = m.unwrap(scanned);
      before = m(before, reduce(g, m, x));
    }
  }
};

} // namespace sycl::detail

#endif
