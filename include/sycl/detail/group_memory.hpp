/* Memory of a work-group, for what the headers make of its work-items (docs/ir.md, section 0). */
#ifndef FALX_SYCL_DETAIL_GROUP_MEMORY_HPP
#define FALX_SYCL_DETAIL_GROUP_MEMORY_HPP

#include <sycl/detail/config.hpp>

#ifdef __SYCL_DEVICE_ONLY__
/* Local memory of the work-group. Bytes for each of its sub-groups, one block for all calls; and a
 * block for this call. The sizes are constants. */
SYCL_EXTERNAL void *__falx_group_scratch(size_t bytes);
SYCL_EXTERNAL void *__falx_group_memory(size_t bytes, size_t align);
#else
FALX_INLINE void *__falx_group_scratch(size_t) {
  sycl::detail::throw_not_in_kernel("group memory");
}
FALX_INLINE void *__falx_group_memory(size_t, size_t) {
  sycl::detail::throw_not_in_kernel("group memory");
}
#endif

namespace sycl::detail {
/* The V whose bytes are there; From says how they are aligned. V may have no default constructor.
 */
template <class V, class From> FALX_INLINE V value_at(const From *from) {
  union room {
    V value;
    room() {}
  } r;
  __builtin_memcpy(static_cast<void *>(&r.value), from, sizeof(V));
  return r.value;
}
} // namespace sycl::detail

#endif
