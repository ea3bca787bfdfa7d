/* Commands without events, as free functions: sycl_ext_oneapi_enqueue_functions. The first argument
 * is a queue or a handler. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP

#include <sycl/accessor.hpp>
#include <sycl/detail/enqueue.hpp>
#include <sycl/detail/kernel_object.hpp>

#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1

namespace sycl::ext::oneapi::experimental {

/* A range or nd_range with the kernel's properties. */
template <class Range, class Properties = empty_properties_t> class launch_config {
public:
  launch_config(Range range, Properties properties = {}) : range_(range), properties_(properties) {}
  const Range &get_range() const noexcept { return range_; }
  Properties get_properties() const noexcept { return properties_; }

private:
  Range range_;
  Properties properties_;
};
template <class Range, class Properties>
launch_config(Range, Properties) -> launch_config<Range, Properties>;
template <class Range> launch_config(Range) -> launch_config<Range>;

/* ---- Command groups; their properties are hints ---- */
template <class Group>
std::enable_if_t<detail::is_callable<Group, handler &>>
submit(const queue &q, Group &&group, const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::submit(q, static_cast<Group &&>(group), location);
}
template <class Properties, class Group, sycl::detail::if_properties<Properties> = 0>
void submit(const queue &q, Properties, Group &&group,
            const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::submit(q, static_cast<Group &&>(group), location);
}
template <class Group>
std::enable_if_t<detail::is_callable<Group, handler &>, event>
submit_with_event(const queue &q, Group &&group,
                  const falx_location &location = sycl::detail::here()) {
  return sycl::detail::enqueue::submit_with_event(q, static_cast<Group &&>(group), location);
}
template <class Properties, class Group, sycl::detail::if_properties<Properties> = 0>
event submit_with_event(const queue &q, Properties, Group &&group,
                        const falx_location &location = sycl::detail::here()) {
  return sycl::detail::enqueue::submit_with_event(q, static_cast<Group &&>(group), location);
}

/* ---- Kernels ---- */
template <class Name = sycl::detail::unnamed, class To, class Kernel,
          sycl::detail::if_destination<To> = 0, sycl::detail::if_function_object<Kernel> = 0>
FALX_PER_MODULE void single_task(To &&to, const Kernel &kernel,
                                 const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::single_task<Name>(to, kernel, location);
}
template <class Name, class To, class Range, class Properties, class Kernel, class... Reductions>
FALX_PER_MODULE void launch(To &&to, const Range &r, const Properties &properties,
                            const Kernel &kernel, Reductions &&...reductions) {
  if constexpr (sizeof...(Reductions) == 0) {
    sycl::detail::enqueue::parallel_for<Name, Properties>(to, r, kernel, falx_location{},
                                                          properties);
  } else {
    static_assert(std::is_same_v<Properties, empty_properties_t>,
                  FALX_NOT_YET("properties of a kernel with reductions"));
    sycl::detail::enqueue::reduce<Name>(to, r, kernel, static_cast<Reductions &&>(reductions)...);
  }
}
/* Not templates of the number of dimensions: braces and numbers convert to a range. */
#define FALX_ENQUEUE_KERNEL(D)                                                                     \
  template <class Name = sycl::detail::unnamed, class To, class Kernel, class... Reductions,       \
            sycl::detail::if_destination<To> = 0, sycl::detail::if_function_object<Kernel> = 0>    \
  FALX_PER_MODULE void parallel_for(To &&to, range<D> r, const Kernel &kernel,                     \
                                    Reductions &&...reductions) {                                  \
    launch<Name>(to, r, empty_properties_t(), kernel, static_cast<Reductions &&>(reductions)...);  \
  }                                                                                                \
  template <class Name = sycl::detail::unnamed, class To, class Kernel, class... Reductions,       \
            sycl::detail::if_destination<To> = 0, sycl::detail::if_function_object<Kernel> = 0>    \
  FALX_PER_MODULE void nd_launch(To &&to, nd_range<D> r, const Kernel &kernel,                     \
                                 Reductions &&...reductions) {                                     \
    launch<Name>(to, r, empty_properties_t(), kernel, static_cast<Reductions &&>(reductions)...);  \
  }
FALX_ENQUEUE_KERNEL(1)
FALX_ENQUEUE_KERNEL(2)
FALX_ENQUEUE_KERNEL(3)
#undef FALX_ENQUEUE_KERNEL
template <class Name = sycl::detail::unnamed, class To, int D, class Properties, class Kernel,
          class... Reductions, sycl::detail::if_destination<To> = 0,
          sycl::detail::if_function_object<Kernel> = 0>
