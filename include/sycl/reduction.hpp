/* reduction(): sums and their like over a kernel's range. SYCL 2020, 4.9.2.
 *
 * A first kernel runs the user's: each of its work-items takes a run of the range and leaves one
 * total. Further kernels fold totals, and the last adds them to the variable. Nothing is atomic,
 * so that any type and any operator will do and the result is the same every time. */
#ifndef FALX_SYCL_REDUCTION_HPP
#define FALX_SYCL_REDUCTION_HPP

#include <utility>

#include <sycl/accessor.hpp>
#include <sycl/reducer.hpp>
#include <sycl/span.hpp>

namespace sycl {
namespace detail {

struct reducer_access {
  template <class R> using total = typename R::gathered;
  template <class R, class Op> static R make(const Op &op, const total<R> &start) {
    return R(op, start);
  }
  template <class R> static auto &get(R &r, size_t i) { return r.total_[i]; }
};

/* Where the result goes: `element(i)` in device code. */
template <class T> struct pointer_target {
  T *pointer;
  T &element(size_t i) const { return pointer[i]; }
};
template <class Accessor> struct accessor_target {
  Accessor accessor;
  auto &element(size_t) const { return *accessor.begin(); }
};

/* What reduction() answers, and, copied into kernels, what they know of it. */
template <class T, class Op, size_t Extent, bool HasIdentity, class Target> struct reduction_part {
  using reducer_type = reducer<T, Op, (Extent > 1 ? 1 : 0), Extent, HasIdentity>;
  using value_type = T;
  using total = gathered<T, Op, HasIdentity>;
  static constexpr size_t extent = Extent;
  static constexpr bool has_identity = HasIdentity;
  /* Several totals at once in one work-item let the compiler use vector instructions. */
  static constexpr bool is_simple = HasIdentity && std::is_arithmetic_v<T> && Extent == 1;

  Target target;
  Op op;
  total start;
  bool starts_anew;        // the variable's own value is not part of the result
  total *totals = nullptr; // Extent of them for each slot
};
template <class> inline constexpr bool is_part = false;
template <class T, class Op, size_t E, bool I, class Target>
inline constexpr bool is_part<reduction_part<T, Op, E, I, Target>> = true;
template <class T> inline constexpr bool is_reduction<T &> = is_part<std::remove_cv_t<T>>;
template <class T, class Op, size_t E, bool I, class Target>
inline constexpr bool is_reduction<reduction_part<T, Op, E, I, Target>> = true;
template <class T, class Op, size_t E, bool I, class Target>
inline constexpr bool is_reduction<const reduction_part<T, Op, E, I, Target>> = true;

/* ---- Lists of reductions, walked by recursion ---- */
template <class...> struct parts {
  static constexpr bool is_simple = true;
  static constexpr size_t bytes = 0; // of one slot
  void place(unsigned char *, size_t) {}
  void fold_into(size_t, size_t, size_t, const parts &) const {}
  void finish(size_t) const {}
};
template <class Part, class... Rest> struct parts<Part, Rest...> {
  static constexpr bool is_simple = Part::is_simple && parts<Rest...>::is_simple;
  static constexpr size_t bytes =
      parts<Rest...>::bytes + Part::extent * sizeof(typename Part::total) + 64;
  using total = typename Part::total;
  Part head;
  parts<Rest...> tail;

  /* Lays out `slots` totals from `memory` on, which has slots * bytes. */
  void place(unsigned char *memory, size_t slots) {
    head.totals = reinterpret_cast<total *>(memory);
    const size_t used = slots * Part::extent * sizeof(total);
    tail.place(memory + (used + 63) / 64 * 64, slots);
  }
  /* Folds the totals of slots [begin, end) into slot `to` of another layout. */
  void fold_into(size_t begin, size_t end, size_t to, const parts &out) const {
    for (size_t e = 0; e < Part::extent; ++e) {
      total sum = head.start;
      for (size_t i = begin; i < end; ++i)
        sum.add(head.op, head.totals[i * Part::extent + e]);
      out.head.totals[to * Part::extent + e] = sum;
    }
    tail.fold_into(begin, end, to, out.tail);
  }
  /* Folds all and adds them to the variable. */
  void finish(size_t slots) const {
    for (size_t e = 0; e < Part::extent; ++e) {
      total sum = head.start;
      for (size_t i = 0; i < slots; ++i)
        sum.add(head.op, head.totals[i * Part::extent + e]);
      auto &out = head.target.element(e);
      if constexpr (!Part::has_identity)
        if (!sum.is_set)
          continue;
      if (!head.starts_anew)
        sum.add(head.op, out);
      out = static_cast<typename Part::value_type>(sum.value);
    }
    tail.finish(slots);
  }
};

template <class R, size_t Lanes> struct lanes {
  R reducers[Lanes];
  template <class Op, class Start, size_t... I>
  lanes(const Op &op, const Start &start, std::index_sequence<I...>)
      : reducers{((void)I, reducer_access::make<R>(op, start))...} {}
};
/* Makes the reducers of each part, runs body(lanes...), and leaves the totals in `slot`. */
template <size_t Lanes, class Body, class... Made>
FALX_INLINE void with_reducers(const parts<> &, size_t, const Body &body, Made &...made) {
  body(made...);
}
template <size_t Lanes, class Part, class... Rest, class Body, class... Made>
FALX_INLINE void with_reducers(const parts<Part, Rest...> &p, size_t slot, const Body &body,
                               Made &...made) {
  lanes<typename Part::reducer_type, Lanes> mine(p.head.op, p.head.start,
                                                 std::make_index_sequence<Lanes>());
  with_reducers<Lanes>(p.tail, slot, body, made..., mine);
  for (size_t e = 0; e < Part::extent; ++e) {
    auto sum = reducer_access::get(mine.reducers[0], e);
    for (size_t l = 1; l < Lanes; ++l)
      sum.add(p.head.op, reducer_access::get(mine.reducers[l], e));
    p.head.totals[slot * Part::extent + e] = sum;
  }
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
template <int D> void advance(id<D> &i, const range<D> &r) {
  for (int d = D - 1; d > 0; --d) {
    if (++i.v[d] < r.v[d])
      return;
    i.v[d] = 0;
  }
  ++i.v[0];
}

template <class Kernel, int D, size_t Lanes> struct reduce_run {
  const Kernel &kernel;
  const range<D> &size;
  size_t begin, end;
  template <class... L> FALX_INLINE void operator()(L &...made) const {
    size_t i = begin;
    if constexpr (Lanes > 1)
      for (; i + Lanes <= end; i += Lanes)
        for (size_t l = 0; l < Lanes; ++l)
          call(id<1>(i + l), made.reducers[l]...);
    id<D> at = place_of(i, size);
    for (; i < end; ++i, advance(at, size))
      call(at, made.reducers[0]...);
  }
  template <class... R> FALX_INLINE void call(const id<D> &at, R &...reducers) const {
    static_assert(std::is_invocable_v<const Kernel &, item<D, true>, R &...>,
                  "a kernel with reductions is called with a sycl::item or a sycl::id and one "
                  "reducer by reference for each reduction, and its call operator is const");
    kernel(access_item::make<D, true>(at, size), reducers...);
  }
};
template <class Kernel, int D, class Parts> struct reduce_range {
  Kernel kernel;
  range<D> size;
  size_t total, run;
  Parts parts;
  static constexpr size_t lane_count = D == 1 && Parts::is_simple ? 16 : 1;
  void operator()(id<1> slot) const {
    const size_t begin = slot.v[0] * run;
    const size_t end = total - begin < run ? total : begin + run;
    with_reducers<lane_count>(parts, slot.v[0],
                              reduce_run<Kernel, D, lane_count>{kernel, size, begin, end});
  }
};
template <class Kernel, int D> struct reduce_item {
  const Kernel &kernel;
  const nd_item<D> &item;
  template <class... L> FALX_INLINE void operator()(L &...made) const {
    kernel(item, made.reducers[0]...);
  }
};
template <class Kernel, int D, class Parts> struct reduce_nd_range {
  Kernel kernel;
  Parts parts;
  void operator()(const nd_item<D> &i) const {
    with_reducers<1>(parts, i.get_global_linear_id(), reduce_item<Kernel, D>{kernel, i});
  }
};
template <class Parts> struct reduce_fold {
  Parts from, to;
  size_t total, run;
  void operator()(id<1> slot) const {
    const size_t begin = slot.v[0] * run;
    from.fold_into(begin, total - begin < run ? total : begin + run, slot.v[0], to);
  }
};
template <class Parts> struct reduce_finish {
  Parts parts;
  size_t slots;
  void operator()() const { parts.finish(slots); }
};
/* Their names: the user's name is the first kernel's. */
template <class Name> struct reduce_main_name;
template <class Name> struct reduce_fold_name;
template <class Name> struct reduce_finish_name;

/* ---- Host: the commands of one reduction ---- */
struct reduce_access {
  enum : size_t { FEW = 64, LONGEST_RUN = 4096 }; // totals that one work-item folds; indices

  /* How many indices one work-item takes: all processors have work, and no running total grows so
   * long that a sum of floats loses more digits than in a tree. */
  static size_t run_for(handler &h, size_t total) {
    const falx_device_t device = falx_queue_device(h.queue_);
    const size_t units = device_value<uint32_t>(device, FALX_DEVICE_COMPUTE_UNITS);
    const bool is_cpu = device_value<uint32_t>(device, FALX_DEVICE_TYPE) == FALX_DEVICE_CPU;
    const size_t items = units * (is_cpu ? 4 : 512);
    const size_t run = (total + items - 1) / items;
    return run < 1 ? 1 : run > LONGEST_RUN ? size_t(LONGEST_RUN) : run;
  }
  /* Device memory of this reduction, given back once `after` is done. */
  struct scratch {
    falx_context_t context;
    void *memory = nullptr;
    falx_event_t last = nullptr; // of the command that uses it last
    falx_queue_t queue;
    scratch(falx_queue_t q, size_t bytes) : context(falx_queue_context(q)), queue(q) {
      check(falx_usm_alloc(FALX_USM_DEVICE, context, falx_queue_device(q), bytes, 64, &memory));
    }
    ~scratch() {
      falx_command c = FALX_INIT(falx_command);
      c.kind = FALX_COMMAND_HOST_TASK;
      c.dependencies = &last;
      c.dependency_count = 1;
      falx_context_retain(context);
      c.u.host_task.data = new scratch_memory{context, memory};
      c.u.host_task.run = [](void *) -> void * { return nullptr; };
      c.u.host_task.destroy = [](void *data) {
        auto *m = static_cast<scratch_memory *>(data);
        falx_usm_free(m->context, m->memory);
        falx_context_release(m->context);
        delete m;
      };
      (void)falx_queue_submit(queue, &c, nullptr); // on failure destroy has run already
    }
    scratch(const scratch &) = delete;
    scratch &operator=(const scratch &) = delete;
  };
  struct scratch_memory {
    falx_context_t context;
    void *memory;
  };

  /* One more command of the group: after the group's own dependencies and the one before. */
  static void submit(handler &h, falx_command &c, scratch &s) {
    c.location = h.command_.location;
    h.group_.fill(c);
    falx_event_t made;
    check(falx_queue_submit(h.queue_, &c, &made));
    s.last = made;
    h.group_.dependencies.push(impl::make<event>(made));
  }
  template <class Name, class Parts>
  FALX_PER_MODULE static void finish(handler &h, const Parts &p, size_t slots,
                                     unsigned char *memory, scratch &s) {
    if (slots > FEW) {
      const size_t fewer = (slots + FEW - 1) / FEW;
      Parts next = p;
      next.place(memory, fewer);
      const reduce_fold<Parts> fold{p, next, slots, FEW};
      falx_command c = FALX_INIT(falx_command);
      set_parallel_for<reduce_fold_name<Name>>(c, range<1>(fewer), id<1>(), fold);
      submit(h, c, s);
      return finish<Name>(h, next, fewer, memory + fewer * Parts::bytes, s);
    }
    const reduce_finish<Parts> last{p, slots};
    falx_command c = FALX_INIT(falx_command);
    set_single_task<reduce_finish_name<Name>>(c, last);
    submit(h, c, s);
    h.done_ = s.last;
  }
  static size_t bytes_for(size_t slots, size_t each) {
    size_t bytes = slots * each;
    while (slots > FEW)
      bytes += (slots = (slots + FEW - 1) / FEW) * each;
    return bytes;
  }
  template <class Name, int D, class Kernel, class Parts>
  FALX_PER_MODULE static void start(handler &h, const range<D> &r, const Kernel &kernel, Parts p) {
    const size_t total = r.size();
    const size_t run = run_for(h, total);
    const size_t slots = (total + run - 1) / run;
    scratch s(h.queue_, bytes_for(slots + 1, Parts::bytes));
    unsigned char *memory = static_cast<unsigned char *>(s.memory);
    p.place(memory, slots);
    if (total) {
      const reduce_range<Kernel, D, Parts> main{kernel, r, total, run, p};
      falx_command c = FALX_INIT(falx_command);
      set_parallel_for<reduce_main_name<Name>>(c, range<1>(slots), id<1>(), main);
      submit(h, c, s);
    }
    finish<Name>(h, p, slots, memory + slots * Parts::bytes, s);
  }
  template <class Name, int D, class Kernel, class Parts>
  FALX_PER_MODULE static void start(handler &h, const nd_range<D> &r, const Kernel &kernel,
                                    Parts p) {
    const size_t slots = r.get_global_range().size();
    scratch s(h.queue_, bytes_for(slots + 1, Parts::bytes));
    unsigned char *memory = static_cast<unsigned char *>(s.memory);
    p.place(memory, slots);
    const reduce_nd_range<Kernel, D, Parts> main{kernel, p};
    falx_command c = FALX_INIT(falx_command);
    set_parallel_for<reduce_main_name<Name>>(c, r, main);
    submit(h, c, s);
    finish<Name>(h, p, slots, memory + slots * Parts::bytes, s);
  }
  /* Peels the reductions off the arguments; the kernel is the last. */
  template <class Name, class Range, class... P, class Kernel>
  FALX_PER_MODULE static void collect(handler &h, const Range &r, const parts<P...> &p,
                                      const Kernel &kernel) {
    h.begin();
    start<kernel_name<Name, Kernel>>(h, r, kernel, p);
  }
  template <class Name, class Range, class... P, class Next, class... Rest,
            std::enable_if_t<(sizeof...(Rest) > 0), int> = 0>
  FALX_PER_MODULE static void collect(handler &h, const Range &r, const parts<P...> &p,
                                      const Next &next, const Rest &...rest) {
    static_assert(is_reduction<Next>, "before the kernel stand reductions, and the kernel is last");
    collect<Name>(h, r, append(p, next), rest...);
  }
  template <class Next> static parts<Next> append(const parts<> &, const Next &next) {
    return {next, {}};
  }
  template <class P, class... Q, class Next>
  static parts<P, Q..., Next> append(const parts<P, Q...> &p, const Next &next) {
    return {p.head, append(p.tail, next)};
  }
};
template <class Name, class Range, class... Rest>
FALX_PER_MODULE void reduce(handler &h, Range r, Rest &&...rest) {
  reduce_access::collect<Name>(h, r, parts<>(), static_cast<const Rest &>(rest)...);
}

template <class T, size_t Extent = 1, class Op, class Target>
auto make_reduction(const Target &target, const Op &op, const property_list &properties) {
  constexpr bool known = has_known_identity_v<Op, T>;
  const bool anew = properties.has_property<property::reduction::initialize_to_identity>();
  using part = reduction_part<T, Op, Extent, known, Target>;
  if constexpr (known) {
    return part{target, op, {known_identity_v<Op, T>}, anew};
  } else {
    if (anew)
      throw_error(errc::invalid,
                  "initialize_to_identity needs an identity: pass one to reduction()");
    return part{target, op, {T(), false}, false};
  }
}
template <class T, size_t Extent = 1, class Op, class Target>
auto make_reduction(const Target &target, const T &identity, const Op &op,
                    const property_list &properties) {
  return reduction_part<T, Op, Extent, true, Target>{
      target,
      op,
      {identity},
      properties.has_property<property::reduction::initialize_to_identity>()};
}
template <class T, int D, class A> auto reduction_target(buffer<T, D, A> &variable, handler &h) {
  using accessor_type = accessor<T, D, access_mode::read_write>;
  if (variable.size() != 1)
    throw_error(errc::invalid, "a reduction's buffer holds one element");
  return accessor_target<accessor_type>{accessor_type(variable, h)};
}

} // namespace detail

/* ---- reduction(): 4.9.2.1 ---- */
template <class T, class A, int D, class Op>
auto reduction(buffer<T, D, A> variable, handler &h, Op op, const property_list &properties = {}) {
  return detail::make_reduction<T>(detail::reduction_target(variable, h), op, properties);
}
template <class T, class A, int D, class Op>
auto reduction(buffer<T, D, A> variable, handler &h, const T &identity, Op op,
               const property_list &properties = {}) {
  return detail::make_reduction<T>(detail::reduction_target(variable, h), identity, op, properties);
}
template <class T, class Op>
auto reduction(T *variable, Op op, const property_list &properties = {}) {
  return detail::make_reduction<T>(detail::pointer_target<T>{variable}, op, properties);
}
template <class T, class Op>
auto reduction(T *variable, const T &identity, Op op, const property_list &properties = {}) {
  return detail::make_reduction<T>(detail::pointer_target<T>{variable}, identity, op, properties);
}
template <class T, size_t Extent, class Op, std::enable_if_t<Extent != dynamic_extent, int> = 0>
auto reduction(span<T, Extent> variables, Op op, const property_list &properties = {}) {
  return detail::make_reduction<T, Extent>(detail::pointer_target<T>{variables.data()}, op,
                                           properties);
}
template <class T, size_t Extent, class Op, std::enable_if_t<Extent != dynamic_extent, int> = 0>
auto reduction(span<T, Extent> variables, const T &identity, Op op,
               const property_list &properties = {}) {
  return detail::make_reduction<T, Extent>(detail::pointer_target<T>{variables.data()}, identity,
                                           op, properties);
}

} // namespace sycl

#endif
