/* A pointer of which the program knows the address space: sycl_khr_static_addrspace_cast. */
#ifndef FALX_SYCL_KHR_STATIC_ADDRSPACE_CAST_HPP
#define FALX_SYCL_KHR_STATIC_ADDRSPACE_CAST_HPP

#include <sycl/multi_ptr.hpp>

#define SYCL_KHR_STATIC_ADDRSPACE_CAST 1

namespace sycl::khr {

template <access::address_space Space, class T>
multi_ptr<T, Space, access::decorated::no> static_addrspace_cast(T *p) {
  return multi_ptr<T, Space, access::decorated::no>(p);
}
template <access::address_space Space, class T, access::decorated D>
multi_ptr<T, Space, D>
static_addrspace_cast(multi_ptr<T, access::address_space::generic_space, D> p) {
  return multi_ptr<T, Space, D>(p.get_raw());
}

} // namespace sycl::khr

#endif
