// SYCL 2020, tables of 4.6: each query of a device, platform, context, queue, event and kernel has
// its type; those about constant memory, printf and compilers have the values of the backend.
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <algorithm>
#include <vector>

namespace info = sycl::info;
template <class Query, class Result>
inline constexpr bool has_type = std::is_same_v<typename Query::return_type, Result>;

static_assert(has_type<info::device::max_constant_buffer_size, uint64_t>);
static_assert(has_type<info::device::max_constant_args, uint32_t>);
static_assert(has_type<info::device::printf_buffer_size, size_t>);
static_assert(has_type<info::device::preferred_interop_user_sync, bool>);
static_assert(
    has_type<info::device::execution_capabilities, std::vector<info::execution_capability>>);
static_assert(has_type<info::device::built_in_kernels, std::vector<std::string>>);
static_assert(has_type<info::device::built_in_kernel_ids, std::vector<sycl::kernel_id>>);
static_assert(
    has_type<info::device::atomic_memory_order_capabilities, std::vector<sycl::memory_order>>);
static_assert(
    has_type<info::device::atomic_memory_scope_capabilities, std::vector<sycl::memory_scope>>);
static_assert(has_type<info::event::command_execution_status, info::event_command_status>);
static_assert(has_type<info::kernel_device_specific::max_sub_group_size, uint32_t>);
static_assert(std::is_same_v<info::device::ext_intel_gpu_eu_count_per_subslice,
                             sycl::ext::intel::info::device::gpu_eu_count_per_subslice>);
static_assert(has_type<info::device::ext_intel_free_memory, uint64_t>);
static_assert(std::is_same_v<sycl::async_handler, std::function<void(sycl::exception_list)>>);

template <class T> bool has(const std::vector<T> &list, T wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

/* As other implementations list them. */
#define __SYCL_ASPECT(name, number)                                                                \
  case sycl::aspect::name:                                                                         \
    static_assert(static_cast<int>(sycl::aspect::name) == number);                                 \
    return #name;
#define __SYCL_ASPECT_DEPRECATED(name, number, message) __SYCL_ASPECT(name, number)
#define __SYCL_ASPECT_DEPRECATED_ALIAS(name, number, message)                                      \
  static_assert(static_cast<int>(sycl::aspect::name) == number);
static std::string name_of(sycl::aspect aspect) {
  switch (aspect) {
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
  }
  return "";
}
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS

int main() {
  const sycl::device d;
  CHECK_EQUAL(name_of(sycl::aspect::fp64), std::string("fp64"));
  /* 4.6.4.2: the least that a device may answer. */
  CHECK(d.get_info<info::device::max_constant_buffer_size>() >= 64 << 10);
  CHECK(d.get_info<info::device::max_constant_args>() >= 8);
  CHECK(d.get_info<info::device::max_parameter_size>() >= 1024);
  const bool is_custom = d.get_info<info::device::device_type>() == info::device_type::custom;
  CHECK(d.get_info<info::device::half_fp_config>().empty() != d.has(sycl::aspect::fp16));
  CHECK(d.get_info<info::device::double_fp_config>().empty() != d.has(sycl::aspect::fp64));
  CHECK(is_custom || has(d.get_info<info::device::single_fp_config>(), info::fp_config::inf_nan));
  CHECK(is_custom ||
        has(d.get_info<info::device::single_fp_config>(), info::fp_config::round_to_nearest));
  CHECK(is_custom || d.get_info<info::device::local_mem_type>() != info::local_mem_type::none);
  CHECK((d.get_info<info::device::global_mem_cache_type>() == info::global_mem_cache_type::none) ==
        (d.get_info<info::device::global_mem_cache_size>() == 0));
  static_assert(has_type<info::device::error_correction_support, bool>);
  d.get_info<info::device::error_correction_support>();
  if (d.get_backend() == sycl::backend::native_cpu) {
    CHECK(d.get_info<info::device::max_parameter_size>() == 1 << 20);
    CHECK(d.get_info<info::device::local_mem_type>() == info::local_mem_type::global);
    CHECK(d.get_info<info::device::printf_buffer_size>() >= 1 << 20);
    CHECK(d.get_info<info::device::atomic_memory_order_capabilities>().size() == 5);
    CHECK(d.get_info<info::device::atomic_memory_scope_capabilities>().size() == 5);
  }
  CHECK(d.get_info<info::device::is_compiler_available>() == d.has(sycl::aspect::online_compiler));
  CHECK(d.get_info<info::device::is_linker_available>() == d.has(sycl::aspect::online_linker));
  CHECK(d.get_info<info::device::built_in_kernels>().empty());
  if (d.get_backend() != sycl::backend::opencl)
    CHECK_THROWS(d.get_info<info::device::preferred_interop_user_sync>(), sycl::errc::invalid,
                 "OpenCL");
  return finish();
}
