/* queue. SYCL 2020, 4.6.5. */
#ifndef FALX_SYCL_QUEUE_HPP
#define FALX_SYCL_QUEUE_HPP

#include <cstdio>

#include <sycl/handler.hpp>

#define SYCL_EXT_ONEAPI_ENQUEUE_BARRIER 1
#define SYCL_EXT_ONEAPI_QUEUE_EMPTY 1
#define SYCL_KHR_QUEUE_EMPTY_QUERY 1
#define SYCL_KHR_QUEUE_FLUSH 1

namespace sycl {

namespace detail {
template <class P> inline constexpr uint32_t queue_flag = 0;
template <> inline constexpr uint32_t queue_flag<property::queue::in_order> = FALX_QUEUE_IN_ORDER;
template <>
inline constexpr uint32_t queue_flag<property::queue::enable_profiling> = FALX_QUEUE_PROFILING;
template <>
inline constexpr uint32_t queue_flag<ext::oneapi::property::queue::discard_events> =
    FALX_QUEUE_DISCARD_EVENTS;
template <>
inline constexpr uint32_t queue_flag<ext::oneapi::property::queue::priority_normal> =
    FALX_QUEUE_PRIORITY_NORMAL;
template <>
inline constexpr uint32_t queue_flag<ext::oneapi::property::queue::priority_low> =
    FALX_QUEUE_PRIORITY_LOW;
template <>
inline constexpr uint32_t queue_flag<ext::oneapi::property::queue::priority_high> =
    FALX_QUEUE_PRIORITY_HIGH;
template <>
inline constexpr uint32_t queue_flag<ext::intel::property::queue::immediate_command_list> =
    FALX_QUEUE_IMMEDIATE;
template <>
inline constexpr uint32_t queue_flag<ext::intel::property::queue::no_immediate_command_list> =
    FALX_QUEUE_NOT_IMMEDIATE;
} // namespace detail

class queue : public detail::memory_2d<queue>, public detail::owner_order<queue> {
public:
  /* ---- Construction ---- */
  explicit queue(const property_list &properties = {}) { create(device(), nullptr, properties); }
  explicit queue(const async_handler &handler, const property_list &properties = {}) {
    create(device(), &handler, properties);
  }
  template <class Selector, class = detail::if_selector<Selector>>
  explicit queue(const Selector &selector, const property_list &properties = {}) {
    create(device(selector), nullptr, properties);
  }
  template <class Selector, class = detail::if_selector<Selector>>
  explicit queue(const Selector &selector, const async_handler &handler,
                 const property_list &properties = {}) {
    create(device(selector), &handler, properties);
  }
  /* SYCL 1.2.1's selectors convert: programs assign them to queues. */
  queue(const device_selector &selector, const property_list &properties = {}) {
    create(device(selector), nullptr, properties);
  }
  explicit queue(const device &d, const property_list &properties = {}) {
    create(d, nullptr, properties);
  }
  explicit queue(const device &d, const async_handler &handler,
                 const property_list &properties = {}) {
    create(d, &handler, properties);
  }
  template <class Selector, class = detail::if_selector<Selector>>
  explicit queue(const context &c, const Selector &selector, const property_list &properties = {}) {
    create(c, device(selector), nullptr, properties);
  }
  template <class Selector, class = detail::if_selector<Selector>>
  explicit queue(const context &c, const Selector &selector, const async_handler &handler,
                 const property_list &properties = {}) {
    create(c, device(selector), &handler, properties);
  }
  explicit queue(const context &c, const device &d, const property_list &properties = {}) {
    create(c, d, nullptr, properties);
  }
  explicit queue(const context &c, const device &d, const async_handler &handler,
                 const property_list &properties = {}) {
    create(c, d, &handler, properties);
  }

