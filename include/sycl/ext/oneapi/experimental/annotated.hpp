/* Pointers and arguments of kernels with compile-time properties: sycl_ext_oneapi_annotated_ptr and
 * sycl_ext_oneapi_annotated_arg. The properties are hints; on no device here they change anything.
 */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_HPP

#include <cstddef>

#include <sycl/device_copyable.hpp>
#include <sycl/ext/oneapi/properties.hpp>

#define SYCL_EXT_ONEAPI_ANNOTATED_PTR 1
#define SYCL_EXT_ONEAPI_ANNOTATED_ARG 1

namespace sycl::ext::oneapi::experimental {

struct alignment_key {
  template <int N> using value_t = property_value<alignment_key, std::integral_constant<int, N>>;
};
template <int N> inline constexpr alignment_key::value_t<N> alignment;
template <> struct is_property_key<alignment_key> : std::true_type {};

/* What both have of their list. Two lists that differ in a property's value have it twice when they
 * are merged, which the list refuses. */
template <class Properties> class annotated {
  static_assert(is_property_list_v<Properties>, "the second argument is a list of properties");

public:
  template <class Key> static constexpr bool has_property() {
    return Properties::template has_property<Key>();
  }
  template <class Key> static constexpr auto get_property() {
    return Properties::template get_property<Key>();
  }

protected:
  using list = Properties; // class template argument deduction does not look into it
  template <class... Values>
  using if_values =
      std::enable_if_t<(sizeof...(Values) > 0) && (is_property_value_v<Values> && ...), int>;
  template <class Other> static constexpr void check_superset() {
    static_assert(properties_detail::includes<Properties, Other>,
                  "the list of properties lacks some of the one that is converted");
  }
  template <class A, class B> static constexpr void check_merged() {
    static_assert(std::is_same_v<Properties, properties_detail::merged<A, B>>,
                  "the list of properties is not that of both arguments together");
  }
};

/* ---- Pointers ---- */
template <class T, class Properties = empty_properties_t> class annotated_ref {
  using value = std::remove_cv_t<T>;

public:
  annotated_ref(const annotated_ref &) = delete;
  operator value() const { return *pointer_; }
  template <class U> value operator=(U &&x) const { return *pointer_ = static_cast<U &&>(x); }
  value operator=(const annotated_ref &other) const {
    const value x = other;
    return *pointer_ = x;
  }
#define FALX_ANNOTATED_ASSIGN(op)                                                                  \
  template <class U> value operator op## = (U && x) const {                                        \
    return *pointer_ = value(*this) op static_cast<U &&>(x);                                       \
  }
  FALX_ANNOTATED_ASSIGN(+)
  FALX_ANNOTATED_ASSIGN(-)
  FALX_ANNOTATED_ASSIGN(*)
  FALX_ANNOTATED_ASSIGN(/)
  FALX_ANNOTATED_ASSIGN(%)
  FALX_ANNOTATED_ASSIGN(<<)
  FALX_ANNOTATED_ASSIGN(>>)
  FALX_ANNOTATED_ASSIGN(&)
  FALX_ANNOTATED_ASSIGN(|)
  FALX_ANNOTATED_ASSIGN(^)
#undef FALX_ANNOTATED_ASSIGN
  value operator++() const { return ++*pointer_; }
  value operator++(int) const { return (*pointer_)++; }
  value operator--() const { return --*pointer_; }
  value operator--(int) const { return (*pointer_)--; }

private:
  template <class, class> friend class annotated_ptr;
  explicit annotated_ref(T *pointer) : pointer_(pointer) {}
  T *pointer_;
};

template <class T, class Properties = empty_properties_t>
class annotated_ptr : public annotated<Properties> {
  using base = annotated<Properties>;

public:
  using reference = annotated_ref<T, Properties>;

  annotated_ptr() noexcept = default;
  annotated_ptr(const annotated_ptr &) noexcept = default;
  annotated_ptr &operator=(const annotated_ptr &) noexcept = default;
  explicit annotated_ptr(T *pointer, const typename base::list & = {}) noexcept
      : pointer_(pointer) {}
  template <class... Values, typename base::template if_values<Values...> = 0>
  explicit annotated_ptr(T *pointer, Values... values) noexcept
      : annotated_ptr(pointer, Properties(values...)) {}
  template <class U, class P>
  explicit annotated_ptr(const annotated_ptr<U, P> &o) noexcept : pointer_(o.get()) {
    base::template check_superset<P>();
  }
  template <class U, class A, class B>
  explicit annotated_ptr(const annotated_ptr<U, A> &o, properties<B>) noexcept : pointer_(o.get()) {
    base::template check_merged<A, properties<B>>();
  }

