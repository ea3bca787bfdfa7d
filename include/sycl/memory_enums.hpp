/* Enumerations about memory: order and scope of atomics, address spaces.
 * SYCL 2020, 4.15.1, 4.15.2 and 4.7.7; sycl_ext_intel_usm_address_spaces. */
#ifndef FALX_SYCL_MEMORY_ENUMS_HPP
#define FALX_SYCL_MEMORY_ENUMS_HPP

namespace sycl {

/* The values are the compiler's __ATOMIC_*; there is no consume. */
enum class memory_order : int { relaxed = 0, acquire = 2, release = 3, acq_rel = 4, seq_cst = 5 };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

enum class memory_scope : int { work_item, sub_group, work_group, device, system };
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

namespace access {
enum class address_space : int {
  global_space,
  local_space,
  constant_space, // deprecated by SYCL 2020
  private_space,
  generic_space,
  ext_intel_global_device_space, // these two: parts of global_space
  ext_intel_global_host_space
};
enum class decorated : int { no, yes, legacy };
} // namespace access

} // namespace sycl

#endif
