/* SYCL 2020: everything. */
#ifndef FALX_SYCL_SYCL_HPP
#define FALX_SYCL_SYCL_HPP

#ifndef __cplusplus
#error "<sycl/sycl.hpp> is C++, and this source is compiled as C: give -x c++ before it"
#endif

/* Not for us: programs take for granted what other implementations bring. */
#ifndef FALX_LEAN_HEADERS
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <cassert>
#include <chrono>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
#endif

#include <sycl/accessor.hpp>
#include <sycl/atomic.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/backend.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/buffer.hpp>
#include <sycl/cl_types.hpp>
#include <sycl/detail/attributes.hpp>
#include <sycl/ext/intel/device_info.hpp>
#include <sycl/ext/oneapi/bfloat16_math.hpp>
#ifndef FALX_LEAN_HEADERS
#include <sycl/ext/oneapi/complex_algorithms.hpp>
#include <sycl/ext/oneapi/experimental/complex.hpp>
#endif
#include <sycl/ext/oneapi/device_queries.hpp>
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/annotated.hpp>
#include <sycl/ext/oneapi/experimental/auto_local_range.hpp>
#include <sycl/ext/oneapi/experimental/copy_optimize.hpp>
#include <sycl/ext/oneapi/experimental/current_device.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>
#ifndef FALX_LEAN_HEADERS
#include <sycl/ext/oneapi/experimental/graph.hpp>
#endif
#include <sycl/ext/oneapi/experimental/group_sort.hpp>
#include <sycl/ext/oneapi/experimental/kernel_compiler.hpp>
#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
#include <sycl/ext/oneapi/experimental/printf.hpp>
#include <sycl/ext/oneapi/experimental/root_group.hpp>
#include <sycl/ext/oneapi/experimental/work_group_memory.hpp>
#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/get_kernel_info.hpp>
#include <sycl/ext/oneapi/group_algorithm.hpp>
#ifndef FALX_LEAN_HEADERS
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#endif
#include <sycl/ext/oneapi/native_math.hpp>
#include <sycl/ext/oneapi/peer_access.hpp>
#include <sycl/ext/oneapi/sub_group.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>
#ifndef FALX_LEAN_HEADERS
#include <sycl/ext/oneapi/virtual_mem/physical_mem.hpp>
#include <sycl/ext/oneapi/weak_object.hpp>
#endif
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/group_local_memory.hpp>
#include <sycl/half.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/image_accessor.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/dynamic_addrspace_cast.hpp>
#include <sycl/khr/free_function_commands.hpp>
#include <sycl/khr/group_interface.hpp>
#include <sycl/khr/max_work_group_queries.hpp>
#include <sycl/khr/static_addrspace_cast.hpp>
#include <sycl/khr/work_item_queries.hpp>
#include <sycl/legacy_image.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/marray.hpp>
#include <sycl/math.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>
#include <sycl/span.hpp>
#ifndef FALX_LEAN_HEADERS
#include <sycl/stl_classes.hpp>
#endif
#include <sycl/stream.hpp>
#include <sycl/usm.hpp>
#include <sycl/vec.hpp>

#endif
