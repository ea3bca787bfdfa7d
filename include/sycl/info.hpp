/* Information descriptors. SYCL 2020, 4.6 and appendix A. Each has a return_type and says how to
 * read it from the C interface. */
#ifndef FALX_SYCL_INFO_HPP
#define FALX_SYCL_INFO_HPP

#include <string>
#include <vector>

#include <sycl/aspects.hpp>
#include <sycl/detail/handle.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

class device;
class platform;
class context;
class kernel_id;

namespace info {
enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain
};
enum class partition_affinity_domain {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class local_mem_type { none, local, global };
enum class fp_config {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};
enum class global_mem_cache_type { none, read_only, read_write };
enum class execution_capability { exec_kernel, exec_native_kernel };
enum class event_command_status { submitted, running, complete };
} // namespace info

namespace detail {
/* How a value comes out of falx_device_get_info. Lists are templates of their element throughout:
 * a program pays for those it asks for. */
template <class T> T device_value(falx_device_t device, falx_device_info what) {
  T value{};
  check(falx_device_get_info(device, what, sizeof value, &value, nullptr));
  return value;
}
template <class Text = std::string>
Text device_string(falx_device_t device, falx_device_info what) {
  size_t bytes = 0;
  check(falx_device_get_info(device, what, 0, nullptr, &bytes));
  Text text(bytes ? bytes : 1, '\0');
  check(falx_device_get_info(device, what, text.size(), &text[0], nullptr));
  return text.c_str();
}
template <class Text = std::string>
Text platform_string(falx_platform_t platform, falx_platform_info what) {
  size_t bytes = 0;
  check(falx_platform_get_info(platform, what, 0, nullptr, &bytes));
  Text text(bytes ? bytes : 1, '\0');
  check(falx_platform_get_info(platform, what, text.size(), &text[0], nullptr));
  text.resize(bytes ? bytes - 1 : 0);
  return text;
}
template <class T> std::vector<T> device_list(falx_device_t device, falx_device_info what) {
  size_t bytes = 0;
  check(falx_device_get_info(device, what, 0, nullptr, &bytes));
  std::vector<T> list(bytes / sizeof(T));
  if (!list.empty())
    check(falx_device_get_info(device, what, bytes, list.data(), nullptr));
  return list;
}
template <class Text> std::vector<Text> words(const Text &text) {
  std::vector<Text> list;
  for (size_t from = 0, to; from < text.size(); from = to + 1) {
    to = text.find(' ', from);
    if (to == Text::npos)
      to = text.size();
    if (to > from)
      list.push_back(text.substr(from, to - from));
  }
  return list;
}
__attribute__((cold, noinline)) inline bool has_aspect(falx_device_t device, aspect wanted) {
  uint32_t few[128];
  size_t bytes;
  check(falx_device_get_info(device, FALX_DEVICE_ASPECTS, sizeof few, few, &bytes));
  for (size_t i = 0; i < bytes / sizeof few[0]; ++i)
    if (few[i] == static_cast<uint32_t>(wanted))
      return true;
  return false;
}
template <class T> std::vector<T> memory_orders(uint32_t bits) {
  constexpr T all[] = {T::relaxed, T::acquire, T::release, T::acq_rel, T::seq_cst};
  std::vector<T> list;
  for (int i = 0; i < 5; ++i)
    if (bits >> i & 1)
      list.push_back(all[i]);
  return list;
}
template <class T> std::vector<T> memory_scopes(uint32_t bits) {
  constexpr T all[] = {T::work_item, T::sub_group, T::work_group, T::device, T::system};
  std::vector<T> list;
  for (int i = 0; i < 5; ++i)
    if (bits >> i & 1)
      list.push_back(all[i]);
  return list;
}
/* Those of an enumeration whose bits are set; its values are the runtime's. */
template <class T> std::vector<T> numbered(uint32_t bits) {
  std::vector<T> list;
  for (int i = 0; bits; ++i, bits >>= 1)
    if (bits & 1)
      list.push_back(static_cast<T>(i));
  return list;
}
/* type: of half, float, double. */
template <class T> std::vector<T> fp_configs(falx_device_t device, int type) {
  struct configs {
    uint32_t of[3];
  };
  return numbered<T>(device_value<configs>(device, FALX_DEVICE_FP_CONFIGS).of[type]);
}
inline falx_device_t parent_of(falx_device_t d) {
  uint32_t ignored;
  falx_device_t parent = falx_device_parent(d, &ignored, &ignored);
  if (!parent)
    throw_error(errc::invalid, "parent_device: this is no sub-device");
  return parent;
}
inline uint32_t partition_of(falx_device_t d, bool asks_for_domain) {
  uint32_t property, domain;
  falx_device_parent(d, &property, &domain);
  return asks_for_domain ? domain : property;
}
inline void check_opencl(falx_device_t device, const char *what) {
  if (falx_platform_backend(falx_device_platform(device)) != FALX_BACKEND_OPENCL)
    check(falx_error_set(FALX_ERROR_INVALID, nullptr,
                         "info::device::%s is answered for devices of OpenCL alone", what));
}
} // namespace detail

