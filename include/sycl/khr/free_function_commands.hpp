/* Commands without events, as free functions: sycl_khr_free_function_commands. The first argument
 * is a handler or a queue. */
#ifndef FALX_SYCL_KHR_FREE_FUNCTION_COMMANDS_HPP
#define FALX_SYCL_KHR_FREE_FUNCTION_COMMANDS_HPP

#include <sycl/accessor.hpp>
#include <sycl/detail/enqueue.hpp>
#include <sycl/detail/kernel_object.hpp>

#define SYCL_KHR_FREE_FUNCTION_COMMANDS 1

namespace sycl::khr {

template <class Group>
void submit(const queue &q, Group &&group, const falx_location &location = detail::here()) {
  detail::enqueue::submit(q, static_cast<Group &&>(group), location);
}
template <class Group>
event submit_tracked(const queue &q, Group &&group,
                     const falx_location &location = detail::here()) {
  return detail::enqueue::submit_with_event(q, static_cast<Group &&>(group), location);
}

/* ---- Kernels ---- */
template <class To, class Kernel, detail::if_destination<To> = 0,
          detail::if_function_object<Kernel> = 0>
FALX_PER_MODULE void launch_task(To &&to, const Kernel &kernel,
                                 const falx_location &location = detail::here()) {
  detail::enqueue::single_task<detail::unnamed>(to, kernel, location);
}
/* Not templates of the number of dimensions: braces and numbers convert to a range. */
#define FALX_KHR_LAUNCH(D)                                                                         \
  template <class To, class Kernel, detail::if_destination<To> = 0,                                \
            detail::if_function_object<Kernel> = 0>                                                \
  FALX_PER_MODULE void launch(To &&to, range<D> r, const Kernel &kernel,                           \
                              const falx_location &location = detail::here()) {                    \
    detail::enqueue::parallel_for<detail::unnamed>(to, r, kernel, location);                       \
  }                                                                                                \
  template <class To, class Kernel, class... Reductions, detail::if_destination<To> = 0>           \
  FALX_PER_MODULE void launch_reduce(To &&to, range<D> r, const Kernel &kernel,                    \
                                     Reductions &&...reductions) {                                 \
    detail::enqueue::reduce<detail::unnamed>(to, r, kernel,                                        \
                                             static_cast<Reductions &&>(reductions)...);           \
  }                                                                                                \
  template <class To, class Kernel, detail::if_destination<To> = 0,                                \
            detail::if_function_object<Kernel> = 0>                                                \
  FALX_PER_MODULE void launch_grouped(To &&to, range<D> r, range<D> size, const Kernel &kernel,    \
                                      const falx_location &location = detail::here()) {            \
    detail::enqueue::parallel_for<detail::unnamed>(to, nd_range<D>(r, size), kernel, location);    \
  }                                                                                                \
  template <class To, class Kernel, class... Reductions, detail::if_destination<To> = 0>           \
  FALX_PER_MODULE void launch_grouped_reduce(To &&to, range<D> r, range<D> size,                   \
                                             const Kernel &kernel, Reductions &&...reductions) {   \
    detail::enqueue::reduce<detail::unnamed>(to, nd_range<D>(r, size), kernel,                     \
                                             static_cast<Reductions &&>(reductions)...);           \
  }
FALX_KHR_LAUNCH(1)
FALX_KHR_LAUNCH(2)
FALX_KHR_LAUNCH(3)
#undef FALX_KHR_LAUNCH
/* Kernel objects, with their arguments. */
template <class To, class... Arguments, detail::if_destination<To> = 0>
void launch_task(To &&to, const kernel &k, const Arguments &...arguments) {
  detail::enqueue::object(to, [&](handler &h) { h.single_task(k); }, arguments...);
}
#define FALX_KHR_LAUNCH_OBJECT(D)                                                                  \
  template <class To, class... Arguments, detail::if_destination<To> = 0>                          \
  void launch(To &&to, range<D> r, const kernel &k, const Arguments &...arguments) {               \
    detail::enqueue::object(to, [&](handler &h) { h.parallel_for(r, k); }, arguments...);          \
  }                                                                                                \
  template <class To, class... Arguments, detail::if_destination<To> = 0>                          \
  void launch_grouped(To &&to, range<D> r, range<D> size, const kernel &k,                         \
                      const Arguments &...arguments) {                                             \
    detail::enqueue::object(                                                                       \
        to, [&](handler &h) { h.parallel_for(nd_range<D>(r, size), k); }, arguments...);           \
  }
FALX_KHR_LAUNCH_OBJECT(1)
FALX_KHR_LAUNCH_OBJECT(2)
FALX_KHR_LAUNCH_OBJECT(3)
#undef FALX_KHR_LAUNCH_OBJECT

/* ---- Memory ---- */
template <class To, detail::if_destination<To> = 0>
void memcpy(To &&to, void *destination, const void *source, size_t bytes,
            const falx_location &location = detail::here()) {
  detail::enqueue::memcpy(to, destination, source, bytes, location);
}
template <class To, class T, detail::if_destination<To> = 0>
void copy(To &&to, const T *source, T *destination, size_t count,
          const falx_location &location = detail::here()) {
  detail::enqueue::memcpy(to, destination, source, detail::bytes_for(count, sizeof(T)), location);
}
template <class To, class Source, class Destination, detail::if_destination<To> = 0>
auto copy(To &&to, const Source &source, const Destination &destination,
          const falx_location &location = detail::here())
    -> std::enable_if_t<detail::is_accessor<Source> || detail::is_accessor<Destination>> {
  detail::enqueue::group(to, [&](handler &h) { h.copy(source, destination); }, location);
}
template <class To, detail::if_destination<To> = 0>
void memset(To &&to, void *destination, int value, size_t bytes,
            const falx_location &location = detail::here()) {
  detail::enqueue::fill(to, destination, static_cast<unsigned char>(value), bytes, location);
}
template <class To, class T, detail::if_destination<To> = 0>
void fill(To &&to, void *destination, const T &pattern, size_t count,
          const falx_location &location = detail::here()) {
  detail::enqueue::fill(to, destination, pattern, count, location);
}
template <class To, class Accessor, class T, detail::if_destination<To> = 0>
auto fill(To &&to, const Accessor &destination, const T &value,
          const falx_location &location = detail::here())
    -> std::enable_if_t<detail::is_accessor<Accessor>> {
  detail::enqueue::group(to, [&](handler &h) { h.fill(destination, value); }, location);
}
template <class To, class Accessor, detail::if_destination<To> = 0>
void update_host(To &&to, const Accessor &accessor,
                 const falx_location &location = detail::here()) {
  detail::enqueue::group(to, [&](handler &h) { h.update_host(accessor); }, location);
}
template <class To, detail::if_destination<To> = 0>
void prefetch(To &&to, const void *memory, size_t bytes,
              const falx_location &location = detail::here()) {
  detail::enqueue::usm(to, FALX_COMMAND_PREFETCH, memory, bytes, 0, location);
}
template <class To, detail::if_destination<To> = 0>
void mem_advise(To &&to, const void *memory, size_t bytes, int advice,
                const falx_location &location = detail::here()) {
  detail::enqueue::usm(to, FALX_COMMAND_ADVISE, memory, bytes, advice, location);
}

/* ---- Barriers ---- */
template <class To, detail::if_destination<To> = 0>
void command_barrier(To &&to, const falx_location &location = detail::here()) {
  detail::enqueue::barrier(to, location);
}
template <class To, class Event = event, detail::if_destination<To> = 0>
void event_barrier(To &&to, const std::vector<Event> &events,
                   const falx_location &location = detail::here()) {
  detail::enqueue::barrier(to, events, location);
}

} // namespace sycl::khr

#endif
