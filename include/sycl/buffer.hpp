/* buffer: memory that the runtime brings to where commands need it. SYCL 2020, 4.7.2.
 *
 * The runtime allocates host memory itself; the allocator is kept and answered, not called. */
#ifndef FALX_SYCL_BUFFER_HPP
#define FALX_SYCL_BUFFER_HPP

#include <string> // with it std::allocator and iterators, much cheaper than <memory>, <iterator>

#include <sycl/access.hpp>
#include <sycl/detail/handle.hpp>
#include <sycl/detail/smart.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/id.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

class handler;
template <class T> using buffer_allocator = std::allocator<T>;

template <class T, int D = 1, access_mode Mode = detail::default_mode<T>,
          target Target = target::device,
          access::placeholder Placeholder = access::placeholder::false_t,
          class Properties = ext::oneapi::accessor_property_list<>>
class accessor;
template <class T, int D = 1, access_mode Mode = detail::default_mode<T>, bool InTask = false>
class host_accessor;

namespace detail {
template <class C, class T, class = void> inline constexpr bool is_container_of = false;
template <class C, class T>
inline constexpr bool is_container_of<
    C, T,
    std::enable_if_t<std::is_convertible_v<decltype(std::data(std::declval<C &>())), const T *> &&
                     std::is_integral_v<decltype(std::size(std::declval<C &>()))> &&
                     !std::is_array_v<C>>> = true;
template <class C>
using element_of =
    std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>>;
template <class I, class = void> inline constexpr bool is_iterator = false;
template <class I>
inline constexpr bool
    is_iterator<I, std::void_t<typename std::iterator_traits<I>::iterator_category>> = true;
template <class A, class = void> inline constexpr bool is_allocator = false;
template <class A>
inline constexpr bool
    is_allocator<A, std::void_t<decltype(std::declval<A &>().allocate(size_t(1)))>> = true;
} // namespace detail

template <class T, int D = 1, class Allocator = buffer_allocator<std::remove_const_t<T>>>
class buffer : public detail::owner_order<buffer<T, D, Allocator>> {
  static_assert(1 <= D && D <= 3, "a buffer has one, two or three dimensions");
  static_assert(is_device_copyable_v<T>,
                "the elements of a buffer are copied to devices byte by byte: specialise "
                "sycl::is_device_copyable for a type that may be");
  template <int N> using if_linear = std::enable_if_t<N == 1, int>;
  struct none;
  using writable = std::conditional_t<std::is_const_v<T>, none, T>;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using allocator_type = Allocator;

  /* ---- Construction: 4.7.2.1 ---- */
  buffer(const range<D> &r, const property_list &properties = {})
      : buffer(r, Allocator(), properties) {}
  buffer(const range<D> &r, Allocator allocator, const property_list &properties = {})
      : buffer(r, nullptr, 0, allocator, properties) {}

  buffer(writable *data, const range<D> &r, const property_list &properties = {})
      : buffer(data, r, Allocator(), properties) {}
  buffer(writable *data, const range<D> &r, Allocator allocator,
         const property_list &properties = {})
      : buffer(r, data, 0, allocator, properties) {}
  /* Templates, so that nullptr is data that may be written. */
  template <int N = D>
  buffer(const T *data, const range<D> &r, const property_list &properties = {})
      : buffer(data, r, Allocator(), properties) {}
  template <int N = D>
  buffer(const T *data, const range<D> &r, Allocator allocator,
         const property_list &properties = {})
      : buffer(r, const_cast<std::remove_const_t<T> *>(data), FALX_BUFFER_HOST_CONST, allocator,
               properties) {}

  template <class Container, int N = D, if_linear<N> = 0,
            std::enable_if_t<detail::is_container_of<Container, T>, int> = 0>
  buffer(Container &container, Allocator allocator, const property_list &properties = {})
      : buffer(std::data(container), range<1>(std::size(container)), allocator, properties) {}
  template <class Container, int N = D, if_linear<N> = 0,
            std::enable_if_t<detail::is_container_of<Container, T>, int> = 0>
  buffer(Container &container, const property_list &properties = {})
      : buffer(container, Allocator(), properties) {}

