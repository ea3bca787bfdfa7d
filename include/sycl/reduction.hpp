/* reduction(): sums and their like over a kernel's range. SYCL 2020, 4.9.2. One kernel does it all;
 * how is told in detail/reduction_kernel.hpp. */
#ifndef FALX_SYCL_REDUCTION_HPP
#define FALX_SYCL_REDUCTION_HPP

#include <sycl/accessor.hpp>
#include <sycl/detail/reduction_kernel.hpp>
#include <sycl/span.hpp>

namespace sycl {
namespace detail {

/* Where the result goes: `element(i)` in device code. */
template <class T, int Dimensions = 0> struct pointer_target { // 1: of a span
  static constexpr int dimensions = Dimensions;
  T *pointer;
  T &element(size_t i) const { return pointer[i]; }
  void expect(falx_queue_t queue, size_t count) const {
    falx_usm_expect_result(queue, pointer, count * sizeof(T));
  }
};
template <class Accessor> struct accessor_target {
  static constexpr int dimensions = 0;
  Accessor accessor;
  auto &element(size_t) const { return *accessor.begin(); }
  void expect(falx_queue_t, size_t) const {} // a buffer knows where its content is
};

template <class> inline constexpr bool is_part = false;
template <class T, class Op, size_t E, bool I, class Target>
inline constexpr bool is_part<reduction_part<T, Op, E, I, Target>> = true;
template <class T> inline constexpr bool is_reduction<T &> = is_part<std::remove_cv_t<T>>;
template <class T, class Op, size_t E, bool I, class Target>
inline constexpr bool is_reduction<reduction_part<T, Op, E, I, Target>> = true;
template <class T, class Op, size_t E, bool I, class Target>
inline constexpr bool is_reduction<const reduction_part<T, Op, E, I, Target>> = true;

/* The names of kernels: the user's name is the reduction's. Without one, the same function object
 * with other reductions is another kernel. */
template <class Name> struct reduce_name;
template <class Kernel, class Range, class Parts> struct reduce_unnamed;
template <class Name> struct reduce_nothing_name;

/* ---- Host: the commands of one reduction ---- */
struct reduce_access {
  enum : size_t {
    group_items = 64,
    small_bytes = 512,
    shortest_run = 1024
  }; // work-items; bytes; indices
  enum : size_t {
    unit_shares = 8,
    gpu_unit_shares = 4,
    line_bytes = 64
  }; // groups for each compute unit; bytes

  /* Groups of `local` work-items, which take `run` indices each: all processors have work, a few
   * times over; those of a GPU have all of it at once. */
  struct shape {
    size_t local, run;
  };
  template <class Parts> static shape shape_for(falx_queue_t queue, size_t total) {
    const falx_device_t device = falx_queue_device(queue);
    const bool is_gpu = device_value<uint32_t>(device, FALX_DEVICE_TYPE) == FALX_DEVICE_GPU;
    const size_t units = device_value<uint32_t>(device, FALX_DEVICE_COMPUTE_UNITS);
    const size_t groups = units * (is_gpu ? gpu_unit_shares : unit_shares);
    const size_t run = (total + groups - 1) / groups;
    return {is_gpu                        ? gpu_items<Parts>
            : Parts::bytes <= small_bytes ? cpu_items(device)
                                          : 1, // big reducers: one for each group
            run < shortest_run ? size_t(shortest_run)
                               : (run + group_items - 1) / group_items * group_items};
  }
  /* Drivers of OpenCL take a vector of work-items at a time through the whole kernel: with several
   * vectors in a group each would pass over the group's share, and read a part of every row. */
  static size_t cpu_items(falx_device_t device) {
    struct widths {
      uint32_t of[7];
    };
    enum { float_index = 4 };
    if (falx_platform_backend(falx_device_platform(device)) != FALX_BACKEND_OPENCL)
      return group_items;
    const size_t width = device_value<widths>(device, FALX_DEVICE_VECTOR_WIDTHS).of[float_index];
    return width > 0 && width < group_items ? width : size_t(group_items);
  }
  /* Memory of this reduction: counts of groups, which are 0 between commands, and totals. */
  struct scratch {
    falx_scratch_t held = nullptr;
    void *memory = nullptr;
    falx_event_t last = nullptr; // of the command that uses it
    scratch(falx_queue_t q, size_t count_bytes, size_t bytes) {
      check(falx_scratch_take(q, bytes, count_bytes, &held, &memory));
    }
    ~scratch() { falx_scratch_give(held, last); }
    scratch(const scratch &) = delete;
    scratch &operator=(const scratch &) = delete;
  };

