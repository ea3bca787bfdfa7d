/* accessor: a command's use of a buffer. SYCL 2020, 4.7.6.9.
 *
 * Captured by a kernel, an accessor becomes four kernel arguments (docs/ir.md, special types).
 * Until then, on the host, the place of the data pointer holds the buffer's handle: an accessor
 * keeps nothing alive. Programs with weak objects count its copies there; in kernels it is
 * trivially copyable. */
#ifndef FALX_SYCL_ACCESSOR_HPP
#define FALX_SYCL_ACCESSOR_HPP

#include <sycl/buffer.hpp>
#include <sycl/detail/elements.hpp>
#include <sycl/detail/identity.hpp>
#include <sycl/ext/oneapi/accessor_properties.hpp>
#include <sycl/handler.hpp>

namespace sycl {

namespace detail {

#ifdef __SYCL_DEVICE_ONLY__
#define FALX_ACCESSOR_INIT(D)                                                                      \
  extern "C" [[clang::sycl_external]] inline void __falx_accessor_##D##_init(                      \
      __falx_accessor_##D *self, void *data, const range<D> *box, const range<D> *memory,          \
      const id<D> *first) {                                                                        \
    self->data_ = data;                                                                            \
    self->box_ = *box;                                                                             \
    self->memory_ = *memory;                                                                       \
    self->first_ = *first;                                                                         \
  }
#else
#define FALX_ACCESSOR_INIT(D)
#endif
#define FALX_ACCESSOR_LAYOUT(D)                                                                    \
  struct __falx_accessor_##D {                                                                     \
    void *data_ = nullptr; /* host: the falx_buffer_t */                                           \
    range<D> box_, memory_;                                                                        \
    id<D> first_;                                                                                  \
  };                                                                                               \
  FALX_ACCESSOR_INIT(D)                                                                            \
  template <> struct accessor_layout<D> {                                                          \
    using type = __falx_accessor_##D;                                                              \
  };
template <int D> struct accessor_layout;
FALX_ACCESSOR_LAYOUT(1)
FALX_ACCESSOR_LAYOUT(2)
FALX_ACCESSOR_LAYOUT(3)
#undef FALX_ACCESSOR_LAYOUT
#undef FALX_ACCESSOR_INIT

/* Of a host task. The pointer is asked for at the first use, when the task runs. Kernels compile
 * with such an accessor, for branches that they never take; there the pointer stays NULL. */
template <int D> struct host_task_layout {
  void *data_ = nullptr;
  range<D> box_, memory_;
  id<D> first_;
  mutable void *pointer_ = nullptr;

  void *pointer() const {
#ifdef __SYCL_DEVICE_ONLY__
    return pointer_;
#else
    void *p = __atomic_load_n(&pointer_, __ATOMIC_RELAXED);
    if (__builtin_expect(!p, 0)) {
      p = falx_buffer_host_pointer(static_cast<falx_buffer_t>(data_));
      __atomic_store_n(&pointer_, p, __ATOMIC_RELAXED);
    }
    return p;
#endif
  }
};

enum accessor_flags : uint32_t { accessor_no_init = 1, accessor_placeholder = 2 };

constexpr bool is_discard(access_mode mode) {
  return mode == mode_discard_write || mode == mode_discard_read_write;
}

/* What the runtime is asked for. Content may be dropped only where all of it is in the box. */
constexpr uint32_t falx_mode(access_mode mode, bool has_no_init, bool is_whole) {
  if (mode == access_mode::read)
    return FALX_ACCESS_READ;
  if (is_whole && (has_no_init || is_discard(mode)))
    return FALX_ACCESS_DISCARD_WRITE;
  return mode == access_mode::write || mode == mode_discard_write ? FALX_ACCESS_WRITE
                                                                  : FALX_ACCESS_READ_WRITE;
}

/* at: the submission, or NULL. */
template <int D>
void check_box(const range<D> &box, const range<D> &memory, const id<D> &first, bool is_read,
               bool has_no_init, const falx_location *at = nullptr) {
  for (int d = 0; d < D; ++d)
    if (first.v[d] > memory.v[d] || box.v[d] > memory.v[d] - first.v[d])
      check(falx_error_set(FALX_ERROR_INVALID, at,
                           "accessor: %zu elements from %zu on in dimension %d pass the end of the "
                           "buffer, which has %zu",
                           box.v[d], first.v[d], d, memory.v[d]));
  if (is_read && has_no_init)
    check(falx_error_set(FALX_ERROR_INVALID, at,
                         "accessor: no_init with read-only access: there would be nothing to "
                         "read; leave it out, or take write access"));
}

