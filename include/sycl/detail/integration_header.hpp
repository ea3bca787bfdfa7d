/* For generated integration headers, which stand before a source: what they specialize
 * (docs/integration.md). Nothing is included here, lest the source's own first lines come second.
 */
#ifndef FALX_SYCL_DETAIL_INTEGRATION_HEADER_HPP
#define FALX_SYCL_DETAIL_INTEGRATION_HEADER_HPP

#define __FALX_INTEGRATION_HEADER__ 1

namespace sycl::detail {

/* enum falx_param_kind of falx/image.h */
enum class kernel_param_kind_t {
  kind_accessor = 0,
  kind_std_layout = 1,
  kind_sampler = 2,
  kind_pointer = 3,
  kind_specialization_constants_buffer = 4,
  kind_stream = 5,
  kind_work_group_memory = 6,
  kind_local_accessor = 7
};

/* A part of the function object that is passed by itself. */
struct kernel_param_desc_t {
  kernel_param_kind_t kind;
  int info;   /* its size */
  int offset; /* in the function object; both bytes */
};

/* What the device compiler found; design document 004. */
template <class Name> struct KernelInfo {
  static constexpr bool isKnown() { return false; }
};

} // namespace sycl::detail

#endif
