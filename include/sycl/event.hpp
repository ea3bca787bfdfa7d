/* event. SYCL 2020, 4.6.6. A default-constructed event is complete, and equal to its copies alone:
 * it holds an identity in the place of a handle. */
#ifndef FALX_SYCL_EVENT_HPP
#define FALX_SYCL_EVENT_HPP

#include <sycl/context.hpp>
#include <sycl/detail/identity.hpp>

namespace sycl {

namespace detail {
/* The words of identities are odd, handles are not. */
FALX_CALLED inline falx_event_t event_identity() {
  return reinterpret_cast<falx_event_t>(are_copies_counted() ? counted_word()
                                                             : number_word(falx_identity()));
}
inline falx_event_t event_handle(falx_event_t e) {
  return reinterpret_cast<uintptr_t>(e) & 1 ? nullptr : e;
}
FALX_CALLED inline void retain_event(falx_event_t e) {
  if (event_handle(e))
    falx_event_retain(e);
  else
    retain_word(reinterpret_cast<uintptr_t>(e));
}
FALX_CALLED inline void release_event(falx_event_t e) {
  if (event_handle(e))
    falx_event_release(e);
  else
    release_word(reinterpret_cast<uintptr_t>(e));
}
} // namespace detail

class event : public detail::owner_order<event> {
public:
  event() : raw_(detail::event_identity()) {}

  sycl::backend get_backend() const noexcept {
    falx_queue_t q = falx_event_queue(raw());
    falx_device_t device = q ? falx_queue_device(q) : nullptr;
    if (!device && falx_device_default(&device) != FALX_SUCCESS) // an event of no queue is ready
      return sycl::backend::native_cpu;
    return static_cast<sycl::backend>(falx_platform_backend(falx_device_platform(device)));
  }
  void wait() {
    falx_event_t e = raw();
    detail::check(falx_event_wait(&e, 1));
  }
  template <class Event = event> static void wait(const std::vector<Event> &events) {
    for (Event e : events)
      e.wait();
  }
  FALX_LAZY void wait_and_throw(); // queue.hpp
  template <class Event = event> static void wait_and_throw(const std::vector<Event> &events) {
    for (Event e : events)
      e.wait_and_throw();
  }
  template <class Event = event, class Raw = falx_event_t> std::vector<Event> get_wait_list() {
    std::vector<Raw> handles(falx_event_wait_list(raw(), nullptr, 0));
    /* Some may have completed in between: the second answer counts. */
    size_t count = falx_event_wait_list(raw(), handles.data(), handles.size());
    std::vector<Event> list;
    for (size_t i = 0; i < count && i < handles.size(); ++i)
      list.push_back(detail::impl::make<Event>(handles[i]));
    return list;
  }
  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::event::command_execution_status>) {
      if (falx_event_is_recorded(raw()))
        detail::throw_error(errc::invalid, "the status of a command that was recorded to a graph");
      switch (falx_event_get_status(raw())) {
      case FALX_EVENT_SUBMITTED:
        return info::event_command_status::submitted;
      case FALX_EVENT_RUNNING:
        return info::event_command_status::running;
      default:
        return info::event_command_status::complete;
      }
    } else
      return falx_event_reference_count(raw());
  }
  template <class Param> typename Param::return_type get_profiling_info() const {
    uint64_t ns;
    detail::check(falx_event_get_profiling(raw(), Param::which, &ns));
    return ns;
  }

  friend bool operator==(const event &a, const event &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const event &a, const event &b) { return a.raw_ != b.raw_; }

private:
  friend struct detail::impl;
  friend struct std::hash<event>;
  using object = detail::handle<falx_event_t, detail::retain_event, detail::release_event>;
  event(falx_event_t owned, int) : raw_(owned ? owned : detail::event_identity()) {}
  falx_event_t raw() const { return detail::event_handle(raw_.get()); }
  object raw_;
};

} // namespace sycl

template <> struct std::hash<sycl::event> {
  size_t operator()(const sycl::event &e) const noexcept {
    return reinterpret_cast<size_t>(e.raw_.get());
  }
};

#endif