namespace info::device {
#define FALX_DEVICE_INFO(name, type, expression)                                                   \
  struct name {                                                                                    \
    using return_type = type;                                                                      \
    template <class Device, class Result = type> static Result get([[maybe_unused]] Device d) {    \
      using namespace detail;                                                                      \
      return expression;                                                                           \
    }                                                                                              \
  };
#define FALX_DEVICE_NUMBER(name, type, stored, what)                                               \
  FALX_DEVICE_INFO(name, type, static_cast<type>(device_value<stored>(d, what)))
#define FALX_DEVICE_VECTOR_WIDTH(name, index)                                                      \
  FALX_DEVICE_INFO(name, uint32_t, (device_list<uint32_t>(d, FALX_DEVICE_VECTOR_WIDTHS)[index]))
#define FALX_DEVICE_IMAGE_LIMIT(name, type, limit)                                                 \
  FALX_DEVICE_INFO(name, type, has_aspect(d, aspect::image) ? limit : 0)

FALX_DEVICE_INFO(name, std::string, device_string(d, FALX_DEVICE_NAME))
FALX_DEVICE_INFO(vendor, std::string, device_string(d, FALX_DEVICE_VENDOR))
FALX_DEVICE_INFO(version, std::string, device_string(d, FALX_DEVICE_VERSION))
FALX_DEVICE_INFO(driver_version, std::string, device_string(d, FALX_DEVICE_DRIVER_VERSION))
FALX_DEVICE_INFO(backend_version, std::string, device_string(d, FALX_DEVICE_VERSION))
/* Of OpenCL alone. */
FALX_DEVICE_INFO(profile, std::string, (check_opencl(d, "profile"), "FULL_PROFILE"))
FALX_DEVICE_INFO(extensions, std::vector<std::string>,
                 words(device_string(d, FALX_DEVICE_EXTENSIONS)))
FALX_DEVICE_INFO(device_type, info::device_type,
                 static_cast<info::device_type>(device_value<uint32_t>(d, FALX_DEVICE_TYPE) - 1))
FALX_DEVICE_NUMBER(vendor_id, uint32_t, uint32_t, FALX_DEVICE_VENDOR_ID)
FALX_DEVICE_NUMBER(max_compute_units, uint32_t, uint32_t, FALX_DEVICE_COMPUTE_UNITS)
FALX_DEVICE_INFO(max_work_item_dimensions, uint32_t, 3)
FALX_DEVICE_NUMBER(max_work_group_size, size_t, uint64_t, FALX_DEVICE_MAX_WORK_GROUP_SIZE)
FALX_DEVICE_NUMBER(max_num_sub_groups, uint32_t, uint32_t, FALX_DEVICE_MAX_NUM_SUB_GROUPS)
FALX_DEVICE_INFO(sub_group_independent_forward_progress, bool, false)
FALX_DEVICE_NUMBER(max_clock_frequency, uint32_t, uint32_t, FALX_DEVICE_CLOCK_FREQUENCY)
FALX_DEVICE_NUMBER(address_bits, uint32_t, uint32_t, FALX_DEVICE_ADDRESS_BITS)
FALX_DEVICE_NUMBER(max_mem_alloc_size, uint64_t, uint64_t, FALX_DEVICE_MAX_ALLOC_SIZE)
FALX_DEVICE_NUMBER(global_mem_size, uint64_t, uint64_t, FALX_DEVICE_GLOBAL_MEM_SIZE)
FALX_DEVICE_NUMBER(local_mem_size, uint64_t, uint64_t, FALX_DEVICE_LOCAL_MEM_SIZE)
FALX_DEVICE_NUMBER(max_constant_buffer_size, uint64_t, uint64_t, FALX_DEVICE_CONSTANT_MEM_SIZE)
FALX_DEVICE_NUMBER(max_constant_args, uint32_t, uint32_t, FALX_DEVICE_CONSTANT_ARGS)
FALX_DEVICE_NUMBER(printf_buffer_size, size_t, uint64_t, FALX_DEVICE_PRINTF_SIZE)
FALX_DEVICE_INFO(preferred_interop_user_sync, bool,
                 (check_opencl(d, "preferred_interop_user_sync"), true))
/* SYCL 1.2.1: aspects now. */
FALX_DEVICE_INFO(usm_device_allocations, bool, has_aspect(d, aspect::usm_device_allocations))
FALX_DEVICE_INFO(usm_host_allocations, bool, has_aspect(d, aspect::usm_host_allocations))
FALX_DEVICE_INFO(usm_shared_allocations, bool, has_aspect(d, aspect::usm_shared_allocations))
FALX_DEVICE_INFO(usm_restricted_shared_allocations, bool,
                 has_aspect(d, aspect::usm_shared_allocations))
FALX_DEVICE_INFO(usm_system_allocations, bool, has_aspect(d, aspect::usm_system_allocations))
FALX_DEVICE_NUMBER(global_mem_cache_size, uint64_t, uint64_t, FALX_DEVICE_GLOBAL_CACHE_SIZE)
FALX_DEVICE_NUMBER(global_mem_cache_line_size, uint32_t, uint32_t, FALX_DEVICE_GLOBAL_CACHE_LINE)
FALX_DEVICE_NUMBER(mem_base_addr_align, uint32_t, uint32_t, FALX_DEVICE_MEM_BASE_ALIGN)
FALX_DEVICE_NUMBER(profiling_timer_resolution, size_t, uint64_t, FALX_DEVICE_TIMER_RESOLUTION)
FALX_DEVICE_NUMBER(max_parameter_size, size_t, uint64_t, FALX_DEVICE_MAX_PARAMETER_SIZE)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_char, 0)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_short, 1)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_int, 2)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_long, 3)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_long_long, 3)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_float, 4)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_double, 5)
FALX_DEVICE_VECTOR_WIDTH(native_vector_width_half, 6)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_char, 0)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_short, 1)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_int, 2)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_long, 3)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_long_long, 3)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_float, 4)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_double, 5)
FALX_DEVICE_VECTOR_WIDTH(preferred_vector_width_half, 6)
FALX_DEVICE_INFO(sub_group_sizes, std::vector<size_t>,
                 (device_list<size_t>(d, FALX_DEVICE_SUB_GROUP_SIZES)))
