/* host_accessor: a buffer's content on the host, for as long as a copy of the accessor lives.
 * SYCL 2020, 4.7.6.10. */
#ifndef FALX_SYCL_HOST_ACCESSOR_HPP
#define FALX_SYCL_HOST_ACCESSOR_HPP

#include <sycl/accessor.hpp>

namespace sycl {

namespace detail {
/* Given back with the last reference. Keeps the buffer alive. */
class host_hold : public counted {
public:
  host_hold(falx_buffer_t buffer, uint32_t mode) : buffer_(buffer), mode_(mode) {
    check(falx_buffer_host_acquire(buffer, mode, &pointer_));
    falx_buffer_retain(buffer);
  }
  void *pointer() const { return pointer_; }
  static void retain(host_hold *hold) { counted::retain(hold); }
  static void release(host_hold *hold) { counted::release(hold); }

private:
  void end() override {
    falx_buffer_host_release(buffer_, mode_);
    falx_buffer_release(buffer_);
  }

  falx_buffer_t buffer_;
  uint32_t mode_;
  void *pointer_;
};
} // namespace detail

template <class T, int D, access_mode Mode, bool InTask>
class host_accessor
    : public detail::elements<host_accessor<T, D, Mode, InTask>,
                              std::conditional_t<Mode == access_mode::read, const T, T>, D>,
      public detail::owner_order<host_accessor<T, D, Mode, InTask>> {
  static_assert(Mode != detail::mode_atomic,
                "access_mode::atomic is for accessors of device and local memory: use read_write "
                "and sycl::atomic_ref");
  static constexpr int N = detail::layout_dimensions(D);
  using tag = detail::mode_tag<Mode, target::device>;
  using interface =
      detail::elements<host_accessor, std::conditional_t<Mode == access_mode::read, const T, T>, D>;
  template <class U> using if_element = std::enable_if_t<detail::is_same_element<U, T>, int>;
  template <int M> using if_scalar = std::enable_if_t<M == 0, int>;

public:
  static constexpr int dimensions = D;
  using typename interface::reference;
  using typename interface::value_type;

  host_accessor() = default;
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED host_accessor(buffer<U, N, A> &b, const property_list &p = {}) {
    set(b, p, detail::reach<D>(b.get_range()));
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED host_accessor(buffer<U, N, A> &b, tag, const property_list &p = {}) {
    set(b, p, detail::reach<D>(b.get_range()));
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED host_accessor(buffer<U, N, A> &b, range<N> r, const property_list &p = {}) {
    set(b, p, r);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED host_accessor(buffer<U, N, A> &b, range<N> r, tag, const property_list &p = {}) {
    set(b, p, r);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED host_accessor(buffer<U, N, A> &b, range<N> r, id<N> first,
                            const property_list &p = {}) {
    set(b, p, r, first);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED host_accessor(buffer<U, N, A> &b, range<N> r, id<N> first, tag,
                            const property_list &p = {}) {
    set(b, p, r, first);
  }
  template <class U, access_mode From, if_element<U> = 0,
            std::enable_if_t<Mode == access_mode::read &&
                                 (From == access_mode::read || From == access_mode::read_write),
                             int> = 0>
  host_accessor(const host_accessor<U, D, From> &o)
      : hold_(o.hold_), base_(o.base_), box_(o.box_), memory_(o.memory_), first_(o.first_) {}

  range<N> get_range() const noexcept { return box_; }
  id<N> get_offset() const noexcept { return first_; }
  value_type *get_pointer() const noexcept { return base_; }
  template <class P> bool has_property() const noexcept {
    return std::is_same_v<P, property::no_init> && has_no_init_;
  }
  template <class P> P get_property() const {
    if (!has_property<P>())
      detail::throw_error(errc::invalid, "the accessor has no such property");
    return P{};
  }
  void swap(host_accessor &o) noexcept {
    host_accessor mine = *this;
    *this = o;
    o = mine;
  }

  template <int M = D, if_scalar<M> = 0> operator reference() const { return *base_; }
  template <int M = D, if_scalar<M> = 0>
  const host_accessor &operator=(const value_type &value) const {
    *base_ = value;
    return *this;
  }

  friend bool operator==(const host_accessor &a, const host_accessor &b) {
    return a.hold_ == b.hold_ && a.box_ == b.box_ && a.first_ == b.first_;
  }
  friend bool operator!=(const host_accessor &a, const host_accessor &b) { return !(a == b); }

private:
  friend interface;
  friend struct detail::impl;
  friend struct std::hash<host_accessor>;
  template <class, int, access_mode, bool> friend class host_accessor;

  value_type *base() const { return base_; }
  const range<N> &box() const { return box_; }
  const range<N> &memory() const { return memory_; }
  const id<N> &first() const { return first_; }

  template <class B>
  void set(const B &b, const property_list &p, const range<N> &r, const id<N> &first = {}) {
    has_no_init_ = p.has_property<property::no_init>();
    box_ = r;
    memory_ = b.get_range();
    first_ = first;
    detail::check_box(r, memory_, first, Mode == access_mode::read, has_no_init_);
    hold_ = hold(new detail::host_hold(detail::impl::raw(b),
                                       detail::falx_mode(Mode, has_no_init_, box_ == memory_)));
    base_ = static_cast<value_type *>(hold_.get()->pointer());
  }

  using hold =
      detail::handle<detail::host_hold *, detail::host_hold::retain, detail::host_hold::release>;
  hold hold_;
  value_type *base_ = nullptr;
  range<N> box_, memory_;
  id<N> first_;
  bool has_no_init_ = false;
};
template <class T, int D, access_mode M>
struct is_property_of<property::no_init, host_accessor<T, D, M>> : std::true_type {};

/* Deprecated: of the provisional SYCL 2020, where a handler makes it an accessor of a host task.
 * Guides alone select this form. */
template <class T, int D, access_mode Mode>
class host_accessor<T, D, Mode, true> : public accessor<T, D, Mode, target::host_task> {
  using task = accessor<T, D, Mode, target::host_task>;
  using tag = detail::mode_tag<Mode, target::device>;

public:
#define FALX_IN_TASK                                                                               \
  FALX_DEPRECATED("use sycl::accessor with sycl::read_only_host_task and its like")
#define FALX_IN_TASK_CONSTRUCTORS(parameters, arguments)                                           \
  template <class A>                                                                               \
  FALX_IN_TASK host_accessor(buffer<T, D, A> &b, handler &h parameters,                            \
                             const property_list &p = {})                                          \
      : task(b, h arguments, p) {}                                                                 \
  template <class A>                                                                               \
  FALX_IN_TASK host_accessor(buffer<T, D, A> &b, handler &h parameters, tag,                       \
                             const property_list &p = {})                                          \
      : task(b, h arguments, p) {}
  FALX_IN_TASK_CONSTRUCTORS(, )
  FALX_IN_TASK_CONSTRUCTORS(FALX_COMMA range<D> r, FALX_COMMA r)
  FALX_IN_TASK_CONSTRUCTORS(FALX_COMMA range<D> r FALX_COMMA id<D> first,
                            FALX_COMMA r FALX_COMMA first)
#undef FALX_IN_TASK_CONSTRUCTORS
#undef FALX_IN_TASK
};

#define FALX_HOST_ACCESSOR_GUIDES(...)                                                             \
  template <class T, int D, class A>                                                               \
  host_accessor(buffer<T, D, A> &__VA_ARGS__, const property_list & = {}) -> host_accessor<T, D>;  \
  template <class T, int D, class A>                                                               \
  host_accessor(buffer<T, D, A> &, handler &__VA_ARGS__, const property_list & = {})               \
      -> host_accessor<T, D, detail::default_mode<T>, true>;                                       \
  template <class T, int D, class A, access_mode M>                                                \
  host_accessor(buffer<T, D, A> &, handler &__VA_ARGS__, detail::mode_tag<M, target::device>,      \
                const property_list & = {}) -> host_accessor<T, D, M, true>;                       \
  template <class T, int D, class A, access_mode M>                                                \
  host_accessor(buffer<T, D, A> &__VA_ARGS__, detail::mode_tag<M, target::device>,                 \
                const property_list & = {}) -> host_accessor<T, D, M>;
FALX_HOST_ACCESSOR_GUIDES()
FALX_HOST_ACCESSOR_GUIDES(FALX_COMMA detail::given<range<D>>)
FALX_HOST_ACCESSOR_GUIDES(FALX_COMMA detail::given<range<D>> FALX_COMMA detail::given<id<D>>)
#undef FALX_HOST_ACCESSOR_GUIDES
#undef FALX_COMMA

/* Deprecated: buffer::get_access without a handler. */
template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, detail::target_host_buffer, P> : public host_accessor<T, D, Mode> {
public:
  using host_accessor<T, D, Mode>::host_accessor;
  accessor() = default;
  accessor(const host_accessor<T, D, Mode> &o) : host_accessor<T, D, Mode>(o) {}
  bool is_placeholder() const noexcept { return false; }
};
template <class T, int D, access_mode M>
accessor(host_accessor<T, D, M>) -> accessor<T, D, M, detail::target_host_buffer>;

template <class T, int D, class Allocator>
template <class... A>
auto buffer<T, D, Allocator>::get_host_access(const A &...arguments) {
  return host_accessor(*this, arguments...);
}
template <class T, int D, class Allocator>
template <class... A>
auto buffer<T, D, Allocator>::get_host_access(handler &h, const A &...arguments) {
  return host_accessor(*this, h, arguments...);
}

} // namespace sycl

template <class T, int D, sycl::access_mode M> struct std::hash<sycl::host_accessor<T, D, M>> {
  size_t operator()(const sycl::host_accessor<T, D, M> &a) const noexcept {
    return reinterpret_cast<size_t>(a.hold_.get()) >> 4;
  }
};
template <class T, int D, sycl::access_mode M, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, sycl::detail::target_host_buffer, P>>
    : std::hash<sycl::host_accessor<T, D, M>> {};

#endif