  /* ---- Queries ---- */
  sycl::backend get_backend() const noexcept { return get_device().get_backend(); }
  context get_context() const {
    falx_context_t c = falx_queue_context(raw());
    falx_context_retain(c);
    return detail::impl::make<context>(c);
  }
  device get_device() const { return detail::impl::make<device>(device_); }
  bool is_in_order() const { return falx_queue_flags(raw()) & FALX_QUEUE_IN_ORDER; }
  bool ext_oneapi_empty() const { return falx_queue_is_empty(raw()); }
  bool khr_empty() const { return falx_queue_is_empty(raw()); }
  /* sycl_khr_queue_flush: every command is given to the device as soon as it can run. */
  void khr_flush() const {}
  template <class Param> auto get_info() const {
    if constexpr (std::is_same_v<Param, info::queue::context>)
      return get_context();
    else if constexpr (std::is_same_v<Param, info::queue::device>)
      return get_device();
    else if constexpr (std::is_same_v<Param, info::queue::reference_count>)
      return falx_queue_reference_count(raw());
    else
      static_assert(detail::always_false<Param>, "not an information descriptor of a queue");
  }
  template <class P> bool has_property() const noexcept {
    return falx_queue_flags(raw()) & detail::queue_flag<P>;
  }
  template <class P> P get_property() const {
    if (!has_property<P>())
      detail::throw_error(errc::invalid, "the queue has no such property");
    return P{};
  }

  /* ---- Waiting and asynchronous errors: 4.13.1.2 ---- */
  void wait() { detail::check(falx_queue_wait(raw())); }
  FALX_LAZY void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  FALX_LAZY void throw_asynchronous() { hand_errors(raw()); }

  /* ---- Command groups ---- */
  template <class Group, class = std::enable_if_t<detail::is_callable<Group, handler &>>>
  event submit(Group &&group, const falx_location &location = detail::here()) {
    handler h(raw(), location);
    static_cast<Group &&>(group)(h);
    return h.finish();
  }
  template <class Group, std::enable_if_t<!detail::is_callable<Group, handler &>, int> = 0>
  event submit(Group &&, const falx_location & = detail::here()) {
    static_assert(detail::always_false<Group>,
                  "a command group function is called with a handler by reference: "
                  "submit([&](sycl::handler &h) { ... })");
    return {};
  }
  /* 4.6.5.2: the secondary queue takes what this one refuses. */
  template <class Group, class = std::enable_if_t<detail::is_callable<Group, handler &>>>
  event submit(Group &&group, queue &secondary, const falx_location &location = detail::here()) {
    try {
      return submit(group, location);
    } catch (const exception &) {
      return secondary.submit(group, location);
    }
  }