FALX_DEVICE_INFO(aspects, std::vector<aspect>, device_list<aspect>(d, FALX_DEVICE_ASPECTS))
FALX_DEVICE_INFO(atomic_memory_order_capabilities, std::vector<memory_order>,
                 memory_orders<memory_order>(device_value<uint32_t>(d, FALX_DEVICE_ATOMIC_ORDERS)))
FALX_DEVICE_INFO(atomic_fence_order_capabilities, std::vector<memory_order>,
                 memory_orders<memory_order>(device_value<uint32_t>(d, FALX_DEVICE_ATOMIC_ORDERS)))
FALX_DEVICE_INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>,
                 memory_scopes<memory_scope>(device_value<uint32_t>(d, FALX_DEVICE_ATOMIC_SCOPES)))
FALX_DEVICE_INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>,
                 memory_scopes<memory_scope>(device_value<uint32_t>(d, FALX_DEVICE_ATOMIC_SCOPES)))
FALX_DEVICE_INFO(half_fp_config, std::vector<info::fp_config>, fp_configs<info::fp_config>(d, 0))
FALX_DEVICE_INFO(single_fp_config, std::vector<info::fp_config>, fp_configs<info::fp_config>(d, 1))
FALX_DEVICE_INFO(double_fp_config, std::vector<info::fp_config>, fp_configs<info::fp_config>(d, 2))
FALX_DEVICE_NUMBER(global_mem_cache_type, info::global_mem_cache_type, uint32_t,
                   FALX_DEVICE_GLOBAL_CACHE_TYPE)
