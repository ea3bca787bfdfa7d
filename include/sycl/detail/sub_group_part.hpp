/* Some work-items of a sub-group as a group: what sycl_ext_oneapi_non_uniform_groups' groups are
 * and what group algorithms do with them. Reductions, votes and ballots leave out work-items that
 * are not at the call, so that a part may be in a branch that others do not take. */
#ifndef FALX_SYCL_DETAIL_SUB_GROUP_PART_HPP
#define FALX_SYCL_DETAIL_SUB_GROUP_PART_HPP

#include <sycl/detail/sub_group.hpp>

#ifdef __NVPTX__
/* Of a warp: who takes part is said by a mask, and waited for. */
extern "C" uint32_t __falx_warp_ballot(uint32_t members, bool);
extern "C" uint32_t __falx_warp_shuffle(uint32_t members, uint32_t, uint32_t from);
extern "C" uint32_t __falx_warp_active();
extern "C" void __falx_warp_barrier(uint32_t members);
#endif

namespace sycl::detail {

/* Bits of a ballot. */
FALX_INLINE uint32_t widest_sub_group() {
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_BuiltInSubgroupMaxSize();
#else
  return 64;
#endif
}
#ifdef __NVPTX__
/* A bit for each work-item of the sub-group that calls with true; all members are there. */
FALX_INLINE uint64_t ballot(bool is_in) {
  return __falx_warp_ballot(~0u, is_in);
}
/* Those of `members`, who are there. */
FALX_INLINE uint64_t ballot_of(uint64_t members, bool is_in) {
  return __falx_warp_ballot(static_cast<uint32_t>(members), is_in);
}
/* Those that are at the call together. */
FALX_INLINE uint64_t together() {
  return __falx_warp_active();
}
template <class T> FALX_INLINE T shuffle_of(uint64_t members, const T &value, uint32_t from) {
  const uint32_t mask = static_cast<uint32_t>(members);
  return shuffled(value, [=](auto x) {
    uint32_t words[sizeof x > 4 ? 2 : 1] = {};
    __builtin_memcpy(words, &x, sizeof x);
    for (uint32_t &word : words)
      word = __falx_warp_shuffle(mask, word, from);
    __builtin_memcpy(&x, words, sizeof x);
    return x;
  });
}
FALX_INLINE void wait_for(uint64_t members) {
  __falx_warp_barrier(static_cast<uint32_t>(members));
}
#else
/* A bit for each work-item that calls with true. */
FALX_INLINE uint64_t ballot(bool is_in) {
  const uint64_t own = uint64_t(1) << (__spirv_BuiltInSubgroupLocalInvocationId() & 63);
  return __spirv_GroupNonUniformBitwiseOr(SPIRV_SUB_GROUP, int(reduce_operation),
                                          is_in ? own : uint64_t(0));
}
FALX_INLINE uint64_t ballot_of(uint64_t members, bool is_in) {
  return ballot(is_in) & members;
}
FALX_INLINE uint64_t together() {
  return ballot(true);
}
template <class T> FALX_INLINE T shuffle_of(uint64_t, const T &value, uint32_t from) {
  return shuffle(value, from);
}
FALX_INLINE void wait_for(uint64_t) {} // a sub-group runs in step
#endif

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
  static FALX_INLINE bool any(const sub_group_part &g, bool x) { return ballot_of(g.members_, x); }
  static FALX_INLINE bool all(const sub_group_part &g, bool x) {
    return ballot_of(g.members_, x) == g.members_;
  }
  static FALX_INLINE void barrier(const sub_group_part &g) { wait_for(g.members_); }
  template <class T>
  static FALX_INLINE T select(const sub_group_part &g, const T &x, uint32_t member) {
    return shuffle_of(g.members_, x, lane(g, member));
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
      const V other = shuffle_of(g.members_, x, i);
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

/* Of group_barrier(). */
FALX_INLINE void part_barrier(const sub_group_part &g) {
  part_access::barrier(g);
}

} // namespace sycl::detail

#endif