/* What handler asks an accessor. */
struct accessor_access {
  template <class A> static falx_buffer_t buffer(const A &a) {
    if (!a.data_)
      throw_error(errc::accessor, "the accessor was default-constructed: it stands for no buffer");
    return static_cast<falx_buffer_t>(a.data_);
  }
  template <class A> static uint32_t mode(const A &a) { return a.falx_mode(); }
  template <class A> static falx_region region(const A &a) {
    falx_region r{};
    r.buffer = buffer(a);
    r.element_size = sizeof(typename A::value_type);
    store(r.range, a.box_, 1);
    store(r.memory_range, a.memory_, 1);
    store(r.offset, a.first_, 0);
    return r;
  }
};

template <class From, class To>
inline constexpr bool is_same_element =
    std::is_same_v<std::remove_const_t<From>, std::remove_const_t<To>>;

} // namespace detail

template <class T, int D, access_mode Mode, target Target, access::placeholder Placeholder,
          class Properties>
class accessor
    : private std::conditional_t<
          Target == target::host_task, detail::host_task_layout<detail::layout_dimensions(D)>,
          typename detail::accessor_layout<detail::layout_dimensions(D)>::type>,
      public detail::elements<accessor<T, D, Mode, Target, Placeholder, Properties>,
                              std::conditional_t<Mode == access_mode::read, const T, T>, D>,
      public detail::owner_order<accessor<T, D, Mode, Target, Placeholder, Properties>> {
  static_assert(Mode != detail::mode_atomic,
                "access_mode::atomic is for accessors of device and local memory: use read_write "
                "and sycl::atomic_ref");
  static_assert(Mode == access_mode::read || !std::is_const_v<T>,
                "an accessor that writes cannot have a const element type");
  static constexpr int N = detail::layout_dimensions(D);
  static constexpr bool is_constant = Target == detail::target_constant_buffer;
  using tag = detail::mode_tag<Mode, is_constant ? target::device : Target>;
  using interface =
      detail::elements<accessor, std::conditional_t<Mode == access_mode::read, const T, T>, D>;
  template <class U> using if_element = std::enable_if_t<detail::is_same_element<U, T>, int>;
  template <int M> using if_scalar = std::enable_if_t<M == 0, int>;
  /* What may be given at the construction: without properties in its type, any property_list. */
  using list = std::conditional_t<std::is_same_v<Properties, ext::oneapi::accessor_property_list<>>,
                                  property_list, Properties>;
  template <class P>
  static constexpr bool is_static = ext::oneapi::is_compile_time_property<P>::value;
  template <class P> using if_static = std::enable_if_t<is_static<P>, int>;
  template <class P> using if_dynamic = std::enable_if_t<!is_static<P>, int>;

public:
  static constexpr int dimensions = D;
  using typename interface::reference;
  using typename interface::value_type;
  /* SYCL 1.2.1 points to constant memory without const. */
  template <access::decorated Decorated>
  using accessor_ptr =
      std::conditional_t<is_constant,
                         multi_ptr<T, access::address_space::constant_space, Decorated>,
                         multi_ptr<value_type, access::address_space::global_space, Decorated>>;

  /* ---- Construction. Without a handler: a placeholder, for handler::require. ---- */
  accessor() = default;
  accessor(const accessor &) = default;
  accessor &operator=(const accessor &) = default;

  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, const list &p = {}) {
    set(b, p).check(nullptr);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, tag, const list &p = {}) {
    set(b, p).check(nullptr);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, range<N> r, const list &p = {}) {
    set(b, p, r).check(nullptr);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, range<N> r, tag, const list &p = {}) {
    set(b, p, r).check(nullptr);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, range<N> r, id<N> first, const list &p = {}) {
    set(b, p, r, first).check(nullptr);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, range<N> r, id<N> first, tag, const list &p = {}) {
    set(b, p, r, first).check(nullptr);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, handler &h, const list &p = {}) {
    set(b, p).join(h);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, handler &h, tag, const list &p = {}) {
    set(b, p).join(h);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, handler &h, range<N> r, const list &p = {}) {
    set(b, p, r).join(h);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, handler &h, range<N> r, tag, const list &p = {}) {
    set(b, p, r).join(h);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, handler &h, range<N> r, id<N> first,
                       const list &p = {}) {
    set(b, p, r, first).join(h);
  }
  template <class U, class A, if_element<U> = 0>
  FALX_CALLED accessor(buffer<U, N, A> &b, handler &h, range<N> r, id<N> first, tag,
                       const list &p = {}) {
    set(b, p, r, first).join(h);
  }

  /* 4.7.6.9.1: to read-only access, and between const and not where both only read. */
  template <
      class U, access_mode From, access::placeholder P, class L, if_element<U> = 0,
      std::enable_if_t<((Mode == access_mode::read &&
                         (From == access_mode::read || From == access_mode::read_write)) ||
                        (Mode == From && (P != Placeholder || !std::is_same_v<L, Properties>))) &&
                           detail::has_same_properties<L, Properties>,
                       int> = 0>
  accessor(const accessor<U, D, From, Target, P, L> &o) {
    take(o);
  }

  /* ---- Queries ---- */
  range<N> get_range() const noexcept { return this->box_; }
  id<N> get_offset() const noexcept { return this->first_; }
  bool is_placeholder() const noexcept { return flags_ & detail::accessor_placeholder; }
  template <class P, if_dynamic<P> = 0> bool has_property() const noexcept {
    return std::is_same_v<P, property::no_init> && flags_ & detail::accessor_no_init;
  }
  template <class P, if_static<P> = 0> static constexpr bool has_property() {
    return Properties::template has_property<P>();
  }
  template <class P, if_static<P> = 0> static constexpr auto get_property() {
    return Properties::template get_property<P>();
  }
  template <class P, if_dynamic<P> = 0> P get_property() const {
    if (!has_property<P>())
      detail::throw_error(errc::invalid, "the accessor has no such property");
    return P{};
  }
  void swap(accessor &o) noexcept {
    accessor mine = *this;
    *this = o;
    o = mine;
  }

  /* ---- The buffer's first element, whatever the offset ---- */
  auto get_pointer() const noexcept {
    if constexpr (Target == target::host_task)
      return base();
    else
      return get_multi_ptr<access::decorated::legacy>();
  }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    if constexpr (is_constant)
      return accessor_ptr<Decorated>(const_cast<T *>(base_or_null()));
    else
      return accessor_ptr<Decorated>(base());
  }

  /* ---- Without dimensions: the element itself ---- */
  template <int M = D, if_scalar<M> = 0> operator reference() const { return *base(); }
  template <int M = D, if_scalar<M> = 0> const accessor &operator=(const value_type &value) const {
    *base() = value;
    return *this;
  }

  friend bool operator==(const accessor &a, const accessor &b) {
    return a.data_ == b.data_ && a.box_ == b.box_ && a.memory_ == b.memory_ &&
           a.first_ == b.first_ && a.flags_ == b.flags_;
  }
  friend bool operator!=(const accessor &a, const accessor &b) { return !(a == b); }

