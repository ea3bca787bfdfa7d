/* Objects from native handles. SYCL 2020, 4.5.1; docs/interoperability.md. */
#ifndef FALX_SYCL_BACKEND_HPP
#define FALX_SYCL_BACKEND_HPP

#include <sycl/backend/native_cpu.hpp>
#include <sycl/buffer.hpp>
#include <sycl/kernel_bundle.hpp>

namespace sycl {

namespace detail {
/* The live object that has the handle: of a context or queue, one more reference. */
template <backend Backend, class T> T object_of(const backend_input_t<Backend, T> &handle) {
  void *raw;
  check(falx_native_find(native_kind<T>::value, static_cast<falx_backend>(Backend),
                         (uintptr_t)handle, &raw));
  return impl::make<T>(static_cast<decltype(impl::raw(std::declval<T>()))>(raw));
}
FALX_LAZY void refuse_handler(const async_handler &handler) {
  if (handler)
    throw_error(errc::feature_not_supported,
                "an async_handler for a native handle: the object that has it keeps its own");
}
} // namespace detail

template <backend Backend>
platform make_platform(const backend_input_t<Backend, platform> &handle) {
  return detail::object_of<Backend, platform>(handle);
}
template <backend Backend> device make_device(const backend_input_t<Backend, device> &handle) {
  return detail::object_of<Backend, device>(handle);
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &handle,
                     const async_handler handler = {}) {
  detail::refuse_handler(handler);
  return detail::object_of<Backend, context>(handle);
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &handle, const context &c,
                 const async_handler handler = {}) {
  detail::refuse_handler(handler);
  queue q = detail::object_of<Backend, queue>(handle);
  if (q.get_context() != c)
    detail::throw_error(errc::invalid, "make_queue: the queue is of another context");
  return q;
}
/* Works on the memory itself, from when the event is complete. */
template <backend Backend, class T, int D = 1,
          class Allocator = buffer_allocator<std::remove_const_t<T>>>
buffer<T, D, Allocator> make_buffer(const backend_input_t<Backend, buffer<T, D, Allocator>> &memory,
                                    const context &c, event available = {}) {
  detail::check_backend(Backend, c.get_backend());
  available.wait();
  return buffer<T, D, Allocator>(memory.data, memory.range,
                                 property_list{property::buffer::use_host_ptr()});
}
template <backend Backend, class Handle> event make_event(const Handle &, const context &) {
  static_assert(detail::always_false<Handle>, FALX_NOT_YET("make_event"));
  detail::throw_error(errc::feature_not_supported, "make_event");
}
template <backend Backend, class Handle> kernel make_kernel(const Handle &, const context &) {
  static_assert(detail::always_false<Handle>, FALX_NOT_YET("make_kernel"));
  detail::throw_error(errc::feature_not_supported, "make_kernel");
}
template <backend Backend, bundle_state State, class Handle>
kernel_bundle<State> make_kernel_bundle(const Handle &, const context &) {
  static_assert(detail::always_false<Handle>, FALX_NOT_YET("make_kernel_bundle"));
  detail::throw_error(errc::feature_not_supported, "make_kernel_bundle");
}

} // namespace sycl

#endif
