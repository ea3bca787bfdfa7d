/* Global variables of device code: sycl_ext_oneapi_device_global; docs/device-globals.md.
 *
 * Requirements DG-1 to DG-6 and DG-12. The first base holds the pointer, or the value where it is
 * image-scoped (DG-20); falx-post-link knows such variables by the names of these bases and by the
 * descriptor behind them. */
#ifndef FALX_SYCL_EXT_ONEAPI_DEVICE_GLOBAL_HPP
#define FALX_SYCL_EXT_ONEAPI_DEVICE_GLOBAL_HPP

#include <sycl/detail/graph.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

namespace sycl::ext::oneapi::experimental {

/* ---- Properties ---- */

struct device_image_scope_key {
  using value_t = property_value<device_image_scope_key>;
};
struct host_access_key {
  enum class access : uint16_t { read, write, read_write, none };
  template <access A>
  using value_t = property_value<host_access_key, std::integral_constant<access, A>>;
};
using host_access_enum = host_access_key::access;
struct init_mode_key {
  enum class trigger : uint16_t { reprogram, reset };
  template <trigger T>
  using value_t = property_value<init_mode_key, std::integral_constant<trigger, T>>;
};
using init_mode_enum = init_mode_key::trigger;
struct implement_in_csr_key {
  template <bool Enable>
  using value_t = property_value<implement_in_csr_key, std::bool_constant<Enable>>;
};

struct device_constant_key {
  using value_t = property_value<device_constant_key>;
};

inline constexpr device_image_scope_key::value_t device_image_scope;
inline constexpr device_constant_key::value_t device_constant;
template <host_access_enum A> inline constexpr host_access_key::value_t<A> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;
template <init_mode_enum T> inline constexpr init_mode_key::value_t<T> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;
template <bool Enable> inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

template <> struct is_property_key<device_image_scope_key> : std::true_type {};
template <> struct is_property_key<device_constant_key> : std::true_type {};
template <> struct is_property_key<host_access_key> : std::true_type {};
template <> struct is_property_key<init_mode_key> : std::true_type {};
template <> struct is_property_key<implement_in_csr_key> : std::true_type {};

template <class T, class Properties = empty_properties_t> class device_global;
template <class T, class P>
struct is_property_key_of<device_image_scope_key, device_global<T, P>> : std::true_type {};
template <class T, class P>
struct is_property_key_of<device_constant_key, device_global<T, P>> : std::true_type {};
template <class T, class P>
struct is_property_key_of<host_access_key, device_global<T, P>> : std::true_type {};
template <class T, class P>
struct is_property_key_of<init_mode_key, device_global<T, P>> : std::true_type {};
template <class T, class P>
struct is_property_key_of<implement_in_csr_key, device_global<T, P>> : std::true_type {};

} // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {

namespace dg = ext::oneapi::experimental;

template <class Properties> constexpr dg::host_access_enum host_access_of() {
  if constexpr (Properties::template has_property<dg::host_access_key>())
    return decltype(Properties::template get_property<dg::host_access_key>())::value;
  else
    return dg::host_access_enum::read_write;
}

/* The descriptor's fields for SPIR-V. */
template <class Properties> constexpr uint32_t host_access_number() {
  constexpr auto access = host_access_of<Properties>();
  return access == dg::host_access_enum::none    ? 0
         : access == dg::host_access_enum::read  ? 1
         : access == dg::host_access_enum::write ? 2
                                                 : 3;
}
template <class Properties, class Key> constexpr uint32_t number_and_1() {
  if constexpr (Properties::template has_property<Key>())
    return 1 + static_cast<uint32_t>(decltype(Properties::template get_property<Key>())::value);
  else
    return 0;
}
template <class T, class Properties>
constexpr falx_device_global_descriptor device_global_descriptor(bool is_scoped,
                                                                 uint32_t initial_offset) {
  return {sizeof(T),
          is_scoped,
          initial_offset,
          host_access_number<Properties>(),
          number_and_1<Properties, dg::init_mode_key>(),
          number_and_1<Properties, dg::implement_in_csr_key>()};
}