  reference operator*() const noexcept { return reference(pointer_); }
  reference operator[](ptrdiff_t i) const noexcept { return reference(pointer_ + i); }
  annotated_ptr operator+(size_t n) const noexcept { return annotated_ptr(pointer_ + n); }
  ptrdiff_t operator-(annotated_ptr from) const noexcept { return pointer_ - from.pointer_; }
  explicit operator bool() const noexcept { return pointer_ != nullptr; }
  operator T *() const noexcept = delete;
  T *get() const noexcept { return pointer_; }
  annotated_ptr &operator++() noexcept {
    ++pointer_;
    return *this;
  }
  annotated_ptr operator++(int) noexcept { return annotated_ptr(pointer_++); }
  annotated_ptr &operator--() noexcept {
    --pointer_;
    return *this;
  }
  annotated_ptr operator--(int) noexcept { return annotated_ptr(pointer_--); }

private:
  T *pointer_ = nullptr;
};
template <class T, class... Values, std::enable_if_t<(is_property_value_v<Values> && ...), int> = 0>
annotated_ptr(T *, Values...) -> annotated_ptr<T, decltype(properties{Values()...})>;
template <class T, class List>
annotated_ptr(T *, properties<List>) -> annotated_ptr<T, properties<List>>;
template <class T, class A, class B, std::enable_if_t<is_property_list_v<B>, int> = 0>
annotated_ptr(annotated_ptr<T, A>, B) -> annotated_ptr<T, properties_detail::merged<A, B>>;

/* ---- Arguments ---- */
template <class T, class Properties = empty_properties_t>
class annotated_arg : public annotated<Properties> {
  using base = annotated<Properties>;

public:
  annotated_arg() noexcept = default;
  annotated_arg(const annotated_arg &) = default;
  annotated_arg &operator=(const annotated_arg &) = default;
  annotated_arg(const T &value, const typename base::list & = {}) noexcept : value_(value) {}
  template <class... Values, typename base::template if_values<Values...> = 0>
  annotated_arg(const T &value, Values... values) noexcept
      : annotated_arg(value, Properties(values...)) {}
  template <class U, class P>
  explicit annotated_arg(const annotated_arg<U, P> &o) noexcept
      : value_(static_cast<const U &>(o)) {
    base::template check_superset<P>();
  }
  template <class U, class A, class B>
  explicit annotated_arg(const annotated_arg<U, A> &o, properties<B>) noexcept
      : value_(static_cast<const U &>(o)) {
    base::template check_merged<A, properties<B>>();
  }

  operator T &() noexcept { return value_; }
  operator const T &() const noexcept { return value_; }
  template <class U = T, std::enable_if_t<std::is_pointer_v<U>, int> = 0>
  U operator->() const noexcept {
    return value_;
  }
  /* A pointer has the built-in one. */
  template <class U = T, std::enable_if_t<!std::is_pointer_v<U>, int> = 0>
  auto operator[](ptrdiff_t i) const noexcept -> decltype(std::declval<const U &>()[i]) {
    return value_[i];
  }

private:
  T value_{};
};
template <class T, class... Values, std::enable_if_t<(is_property_value_v<Values> && ...), int> = 0>
annotated_arg(T, Values...) -> annotated_arg<T, decltype(properties{Values()...})>;
template <class T, class List>
annotated_arg(T, properties<List>) -> annotated_arg<T, properties<List>>;
template <class T, class A, class B, std::enable_if_t<is_property_list_v<B>, int> = 0>
annotated_arg(annotated_arg<T, A>, B) -> annotated_arg<T, properties_detail::merged<A, B>>;

} // namespace sycl::ext::oneapi::experimental

template <class T, class P>
struct sycl::is_device_copyable<sycl::ext::oneapi::experimental::annotated_arg<T, P>>
    : sycl::is_device_copyable<T> {};

#endif