  /* std::shared_ptr<T> or std::shared_ptr<T[]>, which the buffer keeps. */
  template <class Pointer, std::enable_if_t<detail::is_shared_ptr<Pointer>, int> = 0>
  buffer(const Pointer &data, const range<D> &r, Allocator allocator,
         const property_list &properties = {})
      : buffer(static_cast<T *>(data.get()), r, allocator, properties) {
    own(data);
  }
  template <class Pointer, std::enable_if_t<detail::is_shared_ptr<Pointer>, int> = 0>
  buffer(const Pointer &data, const range<D> &r, const property_list &properties = {})
      : buffer(data, r, Allocator(), properties) {}

  template <class Iterator, int N = D, if_linear<N> = 0,
            std::enable_if_t<detail::is_iterator<Iterator>, int> = 0>
  buffer(Iterator first, Iterator last, Allocator allocator, const property_list &properties = {})
      : buffer(range<1>(static_cast<size_t>(std::distance(first, last))), nullptr, 0, allocator,
               properties) {
    if (size() == 0)
      return;
    const host_write content(raw());
    for (auto *element = static_cast<std::remove_const_t<T> *>(content.to); first != last; ++first)
      ::new (static_cast<void *>(element++)) std::remove_const_t<T>(*first);
  }
  template <class Iterator, int N = D, if_linear<N> = 0,
            std::enable_if_t<detail::is_iterator<Iterator>, int> = 0>
  buffer(Iterator first, Iterator last, const property_list &properties = {})
      : buffer(first, last, Allocator(), properties) {}

  /* A sub-buffer: a contiguous part of a buffer that is not a sub-buffer itself. */
  buffer(buffer &whole, const id<D> &first, const range<D> &r)
      : range_(r), properties_(whole.properties_), allocator_(whole.allocator_), is_sub_(true) {
    if (whole.is_sub_)
      detail::throw_error(errc::invalid, "a sub-buffer cannot be made from a sub-buffer");
    for (int d = 0; d < D; ++d)
      if (first[d] > whole.range_[d] || r[d] > whole.range_[d] - first[d])
        detail::check(falx_error_set(FALX_ERROR_INVALID, nullptr,
                                     "a sub-buffer of %zu elements from %zu on in dimension %d "
                                     "passes the end of its buffer, which has %zu",
                                     r[d], first[d], d, whole.range_[d]));
    bool is_row = true; // what moves slower than d does not move at all
    for (int d = 0; d + 1 < D; ++d) {
      is_row &= r[d] == 1;
      if (!is_row && r[d + 1] != whole.range_[d + 1])
        detail::throw_error(errc::invalid, "a sub-buffer has to be contiguous in memory");
    }
    falx_buffer_t made;
    detail::check(falx_buffer_create_sub(
        whole.raw(), detail::linear(first, whole.range_) * sizeof(T), r.size() * sizeof(T), &made));
    raw_ = object(made);
  }

  buffer(const buffer &) = default;
  buffer(buffer &&) = default;
  buffer &operator=(const buffer &) = default;
  buffer &operator=(buffer &&) = default;
  FALX_CALLED ~buffer() = default;

  /* ---- Queries ---- */
  range<D> get_range() const { return range_; }
  size_t size() const noexcept { return range_.size(); }
  size_t byte_size() const noexcept { return size() * sizeof(T); }
  FALX_DEPRECATED("use size()") size_t get_count() const { return size(); }
  FALX_DEPRECATED("use byte_size()") size_t get_size() const { return byte_size(); }
  Allocator get_allocator() const { return allocator_; }
  bool is_sub_buffer() const { return is_sub_; }
  template <class P> bool has_property() const noexcept {
    return properties_.template has_property<P>();
  }
  template <class P> P get_property() const { return properties_.template get_property<P>(); }

