/* What reductions do in kernels.
 *
 * Each work-item has reducers of its own. When the work-items of a group are done, the group's
 * totals are combined and left in the group's slot; the group that is last combines the slots, in
 * their order, and adds them to the variable. Only the count of groups that are done is atomic: any
 * type and any operator will do, and the result is the same every time. */
#ifndef FALX_SYCL_DETAIL_REDUCTION_KERNEL_HPP
#define FALX_SYCL_DETAIL_REDUCTION_KERNEL_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/work_group.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/reducer.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl::detail {

struct reducer_access {
  template <class R> using total = typename R::gathered;
  template <class R, class Op> static R make(const Op &op, const total<R> &start) {
    return R(op, start);
  }
  template <class R> static auto &get(R &r, size_t i) { return r.total_[i]; }
};

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
  static constexpr size_t bytes = 0;    // of one group's totals
  static constexpr size_t elements = 0; // of all parts
  static constexpr size_t largest = 0;  // bytes of one total
  void place(unsigned char *, size_t) {}
  void finish(size_t) const {}
  void reset() const {}
};
template <class Part, class... Rest> struct parts<Part, Rest...> {
  using total = typename Part::total;
  using rest = parts<Rest...>;
  static constexpr bool is_simple = Part::is_simple && rest::is_simple;
  static constexpr size_t bytes = rest::bytes + Part::extent * sizeof(total) + 64;
  static constexpr size_t elements = rest::elements + Part::extent;
  static constexpr size_t largest = sizeof(total) > rest::largest ? sizeof(total) : rest::largest;
  Part head;
  rest tail;

  /* Lays out the totals of `groups` groups from `memory` on, which has groups * bytes. */
  void place(unsigned char *memory, size_t groups) {
    head.totals = reinterpret_cast<total *>(memory);
    const size_t used = groups * Part::extent * sizeof(total);
    tail.place(memory + (used + 63) / 64 * 64, groups);
  }
  /* Adds the totals of all groups to the variables; for one sub-group, all of it. */
  void finish(size_t groups) const {
    const total_monoid<Part> m{head};
    const uint32_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
    const uint32_t size = __spirv_BuiltInSubgroupSize();
    for (size_t e = 0; e < Part::extent; ++e) {
      total sum = head.start;
      for (size_t i = lane; i < groups; i += size)
        sum = m(sum, head.totals[i * Part::extent + e]);
      sum = sub_reduce(m, sum);
      if (lane == 0)
        write(sum, e);
    }
    tail.finish(groups);
  }
  /* There was nothing to add. */
  void reset() const {
    for (size_t e = 0; e < Part::extent; ++e)
      write(head.start, e);
    tail.reset();
  }

private:
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
 * They go through the slots of work_group.hpp one after the other. With more than one there are two
 * slots for each sub-group, taken in turn: while the first sub-group still combines one total, the
 * others leave the next. */
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

private:
  template <class Part, class V = typename Part::total>
  FALX_INLINE void leave_one(const Part &p, size_t first, size_t e, const V &own) const {
    const total_monoid<Part> m{p};
    const V part = sub_reduce(m, own);
    const slots<V, is_alone ? step : 2 * step> s{memory + (first + e) % 2 * step * !is_alone};
    const bool is_leader = __spirv_BuiltInSubgroupLocalInvocationId() == 0;
    if (is_leader)
      s.store(__spirv_BuiltInSubgroupId(), part);
    group_sync();
    if (__spirv_BuiltInSubgroupId() == 0) {
      const V sum = combine_slots(m, s, __spirv_BuiltInNumSubgroups());
      if (is_leader)
        p.totals[group * Part::extent + e] = sum;
    }
  }
};

/* The groups that are done; the last one finishes. */
struct group_count {
  uint32_t *done;
  size_t groups;
  template <class Parts> FALX_INLINE void finish(const Parts &p) const {
    if (__spirv_BuiltInSubgroupId() != 0)
      return;
    bool is_last = false;
    if (__spirv_BuiltInSubgroupLocalInvocationId() == 0) {
      using counter = atomic_ref<uint32_t, memory_order::acq_rel, memory_scope::device,
                                 sycl::access::address_space::global_space>;
      is_last = counter(*done).fetch_add(1) + 1 == groups;
    }
    if (__spirv_GroupNonUniformAny(SPIRV_SUB_GROUP, is_last)) {
      atomic_fence(memory_order::acquire, memory_scope::device);
      p.finish(groups);
    }
  }
};

/* ---- Reducers ---- */
template <class R, size_t Lanes> struct lanes {
  R reducers[Lanes];
  template <class Op, class Start, size_t... I>
  lanes(const Op &op, const Start &start, std::index_sequence<I...>)
      : reducers{((void)I, reducer_access::make<R>(op, start))...} {}
  template <class Op, size_t... I>
  FALX_INLINE auto total(const Op &op, size_t e, std::index_sequence<I...>) {
    auto sum = reducer_access::get(reducers[0], e);
    (sum.add(op, reducer_access::get(reducers[I + 1], e)), ...);
    return sum;
  }
};
/* Makes the reducers of each part, runs body(lanes...), and leaves the group's totals. */
template <size_t Lanes, class Totals, class Body, class... Made>
FALX_INLINE void with_reducers(const parts<> &, const Totals &totals, const Body &body,
                               Made &...made) {
  body(made...);
  totals.begin();
}
template <size_t Lanes, class Totals, class Part, class... Rest, class Body, class... Made>
FALX_INLINE void with_reducers(const parts<Part, Rest...> &p, const Totals &totals,
                               const Body &body, Made &...made) {
  lanes<typename Part::reducer_type, Lanes> mine(p.head.op, p.head.start,
                                                 std::make_index_sequence<Lanes>());
  with_reducers<Lanes>(p.tail, totals, body, made..., mine);
  totals.leave(p.head, parts<Rest...>::elements, [&](size_t e) {
    return mine.total(p.head.op, e, std::make_index_sequence<Lanes - 1>());
  });
}