private:
  friend interface;
  friend struct detail::impl;
  friend struct detail::accessor_access;
  friend struct std::hash<accessor>;
  template <class, int, access_mode, target, access::placeholder, class> friend class accessor;

  FALX_INLINE value_type *base() const {
    if constexpr (Target == target::host_task) {
      return static_cast<value_type *>(this->pointer());
    } else {
#ifdef __SYCL_DEVICE_ONLY__
      return static_cast<value_type *>(this->data_);
#else
      /* In a host task, where the device works in the host's memory: on native_cpu. */
      void *memory;
      detail::check(
          falx_buffer_task_pointer(static_cast<falx_buffer_t>(this->data_), true, &memory));
      return static_cast<value_type *>(memory);
#endif
    }
  }
  /* Of constant memory. Programs written for SYCL 1.2.1 ask in the command group, too. */
  FALX_INLINE value_type *base_or_null() const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return base();
#else
    void *memory = nullptr;
    const bool is_there = falx_buffer_task_pointer(static_cast<falx_buffer_t>(this->data_), true,
                                                   &memory) == FALX_SUCCESS;
    return is_there ? static_cast<value_type *>(memory) : nullptr;
#endif
  }
  FALX_INLINE const range<N> &box() const { return this->box_; }
  FALX_INLINE const range<N> &memory() const { return this->memory_; }
  FALX_INLINE const id<N> &first() const { return this->first_; }

  template <class B> accessor &set(const B &b, const list &p) {
    return set(b, p, detail::reach<D>(b.get_range()));
  }
  template <class B>
  accessor &set(const B &b, const list &p, const range<N> &r, const id<N> &first = {}) {
    this->data_ = detail::impl::raw(b);
    identity_ = detail::object_identity(
        detail::are_copies_counted()
            ? detail::counted_word()
            : detail::number_word(reinterpret_cast<uintptr_t>(this->data_)));
    this->box_ = r;
    this->memory_ = b.get_range();
    this->first_ = first;
    flags_ = detail::accessor_placeholder;
    if (p.template has_property<property::no_init>())
      flags_ |= detail::accessor_no_init;
    return *this;
  }
  void check(const falx_location *at) const {
    detail::check_box(this->box_, this->memory_, this->first_, Mode == access_mode::read,
                      flags_ & detail::accessor_no_init, at);
  }
  void join(handler &h) {
    check(detail::impl::location(h));
    flags_ &= ~uint32_t(detail::accessor_placeholder);
    h.require(*this);
  }
  template <class O> void take(const O &o) {
    this->data_ = o.data_;
    this->box_ = o.box_;
    this->memory_ = o.memory_;
    this->first_ = o.first_;
    flags_ = o.flags_;
    identity_ = o.identity_;
  }
  uint32_t falx_mode() const {
    return detail::falx_mode(Mode, flags_ & detail::accessor_no_init, this->box_ == this->memory_) |
           uint32_t(Target == target::host_task ? 0u : uint32_t(FALX_ACCESS_ON_DEVICE));
  }

  uint32_t flags_ = 0;
  detail::object_identity identity_;
};

