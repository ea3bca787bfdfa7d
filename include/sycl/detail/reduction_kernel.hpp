/* What reductions do in kernels.
 *
 * Each work-item has reducers of its own; reduction_totals.hpp combines what they hold. */
#ifndef FALX_SYCL_DETAIL_REDUCTION_KERNEL_HPP
#define FALX_SYCL_DETAIL_REDUCTION_KERNEL_HPP

#include <sycl/detail/reduction_totals.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl::detail {

/* ---- Reducers ---- */
template <class R, size_t Lanes> struct lanes {
  R reducers[Lanes];
  template <class Op, class Start, size_t... I>
  lanes(const Op &op, const Start &start, const Start &first, std::index_sequence<I...>)
      : reducers{((void)I, reducer_access::make<R>(op, start, first))...} {}
  template <class Op, size_t... I>
  FALX_INLINE auto total(const Op &op, size_t e, std::index_sequence<I...>) {
    auto sum = reducer_access::get(reducers[0], e);
    (sum.add(op, reducer_access::get(reducers[I + 1], e)), ...);
    return sum;
  }
};
/* What a step of a run adds to: the same. */
template <class R, size_t Lanes,
          bool IsWider =
              !std::is_same_v<carried<typename R::value_type, typename R::binary_operation>,
                              typename R::value_type>>
struct step_lanes {
  R (&reducers)[Lanes];
  explicit step_lanes(lanes<R, Lanes> &made) : reducers(made.reducers) {}
  FALX_INLINE void end() {}
};
/* Totals that are wider than what is added to them get a step's sum, made in pairs: one conversion,
 * not one for each lane. */
template <class R, size_t Lanes> struct step_lanes<R, Lanes, true> {
  R &total;
  R reducers[Lanes];
  explicit step_lanes(lanes<R, Lanes> &made)
      : step_lanes(made.reducers[0], std::make_index_sequence<Lanes>()) {}
  FALX_INLINE void end() {
    using value = typename R::value_type;
    value sums[Lanes];
    for (size_t i = 0; i < Lanes; ++i)
      sums[i] = static_cast<value>(reducer_access::get(reducers[i], 0).value);
    for (size_t n = Lanes / 2; n > 0; n /= 2)
      for (size_t i = 0; i < n; ++i)
        sums[i] += sums[i + n];
    reducer_access::get(total, 0).value += sums[0];
  }

private:
  template <size_t... I>
  step_lanes(R &t, std::index_sequence<I...>)
      // To -0 any value is added without a change.
      : total(t), reducers{((void)I, reducer_access::make_like(t, {-0.0}))...} {}
};
/* What a work-item's total begins with: a constant where it is known, to which adding is nothing.
 */
template <class Part> FALX_INLINE typename Part::total first_total(const Part &p) {
  using value = typename Part::value_type;
  if constexpr (!Part::is_known)
    return p.start;
  else if constexpr (std::is_floating_point_v<value> &&
                     is_operator<typename Part::operation, plus, value>)
    return {static_cast<value>(-0.0)};
  else
    return {known_identity_v<typename Part::operation, value>};
}
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
  lanes<typename Part::reducer_type, Lanes> mine(p.head.op, p.head.start, first_total(p.head),
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

/* The share that a sub-group, or a group of so many work-items, has of a range, row by row,
 * neighbours beside each other. */
inline constexpr size_t any_group = ~size_t(0); /* of as many as there are */
template <class Kernel, int D, size_t Lanes, size_t Items = 0> struct reduce_run {
  const Kernel &kernel;
  const range<D> &size;
  size_t begin, end;
  template <class... L> FALX_INLINE void operator()(L &...made) const {
    const size_t lane =
        Items ? __spirv_BuiltInLocalInvocationId(0) : __spirv_BuiltInSubgroupLocalInvocationId();
    const size_t width = Items == any_group ? __spirv_BuiltInWorkgroupSize(0)
                         : Items            ? Items
                                            : __spirv_BuiltInSubgroupSize();
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
    step_with<I...>(at, k, width, step_lanes(made)...);
  }
  template <size_t... I, class... S>
  FALX_INLINE void step_with(const id<D> &at, size_t k, size_t width, S &&...steps) const {
    (lane_step<I>(at, k + I * width, steps...), ...);
    (steps.end(), ...);
  }
  template <size_t I, class... L>
  FALX_INLINE void lane_step(const id<D> &at, size_t k, L &...made) const {
    call(at, k, made.reducers[I]...);
  }
  template <class... R> FALX_INLINE void call(id<D> at, size_t k, R &...reducers) const {
    at.v[D - 1] += k;
    if constexpr (is_callable<const Kernel &, item<D, true>, R &...>)
      kernel(access_item::make<D, true>(at, size), reducers...);
    else if constexpr (is_callable<const Kernel &, item<D, true>, R &..., kernel_handler>)
      kernel(access_item::make<D, true>(at, size), reducers..., make_handler::here());
    else
      static_assert(always_false<Kernel>,
                    "a kernel with reductions is called with a sycl::item or a sycl::id and one "
                    "reducer by reference for each reduction, maybe with a sycl::kernel_handler "
                    "behind them, and its call operator is const");
  }
};
/* Work-items of a group on a GPU: totals of all its sub-groups fit into local memory. */
template <class Parts> inline constexpr size_t gpu_items = Parts::largest <= 1024 ? 256 : 32;

/* A group's share is `run` indices, and its sub-groups have equal parts of it; on a GPU the rows of
 * more dimensions, which may be short. */
template <class Kernel, int D, class Parts> struct reduce_range {
  Kernel kernel;
  range<D> size;
  size_t total, run;
  Parts parts;
  group_count count;
  static constexpr size_t lane_count = Parts::is_simple ? 8 : 1;
  void operator()(nd_item<1> item) const {
    const size_t group = item.get_group(0), begin = group * run, end = limit(begin + run, total);
    const group_totals<Parts, false> totals{group};
    if constexpr ((is_for_gpu || is_for_opencl) && D == 1) {
      with_reducers<lane_count>(
          parts, totals,
          reduce_run<Kernel, D, lane_count, is_for_gpu ? gpu_items<Parts> : any_group>{kernel, size,
                                                                                       begin, end});
    } else {
      const size_t sub_groups = __spirv_BuiltInNumSubgroups();
      const size_t part = (run + sub_groups - 1) / sub_groups;
      const size_t from = limit(begin + __spirv_BuiltInSubgroupId() * part, end);
      with_reducers<lane_count>(
          parts, totals,
          reduce_run<Kernel, D, lane_count>{kernel, size, from, limit(from + part, end)});
    }
    count.finish(parts, totals);
  }
  static size_t limit(size_t x, size_t most) { return x < most ? x : most; }
};
template <class Kernel, int D> struct reduce_item {
  const Kernel &kernel;
  const nd_item<D> &item;
  template <class... L> FALX_INLINE void operator()(L &...made) const {
    using nd = nd_item<D>;
    if constexpr (is_callable<const Kernel &, nd, decltype((made.reducers[0]))...>)
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
    const group_totals<Parts, true> totals{group};
    with_reducers<1>(parts, totals, reduce_item<Kernel, D>{kernel, i});
    count.finish(parts, totals);
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
