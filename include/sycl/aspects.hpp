/* aspect: what a device can do. SYCL 2020, 4.6.4.5. The numbers are those the adapters answer with.
 */
#ifndef FALX_SYCL_ASPECTS_HPP
#define FALX_SYCL_ASPECTS_HPP

#include <type_traits>

namespace sycl {
enum class aspect {
  host = 0,
  cpu = 1,
  gpu = 2,
  accelerator = 3,
  custom = 4,
  fp16 = 5,
  fp64 = 6,
  image = 9,
  online_compiler = 10,
  online_linker = 11,
  queue_profiling = 12,
  usm_device_allocations = 13,
  usm_host_allocations = 14,
  usm_shared_allocations = 15,
  usm_system_allocations = 17,
  atomic64 = 28,
  usm_atomic_host_allocations = 26,
  usm_atomic_shared_allocations = 27,
  host_debuggable = 32,
  emulated = 50
};

/* Whether a device with the aspect may be there, and whether all will be, when the program runs:
 * adapters are chosen then, and they are free in all but what no adapter can do. */
template <aspect A>
struct any_device_has
    : std::bool_constant<A != aspect::host && A != aspect::image && A != aspect::emulated> {};
template <aspect A> struct all_devices_have : std::false_type {};
template <aspect A> inline constexpr bool any_device_has_v = any_device_has<A>::value;
template <aspect A> inline constexpr bool all_devices_have_v = all_devices_have<A>::value;
} // namespace sycl

#endif
