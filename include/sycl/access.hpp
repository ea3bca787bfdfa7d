/* Names of access modes and targets, and the tags that accessors are made with.
 * SYCL 2020, 4.7.6.2 to 4.7.6.4. */
#ifndef FALX_SYCL_ACCESS_HPP
#define FALX_SYCL_ACCESS_HPP

#include <sycl/detail/config.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

enum class access_mode : int {
  read = 1024,
  write,
  read_write,
  discard_write,      // deprecated: write_only with no_init
  discard_read_write, // deprecated: read_write with no_init
  atomic              // deprecated: atomic_ref
};

enum class target : int {
  device = 2014,
  host_task = 2021,
  global_buffer = device, // deprecated
  constant_buffer = 2015, // deprecated
  local = 2016,           // deprecated: local_accessor
  image = 2017,           // names of SYCL 1.2.1: no accessor has them
  host_buffer = 2018,     // deprecated: host_accessor
  host_image = 2019,
  image_array = 2020
};

namespace access {
using mode = sycl::access_mode;
using target = sycl::target;
enum class placeholder : int { false_t, true_t };
enum class fence_space : char { local_space, global_space, global_and_local }; // deprecated
} // namespace access

template <class T, access::address_space Space, access::decorated Decorated> class multi_ptr;

namespace detail {
template <access_mode Mode, target Target> struct mode_tag {
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

} // namespace sycl

#endif
