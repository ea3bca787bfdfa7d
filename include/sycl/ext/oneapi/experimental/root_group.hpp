/* All work-items of a launch as one group, which can wait for each other:
 * sycl_ext_oneapi_root_group; docs/forward-progress.md. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_ROOT_GROUP_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_ROOT_GROUP_HPP

#include <sycl/device.hpp>
#include <sycl/ext/oneapi/kernel_properties/progress.hpp>
#include <sycl/nd_item.hpp>

#define SYCL_EXT_ONEAPI_ROOT_GROUP 1

namespace sycl::ext::oneapi::experimental {

template <int D> class root_group {
  template <execution_scope S, class T>
  using if_multidimensional =
      std::enable_if_t<S == execution_scope::work_item || S == execution_scope::work_group, T>;
  template <execution_scope S, class T>
  using if_sub_group = std::enable_if_t<S == execution_scope::sub_group, T>;

public:
  using id_type = id<D>;
  using range_type = range<D>;
  using linear_id_type = size_t;
  static constexpr int dimensions = D;
  static constexpr memory_scope fence_scope = memory_scope::device;

  id<D> get_group_id() const { return {}; }
  id<D> get_local_id() const { return item_.get_global_id(); }
  range<D> get_group_range() const { return 1 | range<D>(); }
  range<D> get_local_range() const { return item_.get_global_range(); }
  range<D> get_max_local_range() const { return get_local_range(); }
  size_t get_group_linear_id() const { return 0; }
  size_t get_local_linear_id() const { return item_.get_global_linear_id(); }
  size_t get_group_linear_range() const { return 1; }
  size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  template <execution_scope S> if_multidimensional<S, id<D>> get_id() const {
    if constexpr (S == execution_scope::work_item)
      return item_.get_global_id();
    else
      return item_.get_group().get_group_id();
  }
  template <execution_scope S> if_sub_group<S, id<1>> get_id() const { return get_linear_id<S>(); }
  template <execution_scope S> if_multidimensional<S, range<D>> get_range() const {
    if constexpr (S == execution_scope::work_item)
      return item_.get_global_range();
    else
      return item_.get_group_range();
  }
  template <execution_scope S> if_sub_group<S, range<1>> get_range() const {
    return get_linear_range<S>();
  }
  template <execution_scope S> size_t get_linear_id() const {
    static_assert(S != execution_scope::root_group, "the scope is narrower than the root group");
    if constexpr (S == execution_scope::work_item) {
      return item_.get_global_linear_id();
    } else if constexpr (S == execution_scope::work_group) {
      return item_.get_group_linear_id();
    } else {
      const sub_group sg = item_.get_sub_group();
      return item_.get_group_linear_id() * sg.get_group_linear_range() + sg.get_group_linear_id();
    }
  }
  template <execution_scope S> size_t get_linear_range() const {
    if constexpr (S == execution_scope::sub_group)
      return item_.get_group_range().size() * item_.get_sub_group().get_group_linear_range();
    else
      return get_range<S>().size();
  }

private:
  friend nd_item<D>;
  explicit root_group(const nd_item<D> &item) : item_(item) {}
  nd_item<D> item_;
};

namespace this_work_item {
template <int D> root_group<D> get_root_group() {
  return nd_item<D>::here().ext_oneapi_get_root_group();
}
} // namespace this_work_item
namespace this_kernel {
template <int D>
[[deprecated("use this_work_item::get_root_group()")]] root_group<D> get_root_group() {
  return this_work_item::get_root_group<D>();
}
} // namespace this_kernel

/* How many work-groups of a launch can wait for each other. */
namespace info::kernel_queue_specific {
struct max_num_work_groups {
  using return_type = size_t;
  /* 0 if there are no such work-groups, with so much local memory. */
  /* Not a template: a number is a range. */
  static size_t get(const sycl::device &d, const range<1> &local, size_t local_memory = 0) {
    return most(d, local, local_memory);
  }
  static size_t get(const sycl::device &d, const range<2> &local, size_t local_memory = 0) {
    return most(d, local, local_memory);
  }
  static size_t get(const sycl::device &d, const range<3> &local, size_t local_memory = 0) {
    return most(d, local, local_memory);
  }

private:
  template <int D>
  static size_t most(const sycl::device &d, const range<D> &local, size_t local_memory) {
    namespace queries = sycl::info::device;
    const bool fits = local.size() && local.size() <= d.get_info<queries::max_work_group_size>() &&
                      local_memory <= d.get_info<queries::local_mem_size>();
    return fits ? d.get_info<queries::max_compute_units>() : 0;
  }
};
struct max_num_work_group_sync {
  using return_type = size_t;
  static size_t get(const sycl::device &d) {
    return d.get_info<sycl::info::device::max_compute_units>();
  }
};
} // namespace info::kernel_queue_specific

} // namespace sycl::ext::oneapi::experimental

namespace sycl {

template <int D>
ext::oneapi::experimental::root_group<D> nd_item<D>::ext_oneapi_get_root_group() const {
  return ext::oneapi::experimental::root_group<D>(*this);
}
namespace detail {
template <int D>
inline constexpr int execution_scope<ext::oneapi::experimental::root_group<D>> = SPIRV_DEVICE;
}

/* Of kernels launched with use_root_sync. */
template <int D>
void group_barrier(ext::oneapi::experimental::root_group<D>,
                   memory_scope scope = ext::oneapi::experimental::root_group<D>::fence_scope) {
  __spirv_ControlBarrier(detail::SPIRV_DEVICE, detail::spirv_scope_of(scope),
                         detail::SPIRV_SEQ_CST | detail::SPIRV_GLOBAL_MEMORY |
                             detail::SPIRV_LOCAL_MEMORY | detail::SPIRV_SUB_GROUP_MEMORY);
}

} // namespace sycl

#endif