FALX_DEVICE_NUMBER(local_mem_type, info::local_mem_type, uint32_t, FALX_DEVICE_LOCAL_MEM_TYPE)
FALX_DEVICE_INFO(execution_capabilities, std::vector<info::execution_capability>,
                 (check_opencl(d, "execution_capabilities"),
                  Result{info::execution_capability::exec_kernel}))
FALX_DEVICE_NUMBER(error_correction_support, bool, uint32_t, FALX_DEVICE_ERROR_CORRECTION)
/* Images are memory of ours with code of ours (docs/images.md): the limits are those of coordinates
 * in float and in int, wherever a device has the aspect. */
FALX_DEVICE_INFO(image_support, bool, has_aspect(d, aspect::image))
FALX_DEVICE_IMAGE_LIMIT(max_read_image_args, uint32_t, 128)
FALX_DEVICE_IMAGE_LIMIT(max_write_image_args, uint32_t, 128)
FALX_DEVICE_IMAGE_LIMIT(image2d_max_width, size_t, 1 << 16)
FALX_DEVICE_IMAGE_LIMIT(image2d_max_height, size_t, 1 << 16)
FALX_DEVICE_IMAGE_LIMIT(image3d_max_width, size_t, 1 << 14)
FALX_DEVICE_IMAGE_LIMIT(image3d_max_height, size_t, 1 << 14)
FALX_DEVICE_IMAGE_LIMIT(image3d_max_depth, size_t, 1 << 14)
FALX_DEVICE_IMAGE_LIMIT(image_max_buffer_size, size_t, 0x7fffffff)
FALX_DEVICE_IMAGE_LIMIT(max_samplers, uint32_t, 128)
FALX_DEVICE_INFO(is_available, bool, true)
FALX_DEVICE_INFO(is_compiler_available, bool, has_aspect(d, aspect::online_compiler))
FALX_DEVICE_INFO(is_linker_available, bool, has_aspect(d, aspect::online_linker))
FALX_DEVICE_INFO(is_endian_little, bool, true)
FALX_DEVICE_INFO(host_unified_memory, bool, has_aspect(d, aspect::cpu))
FALX_DEVICE_INFO(queue_profiling, bool, has_aspect(d, aspect::queue_profiling))
FALX_DEVICE_INFO(platform, sycl::platform, impl::make<Result>(falx_device_platform(d)))
FALX_DEVICE_INFO(parent_device, sycl::device, impl::make<Result>(parent_of(d)))
FALX_DEVICE_INFO(partition_max_sub_devices, uint32_t,
                 device_value<uint32_t>(d, FALX_DEVICE_PARTITION_PROPERTIES)
                     ? device_value<uint32_t>(d, FALX_DEVICE_COMPUTE_UNITS)
                     : 0)
FALX_DEVICE_INFO(partition_properties, std::vector<info::partition_property>,
                 (numbered<info::partition_property>(
                     device_value<uint32_t>(d, FALX_DEVICE_PARTITION_PROPERTIES))))