/* The names of these two are known to the compiler. */
template <class T> struct falx_device_global_pointer {
  T *value_pointer = nullptr;
  T &value() const noexcept { return *value_pointer; }
};
template <class T> struct falx_device_global_value {
  T stored{};
  constexpr falx_device_global_value() = default;
  template <class... Args>
  constexpr explicit falx_device_global_value(int, Args &&...args)
      : stored{static_cast<Args &&>(args)...} {}
  T &value() const noexcept { return const_cast<T &>(stored); }
};

template <class T, class Properties, bool IsScoped> struct device_global_storage;

/* Host code reads the fields in front as struct falx_device_global_host. */
template <class T, class Properties>
struct device_global_storage<T, Properties, false> : falx_device_global_pointer<T> {
  static const falx_device_global_descriptor descriptor;
  const falx_device_global_descriptor *described = &descriptor;
  T initial{};
  constexpr device_global_storage() = default;
  template <class... Args>
  constexpr explicit device_global_storage(int, Args &&...args)
      : initial{static_cast<Args &&>(args)...} {}
  constexpr device_global_storage(const device_global_storage &) = default;
};
template <class T, class Properties>
struct device_global_storage<T, Properties, true> : falx_device_global_value<T> {
  static const falx_device_global_descriptor descriptor;
  const falx_device_global_descriptor *described = &descriptor;
  constexpr device_global_storage() = default;
  template <class... Args>
  constexpr explicit device_global_storage(int, Args &&...args)
      : falx_device_global_value<T>(0, static_cast<Args &&>(args)...) {}
  device_global_storage(const device_global_storage &) = delete;
};

template <class T> constexpr uint32_t initial_offset_of() {
  constexpr size_t align = alignof(T) > 8 ? alignof(T) : 8;
  return static_cast<uint32_t>((2 * sizeof(void *) + align - 1) / align * align);
}
template <class T, class Properties>
inline constexpr falx_device_global_descriptor
    device_global_storage<T, Properties, false>::descriptor =
        device_global_descriptor<T, Properties>(false, initial_offset_of<T>());
template <class T, class Properties>
inline constexpr falx_device_global_descriptor
    device_global_storage<T, Properties, true>::descriptor =
        device_global_descriptor<T, Properties>(true, 0);

template <class, class = void> inline constexpr bool has_subscript = false;
template <class T>
inline constexpr bool has_subscript<T, std::void_t<decltype(std::declval<T &>()[0])>> = true;
template <class, class = void> inline constexpr bool has_arrow = false;
template <class T>
inline constexpr bool has_arrow<T, std::void_t<decltype(std::declval<T &>().operator->())>> = true;

template <class> inline constexpr bool is_device_global = false;
template <class T, class P> inline constexpr bool is_device_global<dg::device_global<T, P>> = true;

struct device_global_access; // of handler and queue
} // namespace sycl::detail

