/* weak_object: refers to a SYCL object and does not keep it; and the order of owners.
 * sycl_ext_oneapi_weak_object; docs/weak-objects.md. */
#ifndef FALX_SYCL_EXT_ONEAPI_WEAK_OBJECT_HPP
#define FALX_SYCL_EXT_ONEAPI_WEAK_OBJECT_HPP

#include <optional>

#include <sycl/accessor.hpp>
#include <sycl/detail/identity.hpp>
#include <sycl/event.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/image_accessor.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/queue.hpp>
#include <sycl/stream.hpp>

namespace sycl {

namespace detail {

/* Which object it is: its handle, address or identity. 0: none. */
template <class H, void (*Retain)(H), void (*Release)(H)>
uintptr_t word_of(const handle<H, Retain, Release> &h) {
  return reinterpret_cast<uintptr_t>(h.get());
}
inline uintptr_t word_of(const object_identity &i) {
  return i.word();
}
inline uintptr_t word_of(const falx_kernel_id &id) {
  return reinterpret_cast<uintptr_t>(id.name);
}
template <class P> uintptr_t word_of(P *const &address) {
  return reinterpret_cast<uintptr_t>(address);
}
template <class T> uintptr_t owner_word(const T &object) {
  return word_of(impl::tie(object, 0, 0));
}

inline falx_weak_t runtime_weak(falx_context_t c) {
  return falx_context_weak(c);
}
inline falx_weak_t runtime_weak(falx_queue_t q) {
  return falx_queue_weak(q);
}
inline falx_weak_t runtime_weak(falx_event_t e) {
  return falx_event_weak(e);
}
inline falx_weak_t runtime_weak(falx_buffer_t b) {
  return falx_buffer_weak(b);
}

/* A weak reference: to an object of the runtime, to something counted, or to what lives as long as
 * the runtime. */
class weak_link {
public:
  constexpr weak_link() noexcept = default;
  template <class H, void (*Retain)(H), void (*Release)(H)>
  explicit weak_link(const handle<H, Retain, Release> &h) {
    if constexpr (std::is_convertible_v<H, counted *>)
      set_counted(word_of(h), h.get());
    else if (word_of(h) & 1)
      set_word(word_of(h));
    else
      set_runtime(word_of(h), h.get() ? runtime_weak(h.get()) : nullptr);
  }
  explicit weak_link(const object_identity &i) { set_word(i.word()); }
  template <class Raw> explicit weak_link(const Raw &raw) : word_(word_of(raw)) {}
  weak_link(const weak_link &o) noexcept
      : word_(o.word_), number_(o.number_), runtime_(o.runtime_), counted_(o.counted_) {
    falx_weak_retain(runtime_);
    if (counted_)
      counted::retain_weak(counted_);
  }
  weak_link(weak_link &&o) noexcept { swap(o); }
  weak_link &operator=(weak_link o) noexcept {
    swap(o);
    return *this;
  }
  ~weak_link() {
    falx_weak_release(runtime_);
    if (counted_)
      counted::release_weak(counted_);
  }
  void swap(weak_link &o) noexcept {
    std::swap(word_, o.word_);
    std::swap(number_, o.number_);
    std::swap(runtime_, o.runtime_);
    std::swap(counted_, o.counted_);
  }

  bool is_expired() const noexcept {
    return counted_   ? !counted::is_live(counted_)
           : runtime_ ? falx_weak_is_expired(runtime_)
                      : word_ == 0;
  }
  /* Adds a reference to the object, for give(); false if it has expired. */
  bool lock() const noexcept {
    return counted_   ? counted::retain_live(counted_)
           : runtime_ ? falx_weak_lock(runtime_)
                      : word_ != 0;
  }
  /* What lock() has added becomes to's. */
  template <class H, void (*Retain)(H), void (*Release)(H)>
  void give(handle<H, Retain, Release> &to) const {
    to = handle<H, Retain, Release>(reinterpret_cast<H>(word_));
  }
  void give(object_identity &to) const { to = object_identity(word_); }
  template <class Raw> void give(const Raw &) const {}

  /* An address may be used again after an object's end. Of the weak references to it the earlier
   * is before the later, and those to ended objects are before the object that is there now. */
  bool before(const weak_link &o) const noexcept {
    return word_ < o.word_ || (word_ == o.word_ && number_ < o.number_);
  }
  bool before(uintptr_t object) const noexcept {
    return word_ < object || (word_ == object && object && is_expired());
  }
  bool behind(uintptr_t object) const noexcept { return object < word_; }

private:
  void set_word(uintptr_t word) { set_counted(word, counted_of(word)); }
  void set_counted(uintptr_t word, counted *c) {
    word_ = word;
    counted_ = c;
    if (c)
      counted::retain_weak(c);
  }
  void set_runtime(uintptr_t word, falx_weak_t weak) {
    if (!weak)
      return; // out of memory, or nothing to refer to
    word_ = word;
    runtime_ = weak;
    number_ = falx_weak_number(weak);
  }