  /* ---- Shortcuts: 4.6.5.2. Each takes the kernel or the arguments, optionally after the events
   * to wait for. ---- */
  template <class Name = detail::unnamed, class Kernel>
  FALX_PER_MODULE event single_task(const Kernel &kernel,
                                    const falx_location &location = detail::here()) {
    return task<Name>(nullptr, kernel, location);
  }
  template <class Name = detail::unnamed, class Properties, class Kernel,
            detail::if_properties<Properties> = 0>
  FALX_PER_MODULE event single_task(Properties properties, const Kernel &kernel,
                                    const falx_location &location = detail::here()) {
    return submit([&](handler &h) { h.single_task<Name>(properties, kernel); }, location);
  }
  template <class Name = detail::unnamed, class Kernel>
  FALX_PER_MODULE event single_task(const event &after, const Kernel &kernel,
                                    const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return task<Name>(&events, kernel, location);
  }
  template <class Name = detail::unnamed, class Event = event, class Kernel>
  FALX_PER_MODULE event single_task(const std::vector<Event> &after, const Kernel &kernel,
                                    const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return task<Name>(&events, kernel, location);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE event parallel_for(range<D> r, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return plain_loop<Name>(nullptr, r, kernel, location);
  }
  template <class Name = detail::unnamed, int D, class Reduction, class Kernel>
  FALX_PER_MODULE event parallel_for(range<D> r, const Reduction &reduction, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return loop<Name>(nullptr, r, location, reduction, kernel);
  }
  template <class Name = detail::unnamed, int D, class... Rest>
  FALX_PER_MODULE event parallel_for(range<D> r, const Rest &...rest) {
    return from_nowhere<Name>(r, rest...);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE event parallel_for(range<D> r, const event &after, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return plain_loop<Name>(&events, r, kernel, location);
  }
  template <class Name = detail::unnamed, class Event = event, int D, class Kernel>
  FALX_PER_MODULE event parallel_for(range<D> r, const std::vector<Event> &after,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return plain_loop<Name>(&events, r, kernel, location);
  }
  template <class Name = detail::unnamed, int D, class Reduction, class Kernel>
  FALX_PER_MODULE event parallel_for(range<D> r, const event &after, const Reduction &reduction,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return loop<Name>(&events, r, location, reduction, kernel);
  }
  template <class Name = detail::unnamed, class Event = event, int D, class Reduction, class Kernel>
  FALX_PER_MODULE event parallel_for(range<D> r, const std::vector<Event> &after,
                                     const Reduction &reduction, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return loop<Name>(&events, r, location, reduction, kernel);
  }
  template <class Name = detail::unnamed, class Event = event, int D, class... Rest>
  FALX_PER_MODULE event parallel_for(range<D> r, const std::vector<Event> &after,
                                     const Rest &...rest) {
    return from_nowhere<Name>(r, after, rest...);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return plain_loop<Name>(nullptr, r, kernel, location);
  }
  template <class Name = detail::unnamed, int D, class Reduction, class Kernel>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const Reduction &reduction,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return loop<Name>(nullptr, r, location, reduction, kernel);
  }
  template <class Name = detail::unnamed, int D, class... Rest>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const Rest &...rest) {
    return from_nowhere<Name>(r, rest...);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const event &after, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return plain_loop<Name>(&events, r, kernel, location);
  }
  template <class Name = detail::unnamed, class Event = event, int D, class Kernel>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const std::vector<Event> &after,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return plain_loop<Name>(&events, r, kernel, location);
  }
  template <class Name = detail::unnamed, int D, class Reduction, class Kernel>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const event &after, const Reduction &reduction,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return loop<Name>(&events, r, location, reduction, kernel);
  }
  template <class Name = detail::unnamed, class Event = event, int D, class Reduction, class Kernel>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const std::vector<Event> &after,
                                     const Reduction &reduction, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    const detail::event_list events(after);
    return loop<Name>(&events, r, location, reduction, kernel);
  }
  template <class Name = detail::unnamed, class Event = event, int D, class... Rest>
  FALX_PER_MODULE event parallel_for(nd_range<D> r, const std::vector<Event> &after,
                                     const Rest &...rest) {
    return from_nowhere<Name>(r, after, rest...);
  }
  template <class Name = detail::unnamed, class I, class Kernel,
            std::enable_if_t<std::is_integral_v<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(I count, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return parallel_for<Name>(range<1>(static_cast<size_t>(count)), kernel, location);
  }
  template <class Name = detail::unnamed, class I, class First, class Kernel,
            std::enable_if_t<std::is_integral_v<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(I count, const First &first, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return parallel_for<Name>(range<1>(static_cast<size_t>(count)), first, kernel, location);
  }
  template <class Name = detail::unnamed, class Event = event, class I, class Kernel,
            std::enable_if_t<std::is_integral_v<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(I count, const std::vector<Event> &after, const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return parallel_for<Name>(range<1>(static_cast<size_t>(count)), after, kernel, location);
  }
  template <class Name = detail::unnamed, class I, class Reduction, class Kernel,
            std::enable_if_t<std::is_integral_v<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(I count, const event &after, const Reduction &reduction,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return parallel_for<Name>(range<1>(static_cast<size_t>(count)), after, reduction, kernel,
                              location);
  }
  template <class Name = detail::unnamed, class I, class... Rest,
            std::enable_if_t<std::is_integral_v<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(I count, const Rest &...rest) {
    return from_nowhere<Name>(range<1>(static_cast<size_t>(count)), rest...);
  }
  template <class Name = detail::unnamed, class Event = event, class I, class... Rest,
            std::enable_if_t<std::is_integral_v<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(I count, const std::vector<Event> &after,
                                     const Rest &...rest) {
    return from_nowhere<Name>(range<1>(static_cast<size_t>(count)), after, rest...);
  }
  template <class Name = detail::unnamed, class I, size_t N, class Kernel,
            std::enable_if_t<detail::is_index<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(const I (&numbers)[N], const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return parallel_for<Name>(detail::braced(numbers), kernel, location);
  }
  template <class Name = detail::unnamed, class I, size_t N, class First, class Kernel,
            std::enable_if_t<detail::is_index<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(const I (&numbers)[N], const First &first,
                                     const Kernel &kernel,
                                     const falx_location &location = detail::here()) {
    return parallel_for<Name>(detail::braced(numbers), first, kernel, location);
  }
  template <class Name = detail::unnamed, class I, size_t N, class... Rest,
            std::enable_if_t<detail::is_index<I>, int> = 0>
  FALX_PER_MODULE event parallel_for(const I (&numbers)[N], const Rest &...rest) {
    return from_nowhere<Name>(detail::braced(numbers), rest...);
  }

  event memcpy(void *destination, const void *source, size_t bytes,
               const falx_location &location = detail::here()) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_memcpy(c, destination, source, bytes);
    return run(c, nullptr, location);
  }
  template <class After, std::enable_if_t<!std::is_arithmetic_v<After>, int> = 0>
  event memcpy(void *destination, const void *source, size_t bytes, const After &after,
               const falx_location &location = detail::here()) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_memcpy(c, destination, source, bytes);
    return run_after(c, after, location);
  }
  template <class T>
  event copy(const T *source, T *destination, size_t count,
             const falx_location &location = detail::here()) {
    return memcpy(destination, source, detail::bytes_for(count, sizeof(T)), location);
  }
  template <class T, class After>
  event copy(const T *source, T *destination, size_t count, const After &after,
             const falx_location &location = detail::here()) {
    return memcpy(destination, source, detail::bytes_for(count, sizeof(T)), after, location);
  }
  FALX_LAZY event memset(void *destination, int value, size_t bytes,
                         const falx_location &location = detail::here()) {
    return fill(destination, static_cast<unsigned char>(value), bytes, location);
  }
  template <class After>
  event memset(void *destination, int value, size_t bytes, const After &after,
               const falx_location &location = detail::here()) {
    return fill(destination, static_cast<unsigned char>(value), bytes, after, location);
  }
  template <class T>
  event fill(void *destination, const T &pattern, size_t count,
             const falx_location &location = detail::here()) {
    static_assert(is_device_copyable_v<T>, "the pattern cannot be copied byte by byte");
    falx_command c = FALX_INIT(falx_command);
    detail::set_fill(c, destination, &pattern, sizeof(T), count);
    return run(c, nullptr, location);
  }
  template <class T, class After>
  event fill(void *destination, const T &pattern, size_t count, const After &after,
             const falx_location &location = detail::here()) {
    static_assert(is_device_copyable_v<T>, "the pattern cannot be copied byte by byte");
    falx_command c = FALX_INIT(falx_command);
    detail::set_fill(c, destination, &pattern, sizeof(T), count);
    return run_after(c, after, location);
  }
  event prefetch(const void *pointer, size_t bytes,
                 const falx_location &location = detail::here()) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_usm(c, FALX_COMMAND_PREFETCH, pointer, bytes, 0);
    return run(c, nullptr, location);
  }
  template <class After>
  event prefetch(const void *pointer, size_t bytes, const After &after,
                 const falx_location &location = detail::here()) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_usm(c, FALX_COMMAND_PREFETCH, pointer, bytes, 0);
    return run_after(c, after, location);
  }
  event mem_advise(const void *pointer, size_t bytes, int advice,
                   const falx_location &location = detail::here()) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_usm(c, FALX_COMMAND_ADVISE, pointer, bytes, advice);
    return run(c, nullptr, location);
  }
  template <class After>
  event mem_advise(const void *pointer, size_t bytes, int advice, const After &after,
                   const falx_location &location = detail::here()) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_usm(c, FALX_COMMAND_ADVISE, pointer, bytes, advice);
    return run_after(c, after, location);
  }
  /* The same after events in braces, of which no template deduces a type. */
  template <class Event = event>
  event memcpy(void *destination, const void *source, size_t bytes, const std::vector<Event> &after,
               const falx_location &location = detail::here()) {
    return memcpy<std::vector<Event>>(destination, source, bytes, after, location);
  }
  template <class T, class Event = event>
  event copy(const T *source, T *destination, size_t count, const std::vector<Event> &after,
             const falx_location &location = detail::here()) {
    return memcpy<std::vector<Event>>(destination, source, detail::bytes_for(count, sizeof(T)),
                                      after, location);
  }
  template <class Event = event>
  event memset(void *destination, int value, size_t bytes, const std::vector<Event> &after,
               const falx_location &location = detail::here()) {
    return memset<std::vector<Event>>(destination, value, bytes, after, location);
  }
  template <class T, class Event = event>
  event fill(void *destination, const T &pattern, size_t count, const std::vector<Event> &after,
             const falx_location &location = detail::here()) {
    return fill<T, std::vector<Event>>(destination, pattern, count, after, location);
  }
  template <class Event = event>
  event prefetch(const void *pointer, size_t bytes, const std::vector<Event> &after,
                 const falx_location &location = detail::here()) {
    return prefetch<std::vector<Event>>(pointer, bytes, after, location);
  }
  template <class Event = event>
  event mem_advise(const void *pointer, size_t bytes, int advice, const std::vector<Event> &after,
                   const falx_location &location = detail::here()) {
    return mem_advise<std::vector<Event>>(pointer, bytes, advice, after, location);
  }
  /* Device globals: sycl_ext_oneapi_device_global; copy counts elements, memcpy bytes. */
  template <class T, class P, class... After, detail::if_written<P> = 0>
  event copy(const detail::scalar_of<T> *source, detail::dg::device_global<T, P> &destination,
             size_t count = detail::count_of<T>, size_t start = 0, const After &...after) {
    return memcpy(destination, source, detail::bytes_of<T>(count), detail::bytes_of<T>(start),
                  after...);
  }
  template <class T, class P, class... After, detail::if_read<P> = 0>
  event copy(const detail::dg::device_global<T, P> &source, detail::scalar_of<T> *destination,
             size_t count = detail::count_of<T>, size_t start = 0, const After &...after) {
    return memcpy(destination, source, detail::bytes_of<T>(count), detail::bytes_of<T>(start),
                  after...);
  }
  template <class T, class P, class... After, detail::if_written<P> = 0>
  event memcpy(detail::dg::device_global<T, P> &destination, const void *source,
               size_t bytes = sizeof(T), size_t offset = 0, const After &...after) {
    return memcpy(global_memory(destination, offset, bytes), source, bytes, after...);
  }
  template <class T, class P, class... After, detail::if_read<P> = 0>
  event memcpy(void *destination, const detail::dg::device_global<T, P> &source,
               size_t bytes = sizeof(T), size_t offset = 0, const After &...after) {
    return memcpy(destination, static_cast<const void *>(global_memory(source, offset, bytes)),
                  bytes, after...);
  }
  template <class T, class P, class Event = event, detail::if_written<P> = 0>
  event copy(const detail::scalar_of<T> *source, detail::dg::device_global<T, P> &destination,
             size_t count, size_t start, const std::vector<Event> &after) {
    return copy<T, P, std::vector<Event>>(source, destination, count, start, after);
  }
  template <class T, class P, class Event = event, detail::if_read<P> = 0>
  event copy(const detail::dg::device_global<T, P> &source, detail::scalar_of<T> *destination,
             size_t count, size_t start, const std::vector<Event> &after) {
    return copy<T, P, std::vector<Event>>(source, destination, count, start, after);
  }
  template <class T, class P, class Event = event, detail::if_written<P> = 0>
  event memcpy(detail::dg::device_global<T, P> &destination, const void *source, size_t bytes,
               size_t offset, const std::vector<Event> &after) {
    return memcpy<T, P, std::vector<Event>>(destination, source, bytes, offset, after);
  }
  template <class T, class P, class Event = event, detail::if_read<P> = 0>
  event memcpy(void *destination, const detail::dg::device_global<T, P> &source, size_t bytes,
               size_t offset, const std::vector<Event> &after) {
    return memcpy<T, P, std::vector<Event>>(destination, source, bytes, offset, after);
  }
  template <class Source, class Destination>
  auto copy(const Source &source, const Destination &destination)
      -> std::enable_if_t<detail::is_accessor<Source> || detail::is_accessor<Destination>, event> {
    return submit([&](handler &h) { h.copy(source, destination); });
  }
  template <class Accessor, class T>
  auto fill(const Accessor &destination, const T &value)
      -> std::enable_if_t<detail::is_accessor<Accessor>, event> {
    return submit([&](handler &h) { h.fill(destination, value); });
  }
  template <class Accessor>
  auto update_host(const Accessor &accessor)
      -> std::enable_if_t<detail::is_accessor<Accessor>, event> {
    return submit([&](handler &h) { h.update_host(accessor); });
  }
  event ext_oneapi_submit_barrier() {
    return submit([](handler &h) { h.ext_oneapi_barrier(); });
  }
  template <class Event = event> event ext_oneapi_submit_barrier(const std::vector<Event> &events) {
    return submit([&](handler &h) { h.ext_oneapi_barrier(events); });
  }

  /* ---- sycl_ext_oneapi_graph ---- */
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const {
    falx_graph_t graph = falx_queue_recording(raw());
    if (!graph)
      return ext::oneapi::experimental::queue_state::executing;
    falx_graph_release(graph);
    return ext::oneapi::experimental::queue_state::recording;
  }
  detail::modifiable_graph ext_oneapi_get_graph() const;
  event ext_oneapi_graph(const detail::executable_graph &graph,
                         const falx_location &location = detail::here());
  event ext_oneapi_graph(const detail::executable_graph &graph, const event &after,
                         const falx_location &location = detail::here());
  template <class Event = event>
  event ext_oneapi_graph(const detail::executable_graph &graph, const std::vector<Event> &after,
                         const falx_location &location = detail::here());

  friend bool operator==(const queue &a, const queue &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const queue &a, const queue &b) { return a.raw_ != b.raw_; }

