/* multi_ptr: a pointer that knows its address space. SYCL 2020, 4.7.7 "Address space classes".
 * Decorated pointers are plain ones: the compiler infers address spaces by itself. */
#ifndef FALX_SYCL_MULTI_PTR_HPP
#define FALX_SYCL_MULTI_PTR_HPP

#include <cstddef>
#include <string> // with it iterator tags, much cheaper than <iterator>
#include <type_traits>

#include <sycl/detail/config.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

template <class T> struct remove_decoration {
  using type = T;
};
template <class T> using remove_decoration_t = typename remove_decoration<T>::type;

template <class T, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
class multi_ptr;

namespace detail {
using sycl::access::address_space;
using sycl::access::decorated;

constexpr bool is_usm_space(address_space s) {
  return s == address_space::ext_intel_global_device_space ||
         s == address_space::ext_intel_global_host_space;
}
constexpr bool is_named_space(address_space s) {
  return s == address_space::global_space || s == address_space::local_space ||
         s == address_space::private_space || is_usm_space(s);
}
/* 4.7.7.2: what converts without being asked. Everything goes to and from legacy as well, but
 * nothing back from generic. */
constexpr bool is_space_widened(address_space from, address_space to) {
  return from == to || (to == address_space::generic_space && is_named_space(from));
}
/* What converts when asked. */
constexpr bool is_space_narrowed(address_space from, address_space to) {
  return from == to || from == address_space::generic_space ||
         (is_usm_space(from) && to == address_space::global_space);
}
template <class From, class To>
inline constexpr bool is_pointer_qualification =
    std::is_convertible_v<From *, To *> &&
    (std::is_void_v<To> || std::is_same_v<std::remove_cv_t<From>, std::remove_cv_t<To>>);

template <class A, class = void> inline constexpr bool has_multi_ptr = false;
template <class A>
inline constexpr bool has_multi_ptr<
    A, std::void_t<decltype(std::declval<const A &>().template get_multi_ptr<decorated::no>())>> =
    true;
} // namespace detail

namespace detail {
/* No templates: from one to char * the compiler would not go on to void *. */
template <class Self, class T, bool is_legacy> struct pointer_conversion {
  explicit constexpr operator T *() const { return static_cast<const Self *>(this)->get_raw(); }
};
template <class Self, class T> struct pointer_conversion<Self, T, true> {
  constexpr operator T *() const { return static_cast<const Self *>(this)->get_raw(); }
};
} // namespace detail

