/* Memory of a work-group that a kernel asks for where it stands: the extension
 * sycl_ext_oneapi_local_memory, and names that programs have from before SYCL 2020. */
#ifndef FALX_SYCL_GROUP_LOCAL_MEMORY_HPP
#define FALX_SYCL_GROUP_LOCAL_MEMORY_HPP

#include <new>

#include <sycl/detail/work_group.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1

namespace sycl::ext::oneapi {

using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;

template <class T>
using group_local_ptr = multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;

/* The same T for all work-items of the group, another one for each call in the source. Only at the
 * outermost scope of a kernel, where all of them come. */
template <class T, class Group, std::enable_if_t<detail::is_work_group<Group>, int> = 0>
FALX_INLINE group_local_ptr<T> group_local_memory_for_overwrite(Group g) {
  static_assert(std::is_trivially_destructible_v<T>,
                "memory of a work-group ends without a destructor");
  T *memory = static_cast<T *>(__falx_group_memory(sizeof(T), alignof(T)));
  if constexpr (!std::is_trivially_default_constructible_v<T>) {
    if (g.leader())
      ::new (static_cast<void *>(memory)) T;
    detail::group_sync();
  }
  return address_space_cast<access::address_space::local_space, access::decorated::legacy>(memory);
}

template <class T, class Group, class... A, std::enable_if_t<detail::is_work_group<Group>, int> = 0>
FALX_INLINE group_local_ptr<T> group_local_memory(Group g, A &&...arguments) {
  static_assert(std::is_trivially_destructible_v<T>,
                "memory of a work-group ends without a destructor");
  void *memory = __falx_group_memory(sizeof(T), alignof(T));
  if (g.leader())
    ::new (memory) T{static_cast<A &&>(arguments)...};
  detail::group_sync();
  return address_space_cast<access::address_space::local_space, access::decorated::legacy>(
      static_cast<T *>(memory));
}

} // namespace sycl::ext::oneapi

#endif