  /* ---- Access: bodies in accessor.hpp and host_accessor.hpp ---- */
  /* In a command group, the deprecated target host_buffer is for host tasks. */
  template <access_mode Mode, target Target>
  using access_in_command =
      accessor<T, D, Mode, Target == detail::target_host_buffer ? target::host_task : Target>;
  template <access_mode Mode, target Target = target::device>
  access_in_command<Mode, Target> get_access(handler &h) {
    return access_in_command<Mode, Target>(*this, h);
  }
  template <access_mode Mode, target Target = target::device>
  access_in_command<Mode, Target> get_access(handler &h, range<D> r, id<D> offset = {}) {
    return access_in_command<Mode, Target>(*this, h, r, offset);
  }
  template <access_mode Mode>
  FALX_DEPRECATED("use get_host_access")
  accessor<T, D, Mode, detail::target_host_buffer> get_access() {
    return accessor<T, D, Mode, detail::target_host_buffer>(*this);
  }
  template <access_mode Mode>
  FALX_DEPRECATED("use get_host_access")
  accessor<T, D, Mode, detail::target_host_buffer> get_access(range<D> r, id<D> offset = {}) {
    return accessor<T, D, Mode, detail::target_host_buffer>(*this, r, offset);
  }
  template <class... A> auto get_access(handler &h, const A &...arguments);
  template <class... A> auto get_access(const A &...arguments);
  template <class... A> auto get_host_access(const A &...arguments);
  template <class... A>
  FALX_DEPRECATED("use get_access with sycl::read_only_host_task and its like")
  auto get_host_access(handler &h, const A &...arguments);

  /* ---- The end: 4.7.2.3 ---- */
  /* To is a pointer, an output iterator, a weak_ptr, or nullptr for no write-back. */
  template <class To = std::nullptr_t, std::enable_if_t<!detail::is_container_of<To, T>, int> = 0>
  void set_final_data(To to = nullptr) {
    if constexpr (std::is_null_pointer_v<To>)
      falx_buffer_set_write_back(raw(), nullptr, nullptr, nullptr);
    else
      falx_buffer_set_write_back(
          raw(),
          [](void *user, const void *data, size_t bytes) {
            write(*static_cast<To *>(user), static_cast<const T *>(data), bytes / sizeof(T));
          },
          new To(to), [](void *user) { delete static_cast<To *>(user); });
  }
  /* Container must live longer than the buffer and have room for its elements. */
  template <class Container, std::enable_if_t<detail::is_container_of<Container, T>, int> = 0>
  void set_final_data(Container &container) {
    set_final_data(std::begin(container));
  }
  void set_write_back(bool is_on = true) { falx_buffer_disable_write_back(raw(), !is_on); }

  /* ---- Other views of the same memory: 4.7.2.4 ---- */
  template <class U, int M>
  buffer<U, M,
         typename std::allocator_traits<Allocator>::template rebind_alloc<std::remove_const_t<U>>>
  reinterpret(const range<M> &r) const {
    const size_t bytes = detail::bytes_for(r, sizeof(U));
    if (bytes != byte_size())
      detail::check(falx_error_set(FALX_ERROR_INVALID, nullptr,
                                   "reinterpret: the new range has another size in bytes, %zu, "
                                   "than the buffer, %zu",
                                   bytes, byte_size()));
    return {raw_, r, properties_, is_sub_};
  }
  template <class U, int M = D,
            std::enable_if_t<M == 1 || (M == D && sizeof(U) == sizeof(T)), int> = 0>
  auto reinterpret() const {
    if constexpr (sizeof(U) == sizeof(T) && M == D)
      return reinterpret<U, M>(range_);
    else
      return reinterpret<U, 1>(range<1>(byte_size() / sizeof(U)));
  }

  friend bool operator==(const buffer &a, const buffer &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const buffer &a, const buffer &b) { return a.raw_ != b.raw_; }

private:
  friend struct detail::impl;
  friend struct std::hash<buffer>;
  template <class, int, class> friend class buffer;
  using object = detail::handle<falx_buffer_t, falx_buffer_retain, falx_buffer_release>;

  buffer(const range<D> &r, void *data, uint32_t flags, const Allocator &allocator,
         const property_list &properties)
      : range_(r), properties_(properties), allocator_(allocator) {
    falx_buffer_options options = FALX_INIT(falx_buffer_options);
    options.bytes = detail::bytes_for(r, sizeof(T));
    options.alignment = alignof(T);
    options.host_data = data;
    options.flags = flags;
    if (data && properties.has_property<property::buffer::use_host_ptr>())
      options.flags |= FALX_BUFFER_USE_HOST_PTR;
    options.context = detail::impl::raw(properties);
    falx_buffer_t made;
    detail::check(falx_buffer_create(&options, &made));
    raw_ = object(made);
  }
  buffer(const object &raw, const range<D> &r, const property_list &properties, bool is_sub)
      : raw_(raw), range_(r), properties_(properties), is_sub_(is_sub) {}
  falx_buffer_t raw() const { return raw_.get(); }