/* ---- Kernels ---- */
template <int D> id<D> place_of(size_t linear, const range<D> &r) {
  if constexpr (D == 1)
    return id<1>(linear);
  else if constexpr (D == 2)
    return id<2>(linear / r.v[1], linear % r.v[1]);
  else
    return id<3>(linear / (r.v[1] * r.v[2]), linear / r.v[2] % r.v[1], linear % r.v[2]);
}

/* A sub-group's share of a range, row by row, neighbours beside each other. */
template <class Kernel, int D, size_t Lanes> struct reduce_run {
  const Kernel &kernel;
  const range<D> &size;
  size_t begin, end;
  template <class... L> FALX_INLINE void operator()(L &...made) const {
    const size_t lane = __spirv_BuiltInSubgroupLocalInvocationId();
    const size_t width = __spirv_BuiltInSubgroupSize();
    id<D> at = place_of(begin, size);
    for (size_t left = end - begin; left > 0;) {
      const size_t row = size.v[D - 1] - at.v[D - 1];
      const size_t count = left < row ? left : row;
      size_t k = 0;
      if constexpr (Lanes > 1)
        for (; k + Lanes * width <= count; k += Lanes * width)
          step(at, k + lane, width, std::make_index_sequence<Lanes>(), made...);
      for (k += lane; k < count; k += width)
        call(at, k, made.reducers[0]...);
      left -= count;
      at.v[D - 1] = 0;
      for (int d = D - 2; d >= 0 && ++at.v[d] == size.v[d] && d > 0; --d)
        at.v[d] = 0;
    }
  }

private:
  template <size_t... I, class... L>
  FALX_INLINE void step(const id<D> &at, size_t k, size_t width, std::index_sequence<I...>,
                        L &...made) const {
    (lane_step<I>(at, k + I * width, made...), ...);
  }
  template <size_t I, class... L>
  FALX_INLINE void lane_step(const id<D> &at, size_t k, L &...made) const {
    call(at, k, made.reducers[I]...);
  }
  template <class... R> FALX_INLINE void call(id<D> at, size_t k, R &...reducers) const {
    at.v[D - 1] += k;
    if constexpr (std::is_invocable_v<const Kernel &, item<D, true>, R &...>)
      kernel(access_item::make<D, true>(at, size), reducers...);
    else if constexpr (std::is_invocable_v<const Kernel &, item<D, true>, R &..., kernel_handler>)
      kernel(access_item::make<D, true>(at, size), reducers..., make_handler::here());
    else
      static_assert(always_false<Kernel>,
                    "a kernel with reductions is called with a sycl::item or a sycl::id and one "
                    "reducer by reference for each reduction, maybe with a sycl::kernel_handler "
                    "behind them, and its call operator is const");
  }
};
/* A group's share is `run` indices, and its sub-groups have equal parts of it. */
template <class Kernel, int D, class Parts> struct reduce_range {
  Kernel kernel;
  range<D> size;
  size_t total, run;
  Parts parts;
  group_count count;
  static constexpr size_t lane_count = Parts::is_simple ? 8 : 1;
  void operator()(nd_item<1> item) const {
    const size_t group = item.get_group(0), sub_groups = __spirv_BuiltInNumSubgroups();
    const size_t part = (run + sub_groups - 1) / sub_groups;
    const size_t end = limit(group * run + run, total);
    const size_t from = limit(group * run + __spirv_BuiltInSubgroupId() * part, end);
    with_reducers<lane_count>(
        parts, group_totals<Parts, false>{group},
        reduce_run<Kernel, D, lane_count>{kernel, size, from, limit(from + part, end)});
    count.finish(parts);
  }
  static size_t limit(size_t x, size_t most) { return x < most ? x : most; }
};
template <class Kernel, int D> struct reduce_item {
  const Kernel &kernel;
  const nd_item<D> &item;
  template <class... L> FALX_INLINE void operator()(L &...made) const {
    using nd = nd_item<D>;
    if constexpr (std::is_invocable_v<const Kernel &, nd, decltype((made.reducers[0]))...>)
      kernel(item, made.reducers[0]...);
    else
      kernel(item, made.reducers[0]..., make_handler::here());
  }
};
template <class Kernel, int D, class Parts> struct reduce_nd_range {
  Kernel kernel;
  Parts parts;
  group_count count;
  void operator()(const nd_item<D> &i) const {
    const size_t group = i.get_group_linear_id();
    with_reducers<1>(parts, group_totals<Parts, true>{group}, reduce_item<Kernel, D>{kernel, i});
    count.finish(parts);
  }
};
template <class Parts> struct reduce_nothing {
  Parts parts;
  void operator()() const { parts.reset(); }
};

} // namespace sycl::detail

/* As the kernels in them are. */
template <class Kernel, int D, class Parts>
struct sycl::is_device_copyable<sycl::detail::reduce_range<Kernel, D, Parts>>
    : std::bool_constant<sycl::detail::is_kernel_copyable<Kernel>()> {};
template <class Kernel, int D, class Parts>
struct sycl::is_device_copyable<sycl::detail::reduce_nd_range<Kernel, D, Parts>>
    : std::bool_constant<sycl::detail::is_kernel_copyable<Kernel>()> {};

#endif
