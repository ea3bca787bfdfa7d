/* Names of access modes and targets, and the tags that accessors are made with.
 * SYCL 2020, 4.7.6.2 to 4.7.6.4. */
#ifndef FALX_SYCL_ACCESS_HPP
#define FALX_SYCL_ACCESS_HPP

#include <type_traits>

#include <sycl/detail/config.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

enum class access_mode : int {
  read = 1024,
  write,
  read_write,
  discard_write FALX_DEPRECATED("use write_only with the property no_init"),
  discard_read_write FALX_DEPRECATED("use read_write with the property no_init"),
  atomic FALX_DEPRECATED("use read_write and sycl::atomic_ref")
};

enum class target : int {
  device = 2014,
  host_task = 2021,
  global_buffer FALX_DEPRECATED("use target::device") = device,
  constant_buffer FALX_DEPRECATED("use target::device") = 2015,
  local FALX_DEPRECATED("use sycl::local_accessor") = 2016,
  image FALX_DEPRECATED("SYCL 2020 has classes of image accessors") = 2017,
  host_buffer FALX_DEPRECATED("use sycl::host_accessor") = 2018,
  host_image FALX_DEPRECATED("SYCL 2020 has classes of image accessors") = 2019,
  image_array FALX_DEPRECATED("SYCL 2020 has classes of image accessors") = 2020
};

namespace detail {
/* The deprecated ones, for the headers: naming them warns. */
inline constexpr access_mode mode_discard_write{1027}, mode_discard_read_write{1028},
    mode_atomic{1029};
inline constexpr target target_constant_buffer{2015}, target_local{2016}, target_image{2017},
    target_host_buffer{2018}, target_host_image{2019}, target_image_array{2020};
} // namespace detail

namespace access {
using mode = sycl::access_mode;
using target = sycl::target;
enum class placeholder : int { false_t, true_t };
enum class fence_space : char { local_space, global_space, global_and_local }; // deprecated
} // namespace access

template <class T, access::address_space Space, access::decorated Decorated> class multi_ptr;

namespace detail {
template <class T>
inline constexpr access_mode default_mode =
    std::is_const_v<T> ? access_mode::read : access_mode::read_write;
template <access_mode Mode, target Target> struct mode_tag {
  explicit mode_tag() = default;
};
/* What makes an accessor of constant memory makes one of device memory, too. */
template <access_mode Mode>
struct mode_tag<Mode, target_constant_buffer> : mode_tag<Mode, target::device> {
  explicit mode_tag() = default;
};
} // namespace detail

inline constexpr detail::mode_tag<access_mode::read, target::device> read_only{};
inline constexpr detail::mode_tag<access_mode::read_write, target::device> read_write{};
inline constexpr detail::mode_tag<access_mode::write, target::device> write_only{};
inline constexpr detail::mode_tag<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr detail::mode_tag<access_mode::read_write, target::host_task>
    read_write_host_task{};
inline constexpr detail::mode_tag<access_mode::write, target::host_task> write_only_host_task{};
FALX_DEPRECATED("use read_only") // of the provisional SYCL 2020, like noinit
inline constexpr detail::mode_tag<access_mode::read, detail::target_constant_buffer>
    read_constant{};

} // namespace sycl

#endif
