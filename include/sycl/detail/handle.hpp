/* Reference-counted handles of the C interface as C++ values. SYCL 2020, 4.5.2: copies are the
 * same object, equality is identity. */
#ifndef FALX_SYCL_DETAIL_HANDLE_HPP
#define FALX_SYCL_DETAIL_HANDLE_HPP

#include <sycl/exception.hpp>

namespace sycl {
class handler;
namespace ext::oneapi {
template <class T> class weak_object;
}
} // namespace sycl

namespace sycl::detail {

template <class Handle, void (*Retain)(Handle), void (*Release)(Handle)> class handle {
public:
  handle() = default;
  /* Takes over the caller's reference. */
  explicit handle(Handle owned) : raw_(owned) {}
  handle(const handle &o) : raw_(o.raw_) {
    if (raw_)
      Retain(raw_);
  }
  handle(handle &&o) noexcept : raw_(o.raw_) { o.raw_ = nullptr; }
  handle &operator=(handle o) noexcept {
    Handle mine = raw_;
    raw_ = o.raw_;
    o.raw_ = mine;
    return *this;
  }
  ~handle() {
    if (raw_)
      Release(raw_);
  }
  Handle get() const { return raw_; }
  friend bool operator==(const handle &a, const handle &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const handle &a, const handle &b) { return a.raw_ != b.raw_; }

private:
  Handle raw_ = nullptr;
};

/* sycl_ext_oneapi_weak_object, in a class whose copies are the same object; bodies in
 * ext/oneapi/weak_object.hpp. */
template <class T> class owner_order {
public:
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<T> &o) const noexcept;
  bool ext_oneapi_owner_before(const T &o) const noexcept;
};

/* The raw handle of an object, and an object from a handle: for the headers alone. */
struct impl {
  /* The member that keeps the object: an identity, a handle, or one of what lives as long as the
   * runtime. */
  template <class T> static auto tie(T &o, int, int) -> decltype((o.identity_)) {
    return o.identity_;
  }
  template <class T> static auto tie(T &o, int, long) -> decltype((o.hold_)) { return o.hold_; }
  template <class T> static auto tie(T &o, long, long) -> decltype((o.raw_)) { return o.raw_; }
  template <class T> static auto raw(const T &object) { return object.raw(); }
  template <class T, class H> static T make(H raw) { return T(raw, 0); }
  /* The command group's command uses the buffer; mode is a falx_access_mode. */
  static void require(handler &h, falx_buffer_t buffer, uint32_t mode);
  static const falx_location *location(const handler &h); // of the submission
  static falx_device_t device(const handler &h);
};

} // namespace sycl::detail

#endif
