/* aspect: what a device can do. SYCL 2020, 4.6.4.5. */
#ifndef FALX_SYCL_ASPECTS_HPP
#define FALX_SYCL_ASPECTS_HPP

#include <type_traits>

#include <sycl/detail/config.hpp>

namespace sycl {
enum class aspect {
#define FALX_ASPECT(name, NAME, number, kernel_flag) name = number,
#include <falx/aspects.def>
#undef FALX_ASPECT
  /* Of the provisional SYCL 2020. */
  int64_base_atomics FALX_DEPRECATED("use atomic64") = atomic64,
  int64_extended_atomics FALX_DEPRECATED("use atomic64") = atomic64,
  usm_restricted_shared_allocations FALX_DEPRECATED("use usm_shared_allocations") =
      usm_shared_allocations,
  usm_system_allocator FALX_DEPRECATED("use usm_system_allocations") = usm_system_allocations
};

/* Whether a device with the aspect may be there, and whether all will be, when the program runs:
 * adapters are chosen then, and they are free in all but what no adapter can do. */
template <aspect A>
struct any_device_has : std::bool_constant<A != aspect::host && A != aspect::emulated> {};
template <aspect A> struct all_devices_have : std::false_type {};
template <aspect A> inline constexpr bool any_device_has_v = any_device_has<A>::value;
template <aspect A> inline constexpr bool all_devices_have_v = all_devices_have<A>::value;
} // namespace sycl

#endif
