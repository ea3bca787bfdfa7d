/* Collectives of a work-group whose sub-groups run one after the other.
 *
 * Between two barriers a CPU runs the sub-groups of a work-group in turn, on one thread: the first
 * one begins and the last one ends, and with one dimension all are in the order of their ids
 * (docs/barriers.md). So each adds to what those before it have left, in vector lanes, and the last
 * one has the result: nothing goes through memory in log2 steps, and nobody waits for it.
 *
 * What is handed on is read and written by atomics, which tells the compiler that work-items share
 * it; falx-post-link makes them plain. */
#ifndef FALX_SYCL_DETAIL_IN_TURN_HPP
#define FALX_SYCL_DETAIL_IN_TURN_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/group_memory.hpp>
#include <sycl/detail/sub_group_part.hpp>

namespace sycl::detail {

/* Values that one atomic holds, of operators that do not mind the order. */
template <class M>
inline constexpr bool is_in_turn =
    has_group_atomics && M::is_carried_whole && sizeof(typename M::value) <= 8 &&
    std::is_trivially_copyable_v<typename M::value>;

/* Values in memory of the work-group that its sub-groups hand on. */
template <class V> struct handed_on {
  using word = std::conditional_t<(sizeof(V) <= 4), uint32_t, uint64_t>;
  using atomic = atomic_ref<word, memory_order::relaxed, memory_scope::work_group,
                            sycl::access::address_space::local_space>;
  word *words;
  FALX_INLINE V load(size_t i) const {
    const word from = atomic(words[i]).load();
    return value_at<V>(&from);
  }
  FALX_INLINE void store(size_t i, const V &x) const {
    word to = 0;
    __builtin_memcpy(&to, static_cast<const void *>(&x), sizeof(V));
    atomic(words[i]).store(to);
  }
};

/* Gives the result to take(result) in the sub-group that runs last, to all its work-items. */
template <class M, class Take, class V = typename M::value>
FALX_INLINE void reduce_in_turn(const M &m, const V &x, const Take &take) {
  using held = handed_on<V>;
  constexpr size_t widest = 64;
  const held lanes{static_cast<typename held::word *>(
      __falx_group_memory(widest * sizeof(typename held::word), 64))};
  const handed_on<uint32_t> count{
      static_cast<uint32_t *>(__falx_group_memory(sizeof(uint32_t), alignof(uint32_t)))};
  const size_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
  const uint32_t size = __spirv_BuiltInSubgroupSize(), id = __spirv_BuiltInSubgroupId();
  V sum = x;
  if (id == 0)
    count.store(0, size); // no later one has more
  else
    sum = m(lanes.load(lane), x);
  lanes.store(lane, sum);
  if (id + 1 == __spirv_BuiltInNumSubgroups()) {
    const size_t end = count.load(0);
    for (size_t at = size; at < end; at += size)
      if (at + lane < end)
        sum = m(sum, lanes.load(at + lane));
    take(M::template collective<reduce_operation>(sum));
  }
}

/* What the sub-groups before this one have together; with one dimension. */
template <class M, class V = typename M::value>
FALX_INLINE V before_in_turn(const M &m, const V &total) {
  using held = handed_on<V>;
  const held sums{static_cast<typename held::word *>(
      __falx_group_memory(sizeof(typename held::word), sizeof(typename held::word)))};
  const V before = __spirv_BuiltInSubgroupId() == 0 ? m.identity() : sums.load(0);
  sums.store(0, m(before, total));
  return before;
}

} // namespace sycl::detail

#endif
