/* Commands as free functions have them, sycl_khr_free_function_commands and
 * sycl_ext_oneapi_enqueue_functions: of a handler, or of a queue, which makes no event for them. */
#ifndef FALX_SYCL_DETAIL_ENQUEUE_HPP
#define FALX_SYCL_DETAIL_ENQUEUE_HPP

#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>

namespace sycl::ext::oneapi::experimental {
/* The function of a free-function kernel, for its launch. */
template <auto *Func> struct kernel_function_s {};
template <auto *Func> inline constexpr kernel_function_s<Func> kernel_function;
} // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {

struct enqueue {
  template <class Group>
  static void submit(const queue &q, Group &&group, const falx_location &location = here()) {
    (void)send(q, static_cast<Group &&>(group), location, false);
  }
  template <class Group>
  static event submit_with_event(const queue &q, Group &&group,
                                 const falx_location &location = here()) {
    return send(q, static_cast<Group &&>(group), location, true);
  }

  /* ---- Kernels ---- */
  template <class Name, class Kernel>
  FALX_PER_MODULE static void single_task(handler &h, const Kernel &kernel, const falx_location &) {
    h.single_task<Name>(kernel);
  }
  template <class Name, class Kernel>
  FALX_PER_MODULE static void single_task(const queue &q, const Kernel &kernel,
                                          const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    set_single_task<kernel_name<Name, Kernel>>(c, kernel);
    send(q, c, location);
  }
  template <class Name, class Properties = no_properties, class Range, class Kernel>
  FALX_PER_MODULE static void parallel_for(handler &h, const Range &r, const Kernel &kernel,
                                           const falx_location &,
                                           const Properties &properties = {}) {
    h.parallel_for<Name>(r, properties, kernel);
  }
  template <class Name, class Properties = no_properties, int D, class Kernel>
  FALX_PER_MODULE static void parallel_for(const queue &q, const range<D> &r, const Kernel &kernel,
                                           const falx_location &location,
                                           const Properties &properties = {}) {
    falx_command c = FALX_INIT(falx_command);
    set_parallel_for<kernel_name<Name, Kernel>, Properties>(c, r, id<D>(), kernel);
    set_launch_values(c, properties);
    send(q, c, location);
  }
  template <class Name, class Properties = no_properties, int D, class Kernel>
  FALX_PER_MODULE static void parallel_for(const queue &q, const nd_range<D> &r,
                                           const Kernel &kernel, const falx_location &location,
                                           const Properties &properties = {}) {
    falx_command c = FALX_INIT(falx_command);
    set_parallel_for<kernel_name<Name, Kernel>, Properties>(c, r, kernel);
    set_launch_values(c, properties);
    send(q, c, location);
  }
  /* Kernels that set(command) describes; their function object is kept. */
  template <class Kernel, class Set>
  FALX_PER_MODULE static void set_kernel(handler &h, const Kernel &kernel, const Set &set) {
    h.begin();
    set(h.command_);
    h.keep_kernel(kernel);
  }
  template <class Kernel, class Set>
  FALX_PER_MODULE static void set_kernel(const queue &q, const Kernel &, const Set &set) {
    falx_command c = FALX_INIT(falx_command);
    set(c);
    send(q, c, falx_location{});
  }
  /* Kernel objects; launch is what the handler does once it has the arguments. */
  template <class Launch, class... Arguments>
  static void object(handler &h, const Launch &launch, const Arguments &...arguments) {
    h.set_args(arguments...);
    launch(h);
  }
  template <class Launch, class... Arguments>
  static void object(const queue &q, const Launch &launch, const Arguments &...arguments) {
    submit(q, [&](handler &h) { object(h, launch, arguments...); }, falx_location{});
  }
  template <class Name, class Range, class Kernel, class... Reductions>
  FALX_PER_MODULE static void reduce(handler &h, const Range &r, const Kernel &kernel,
                                     Reductions &&...reductions) {
    h.parallel_for<Name>(r, static_cast<Reductions &&>(reductions)..., kernel);
  }
  template <class Name, class Range, class Kernel, class... Reductions>
  FALX_PER_MODULE static void reduce(const queue &q, const Range &r, const Kernel &kernel,
                                     Reductions &&...reductions) {
    submit(
        q,
        [&](handler &h) {
          h.parallel_for<Name>(r, static_cast<Reductions &&>(reductions)..., kernel);
        },
        falx_location{});
  }