  uintptr_t word_ = 0;
  uint64_t number_ = 0; // of the object, where others may have had its address before
  falx_weak_t runtime_ = nullptr;
  counted *counted_ = nullptr;
};

/* What is left of an object without its reference. */
template <class H, void (*Retain)(H), void (*Release)(H)>
void let_go(handle<H, Retain, Release> &h) {
  h = handle<H, Retain, Release>();
}
inline void let_go(object_identity &i) {
  i = object_identity();
}
template <class Raw> void let_go(const Raw &) {}

} // namespace detail

namespace ext::oneapi {

/* Refers to an object of T, a class of SYCL whose copies are the same object. Empty if it was made
 * without one, or from a moved-from or default-constructed accessor. As thread-safe as T. */
template <class T> class weak_object {
public:
  using object_type = T;

  constexpr weak_object() noexcept { (void)&is_counting_; }
  weak_object(const T &object) noexcept
      : rest_(std::in_place, object), link_(detail::impl::tie(object, 0, 0)) {
    (void)&is_counting_;
    detail::let_go(detail::impl::tie(*rest_, 0, 0));
  }
  weak_object(const weak_object &) noexcept = default;
  weak_object(weak_object &&o) noexcept { swap(o); }
  weak_object &operator=(const T &object) noexcept { return *this = weak_object(object); }
  weak_object &operator=(const weak_object &o) noexcept { return *this = weak_object(o); }
  weak_object &operator=(weak_object &&o) noexcept {
    weak_object taken(std::move(o));
    swap(taken);
    return *this;
  }

  void reset() noexcept { *this = weak_object(); }
  void swap(weak_object &o) noexcept {
    rest_.swap(o.rest_);
    link_.swap(o.link_);
  }
  /* The object's last copy is gone, or there was none. */
  bool expired() const noexcept { return link_.is_expired(); }
  std::optional<T> try_lock() const noexcept {
    if (!link_.lock())
      return std::nullopt;
    std::optional<T> object(rest_);
    link_.give(detail::impl::tie(*object, 0, 0));
    return object;
  }
  /* Throws errc::invalid if it has expired. */
  T lock() const {
    std::optional<T> object = try_lock();
    if (!object)
      detail::throw_error(errc::invalid, "lock of a weak_object that has expired or is empty");
    return *object;
  }
  bool owner_before(const weak_object &o) const noexcept { return link_.before(o.link_); }
  bool owner_before(const T &object) const noexcept {
    return link_.before(detail::owner_word(object));
  }

private:
  friend class detail::owner_order<T>;
  static bool start_counting() {
    using kept = std::decay_t<decltype(detail::impl::tie(std::declval<T &>(), 0, 0))>;
    return (std::is_same_v<kept, detail::object_identity> || std::is_same_v<T, event>) &&
           detail::start_counting_copies();
  }
  /* Before main: from then on, copies of accessors are counted. */
  static inline const bool is_counting_ = start_counting();

  std::optional<T> rest_; // everything but the reference
  detail::weak_link link_;
};

template <class T> struct owner_less {
  bool operator()(const T &a, const T &b) const noexcept { return a.ext_oneapi_owner_before(b); }
  bool operator()(const weak_object<T> &a, const weak_object<T> &b) const noexcept {
    return a.owner_before(b);
  }
  bool operator()(const T &a, const weak_object<T> &b) const noexcept {
    return a.ext_oneapi_owner_before(b);
  }
  bool operator()(const weak_object<T> &a, const T &b) const noexcept { return a.owner_before(b); }
};

} // namespace ext::oneapi
#define SYCL_EXT_ONEAPI_WEAK_OBJECT 1

template <class T>
bool detail::owner_order<T>::ext_oneapi_owner_before(
    const ext::oneapi::weak_object<T> &o) const noexcept {
  return o.link_.behind(owner_word(static_cast<const T &>(*this)));
}
template <class T> bool detail::owner_order<T>::ext_oneapi_owner_before(const T &o) const noexcept {
  return owner_word(static_cast<const T &>(*this)) < owner_word(o);
}

} // namespace sycl

#endif