  /* Reading from an iterator may throw. */
  struct host_write {
    falx_buffer_t buffer;
    void *to;
    explicit host_write(falx_buffer_t b) : buffer(b) {
      detail::check(falx_buffer_host_acquire(buffer, FALX_ACCESS_DISCARD_WRITE, &to));
    }
    host_write(const host_write &) = delete;
    host_write &operator=(const host_write &) = delete;
    ~host_write() { falx_buffer_host_release(buffer, FALX_ACCESS_DISCARD_WRITE); }
  };

  template <class Owner> void own(const Owner &owner) {
    falx_buffer_set_user_data(raw(), new Owner(owner),
                              [](void *o) { delete static_cast<Owner *>(o); });
  }
  template <class To> static void write(To &to, const T *data, size_t count) {
    if constexpr (detail::is_weak_ptr<To>) {
      if (auto owner = to.lock())
        write(owner, data, count);
    } else if constexpr (std::is_same_v<To, void *>) {
      T *elements = static_cast<T *>(to);
      write(elements, data, count);
    } else if constexpr (detail::is_shared_ptr<To>) {
      for (size_t i = 0; i < count; ++i)
        to.get()[i] = data[i];
    } else {
      for (To at = to; count; --count, ++data, ++at)
        *at = *data;
    }
  }

  object raw_;
  range<D> range_;
  property_list properties_;
  Allocator allocator_;
  bool is_sub_ = false;
};
template <class T, int D, class A>
struct is_property_of<property::buffer::use_host_ptr, buffer<T, D, A>> : std::true_type {};
template <class T, int D, class A>
struct is_property_of<property::buffer::use_mutex, buffer<T, D, A>> : std::true_type {};
template <class T, int D, class A>
struct is_property_of<property::buffer::context_bound, buffer<T, D, A>> : std::true_type {};
template <class T, int D, class A>
struct is_property_of<property::buffer::mem_channel, buffer<T, D, A>> : std::true_type {};

template <
    class Iterator, class Allocator,
    std::enable_if_t<detail::is_iterator<Iterator> && detail::is_allocator<Allocator>, int> = 0>
buffer(Iterator, Iterator, Allocator, const property_list & = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, Allocator>;
template <class Iterator, std::enable_if_t<detail::is_iterator<Iterator>, int> = 0>
buffer(Iterator, Iterator, const property_list & = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class T, int D, class Allocator,
          std::enable_if_t<detail::is_allocator<Allocator>, int> = 0>
buffer(const T *, const range<D> &, Allocator, const property_list & = {})
    -> buffer<T, D, Allocator>;
template <class T, int D>
buffer(const T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T> buffer(const T *, size_t, const property_list & = {}) -> buffer<T, 1>;
template <
    class Pointer, int D, class Allocator,
    std::enable_if_t<detail::is_shared_ptr<Pointer> && detail::is_allocator<Allocator>, int> = 0>
buffer(const Pointer &, const range<D> &, Allocator, const property_list & = {})
    -> buffer<typename Pointer::element_type, D, Allocator>;
template <class Pointer, int D, std::enable_if_t<detail::is_shared_ptr<Pointer>, int> = 0>
buffer(const Pointer &, const range<D> &, const property_list & = {})
    -> buffer<typename Pointer::element_type, D>;
template <class Container, class Allocator, class T = detail::element_of<Container>,
          std::enable_if_t<detail::is_allocator<Allocator>, int> = 0>
buffer(Container &, Allocator, const property_list & = {}) -> buffer<T, 1, Allocator>;
template <class Container, class T = detail::element_of<Container>>
buffer(Container &, const property_list & = {}) -> buffer<T, 1>;

} // namespace sycl

template <class T, int D, class A> struct std::hash<sycl::buffer<T, D, A>> {
  size_t operator()(const sycl::buffer<T, D, A> &b) const noexcept {
    return reinterpret_cast<size_t>(b.raw()) >> 4;
  }
};

#endif