  /* ---- Memory ---- */
  static void memcpy(handler &h, void *to, const void *from, size_t bytes, const falx_location &) {
    h.memcpy(to, from, bytes);
  }
  static void memcpy(const queue &q, void *to, const void *from, size_t bytes,
                     const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    set_memcpy(c, to, from, bytes);
    send(q, c, location);
  }
  template <class T>
  static void fill(handler &h, void *to, const T &pattern, size_t count, const falx_location &) {
    h.fill(to, pattern, count);
  }
  template <class T>
  static void fill(const queue &q, void *to, const T &pattern, size_t count,
                   const falx_location &location) {
    static_assert(is_device_copyable_v<T>, "the pattern cannot be copied byte by byte");
    falx_command c = FALX_INIT(falx_command);
    set_fill(c, to, &pattern, sizeof(T), count);
    send(q, c, location);
  }
  static void usm(handler &h, falx_command_kind kind, const void *memory, size_t bytes, int advice,
                  const falx_location &) {
    if (kind == FALX_COMMAND_PREFETCH)
      h.prefetch(memory, bytes);
    else
      h.mem_advise(memory, bytes, advice);
  }
  static void usm(const queue &q, falx_command_kind kind, const void *memory, size_t bytes,
                  int advice, const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    set_usm(c, kind, memory, bytes, advice);
    send(q, c, location);
  }

  /* What a handler does, for it or in a command group of its own. */
  template <class Do> static void group(handler &h, const Do &run, const falx_location &) {
    run(h);
  }
  template <class Do>
  static void group(const queue &q, const Do &run, const falx_location &location) {
    submit(q, run, location);
  }

  /* ---- Barriers: of all commands before, or of some ---- */
  static void barrier(handler &h, const falx_location &) { h.ext_oneapi_barrier(); }
  static void barrier(const queue &q, const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    c.kind = FALX_COMMAND_BARRIER;
    send(q, c, location);
  }
  template <class Events>
  static void barrier(handler &h, const Events &events, const falx_location &) {
    h.ext_oneapi_barrier(events);
  }
  template <class Events>
  static void barrier(const queue &q, const Events &events, const falx_location &location) {
    const event_list list(events);
    falx_command c = FALX_INIT(falx_command);
    c.kind = FALX_COMMAND_BARRIER;
    list.fill(c);
    send(q, c, location);
  }

private:
  template <class Group>
  static event send(const queue &q, Group &&group, const falx_location &location, bool has_event) {
    handler h(q.raw(), location);
    static_cast<Group &&>(group)(h);
    return h.finish(has_event);
  }
  static void send(const queue &q, falx_command &c, const falx_location &location) {
    c.location = &location;
    check(falx_queue_submit(q.raw(), &c, nullptr));
  }
};

template <class T>
inline constexpr bool is_destination = std::is_base_of_v<queue, T> || std::is_same_v<T, handler>;
/* A handler, or a queue that may be constant. */
template <class To>
using if_destination =
    std::enable_if_t<is_destination<std::remove_cv_t<std::remove_reference_t<To>>>, int>;

/* A kernel that is a function object, neither a function nor a sycl::kernel. */
template <class T> inline constexpr bool is_function_object = !std::is_same_v<T, kernel>;
template <auto *Func>
inline constexpr bool is_function_object<ext::oneapi::experimental::kernel_function_s<Func>> =
    false;
template <class T> using if_function_object = std::enable_if_t<is_function_object<T>, int>;

} // namespace sycl::detail

#endif