template <class T, int D, access_mode M, target G, access::placeholder P, class L>
inline constexpr bool detail::is_accessor<accessor<T, D, M, G, P, L>> = true;
template <class T, int D, access_mode M, target G, access::placeholder P, class L>
struct is_property_of<property::no_init, accessor<T, D, M, G, P, L>> : std::true_type {};
template <class T, int D, access_mode M, target G, access::placeholder P, class L>
struct is_property_of<ext::oneapi::property::no_offset, accessor<T, D, M, G, P, L>>
    : std::true_type {};
template <class T, int D, access_mode M, target G, access::placeholder P, class L>
struct is_property_of<ext::oneapi::property::no_alias, accessor<T, D, M, G, P, L>>
    : std::true_type {};
template <class T, int D, access_mode M, target G, access::placeholder P, class L>
struct is_property_of<ext::intel::property::buffer_location, accessor<T, D, M, G, P, L>>
    : std::true_type {};
template <class T, int D, access_mode M, target G, access::placeholder P, class L>
struct is_device_copyable<accessor<T, D, M, G, P, L>> : std::true_type {};

/* ---- Deduction: from the buffer and the tag ---- */
#define FALX_ACCESSOR_GUIDES(...)                                                                  \
  template <class T, int D, class A>                                                               \
  accessor(buffer<T, D, A> &__VA_ARGS__, const property_list & = {}) -> accessor<T, D>;            \
  template <class T, int D, class A, access_mode M, target G>                                      \
  accessor(buffer<T, D, A> &__VA_ARGS__, detail::mode_tag<M, G>, const property_list & = {})       \
      -> accessor<T, D, M, G>;                                                                     \
  template <class T, int D, class A, class... I>                                                   \
  accessor(buffer<T, D, A> &__VA_ARGS__, const ext::oneapi::accessor_property_list<I...> &)        \
      -> accessor<T, D, detail::default_mode<T>, target::device, access::placeholder::false_t,     \
                  ext::oneapi::accessor_property_list<I...>>;                                      \
  template <class T, int D, class A, access_mode M, target G, class... I>                          \
  accessor(buffer<T, D, A> &__VA_ARGS__, detail::mode_tag<M, G>,                                   \
           const ext::oneapi::accessor_property_list<I...> &)                                      \
      -> accessor<T, D, M, G, access::placeholder::false_t,                                        \
                  ext::oneapi::accessor_property_list<I...>>;
#define FALX_COMMA ,
FALX_ACCESSOR_GUIDES()
FALX_ACCESSOR_GUIDES(FALX_COMMA detail::given<range<D>>)
FALX_ACCESSOR_GUIDES(FALX_COMMA detail::given<range<D>> FALX_COMMA detail::given<id<D>>)
FALX_ACCESSOR_GUIDES(FALX_COMMA handler &)
FALX_ACCESSOR_GUIDES(FALX_COMMA handler &FALX_COMMA detail::given<range<D>>)
FALX_ACCESSOR_GUIDES(
    FALX_COMMA handler &FALX_COMMA detail::given<range<D>> FALX_COMMA detail::given<id<D>>)
#undef FALX_ACCESSOR_GUIDES

template <class T, int D, access_mode M, access::placeholder P, class L>
multi_ptr(const accessor<T, D, M, target::device, P, L> &)
    -> multi_ptr<typename accessor<T, D, M, target::device, P, L>::value_type,
                 access::address_space::global_space, access::decorated::no>;

template <class T, int D, class Allocator>
template <class... A>
auto buffer<T, D, Allocator>::get_access(handler &h, const A &...arguments) {
  return accessor(*this, h, arguments...);
}
template <class T, int D, class Allocator>
template <class... A>
auto buffer<T, D, Allocator>::get_access(const A &...arguments) {
  return accessor(*this, arguments...);
}

} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::target G, sycl::access::placeholder P, class L>
struct std::hash<sycl::accessor<T, D, M, G, P, L>> {
  size_t operator()(const sycl::accessor<T, D, M, G, P, L> &a) const noexcept {
    return reinterpret_cast<size_t>(a.data_) >> 4 ^ a.first_.v[0] << 7;
  }
};

#endif
