/* Reductions, scans and broadcasts of a work-group, over those of its sub-groups.
 *
 * Where sub-groups run in turn each adds to what is there. Elsewhere each leaves one value in its
 * slot; after a barrier the first sub-group combines the slots, and after another all work-items
 * have the result. */
#ifndef FALX_SYCL_DETAIL_WORK_GROUP_HPP
#define FALX_SYCL_DETAIL_WORK_GROUP_HPP

#include <sycl/detail/in_turn.hpp>

namespace sycl::detail {

FALX_INLINE void group_sync() {
  __spirv_ControlBarrier(SPIRV_WORK_GROUP, SPIRV_WORK_GROUP,
                         SPIRV_ACQUIRE_RELEASE | SPIRV_LOCAL_MEMORY);
}

FALX_INLINE void sub_group_sync() {
  __spirv_ControlBarrier(SPIRV_SUB_GROUP, SPIRV_SUB_GROUP,
                         SPIRV_ACQUIRE_RELEASE | SPIRV_LOCAL_MEMORY);
}

/* A slot for each sub-group, 16 bytes apart whatever the type. Between the two barriers of a
 * collective the first sub-group has all slots, and otherwise each sub-group only its own: the next
 * collective may begin while others still read the result of this one. Values over 16 bytes lie
 * further apart, so collectives of such wait for the others before they begin and when they end. */
template <class V, size_t Step = (sizeof(V) + 15) / 16 * 16> struct slots {
  static constexpr size_t step = Step;
  static constexpr bool is_big = step > 16;
  using accessed = std::conditional_t<(alignof(V) <= 16), V, unsigned char>;
  unsigned char *memory;

  static FALX_INLINE slots open() {
    if constexpr (is_big)
      group_sync();
    return {static_cast<unsigned char *>(__falx_group_scratch(step))};
  }
  FALX_INLINE void close() const {
    if constexpr (is_big)
      group_sync();
  }
  /* By memcpy: slots are of another type in each collective. */
  FALX_INLINE V load(uint32_t i) const { return value_at<V>(place(i)); }
  FALX_INLINE void store(uint32_t i, const V &x) const {
    __builtin_memcpy(place(i), static_cast<const void *>(&x), sizeof x);
  }

private:
  FALX_INLINE accessed *place(uint32_t i) const {
    return reinterpret_cast<accessed *>(memory + i * step);
  }
};

/* All slots combined; for the first sub-group, all of it. */
template <class M, class V, size_t Step>
FALX_INLINE V combine_slots(const M &m, const slots<V, Step> &s, uint32_t count) {
  if constexpr (M::is_carried_whole) {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    V sum = m.identity();
    for (uint32_t i = __spirv_BuiltInSubgroupLocalInvocationId(); i < count; i += size)
      sum = m(sum, s.load(i));
    return sub_reduce(m, sum);
  } else {
    V sum = s.load(0);
    for (uint32_t i = 1; i < count; ++i)
      sum = m(sum, s.load(i));
    return sum;
  }
}
/* Each slot becomes the combination of those before it; for the first sub-group. */
template <class M, class V = typename M::value>
FALX_INLINE void scan_slots(const M &m, const slots<V> &s, uint32_t count) {
  const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
  V before = m.identity();
  if constexpr (M::is_carried_whole) {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    for (uint32_t first = 0; first < count; first += size) {
      const bool is_in = first + lane < count;
      V x = m.identity();
      if (is_in)
        x = s.load(first + lane);
      const V scanned = m(before, sub_exclusive_scan(m, x));
      if (is_in)
        s.store(first + lane, scanned);
      before = m(before, sub_reduce(m, x));
    }
  } else if (lane == 0) {
    for (uint32_t i = 0; i < count; ++i) {
      const V x = s.load(i);
      s.store(i, before);
      before = m(before, x);
    }
  }
}

template <class M, class V = typename M::value> FALX_INLINE V group_reduce(const M &m, const V &x) {
  const bool is_leader = __spirv_BuiltInSubgroupLocalInvocationId() == 0;
  V *result = static_cast<V *>(__falx_group_memory(sizeof(V), alignof(V)));
  if constexpr (is_in_turn<M>) {
    reduce_in_turn(m, x, [&](const V &sum) {
      if (is_leader)
        *result = sum;
    });
  } else {
    const uint32_t id = __spirv_BuiltInSubgroupId();
    const V part = sub_reduce(m, x);
    const slots<V> s = slots<V>::open();
    if (is_leader)
      s.store(id, part);
    group_sync();
    if (id == 0) {
      const V sum = combine_slots(m, s, __spirv_BuiltInNumSubgroups());
      if (is_leader)
        *result = sum;
    }
  }
  group_sync();
  return *result;
}
/* What the sub-groups before this one have, from what this one has. */
template <class M, class V = typename M::value>
FALX_INLINE V group_before(const M &m, const V &part, bool is_writer) {
  const uint32_t id = __spirv_BuiltInSubgroupId();
  const slots<V> s = slots<V>::open();
  if (is_writer)
    s.store(id, part);
  group_sync();
  if (id == 0)
    scan_slots(m, s, __spirv_BuiltInNumSubgroups());
  group_sync();
  const V before = s.load(id);
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  sub_group_sync(); // lanes of a warp may be apart, and the next collective writes the slot
#endif
  s.close();
  return before;
}
FALX_INLINE bool is_last_in_sub_group() {
  return __spirv_BuiltInSubgroupLocalInvocationId() + 1 == __spirv_BuiltInSubgroupSize();
}
template <bool IsInclusive, int D, class M, class V = typename M::value>
FALX_INLINE V group_scan(const M &m, const V &x) {
  const V own = sub_inclusive_scan(m, x);
  if constexpr (D == 1 && is_in_turn<M>) {
    const V before = before_in_turn(m, shuffle(own, __spirv_BuiltInSubgroupSize() - 1));
    const V result = m(before, own_scan<IsInclusive>(m, own));
    group_sync();
    return result;
  } else {
    const V before = group_before(m, own, is_last_in_sub_group());
    return m(before, own_scan<IsInclusive>(m, own));
  }
}

template <class T> FALX_INLINE T group_broadcast(const T &x, bool is_source) {
  void *memory = __falx_group_memory(sizeof(T), alignof(T));
  group_sync(); // the last round in a loop has been read
  if (is_source)
    __builtin_memcpy(memory, static_cast<const void *>(&x), sizeof(T));
  group_sync();
  return *static_cast<const T *>(memory);
}

/* ---- Any group ---- */
template <class Group> inline constexpr bool is_work_group = false;
template <int D> inline constexpr bool is_work_group<group<D>> = true;

template <class Group, class M, class V = typename M::value>
FALX_INLINE V reduce_over([[maybe_unused]] const Group &g, const M &m, const V &x) {
  if constexpr (is_sub_group_part<Group>)
    return part_access::reduce(g, m, x);
  else if constexpr (is_work_group<Group>)
    return group_reduce(m, x);
  else
    return sub_reduce(m, x);
}
template <bool IsInclusive, class Group, class M, class V = typename M::value>
FALX_INLINE V scan_over([[maybe_unused]] const Group &g, const M &m, const V &x) {
  if constexpr (is_sub_group_part<Group>)
    return part_access::scan<IsInclusive>(g, m, x);
  else if constexpr (is_work_group<Group>)
    return group_scan<IsInclusive, std::decay_t<Group>::dimensions>(m, x);
  else if constexpr (IsInclusive)
    return sub_inclusive_scan(m, x);
  else
    return sub_exclusive_scan(m, x);
}

/* ---- Ranges of memory ----
 * Group functions are synchronization points: the elements are those that the work-items of the
 * group have written before, and what is stored is there for all of them afterwards.
 * A sub-group goes through its part of a scan step by step, neighbours beside each other. */

template <class Group> FALX_INLINE void joint_sync([[maybe_unused]] const Group &g) {
  if constexpr (is_work_group<Group>) {
    group_sync();
  } else if constexpr (is_sub_group_part<Group>) {
    __spirv_MemoryBarrier(SPIRV_SUB_GROUP,
                          SPIRV_SEQ_CST | SPIRV_GLOBAL_MEMORY | SPIRV_LOCAL_MEMORY);
    part_barrier(g);
  } else {
    sub_group_sync();
  }
}

/* One step, from element `at` on: what it adds to `before`, for all work-items. With an output, the
 * scan of the step goes there. */
template <bool IsInclusive, class T, class M, class In, class Out, class V = typename M::value>
FALX_INLINE V scan_step(const M &m, In first, Out out, size_t at, size_t end, const V &before) {
  const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
  const uint32_t size = __spirv_BuiltInSubgroupSize();
  const bool is_in = at + lane < end;
  V x = m.identity();
  if (is_in)
    x = m.wrap(static_cast<T>(first[at + lane]));
  const V scanned = sub_inclusive_scan(m, x);
  if constexpr (!std::is_same_v<Out, std::nullptr_t>) {
    const V result = m(before, own_scan<IsInclusive>(m, scanned));
    if (is_in)
      out[at + lane] = m.unwrap(result);
  }
  return m(before, shuffle(scanned, size - 1));
}
template <bool IsInclusive, class T, class Group, class M, class In, class Out,
          class V = typename M::value>
FALX_INLINE void joint_scan([[maybe_unused]] const Group &g, const M &m, In first, size_t n,
                            Out out, const V &start) {
  joint_sync(g);
  if constexpr (is_sub_group_part<Group>) {
    part_access::joint_scan<IsInclusive, T>(g, m, first, n, out, start);
  } else {
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    size_t begin = 0, end = n;
    V before = start;
    if constexpr (is_work_group<Group>) {
      /* A multiple of every size. Not SubgroupMaxSize: code that asks for it gets sub-groups of the
       * default size (docs/sub-groups.md). */
      constexpr size_t widest = 64;
      const size_t count = __spirv_BuiltInNumSubgroups();
      const size_t share = ((n + count - 1) / count + widest - 1) / widest * widest;
      begin = __spirv_BuiltInSubgroupId() * share;
      begin = begin < n ? begin : n;
      end = n - begin < share ? n : begin + share;
      V part = m.identity();
      for (size_t at = begin; at < end; at += size)
        part = scan_step<true, T>(m, first, nullptr, at, end, part);
      before = m(before, group_before(m, part, __spirv_BuiltInSubgroupLocalInvocationId() == 0));
    }
    for (size_t at = begin; at < end; at += size)
      before = scan_step<IsInclusive, T>(m, first, out, at, end, before);
  }
  joint_sync(g);
}
} // namespace sycl::detail

#endif