private:
  friend struct detail::impl;
  friend struct detail::enqueue;
  friend struct detail::graph_access;
  friend class detail::memory_2d<queue>;
  friend struct std::hash<queue>;
  using object = detail::handle<falx_queue_t, falx_queue_retain, falx_queue_release>;
  queue(falx_queue_t owned, int) : raw_(owned), device_(falx_queue_device(owned)) {}
  falx_queue_t raw() const { return raw_.get(); }

  template <class... P> static uint32_t flags_of(const property_list &properties) {
    return ((properties.has_property<P>() ? detail::queue_flag<P> : 0u) | ...);
  }
  void create(const context &c, const device &d, const async_handler *handler,
              const property_list &properties) {
    namespace oneapi = ext::oneapi::property::queue;
    namespace intel = ext::intel::property::queue;
    const uint32_t flags =
        flags_of<property::queue::in_order, property::queue::enable_profiling,
                 oneapi::discard_events, oneapi::priority_normal, oneapi::priority_low,
                 oneapi::priority_high, intel::immediate_command_list,
                 intel::no_immediate_command_list>(properties);
    const uint32_t priority =
        flags & (FALX_QUEUE_PRIORITY_NORMAL | FALX_QUEUE_PRIORITY_LOW | FALX_QUEUE_PRIORITY_HIGH);
    if (priority & (priority - 1))
      detail::throw_error(errc::invalid, "a queue has one priority");
    if (flags & FALX_QUEUE_IMMEDIATE && flags & FALX_QUEUE_NOT_IMMEDIATE)
      detail::throw_error(errc::invalid, "a queue has immediate_command_list or its opposite");
    if (flags & FALX_QUEUE_DISCARD_EVENTS && flags & FALX_QUEUE_PROFILING)
      detail::throw_error(errc::invalid, "a queue that discards its events cannot profile them");
    if (flags & FALX_QUEUE_PROFILING && !d.has(aspect::queue_profiling))
      detail::throw_error(errc::feature_not_supported, "the device has no aspect::queue_profiling");
    falx_queue_t made;
    detail::check(falx_queue_create(detail::impl::raw(c), detail::impl::raw(d), flags, &made));
    raw_ = object(made);
    device_ = detail::impl::raw(d);
    falx_queue_set_report(made, report);
    if (handler && *handler)
      falx_queue_set_user_data(made, new async_handler(*handler), detail::destroy_handler);
  }
  void create(const device &d, const async_handler *handler, const property_list &properties) {
    create(d.get_platform().ext_oneapi_get_default_context(), d, handler, properties);
  }
  /* To the handler of the queue, of its context, or to the default one: 4.13.1.3. */
  FALX_LAZY static void hand_errors(falx_queue_t q) {
    exception_list list;
    bool is_full = false;
    while (!is_full && take_error(q, list, is_full))
      continue;
    if (list.size() == 0)
      return;
    auto *handler = static_cast<const async_handler *>(falx_queue_user_data(q));
    if (!handler)
      handler = static_cast<const async_handler *>(falx_context_user_data(falx_queue_context(q)));
    if (!handler)
      default_async_handler(list);
    (*handler)(static_cast<exception_list &&>(list));
    if (is_full)
      hand_errors(q); // those that there was no memory for
  }
  /* Adds an error, if there is one. The first needs no memory; where there is none for more the
   * list is full. */
  FALX_LAZY static bool take_error(falx_queue_t q, exception_list &list, bool &is_full) {
    falx_status status;
    void *thrown;
    try {
      list.reserve();
    } catch (const std::bad_alloc &) {
      is_full = true;
      return false;
    }
    if (!falx_queue_take_error(q, &status, &thrown))
      return false;
    if (thrown) {
      auto *held = static_cast<std::exception_ptr *>(thrown);
      list.push(*held);
      delete held;
      return true;
    }
    try {
      detail::throw_error(detail::status_errc(status),
                          detail::with_readable_names(falx_error_detail()));
    } catch (...) { // it, or that there is no memory for it
      list.push(std::current_exception());
    }
    return true;
  }
  /* What nobody took, when the queue ends: nobody could catch what the handler throws. */
  static void report(falx_queue_t q) noexcept { hand_errors(q); }
  /* 4.13.1.2: what happens to errors that nobody handles. */
  FALX_LAZY [[noreturn]] static void default_async_handler(const exception_list &list) {
    for (const std::exception_ptr &e : list) {
      try {
        std::rethrow_exception(e);
      } catch (const std::exception &error) {
        std::fprintf(stderr, "sycl: unhandled asynchronous error: %s\n", error.what());
      } catch (...) {
        std::fprintf(stderr, "sycl: unhandled asynchronous error of an unknown type\n");
      }
    }
    std::terminate();
  }

  FALX_CALLED event run(falx_command &c, const detail::event_list *after,
                        const falx_location &location) {
    c.location = &location;
    if (after)
      after->fill(c);
    falx_event_t made;
    detail::check(falx_queue_submit(raw(), &c, &made));
    return detail::impl::make<event>(made);
  }
  event give(falx_command &c, const void *pattern, size_t) { return give(c, pattern, 0, event()); }
  template <class After>
  event give(falx_command &c, const void *pattern, size_t, const After &after) {
    if (pattern)
      c.u.fill_region.pattern = pattern;
    return run_after(c, after, nowhere());
  }
  template <class T, class P>
  char *global_memory(const detail::dg::device_global<T, P> &variable, size_t offset,
                      size_t bytes) {
    return detail::device_global_access::memory(variable, raw(), offset, bytes);
  }
  /* Behind a parameter pack there is no room for where the call is: better nothing than this file.
   */
  static falx_location nowhere() { return {}; }
  template <class After>
  event run_after(falx_command &c, const After &after, const falx_location &location) {
    const detail::event_list events(after);
    return run(c, &events, location);
  }
  template <class Name, class Kernel>
  FALX_PER_MODULE event task(const detail::event_list *after, const Kernel &kernel,
                             const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_single_task<detail::kernel_name<Name, Kernel>>(c, kernel);
    return run(c, after, location);
  }
  template <class Name, int D, class Kernel>
  FALX_PER_MODULE event plain_loop(const detail::event_list *after, const range<D> &r,
                                   const Kernel &kernel, const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>>(c, r, id<D>(), kernel);
    return run(c, after, location);
  }
  template <class Name, int D, class Kernel>
  FALX_PER_MODULE event plain_loop(const detail::event_list *after, const nd_range<D> &r,
                                   const Kernel &kernel, const falx_location &location) {
    falx_command c = FALX_INIT(falx_command);
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>>(c, r, kernel);
    return run(c, after, location);
  }
  template <class Name, class Range, class Kernel>
  FALX_PER_MODULE event loop(const detail::event_list *after, const Range &r,
                             const falx_location &location, const Kernel &kernel) {
    return plain_loop<Name>(after, r, kernel, location);
  }
  template <class Name, class Range, class First, class... Rest,
            std::enable_if_t<(sizeof...(Rest) > 0), int> = 0>
  FALX_PER_MODULE event loop(const detail::event_list *after, const Range &r,
                             const falx_location &location, const First &first,
                             const Rest &...rest) {
    const auto group = [&](handler &h) {
      if (after)
        h.group_.dependencies.push(*after);
      h.parallel_for<Name>(r, first, rest...);
    };
    return submit(group, location);
  }
  /* Behind a pack of arguments there is no place for the caller's. */
  template <class Name, class Range, class... Rest>
  FALX_PER_MODULE event from_nowhere(const Range &r, const Rest &...rest) {
    return loop<Name>(nullptr, r, nowhere(), rest...);
  }
  template <class Name, class Range, class... Rest>
  FALX_PER_MODULE event from_nowhere(const Range &r, const event &after, const Rest &...rest) {
    const detail::event_list events(after);
    return loop<Name>(&events, r, nowhere(), rest...);
  }
  template <class Name, class Range, class Event, class... Rest>
  FALX_PER_MODULE event from_nowhere(const Range &r, const std::vector<Event> &after,
                                     const Rest &...rest) {
    const detail::event_list events(after);
    return loop<Name>(&events, r, nowhere(), rest...);
  }

  object raw_;
  /* With it a queue has the size of two pointers, which is what oneDPL keeps in a queue's place. */
  falx_device_t device_ = nullptr;
};
static_assert(sizeof(queue) == 2 * sizeof(void *));

template <class P>
struct is_property_of<P, queue> : std::bool_constant<detail::queue_flag<P> != 0> {};

/* 4.6.6.2: of its queue, and of those of the commands that it depends on. */
template <class> void event::wait_and_throw() {
  wait();
  for (size_t i = 0; falx_queue_t q = falx_event_error_queue(raw(), i); ++i)
    detail::impl::make<queue>(q).throw_asynchronous();
}

} // namespace sycl

template <> struct std::hash<sycl::queue> {
  size_t operator()(const sycl::queue &q) const noexcept {
    return reinterpret_cast<size_t>(q.raw()) >> 4;
  }
};

#endif