FALX_PER_MODULE void parallel_for(To &&to, launch_config<range<D>, Properties> r,
                                  const Kernel &kernel, Reductions &&...reductions) {
  launch<Name>(to, r.get_range(), r.get_properties(), kernel,
               static_cast<Reductions &&>(reductions)...);
}
template <class Name = sycl::detail::unnamed, class To, int D, class Properties, class Kernel,
          class... Reductions, sycl::detail::if_destination<To> = 0,
          sycl::detail::if_function_object<Kernel> = 0>
FALX_PER_MODULE void nd_launch(To &&to, launch_config<nd_range<D>, Properties> r,
                               const Kernel &kernel, Reductions &&...reductions) {
  launch<Name>(to, r.get_range(), r.get_properties(), kernel,
               static_cast<Reductions &&>(reductions)...);
}

/* ---- Kernel objects, with their arguments. They have no names for a first template argument. ----
 */
template <int = 0, class To, class... Arguments, sycl::detail::if_destination<To> = 0>
void single_task(To &&to, const kernel &k, const Arguments &...arguments) {
  sycl::detail::enqueue::object(to, [&](handler &h) { h.single_task(k); }, arguments...);
}
#define FALX_ENQUEUE_OBJECT(D)                                                                     \
  template <int = 0, class To, class... Arguments, sycl::detail::if_destination<To> = 0>           \
  void parallel_for(To &&to, range<D> r, const kernel &k, const Arguments &...arguments) {         \
    sycl::detail::enqueue::object(to, [&](handler &h) { h.parallel_for(r, k); }, arguments...);    \
  }                                                                                                \
  template <int = 0, class To, class... Arguments, sycl::detail::if_destination<To> = 0>           \
  void nd_launch(To &&to, nd_range<D> r, const kernel &k, const Arguments &...arguments) {         \
    sycl::detail::enqueue::object(to, [&](handler &h) { h.parallel_for(r, k); }, arguments...);    \
  }
FALX_ENQUEUE_OBJECT(1)
FALX_ENQUEUE_OBJECT(2)
FALX_ENQUEUE_OBJECT(3)
#undef FALX_ENQUEUE_OBJECT
template <int = 0, class To, int D, class Properties, class... Arguments,
          sycl::detail::if_destination<To> = 0>
void parallel_for(To &&to, launch_config<range<D>, Properties> r, const kernel &k,
                  const Arguments &...arguments) {
  sycl::detail::enqueue::object(
      to, [&](handler &h) { h.launch_object(r.get_range(), r.get_properties(), k); }, arguments...);
}
template <int = 0, class To, int D, class Properties, class... Arguments,
          sycl::detail::if_destination<To> = 0>
void nd_launch(To &&to, launch_config<nd_range<D>, Properties> r, const kernel &k,
               const Arguments &...arguments) {
  sycl::detail::enqueue::object(
      to, [&](handler &h) { h.launch_object(r.get_range(), r.get_properties(), k); }, arguments...);
}

/* ---- Memory ---- */
template <class To, sycl::detail::if_destination<To> = 0>
void memcpy(To &&to, void *destination, const void *source, size_t bytes,
            const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::memcpy(to, destination, source, bytes, location);
}
template <class To, class T, sycl::detail::if_destination<To> = 0>
void copy(To &&to, const T *source, T *destination, size_t count,
          const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::memcpy(to, destination, source, sycl::detail::bytes_for(count, sizeof(T)),
                                location);
}
template <class To, sycl::detail::if_destination<To> = 0>
void memset(To &&to, void *destination, int value, size_t bytes,
            const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::fill(to, destination, static_cast<unsigned char>(value), bytes, location);
}
template <class To, class T, sycl::detail::if_destination<To> = 0>
void fill(To &&to, T *destination, const T &pattern, size_t count,
          const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::fill(to, destination, pattern, count, location);
}
template <class To, sycl::detail::if_destination<To> = 0>
void prefetch(To &&to, const void *memory, size_t bytes,
              const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::usm(to, FALX_COMMAND_PREFETCH, memory, bytes, 0, location);
}
template <class To, sycl::detail::if_destination<To> = 0>
void mem_advise(To &&to, const void *memory, size_t bytes, int advice,
                const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::usm(to, FALX_COMMAND_ADVISE, memory, bytes, advice, location);
}

/* ---- Barriers ---- */
template <class To, sycl::detail::if_destination<To> = 0>
void barrier(To &&to, const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::barrier(to, location);
}
template <class To, class Event = event, sycl::detail::if_destination<To> = 0>
void partial_barrier(To &&to, const std::vector<Event> &events,
                     const falx_location &location = sycl::detail::here()) {
  sycl::detail::enqueue::barrier(to, events, location);
}

} // namespace sycl::ext::oneapi::experimental

#endif
