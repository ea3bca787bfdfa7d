/* interop_handle, backend_traits and get_native. SYCL 2020, 4.5.1 and 4.10.2;
 * docs/interoperability.md. */
#ifndef FALX_SYCL_INTEROP_HANDLE_HPP
#define FALX_SYCL_INTEROP_HANDLE_HPP

#include <sycl/buffer.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/command.hpp>

namespace sycl {

class queue;

/* Specialized for each backend, by its header sycl/backend/NAME.hpp. */
template <backend Backend> struct backend_traits {
  template <class> struct none {
    static_assert(detail::always_false<none>, "Falx has no interoperability with this backend");
  };
  template <class T> using input_type = none<T>;
  template <class T> using return_type = none<T>;
};
template <backend Backend, class T>
using backend_input_t = typename backend_traits<Backend>::template input_type<T>;
template <backend Backend, class T>
using backend_return_t = typename backend_traits<Backend>::template return_type<T>;

namespace detail {
template <class T> struct native_kind {
  static_assert(always_false<T>, FALX_NOT_YET("native handles of objects of this class"));
};
template <> struct native_kind<platform> {
  static constexpr falx_native_kind value = FALX_NATIVE_PLATFORM;
};
template <> struct native_kind<device> {
  static constexpr falx_native_kind value = FALX_NATIVE_DEVICE;
};
template <> struct native_kind<context> {
  static constexpr falx_native_kind value = FALX_NATIVE_CONTEXT;
};
template <> struct native_kind<queue> {
  static constexpr falx_native_kind value = FALX_NATIVE_QUEUE;
};
template <> struct native_kind<event> {
  static constexpr falx_native_kind value = FALX_NATIVE_EVENT;
};

FALX_LAZY void check_backend(backend wanted, backend actual) {
  if (wanted != actual)
    throw_error(errc::backend_mismatch, "a native handle of another backend than the object's");
}
using native_call = falx_status(falx_native_kind, void *, uintptr_t *);
template <class Handle> Handle native(falx_native_kind kind, void *raw, native_call *call) {
  static_assert(sizeof(Handle) <= sizeof(uintptr_t));
  uintptr_t handle;
  check(call(kind, raw, &handle));
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<Handle>(handle);
  else
    return static_cast<Handle>(handle);
}
} // namespace detail

template <backend Backend, class T> backend_return_t<Backend, T> get_native(const T &object) {
  detail::check_backend(Backend, object.get_backend());
  return detail::native<backend_return_t<Backend, T>>(detail::native_kind<T>::value,
                                                      detail::impl::raw(object), falx_native_get);
}

/* What a host task gets that asks for it: valid while the task runs, on its thread. */
class interop_handle {
public:
  interop_handle() = delete;

  sycl::backend get_backend() const noexcept {
    return static_cast<sycl::backend>(
        falx_platform_backend(falx_device_platform(falx_queue_device(queue_))));
  }
  /* The memory of the accessor's buffer on the queue's device, as commands of the backend see it.
   */
  template <backend Backend, class T, int D, access_mode Mode, target Target,
            access::placeholder Placeholder, class L>
  backend_return_t<Backend, buffer<T, (D ? D : 1)>>
  get_native_mem(const accessor<T, D, Mode, Target, Placeholder, L> &a) const {
    static_assert(Target == target::device || Target == detail::target_constant_buffer,
                  "get_native_mem takes an accessor with target::device");
    detail::check_backend(Backend, get_backend());
    void *memory;
    detail::check(falx_buffer_task_pointer(
        detail::accessor_of<accessor<T, D, Mode, Target, Placeholder, L>>::access::buffer(a), false,
        &memory));
    return static_cast<backend_return_t<Backend, buffer<T, (D ? D : 1)>>>(memory);
  }
  template <backend Backend, class Queue = queue>
  backend_return_t<Backend, Queue> get_native_queue() const {
    return get<Backend, Queue>(queue_);
  }
  template <backend Backend, class Device = device>
  backend_return_t<Backend, Device> get_native_device() const {
    return get<Backend, Device>(falx_queue_device(queue_));
  }
  template <backend Backend, class Context = context>
  backend_return_t<Backend, Context> get_native_context() const {
    return get<Backend, Context>(falx_queue_context(queue_));
  }

private:
  friend struct detail::impl;
  interop_handle(falx_queue_t queue, int) : queue_(queue) {}
  template <backend Backend, class T> backend_return_t<Backend, T> get(void *raw) const {
    detail::check_backend(Backend, get_backend());
    return detail::native<backend_return_t<Backend, T>>(detail::native_kind<T>::value, raw,
                                                        falx_native_borrow);
  }
  falx_queue_t queue_;
};

} // namespace sycl

#endif