namespace sycl::ext::oneapi::experimental {

template <class T, class Properties>
class device_global
    : private detail::device_global_storage<
          T, Properties, Properties::template has_property<device_image_scope_key>()> {
  static_assert(is_property_list_v<Properties>, "the second argument is a list of properties");
  static_assert(std::is_trivially_destructible_v<T>,
                "a device_global is destroyed nowhere: its type needs a trivial destructor");
#if __cplusplus < 202002L
  static_assert(std::is_trivially_default_constructible_v<T>,
                "before C++20 a device_global begins with zeros: its type needs a trivial default "
                "constructor");
#endif
  static constexpr bool is_scoped = Properties::template has_property<device_image_scope_key>();
  using storage = detail::device_global_storage<T, Properties, is_scoped>;
  template <class, class> friend class device_global;
  friend struct detail::device_global_access;
  static constexpr bool is_constant = Properties::template has_property<device_constant_key>();
  using element = std::conditional_t<is_constant, const T, T>; // for device code
  struct nothing {};
  using assigned = std::conditional_t<std::is_array_v<T> || is_constant, nothing, T>;

public:
  using element_type = std::remove_extent_t<T>;

  constexpr device_global() = default;
#if __cplusplus >= 202002L
  template <class First, class... Args>
    requires(sizeof...(Args) > 0 || !detail::is_device_global<std::remove_cvref_t<First>>)
  consteval explicit device_global(First &&first, Args &&...args)
      : storage(0, static_cast<First &&>(first), static_cast<Args &&>(args)...) {}
#endif
  /* Copies of the initial value; an image-scoped variable has none. */
  constexpr device_global(const device_global &) = default;
  template <class OtherT, class Other,
            class = std::enable_if_t<std::is_convertible_v<OtherT, T> && !is_scoped &&
                                     !Other::template has_property<device_image_scope_key>()>>
  constexpr device_global(const device_global<OtherT, Other> &other)
      : storage(0, static_cast<T>(other.initial)) {}
  device_global(const device_global &&) = delete;
  device_global &operator=(const device_global &) = delete;
  device_global &operator=(const device_global &&) = delete;

  /* ---- In kernels ---- */
  template <access::decorated Decorated>
  multi_ptr<element, access::address_space::global_space, Decorated> get_multi_ptr() noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(&get());
  }
  template <access::decorated Decorated>
  multi_ptr<const T, access::address_space::global_space, Decorated>
  get_multi_ptr() const noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(&get());
  }
  operator element &() noexcept { return get(); }
  operator const T &() const noexcept { return get(); }
  element &get() noexcept { return this->value(); }
  const T &get() const noexcept { return this->value(); }
  device_global &operator=(const assigned &value) noexcept {
    get() = value;
    return *this;
  }
  template <class U = element, class = std::enable_if_t<detail::has_subscript<U>>>
  auto operator[](ptrdiff_t index) noexcept -> decltype(std::declval<U &>()[index]) {
    return get()[index];
  }
  template <class U = T, class = std::enable_if_t<detail::has_subscript<U>>>
  auto operator[](ptrdiff_t index) const noexcept -> decltype(std::declval<const U &>()[index]) {
    return get()[index];
  }
  template <class U = element,
            class = std::enable_if_t<std::is_pointer_v<U> || detail::has_arrow<U>>>
  U &operator->() noexcept {
    return get();
  }
  template <class U = T, class = std::enable_if_t<std::is_pointer_v<U> || detail::has_arrow<U>>>
  const U &operator->() const noexcept {
    return get();
  }

  template <class Property> static constexpr bool has_property() {
    return Properties::template has_property<Property>();
  }
  template <class Property> static constexpr auto get_property() {
    return Properties::template get_property<Property>();
  }
};

} // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {

/* What copies need to know. */
struct device_global_access {
  template <class T, class P> static constexpr const falx_device_global_descriptor *descriptor() {
    return &dg::device_global<T, P>::storage::descriptor;
  }
  /* Where bytes of the variable are for the queue's device; DG-19. */
  template <class T, class P>
  static char *memory(const dg::device_global<T, P> &variable, falx_queue_t queue, size_t offset,
                      size_t bytes) {
    void *pointer;
    if (offset > sizeof(T) || bytes > sizeof(T) - offset)
      throw_error(errc::invalid, "a copy to or from a device_global goes beyond its end");
    refuse_in_graph(queue, nullptr, "a copy to or from a device_global");
    check(falx_device_global_memory(&variable, &dg::device_global<T, P>::storage::descriptor,
                                    falx_queue_context(queue), falx_queue_device(queue), &pointer));
    return static_cast<char *>(pointer) + offset;
  }
};
template <class T> using scalar_of = std::remove_cv_t<std::remove_all_extents_t<T>>;
template <class T> inline constexpr size_t count_of = sizeof(T) / sizeof(scalar_of<T>);
/* As many elements in bytes; too many for the variable are more than it has, not what is left of
 * them when the number overflows. */
template <class T> constexpr size_t bytes_of(size_t count) {
  return count > count_of<T> ? sizeof(T) + 1 : count * sizeof(scalar_of<T>);
}
/* DG-18 */
template <class P>
using if_written = std::enable_if_t<host_access_of<P>() == dg::host_access_enum::read_write ||
                                        host_access_of<P>() == dg::host_access_enum::write,
                                    int>;
template <class P>
using if_read = std::enable_if_t<host_access_of<P>() == dg::host_access_enum::read_write ||
                                     host_access_of<P>() == dg::host_access_enum::read,
                                 int>;

} // namespace sycl::detail

#endif