  /* s: what the command works in. */
  static void submit(handler &h, falx_command &c, scratch *s, bool is_in_bundle = true) {
    falx_event_t made;
    c.location = h.command_.location;
    h.group_.dependencies.reserve();
    h.fill(c, is_in_bundle);
    check(falx_queue_submit(h.queue_, &c, &made));
    if (s)
      s->last = made;                                    // which done_ holds
    h.group_.dependencies.push(impl::make<event>(made)); // holds it for done_
    h.done_ = made;
  }
  template <class Name, class Parts>
  FALX_PER_MODULE static void nothing(handler &h, const Parts &p) {
    const reduce_nothing<Parts> kernel{p};
    falx_command c = FALX_INIT(falx_command);
    set_single_task<reduce_nothing_name<Name>>(c, kernel);
    submit(h, c, nullptr, false); // it has a name of its own
  }
  template <int D> static size_t size_of(const handler &h, const range<D> &r) {
    const size_t total = bytes_for(r, 1);
    if (total == ~size_t(0))
      check(falx_error_set(FALX_ERROR_ND_RANGE, h.command_.location,
                           "a reduction's global range holds more work-items than can be counted: "
                           "%zu of them in dimension 0",
                           r[0]));
    return total;
  }
  static size_t counts(size_t groups) {
    return (group_count::bytes_for(groups) + line_bytes - 1) / line_bytes * line_bytes;
  }
  template <class Parts> static size_t scratch_bytes(size_t groups) {
    return counts(groups) + Parts::bytes_for(groups);
  }
  template <class Parts>
  static group_count prepare(handler &h, const scratch &s, Parts &p, size_t groups) {
    p.expect(h.queue_);
    p.place(static_cast<unsigned char *>(s.memory) + counts(groups), groups);
    return {static_cast<uint32_t *>(s.memory), groups};
  }
  template <class Name, int D, class Kernel, class Parts>
  FALX_PER_MODULE static void start(handler &h, const range<D> &r, const Kernel &kernel, Parts p) {
    const size_t total = size_of(h, r);
    if (!total)
      return nothing<Name>(h, p);
    const auto [local, run] = shape_for<Parts>(h.queue_, total);
    const size_t groups = (total + run - 1) / run;
    scratch s(h.queue_, counts(groups), scratch_bytes<Parts>(groups));
    const group_count count = prepare(h, s, p, groups);
    const reduce_range<Kernel, D, Parts> main{kernel, r, total, run, p, count};
    falx_command c = FALX_INIT(falx_command);
    set_parallel_for<reduce_name<Name>>(c, nd_range<1>(groups * local, local), main);
    submit(h, c, &s);
  }
  template <class Name, int D, class Kernel, class Parts>
  FALX_PER_MODULE static void start(handler &h, const nd_range<D> &r, const Kernel &kernel,
                                    Parts p) {
    const size_t local = r.get_local_range().size();
    const size_t total = size_of(h, r.get_global_range());
    const size_t groups = local ? total / local : total ? 1 : 0; // 1: refused below
    if (!groups)
      return nothing<Name>(h, p);
    scratch s(h.queue_, counts(groups), scratch_bytes<Parts>(groups));
    const group_count count = prepare(h, s, p, groups);
    const reduce_nd_range<Kernel, D, Parts> main{kernel, p, count};
    falx_command c = FALX_INIT(falx_command);
    set_parallel_for<reduce_name<Name>>(c, r, main);
    submit(h, c, &s);
  }
  /* What the command group function says after parallel_for counts, too. */
  template <class Name, class Range, class Kernel, class Parts> struct later {
    Range range;
    Kernel kernel;
    Parts p;
    FALX_PER_MODULE static void make(handler &h, const Range &r, const Kernel &kernel,
                                     const Parts &p) {
      h.make_later(
          new later{r, kernel, p},
          [](handler &in, void *data) {
            const later &self = *static_cast<later *>(data);
            start<Name>(in, self.range, self.kernel, self.p);
          },
          [](void *data) { delete static_cast<later *>(data); });
    }
  };
  /* Peels the reductions off the arguments; the kernel is the last. */
  template <class Name, class Range, class... P, class Kernel>
  FALX_PER_MODULE static void collect(handler &h, const Range &r, const parts<P...> &p,
                                      const Kernel &kernel) {
    refuse_in_graph(h.queue_, h.command_.location, "a reduction");
    h.begin();
    using name = kernel_name<Name, reduce_unnamed<Kernel, Range, parts<P...>>>;
    later<name, Range, Kernel, parts<P...>>::make(h, r, kernel, p);
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
  return detail::make_reduction<T, Extent>(detail::pointer_target<T, 1>{variables.data()}, op,
                                           properties);
}
template <class T, size_t Extent, class Op, std::enable_if_t<Extent != dynamic_extent, int> = 0>
auto reduction(span<T, Extent> variables, const T &identity, Op op,
               const property_list &properties = {}) {
  return detail::make_reduction<T, Extent>(detail::pointer_target<T, 1>{variables.data()}, identity,
                                           op, properties);
}

} // namespace sycl

#endif
