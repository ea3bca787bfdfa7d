/* A pointer if it points into an address space, null otherwise: sycl_khr_dynamic_addrspace_cast. */
#ifndef FALX_SYCL_KHR_DYNAMIC_ADDRSPACE_CAST_HPP
#define FALX_SYCL_KHR_DYNAMIC_ADDRSPACE_CAST_HPP

#include <cstdint>

#include <sycl/multi_ptr.hpp>

#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST 1

#if defined(__SYCL_DEVICE_ONLY__) && !defined(__SPIRV__)
/* native_cpu: the address of the thread's bounds; the dimension is 0. */
SYCL_EXTERNAL size_t __spirv_BuiltInMemoryBounds(int);
#endif

namespace sycl::detail {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__SPIRV__)
/* The number is SPIR-V's storage class. */
template <access::address_space Space> bool is_in(const volatile void *pointer) {
  void *p = const_cast<void *>(pointer);
  if constexpr (Space == access::address_space::global_space)
    return __builtin_spirv_generic_cast_to_ptr_explicit(p, 5);
  else if constexpr (Space == access::address_space::local_space)
    return __builtin_spirv_generic_cast_to_ptr_explicit(p, 4);
  else
    return __builtin_spirv_generic_cast_to_ptr_explicit(p, 7);
}
#elif defined(__NVPTX__)
/* What a kernel gets by value is read where it is, in a part of global memory. */
template <access::address_space Space> bool is_in(const volatile void *pointer) {
  const void *p = const_cast<const void *>(pointer);
  if constexpr (Space == access::address_space::global_space)
    return __nvvm_isspacep_global(p);
  else if constexpr (Space == access::address_space::local_space)
    return __nvvm_isspacep_shared(p);
  else
    return __nvvm_isspacep_local(p);
}
#elif defined(__SYCL_DEVICE_ONLY__)
/* As struct falx_native_cpu_bounds of falx/native_cpu.h. */
struct memory_bounds {
  uint64_t local_begin, local_end, frame_end;
  uint64_t arguments_begin, arguments_end;
  uint64_t stack_end;
};
/* Not inlined: its own frame lies below those of all its callers. */
__attribute__((noinline)) inline bool is_on_stack(uint64_t p, uint64_t end) {
  return p >= reinterpret_cast<uint64_t>(__builtin_frame_address(0)) && p < end;
}
inline access::address_space space_of(const volatile void *pointer) {
  const uint64_t p = reinterpret_cast<uint64_t>(pointer);
  const auto &b = *reinterpret_cast<const memory_bounds *>(__spirv_BuiltInMemoryBounds(0));
  if (p >= b.local_begin && p < b.local_end)
    return access::address_space::local_space;
  if ((p >= b.local_end && p < b.frame_end) || (p >= b.arguments_begin && p < b.arguments_end) ||
      is_on_stack(p, b.stack_end))
    return access::address_space::private_space;
  return access::address_space::global_space;
}
template <access::address_space Space> bool is_in(const volatile void *pointer) {
  return space_of(pointer) == Space;
}
#else
template <access::address_space Space> bool is_in(const volatile void *) {
  throw_not_in_kernel("dynamic_addrspace_cast");
}
#endif
} // namespace sycl::detail

namespace sycl::khr {

/* Only in kernels. */
template <access::address_space Space, class T>
multi_ptr<T, Space, access::decorated::no> dynamic_addrspace_cast(T *p) {
  static_assert(detail::is_named_space(Space),
                "a pointer is cast to the global, the local or the private address space");
  return multi_ptr<T, Space, access::decorated::no>(detail::is_in<Space>(p) ? p : nullptr);
}
template <access::address_space Space, class T, access::decorated D>
multi_ptr<T, Space, D>
dynamic_addrspace_cast(multi_ptr<T, access::address_space::generic_space, D> p) {
  return multi_ptr<T, Space, D>(dynamic_addrspace_cast<Space>(p.get_raw()).get_raw());
}

} // namespace sycl::khr

#endif
