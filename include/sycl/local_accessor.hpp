/* local_accessor: memory of a work-group. SYCL 2020, 4.7.6.11.
 *
 * Captured by a kernel it becomes two arguments, pointer and range; until then the place of the
 * pointer holds the size in bytes. */
#ifndef FALX_SYCL_LOCAL_ACCESSOR_HPP
#define FALX_SYCL_LOCAL_ACCESSOR_HPP

#include <sycl/accessor.hpp>

#include <atomic>

namespace sycl {

namespace detail {
#ifdef __SYCL_DEVICE_ONLY__
#define FALX_LOCAL_ACCESSOR_INIT(D)                                                                \
  extern "C" [[clang::sycl_external]] inline void __falx_local_accessor_##D##_init(                \
      __falx_local_accessor_##D *self, void *data, const range<D> *box) {                          \
    self->data_ = data;                                                                            \
    self->box_ = *box;                                                                             \
  }
#else
#define FALX_LOCAL_ACCESSOR_INIT(D)
#endif
#define FALX_LOCAL_ACCESSOR_LAYOUT(D)                                                              \
  struct __falx_local_accessor_##D {                                                               \
    void *data_ = nullptr; /* host: bytes */                                                       \
    range<D> box_;                                                                                 \
  };                                                                                               \
  FALX_LOCAL_ACCESSOR_INIT(D)                                                                      \
  template <> struct local_accessor_layout<D> {                                                    \
    using type = __falx_local_accessor_##D;                                                        \
  };
template <int D> struct local_accessor_layout;
FALX_LOCAL_ACCESSOR_LAYOUT(1)
FALX_LOCAL_ACCESSOR_LAYOUT(2)
FALX_LOCAL_ACCESSOR_LAYOUT(3)
#undef FALX_LOCAL_ACCESSOR_LAYOUT
#undef FALX_LOCAL_ACCESSOR_INIT

/* Tells local accessors apart on the host. */
inline uintptr_t new_local_accessor_word() {
  static std::atomic<size_t> last{0};
  return number_word(last.fetch_add(1, std::memory_order_relaxed) + 1);
}

#if defined(__FALX_CHECK__) && !defined(__SYCL_DEVICE_ONLY__)
/* Of falx/check.h; where a program is linked without the checker, there is none. */
extern "C" __attribute__((weak)) void falx_check_local_made(uintptr_t word);
inline void tell_where_made(uintptr_t word) {
  if (falx_check_local_made)
    falx_check_local_made(word);
}
#else
inline void tell_where_made(uintptr_t) {}
#endif
} // namespace detail

template <class T, int D = 1>
class local_accessor : private detail::local_accessor_layout<detail::layout_dimensions(D)>::type,
                       public detail::elements<local_accessor<T, D>, T, D>,
                       public detail::owner_order<local_accessor<T, D>> {
  static constexpr int N = detail::layout_dimensions(D);
  using interface = detail::elements<local_accessor, T, D>;
  template <int M> using if_scalar = std::enable_if_t<M == 0, int>;

public:
  static constexpr int dimensions = D;
  using typename interface::reference;
  using typename interface::value_type;
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<value_type, access::address_space::local_space, Decorated>;

  local_accessor() = default;
  local_accessor(const local_accessor &) = default;
  local_accessor &operator=(const local_accessor &) = default;
  template <int M = D, if_scalar<M> = 0> local_accessor(handler &, const property_list & = {}) {
    set(range<1>(1));
  }
  template <int M = D, std::enable_if_t<(M > 0), int> = 0>
  local_accessor(range<N> r, handler &, const property_list & = {}) {
    set(r);
  }
  template <class U, std::enable_if_t<std::is_same_v<T, const U>, int> = 0>
  local_accessor(const local_accessor<U, D> &o) {
    this->data_ = o.data_;
    this->box_ = o.box_;
    identity_ = o.identity_;
  }

  range<N> get_range() const noexcept { return this->box_; }
  auto get_pointer() const noexcept { return accessor_ptr<access::decorated::legacy>(base()); }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(base());
  }
  template <class P> bool has_property() const noexcept { return false; }
  void swap(local_accessor &o) noexcept {
    local_accessor mine = *this;
    *this = o;
    o = mine;
  }

  template <int M = D, if_scalar<M> = 0> operator reference() const { return *base(); }
  template <int M = D, if_scalar<M> = 0>
  const local_accessor &operator=(const value_type &value) const {
    *base() = value;
    return *this;
  }

  friend bool operator==(const local_accessor &a, const local_accessor &b) {
    return a.identity() == b.identity() && a.box_ == b.box_;
  }
  friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }

private:
  friend interface;
  friend struct detail::impl;
  friend struct std::hash<local_accessor>;
  template <class, int> friend class local_accessor;

  FALX_INLINE T *base() const {
#ifdef __SYCL_DEVICE_ONLY__
    return static_cast<T *>(this->data_);
#else
    detail::throw_error(errc::accessor, "a local_accessor is used on the host: it stands for "
                                        "memory of a work-group, inside a kernel");
#endif
  }
  FALX_INLINE const range<N> &box() const { return this->box_; }
  FALX_INLINE const range<N> &memory() const { return this->box_; }
  FALX_INLINE id<N> first() const { return {}; }
  FALX_INLINE size_t identity() const {
#ifdef __SYCL_DEVICE_ONLY__
    return reinterpret_cast<size_t>(this->data_);
#else
    return identity_.word();
#endif
  }

  void set(const range<N> &r) {
    identity_ = detail::object_identity(
        detail::are_copies_counted() ? detail::counted_word() : detail::new_local_accessor_word());
    detail::tell_where_made(identity_.word());
    this->box_ = r;
    this->data_ = reinterpret_cast<void *>(detail::bytes_for(r, sizeof(T)));
  }

  detail::object_identity identity_;
};

template <class T, int D> struct is_device_copyable<local_accessor<T, D>> : std::true_type {};

template <class T, int D>
multi_ptr(const local_accessor<T, D> &)
    -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

/* Deprecated. */
template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, detail::target_local, P> : public local_accessor<T, D> {
public:
  using local_accessor<T, D>::local_accessor;
};

} // namespace sycl

template <class T, int D> struct std::hash<sycl::local_accessor<T, D>> {
  size_t operator()(const sycl::local_accessor<T, D> &a) const noexcept {
    return a.identity() ^ a.box_.v[0] << 7;
  }
};
template <class T, int D, sycl::access_mode M, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, sycl::detail::target_local, P>>
    : std::hash<sycl::local_accessor<T, D>> {};

#endif
