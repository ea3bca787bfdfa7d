/* SYCL 2020: everything. */
#ifndef FALX_SYCL_SYCL_HPP
#define FALX_SYCL_SYCL_HPP

/* Not for us: many a program takes std::cout and std::array for granted because other
 * implementations bring them. */
#include <array>
#include <iostream>
#include <numeric>
#include <optional>
#include <unordered_map>

#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/backend.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/attributes.hpp>
#include <sycl/ext/oneapi/bfloat16_math.hpp>
#include <sycl/ext/oneapi/device_queries.hpp>
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/auto_local_range.hpp>
#include <sycl/ext/oneapi/experimental/current_device.hpp>
#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/native_math.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/group_local_memory.hpp>
#include <sycl/half.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/image_accessor.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/free_function_commands.hpp>
#include <sycl/khr/group_interface.hpp>
#include <sycl/khr/max_work_group_queries.hpp>
#include <sycl/khr/static_addrspace_cast.hpp>
#include <sycl/khr/work_item_queries.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/marray.hpp>
#include <sycl/math.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>
#include <sycl/span.hpp>
#include <sycl/usm.hpp>
#include <sycl/vec.hpp>

#endif
