/* The totals of a reduction's work-groups.
 *
 * When the work-items of a group are done, the group's totals are combined and left in the group's
 * slot; the group that is last combines the slots, in their order, and adds them to the variable.
 * On CPUs that goes in two steps: neighbouring groups, which run on one thread or on few, count and
 * combine among themselves, so that threads do not meet at each group's end. Only the counts of
 * groups that are done are atomic: any type and any operator will do, and the result is the same
 * every time. */
#ifndef FALX_SYCL_DETAIL_REDUCTION_TOTALS_HPP
#define FALX_SYCL_DETAIL_REDUCTION_TOTALS_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/work_group.hpp>
#include <sycl/reducer.hpp>

#ifdef __SYCL_NATIVE_CPU__
/* The work-groups that the thread runs one after the other, dimension 0 innermost. */
SYCL_EXTERNAL size_t __spirv_BuiltInRunBegin(int);
SYCL_EXTERNAL size_t __spirv_BuiltInRunEnd(int);
#endif

namespace sycl::detail {

struct reducer_access {
  template <class R> using total = typename R::gathered;
  template <class R, class Op>
  static R make(const Op &op, const total<R> &start, const total<R> &first) {
    return R(op, start, first);
  }
  template <class R> static R make_like(const R &r, const total<R> &first) {
    return R(r.op_, r.start_, first);
  }
  template <class R> static auto &get(R &r, size_t i) { return r.total_[i]; }
};

/* On GPUs a whole group combines what the groups have left, and neighbours in it take neighbours of
 * a range; elsewhere a sub-group does, and the others are done. */
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
inline constexpr bool is_for_gpu = true;
#else
inline constexpr bool is_for_gpu = false;
#endif
/* Drivers of OpenCL recognize neighbours by their ids in the work-group. */
#if defined(__SYCL_DEVICE_ONLY__) && (defined(__SPIR__) || defined(__SPIRV__))
inline constexpr bool is_for_opencl = true;
#else
inline constexpr bool is_for_opencl = false;
#endif

/* What reduction() returns, and, copied into kernels, what they know of it. */
template <class T, class Op, size_t Extent, bool HasIdentity, class Target> struct reduction_part {
  using reducer_type = reducer<T, Op, Target::dimensions, Extent, HasIdentity>;
  using value_type = T;
  using operation = Op;
  using total = gathered<T, Op, HasIdentity>;
  static constexpr size_t extent = Extent;
  static constexpr bool has_identity = HasIdentity;
  static constexpr bool is_known =
      HasIdentity && is_operator_of<Op, T> && is_native<kind_of<Op>, T>;
  /* Several totals at once in one work-item keep the processor's adders busy. */
  static constexpr bool is_simple = HasIdentity && std::is_arithmetic_v<T> && Extent == 1;

  Target target;
  Op op;
  total start;
  bool starts_anew;        // the variable's own value is not part of the result
  total *totals = nullptr; // Extent of them for each group
};

/* How a group combines its totals; see sub_group.hpp. */
template <class Part> struct total_monoid {
  using value = typename Part::total;
  static constexpr bool is_carried_whole = Part::is_known;
  const Part &part;
  value identity() const { return part.start; }
  value operator()(value a, const value &b) const {
    a.add(part.op, b);
    return a;
  }
  template <operation O> static value collective(const value &x) {
    return {native_collective<O, kind_of<typename Part::operation>>(x.value)};
  }
};

/* ---- Lists of reductions, walked by recursion ---- */
template <class...> struct parts {
  static constexpr bool is_simple = true;
  static constexpr bool is_in_turn = true;
  static constexpr size_t bytes = 0;    // of one group's totals
  static constexpr size_t count = 0;    // of parts
  static constexpr size_t elements = 0; // of all parts
  static constexpr size_t largest = 0;  // bytes of one total
  void expect(falx_queue_t) const {}
  void place(unsigned char *, size_t) {}
  void gather(size_t, size_t) const {}
  void add_slots(size_t, size_t) const {}
  template <class Totals> void finish(size_t, const Totals &) const {}
  void reset() const {}
};
template <class Part, class... Rest> struct parts<Part, Rest...> {
  using total = typename Part::total;
  using rest = parts<Rest...>;
  static constexpr bool is_simple = Part::is_simple && rest::is_simple;
  static constexpr bool is_in_turn =
      Part::extent == 1 && detail::is_in_turn<total_monoid<Part>> && rest::is_in_turn;
  static constexpr size_t bytes = rest::bytes + Part::extent * sizeof(total);
  static constexpr size_t count = 1 + rest::count;
  static constexpr size_t elements = rest::elements + Part::extent;
  static constexpr size_t largest = sizeof(total) > rest::largest ? sizeof(total) : rest::largest;
  Part head;
  rest tail;

  static size_t bytes_for(size_t groups) { return groups * bytes + 64 * count; }
  /* Host: results are to come. */
  void expect(falx_queue_t queue) const {
    head.target.expect(queue, Part::extent);
    tail.expect(queue);
  }
  /* Lays out the totals of `groups` groups from `memory` on, which has bytes_for(groups). */
  void place(unsigned char *memory, size_t groups) {
    head.totals = reinterpret_cast<total *>(memory);
    const size_t used = groups * Part::extent * sizeof(total);
    tail.place(memory + (used + 63) / 64 * 64, groups);
  }
  /* Leaves the totals of `groups` groups in the slot of the first of them; for one sub-group, all
   * of it. */
  void gather(size_t first, size_t groups) const {
    for (size_t e = 0; e < Part::extent; ++e)
      total_of(first, groups, 1, e,
               [&](const total &sum) { head.totals[first * Part::extent + e] = sum; });
    tail.gather(first, groups);
  }
  /* Adds the totals in so many slots, each `step` behind the other, to the variables; for one
   * sub-group, all of it. */
  void add_slots(size_t slots, size_t step) const {
    for (size_t e = 0; e < Part::extent; ++e)
      total_of(0, slots, step, e, [&](const total &sum) { write(sum, e); });
    tail.add_slots(slots, step);
  }
  /* The same for a group, all of it. `totals` is what the group combines totals with. */
  template <class Totals> void finish(size_t groups, const Totals &totals) const {
    tail.finish(groups, totals);
    const total_monoid<Part> m{head};
    const size_t item = totals.item();
    const size_t items = totals.items();
    if constexpr (Part::extent < many_elements) {
      for (size_t e = 0; e < Part::extent; ++e) {
        total sum = head.start;
        for (size_t i = item; i < groups; i += items)
          sum = m(sum, head.totals[i * Part::extent + e]);
        totals.combine(m, rest::elements + e, sum, [&](const total &all) { write(all, e); });
      }
    } else { // an element for each work-item
      for (size_t e = item; e < Part::extent; e += items) {
        total sum = head.start;
        for (size_t i = 0; i < groups; ++i)
          sum = m(sum, head.totals[i * Part::extent + e]);
        write(sum, e);
      }
    }
  }
  /* There was nothing to add. */
  void reset() const {
    for (size_t e = 0; e < Part::extent; ++e)
      write(head.start, e);
    tail.reset();
  }

private:
  enum : size_t { many_elements = 64 };
  template <class Take>
  void total_of(size_t first, size_t slots, size_t step, size_t e, const Take &take) const {
    const total_monoid<Part> m{head};
    const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    total sum = head.start;
    for (size_t i = lane; i < slots; i += size)
      sum = m(sum, head.totals[(first + i * step) * Part::extent + e]);
    sum = sub_reduce(m, sum);
    if (lane == 0)
      take(sum);
  }
  void write(total sum, size_t e) const {
    auto &out = head.target.element(e);
    if constexpr (!Part::has_identity)
      if (!sum.is_set)
        return;
    if (!head.starts_anew)
      sum.add(head.op, out);
    out = static_cast<typename Part::value_type>(sum.value);
  }
};

/* ---- A group's totals ----
 * The sub-groups combine them in turn, or they go through the slots of work_group.hpp one after the
 * other. With more than one there are two slots for each sub-group, taken in turn: while the first
 * sub-group still combines one total, the others leave the next. */
template <class Parts, bool HasUsedSlots> struct group_totals {
  static constexpr size_t step = (Parts::largest + 15) / 16 * 16;
  static constexpr bool is_alone = Parts::elements == 1 && step == 16;
  size_t group;
  unsigned char *memory =
      static_cast<unsigned char *>(__falx_group_scratch(is_alone ? step : 2 * step));

  /* A kernel that has used slots itself may still be reading one of them. */
  FALX_INLINE void begin() const {
    if constexpr (HasUsedSlots && !is_alone)
      group_sync();
  }
  /* Of the work-item's totals of part p, number `first` of all on. */
  template <class Part, class Total>
  FALX_INLINE void leave(const Part &p, size_t first, const Total &total_of) const {
    if constexpr (Part::extent == 1)
      leave_one(p, first, 0, total_of(0)); // no loop: what it would index stays in registers
    else
      for (size_t e = 0; e < Part::extent; ++e)
        leave_one(p, first, e, total_of(e));
  }

  /* Gives the group's total to `take`, in one work-item; number: one more than that of the call
   * before, or any where the group has met since. */
  template <class M, class V, class Take>
  FALX_INLINE void combine(const M &m, size_t number, const V &own, const Take &take) const {
    const V part = sub_reduce(m, own);
    const slots<V, is_alone ? step : 2 * step> s{memory + number % 2 * step * !is_alone};
    const bool is_leader = __spirv_BuiltInSubgroupLocalInvocationId() == 0;
    if (is_leader)
      s.store(__spirv_BuiltInSubgroupId(), part);
    group_sync();
    if (__spirv_BuiltInSubgroupId() == 0) {
      const V sum = combine_slots(m, s, __spirv_BuiltInNumSubgroups());
      if (is_leader)
        take(sum);
    }
  }
  /* The work-item's number in the group, and how many there are. */
  size_t item() const {
    return (__spirv_BuiltInLocalInvocationId(2) * __spirv_BuiltInWorkgroupSize(1) +
            __spirv_BuiltInLocalInvocationId(1)) *
               __spirv_BuiltInWorkgroupSize(0) +
           __spirv_BuiltInLocalInvocationId(0);
  }
  size_t items() const {
    return __spirv_BuiltInWorkgroupSize(0) * __spirv_BuiltInWorkgroupSize(1) *
           __spirv_BuiltInWorkgroupSize(2);
  }

private:
  template <class Part, class V = typename Part::total>
  FALX_INLINE void leave_one(const Part &p, size_t first, size_t e, const V &own) const {
    const total_monoid<Part> m{p};
    V &out = p.totals[group * Part::extent + e];
    if constexpr (Parts::is_in_turn)
      reduce_in_turn(m, own, [&](const V &sum) {
        if (__spirv_BuiltInSubgroupLocalInvocationId() == 0)
          out = sum;
      });
    else
      combine(m, first + e, own, [&](const V &sum) { out = sum; });
  }
};

/* The work-groups of a row that a thread runs one after the other; elsewhere each is alone. */
struct run_of_groups {
  size_t group = __spirv_BuiltInWorkgroupId(0);
#ifdef __SYCL_NATIVE_CPU__
  bool is_last() const { return group + 1 == __spirv_BuiltInRunEnd(0); }
  size_t before() const { return group - __spirv_BuiltInRunBegin(0); }
#else
  bool is_last() const { return true; }
  size_t before() const { return 0; }
#endif
};

/* The groups that are done; the last one finishes. */
struct group_count {
  static constexpr size_t neighbours = 64;
  uint32_t *done; // of all neighbourhoods, then of each one's groups
  size_t groups;
  static size_t neighbourhoods(size_t groups) { return (groups + neighbours - 1) / neighbours; }
  static size_t bytes_for(size_t groups) { return (1 + neighbourhoods(groups)) * sizeof(uint32_t); }
  template <class Parts, class Totals>
  FALX_INLINE void finish(const Parts &p, const Totals &totals) const {
    if constexpr (is_for_gpu) {
      auto *is_last = static_cast<bool *>(__falx_group_memory(sizeof(bool), alignof(bool)));
      if (__spirv_BuiltInSubgroupId() == 0 && __spirv_BuiltInSubgroupLocalInvocationId() == 0)
        *is_last = count(0, 1, groups);
      group_sync();
      if (*is_last) {
        atomic_fence(memory_order::acquire, memory_scope::device);
        p.finish(groups, totals);
      }
    } else {
      const uint32_t last = __spirv_BuiltInNumSubgroups() - 1;
      if (__spirv_BuiltInSubgroupId() == (Parts::is_in_turn ? last : 0)) // who has the totals
        finish_neighbours(p, totals.group);
    }
  }

private:
  /* Groups that a thread runs one after the other are counted by the last of them. */
  template <class Parts> FALX_INLINE void finish_neighbours(const Parts &p, size_t group) const {
    const run_of_groups run;
    if (!run.is_last() && (group + 1) % neighbours != 0)
      return;
    const size_t before = run.before(), within = group % neighbours;
    finish_run(p, group / neighbours, 1 + (before < within ? before : within));
  }
  template <class Parts> void finish_run(const Parts &p, size_t here, size_t count) const {
    const size_t first = here * neighbours, all = neighbourhoods(groups);
    const size_t rest = groups - first, those = rest < neighbours ? rest : neighbours;
    if (!is_last_of(1 + here, count, those))
      return;
    if (all == 1)
      return p.add_slots(those, 1);
    p.gather(first, those);
    if (is_last_of(0, 1, all))
      p.add_slots(all, neighbours);
  }
  FALX_INLINE bool is_last_of(size_t counter, size_t more, size_t most) const {
    bool is_last = false;
    if (__spirv_BuiltInSubgroupLocalInvocationId() == 0)
      is_last = count(counter, more, most);
    if (!__spirv_GroupNonUniformAny(SPIRV_SUB_GROUP, is_last))
      return false;
    atomic_fence(memory_order::acquire, memory_scope::device);
    return true;
  }
  FALX_INLINE bool count(size_t counter, size_t more, size_t most) const {
    using atomic = atomic_ref<uint32_t, memory_order::acq_rel, memory_scope::device,
                              sycl::access::address_space::global_space>;
    const atomic so_far(done[counter]);
    const uint32_t added = static_cast<uint32_t>(more);
    const bool is_last = so_far.fetch_add(added) + added == most;
    if (is_last)
      so_far.store(0, memory_order::relaxed); // for the next kernel that works in this memory
    return is_last;
  }
};

} // namespace sycl::detail

#endif