FALX_DEVICE_INFO(partition_affinity_domains, std::vector<info::partition_affinity_domain>,
                 (numbered<info::partition_affinity_domain>(
                     device_value<uint32_t>(d, FALX_DEVICE_AFFINITY_DOMAINS))))
FALX_DEVICE_INFO(partition_type_property, info::partition_property,
                 static_cast<info::partition_property>(partition_of(d, false)))
FALX_DEVICE_INFO(partition_type_affinity_domain, info::partition_affinity_domain,
                 static_cast<info::partition_affinity_domain>(partition_of(d, true)))
FALX_DEVICE_INFO(built_in_kernels, std::vector<std::string>, {})
FALX_DEVICE_INFO(built_in_kernel_ids, std::vector<kernel_id>, {})
FALX_DEVICE_INFO(reference_count, uint32_t, 1)
FALX_DEVICE_INFO(kernel_kernel_pipe_support, bool, false) // sycl_ext_intel_dataflow_pipes
template <int D = 3> struct max_work_item_sizes {
  using return_type = range<D>;
  template <class Device> static return_type get(Device d) {
    struct sizes {
      uint64_t x_first[3];
    } s = detail::device_value<sizes>(d, FALX_DEVICE_MAX_WORK_ITEM_SIZES);
    range<D> r;
    for (int i = 0; i < D; ++i)
      r.v[D - 1 - i] = s.x_first[i];
    return r;
  }
};
#undef FALX_DEVICE_IMAGE_LIMIT
#undef FALX_DEVICE_VECTOR_WIDTH
#undef FALX_DEVICE_NUMBER
#undef FALX_DEVICE_INFO
} // namespace info::device

namespace info::platform {
#define FALX_PLATFORM_INFO(name, what)                                                             \
  struct name {                                                                                    \
    using return_type = std::string;                                                               \
    template <class Platform> static return_type get(Platform p) {                                 \
      return detail::platform_string(p, what);                                                     \
    }                                                                                              \
  };
FALX_PLATFORM_INFO(name, FALX_PLATFORM_NAME)
FALX_PLATFORM_INFO(vendor, FALX_PLATFORM_VENDOR)
FALX_PLATFORM_INFO(version, FALX_PLATFORM_VERSION)
#undef FALX_PLATFORM_INFO
struct profile {
  using return_type = std::string;
  template <class Platform> static return_type get(Platform) { return "FULL_PROFILE"; }
};
struct extensions {
  using return_type = std::vector<std::string>;
  template <class Platform, class Result = return_type> static Result get(Platform) { return {}; }
};
} // namespace info::platform

namespace info::context {
struct platform {
  using return_type = sycl::platform;
};
struct devices {
  using return_type = std::vector<sycl::device>;
};
struct reference_count {
  using return_type = uint32_t;
};
struct atomic_memory_order_capabilities : info::device::atomic_memory_order_capabilities {};
struct atomic_memory_scope_capabilities : info::device::atomic_memory_scope_capabilities {};
struct atomic_fence_order_capabilities : info::device::atomic_fence_order_capabilities {};
struct atomic_fence_scope_capabilities : info::device::atomic_fence_scope_capabilities {};
} // namespace info::context

namespace info::queue {
struct context {
  using return_type = sycl::context;
};
struct device {
  using return_type = sycl::device;
};
struct reference_count {
  using return_type = uint32_t;
};
} // namespace info::queue

namespace info::event {
struct command_execution_status {
  using return_type = info::event_command_status;
};
struct reference_count {
  using return_type = uint32_t;
};
} // namespace info::event

namespace info::event_profiling {
struct command_submit {
  using return_type = uint64_t;
  static constexpr falx_profiling_info which = FALX_PROFILING_SUBMIT;
};
struct command_start {
  using return_type = uint64_t;
  static constexpr falx_profiling_info which = FALX_PROFILING_START;
};
struct command_end {
  using return_type = uint64_t;
  static constexpr falx_profiling_info which = FALX_PROFILING_END;
};
} // namespace info::event_profiling

} // namespace sycl

#endif
