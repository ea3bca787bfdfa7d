/* context. SYCL 2020, 4.6.3. */
#ifndef FALX_SYCL_CONTEXT_HPP
#define FALX_SYCL_CONTEXT_HPP

#include <sycl/device.hpp>

namespace sycl {

class queue;
class context;
namespace detail {
device any_device(const context &c);
}

class context : public detail::owner_order<context> {
public:
  explicit context(const property_list & = {}) { create(device(), nullptr); }
  explicit context(const async_handler &handler, const property_list & = {}) {
    create(device(), &handler);
  }
  explicit context(const device &d, const property_list & = {}) { create(d, nullptr); }
  explicit context(const device &d, const async_handler &handler, const property_list & = {}) {
    create(d, &handler);
  }
  explicit context(const platform &p, const property_list & = {}) { create(p, nullptr); }
  explicit context(const platform &p, const async_handler &handler, const property_list & = {}) {
    create(p, &handler);
  }
  template <class Device = device>
  explicit context(const std::vector<Device> &devices, const property_list & = {}) {
    create(devices, nullptr);
  }
  template <class Device = device>
  explicit context(const std::vector<Device> &devices, const async_handler &handler,
                   const property_list & = {}) {
    create(devices, &handler);
  }

  sycl::backend get_backend() const noexcept { return get_platform().get_backend(); }
  platform get_platform() const { return first_device().get_platform(); }
  template <class Device = device> std::vector<Device> get_devices() const {
    std::vector<Device> devices;
    each_device([&](const device &d) { devices.push_back(d); });
    return devices;
  }
  template <class Param> auto get_info() const {
    if constexpr (std::is_same_v<Param, info::context::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Param, info::context::devices>)
      return get_devices();
    else if constexpr (std::is_same_v<Param, info::context::reference_count>)
      return falx_context_reference_count(raw());
    else if constexpr (std::is_same_v<Param, info::context::atomic_memory_order_capabilities> ||
                       std::is_same_v<Param, info::context::atomic_memory_scope_capabilities> ||
                       std::is_same_v<Param, info::context::atomic_fence_order_capabilities> ||
                       std::is_same_v<Param, info::context::atomic_fence_scope_capabilities>)
      return Param::get(detail::impl::raw(first_device()));
    else
      static_assert(detail::always_false<Param>, "not an information descriptor of a context");
  }
  template <class P> bool has_property() const noexcept { return false; }

  friend bool operator==(const context &a, const context &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const context &a, const context &b) { return a.raw_ != b.raw_; }

private:
  friend struct detail::impl;
  friend struct std::hash<context>;
  using object = detail::handle<falx_context_t, falx_context_retain, falx_context_release>;
  context(falx_context_t owned, int) : raw_(owned) {}
  falx_context_t raw() const { return raw_.get(); }
  void create(const falx_device_t *devices, size_t count, const async_handler *handler) {
    falx_context_t made;
    detail::check(falx_context_create(devices, count, &made));
    raw_ = object(made);
    if (handler && *handler)
      falx_context_set_user_data(made, new async_handler(*handler), detail::destroy_handler);
  }
  void create(const device &d, const async_handler *handler) {
    const falx_device_t one = detail::impl::raw(d);
    create(&one, 1, handler);
  }
  void create(const platform &p, const async_handler *handler) {
    const falx_device_t *list;
    size_t count;
    detail::check(falx_platform_devices(detail::impl::raw(p), &list, &count));
    create(list, count, handler);
  }
  template <class Devices> void create(const Devices &devices, const async_handler *handler) {
    std::vector<decltype(detail::impl::raw(devices[0]))> list;
    for (const auto &d : devices)
      list.push_back(detail::impl::raw(d));
    create(list.data(), list.size(), handler);
  }
  template <class Take> void each_device(const Take &take) const {
    const falx_device_t *list;
    size_t count;
    falx_context_devices(raw_.get(), &list, &count);
    for (size_t i = 0; i < count; ++i)
      take(detail::impl::make<device>(list[i]));
  }
  device first_device() const {
    const falx_device_t *list;
    size_t count;
    falx_context_devices(raw_.get(), &list, &count);
    return detail::impl::make<device>(list[0]);
  }
  friend device detail::any_device(const context &c);
  object raw_;
};

inline device detail::any_device(const context &c) {
  return c.first_device();
}

inline property::buffer::context_bound::context_bound(const sycl::context &c) {
  falx_context_retain(detail::impl::raw(c));
  context_ = decltype(context_)(detail::impl::raw(c));
}
inline context property::buffer::context_bound::get_context() const {
  falx_context_retain(context_.get());
  return detail::impl::make<sycl::context>(context_.get());
}

inline context platform::ext_oneapi_get_default_context() const {
  falx_context_t made;
  detail::check(falx_context_default(raw_, &made));
  return detail::impl::make<context>(made);
}
inline context platform::khr_get_default_context() const {
  return ext_oneapi_get_default_context();
}
#define SYCL_EXT_ONEAPI_DEFAULT_CONTEXT 1
#define SYCL_KHR_DEFAULT_CONTEXT 1

inline exception::exception(const context &of, std::error_code code, const std::string &what)
    : exception(code, what) {
  context_ = detail::impl::raw(of);
}
inline exception::exception(const context &of, std::error_code code) : exception(code) {
  context_ = detail::impl::raw(of);
}
inline context exception::get_context() const {
  if (!context_)
    detail::throw_error(errc::invalid, "the exception belongs to no context");
  falx_context_retain(context_);
  return detail::impl::make<context>(context_);
}

} // namespace sycl

template <> struct std::hash<sycl::context> {
  size_t operator()(const sycl::context &c) const noexcept {
    return reinterpret_cast<size_t>(c.raw()) >> 4;
  }
};

#endif