template <class T, access::address_space Space, access::decorated Decorated>
class multi_ptr : public detail::pointer_conversion<multi_ptr<T, Space, Decorated>, T,
                                                    Decorated == access::decorated::legacy> {
  template <access::decorated D>
  using if_legacy = std::enable_if_t<D == access::decorated::legacy, int>;
  template <access::decorated D>
  using if_not_legacy = std::enable_if_t<D != access::decorated::legacy, int>;

  /* Not for what converts to a multi_ptr: a raw pointer is compared as such. */
  template <class Same> using if_same = std::enable_if_t<std::is_same_v<Same, multi_ptr>, int>;

public:
  static constexpr access::address_space address_space = Space;
  static constexpr bool is_decorated = Decorated == access::decorated::yes;

  using element_type = T;
  using value_type = T;
  using pointer = T *;
  using pointer_t = T *; // this and the next three: SYCL 1.2.1
  using const_pointer_t = const T *;
  using reference_t = std::add_lvalue_reference_t<T>;
  using const_reference_t = std::add_lvalue_reference_t<const T>;
  using reference = std::add_lvalue_reference_t<T>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  constexpr multi_ptr() : p_(nullptr) {}
  constexpr multi_ptr(std::nullptr_t) : p_(nullptr) {}
  constexpr multi_ptr(const multi_ptr &) = default;
  /* Of legacy pointers implicit. */
  template <access::decorated D = Decorated, if_legacy<D> = 0> constexpr multi_ptr(T *p) : p_(p) {}
  template <access::decorated D = Decorated, if_not_legacy<D> = 0>
  explicit constexpr multi_ptr(T *p) : p_(p) {}

  /* To the same or the generic space, to more const, to void, to another decoration. */
  template <
      class U, access::address_space S, access::decorated D,
      std::enable_if_t<detail::is_space_widened(S, Space) && detail::is_pointer_qualification<U, T>,
                       int> = 0>
  constexpr multi_ptr(const multi_ptr<U, S, D> &o) : p_(o.get_raw()) {}
  /* Back from generic, from a part to global, and from void: only when asked. */
  template <class U, access::address_space S, access::decorated D,
            std::enable_if_t<!(detail::is_space_widened(S, Space) &&
                               detail::is_pointer_qualification<U, T>) &&
                                 detail::is_space_narrowed(S, Space) &&
                                 (detail::is_pointer_qualification<U, T> || std::is_void_v<U>) &&
                                 std::is_convertible_v<U *, const volatile void *> &&
                                 (std::is_const_v<T> || !std::is_const_v<U>),
                             int> = 0,
            class = void>
  explicit constexpr multi_ptr(const multi_ptr<U, S, D> &o) : p_(static_cast<T *>(o.get_raw())) {}
  template <class A, std::enable_if_t<detail::has_multi_ptr<A>, int> = 0>
  multi_ptr(const A &accessor)
      : multi_ptr(to_part(accessor.template get_multi_ptr<access::decorated::no>())) {}

  constexpr multi_ptr &operator=(const multi_ptr &) = default;
  constexpr multi_ptr &operator=(std::nullptr_t) {
    p_ = nullptr;
    return *this;
  }

  constexpr T *get() const { return p_; }
  constexpr T *get_raw() const { return p_; }
  constexpr T *get_decorated() const { return p_; }
  explicit constexpr operator bool() const { return p_ != nullptr; }

  template <class U = T> constexpr std::add_lvalue_reference_t<U> operator*() const { return *p_; }
  constexpr T *operator->() const { return p_; }
  template <class U = T>
  constexpr std::add_lvalue_reference_t<U> operator[](std::ptrdiff_t i) const {
    return p_[i];
  }

  constexpr multi_ptr &operator++() { return *this += 1; }
  constexpr multi_ptr &operator--() { return *this -= 1; }
  constexpr multi_ptr operator++(int) { return multi_ptr(p_++); }
  constexpr multi_ptr operator--(int) { return multi_ptr(p_--); }
  constexpr multi_ptr &operator+=(std::ptrdiff_t n) {
    p_ += n;
    return *this;
  }
  constexpr multi_ptr &operator-=(std::ptrdiff_t n) {
    p_ -= n;
    return *this;
  }
  friend constexpr multi_ptr operator+(const multi_ptr &p, std::ptrdiff_t n) {
    return multi_ptr(p.p_ + n);
  }
  friend constexpr multi_ptr operator-(const multi_ptr &p, std::ptrdiff_t n) {
    return multi_ptr(p.p_ - n);
  }
  friend constexpr std::ptrdiff_t operator-(const multi_ptr &a, const multi_ptr &b) {
    return a.p_ - b.p_;
  }
#define FALX_MULTI_PTR_COMPARE(op)                                                                 \
  template <class Same, if_same<Same> = 0>                                                         \
  friend constexpr bool operator op(const multi_ptr &a, const Same &b) {                           \
    return a.p_ op b.p_;                                                                           \
  }                                                                                                \
  friend constexpr bool operator op(const multi_ptr &a, std::nullptr_t) {                          \
    return a.p_ op static_cast<T *>(nullptr);                                                      \
  }                                                                                                \
  friend constexpr bool operator op(std::nullptr_t, const multi_ptr &b) {                          \
    return static_cast<T *>(nullptr) op b.p_;                                                      \
  }
  FALX_MULTI_PTR_COMPARE(==)
  FALX_MULTI_PTR_COMPARE(!=)
  FALX_MULTI_PTR_COMPARE(<)
  FALX_MULTI_PTR_COMPARE(>)
  FALX_MULTI_PTR_COMPARE(<=)
  FALX_MULTI_PTR_COMPARE(>=)
#undef FALX_MULTI_PTR_COMPARE

  /* A hint; the first line of what is asked for is fetched. */
  void prefetch(std::size_t count) const {
    if (count)
      __builtin_prefetch(p_);
  }

private:
  /* An accessor's memory is the device's. */
  template <class U, access::address_space S, access::decorated D>
  static constexpr auto to_part(const multi_ptr<U, S, D> &p) {
    constexpr bool is_part = S == access::address_space::global_space &&
                             Space == access::address_space::ext_intel_global_device_space;
    return multi_ptr<U, is_part ? Space : S, D>(p.get_raw());
  }
  T *p_;
};

template <access::address_space Space, access::decorated Decorated, class T>
constexpr multi_ptr<T, Space, Decorated> address_space_cast(T *p) {
  return multi_ptr<T, Space, Decorated>(p);
}
template <class T, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
FALX_DEPRECATED("use address_space_cast")
constexpr multi_ptr<T, Space, Decorated> make_ptr(detail::given<T> *p) {
  return multi_ptr<T, Space, Decorated>(p);
}
template <access::address_space Space, access::decorated Decorated = access::decorated::legacy,
          class T>
FALX_DEPRECATED("use address_space_cast")
constexpr multi_ptr<T, Space, Decorated> make_ptr(T *p) {
  return multi_ptr<T, Space, Decorated>(p);
}

#define FALX_POINTER_ALIASES(space)                                                                \
  template <class T, access::decorated Decorated = access::decorated::legacy>                      \
  using space##_ptr = multi_ptr<T, access::address_space::space##_space, Decorated>;               \
  template <class T> using raw_##space##_ptr = space##_ptr<T, access::decorated::no>;              \
  template <class T> using decorated_##space##_ptr = space##_ptr<T, access::decorated::yes>;
FALX_POINTER_ALIASES(global)
FALX_POINTER_ALIASES(local)
FALX_POINTER_ALIASES(private)
FALX_POINTER_ALIASES(generic)
#undef FALX_POINTER_ALIASES

#define SYCL_EXT_INTEL_USM_ADDRESS_SPACES 3
namespace ext::intel {
#define FALX_POINTER_ALIASES(part)                                                                 \
  template <class T, access::decorated Decorated = access::decorated::legacy>                      \
  using part##_ptr =                                                                               \
      multi_ptr<T, access::address_space::ext_intel_global_##part##_space, Decorated>;             \
  template <class T> using raw_##part##_ptr = part##_ptr<T, access::decorated::no>;                \
  template <class T> using decorated_##part##_ptr = part##_ptr<T, access::decorated::yes>;
FALX_POINTER_ALIASES(device)
FALX_POINTER_ALIASES(host)
#undef FALX_POINTER_ALIASES
} // namespace ext::intel

template <class T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;

} // namespace sycl

#endif
