/* Unified shared memory: allocation, queries, usm_allocator. SYCL 2020, 4.8.3. */
#ifndef FALX_SYCL_USM_HPP
#define FALX_SYCL_USM_HPP

#include <sycl/queue.hpp>

namespace sycl {
namespace usm {
enum class alloc {
  host = FALX_USM_HOST,
  device = FALX_USM_DEVICE,
  shared = FALX_USM_SHARED,
  unknown = FALX_USM_UNKNOWN
};
}

namespace detail {
/* The specification answers a null pointer where there is no memory, and throws where the device
 * lacks the kind of memory. Of an unknown kind there is none. */
inline void *allocate(usm::alloc kind, const context &c, const device &d, size_t bytes,
                      size_t alignment) {
  if (kind == usm::alloc::unknown)
    return nullptr;
  void *pointer;
  falx_status status = falx_usm_alloc(static_cast<falx_usm_kind>(kind), impl::raw(c), impl::raw(d),
                                      bytes, alignment, &pointer);
  if (status == FALX_ERROR_MEMORY_ALLOCATION)
    return nullptr;
  check(status);
  return pointer;
}
} // namespace detail

/* ---- Bytes and elements of a given kind ---- */
inline void *aligned_alloc(size_t alignment, size_t bytes, const device &d, const context &c,
                           usm::alloc kind, const property_list & = {}) {
  return detail::allocate(kind, c, d, bytes, alignment);
}
inline void *aligned_alloc(size_t alignment, size_t bytes, const queue &q, usm::alloc kind,
                           const property_list & = {}) {
  return detail::allocate(kind, q.get_context(), q.get_device(), bytes, alignment);
}
inline void *malloc(size_t bytes, const device &d, const context &c, usm::alloc kind,
                    const property_list & = {}) {
  return detail::allocate(kind, c, d, bytes, 0);
}
inline void *malloc(size_t bytes, const queue &q, usm::alloc kind, const property_list & = {}) {
  return detail::allocate(kind, q.get_context(), q.get_device(), bytes, 0);
}
template <class T>
T *aligned_alloc(size_t alignment, size_t count, const device &d, const context &c, usm::alloc kind,
                 const property_list & = {}) {
  return static_cast<T *>(detail::allocate(kind, c, d, detail::bytes_for(count, sizeof(T)),
                                           alignment < alignof(T) ? alignof(T) : alignment));
}
template <class T>
T *aligned_alloc(size_t alignment, size_t count, const queue &q, usm::alloc kind,
                 const property_list & = {}) {
  return sycl::aligned_alloc<T>(alignment, count, q.get_device(), q.get_context(), kind);
}
template <class T>
T *malloc(size_t count, const device &d, const context &c, usm::alloc kind,
          const property_list & = {}) {
  return sycl::aligned_alloc<T>(0, count, d, c, kind);
}
template <class T>
T *malloc(size_t count, const queue &q, usm::alloc kind, const property_list & = {}) {
  return sycl::aligned_alloc<T>(0, count, q, kind);
}

/* ---- malloc_device, malloc_shared, aligned_alloc_device, aligned_alloc_shared ---- */
#define FALX_USM_DEVICE_KIND(kind)                                                                 \
  inline void *malloc_##kind(size_t bytes, const device &d, const context &c,                      \
                             const property_list & = {}) {                                         \
    return detail::allocate(usm::alloc::kind, c, d, bytes, 0);                                     \
  }                                                                                                \
  inline void *malloc_##kind(size_t bytes, const queue &q, const property_list & = {}) {           \
    return malloc_##kind(bytes, q.get_device(), q.get_context());                                  \
  }                                                                                                \
  inline void *aligned_alloc_##kind(size_t alignment, size_t bytes, const device &d,               \
                                    const context &c, const property_list & = {}) {                \
    return detail::allocate(usm::alloc::kind, c, d, bytes, alignment);                             \
  }                                                                                                \
  inline void *aligned_alloc_##kind(size_t alignment, size_t bytes, const queue &q,                \
                                    const property_list & = {}) {                                  \
    return aligned_alloc_##kind(alignment, bytes, q.get_device(), q.get_context());                \
  }                                                                                                \
  template <class T>                                                                               \
  T *malloc_##kind(size_t count, const device &d, const context &c, const property_list & = {}) {  \
    return sycl::malloc<T>(count, d, c, usm::alloc::kind);                                         \
  }                                                                                                \
  template <class T> T *malloc_##kind(size_t count, const queue &q, const property_list & = {}) {  \
    return sycl::malloc<T>(count, q, usm::alloc::kind);                                            \
  }                                                                                                \
  template <class T>                                                                               \
  T *aligned_alloc_##kind(size_t alignment, size_t count, const device &d, const context &c,       \
                          const property_list & = {}) {                                            \
    return sycl::aligned_alloc<T>(alignment, count, d, c, usm::alloc::kind);                       \
  }                                                                                                \
  template <class T>                                                                               \
  T *aligned_alloc_##kind(size_t alignment, size_t count, const queue &q,                          \
                          const property_list & = {}) {                                            \
    return sycl::aligned_alloc<T>(alignment, count, q, usm::alloc::kind);                          \
  }
FALX_USM_DEVICE_KIND(device)
FALX_USM_DEVICE_KIND(shared)
#undef FALX_USM_DEVICE_KIND

/* ---- malloc_host, aligned_alloc_host ---- */
inline void *malloc_host(size_t bytes, const context &c, const property_list & = {}) {
  return detail::allocate(usm::alloc::host, c, detail::any_device(c), bytes, 0);
}
inline void *malloc_host(size_t bytes, const queue &q, const property_list & = {}) {
  return malloc_host(bytes, q.get_context());
}
inline void *aligned_alloc_host(size_t alignment, size_t bytes, const context &c,
                                const property_list & = {}) {
  return detail::allocate(usm::alloc::host, c, detail::any_device(c), bytes, alignment);
}
inline void *aligned_alloc_host(size_t alignment, size_t bytes, const queue &q,
                                const property_list & = {}) {
  return aligned_alloc_host(alignment, bytes, q.get_context());
}
template <class T> T *malloc_host(size_t count, const context &c, const property_list & = {}) {
  return sycl::malloc<T>(count, detail::any_device(c), c, usm::alloc::host);
}
template <class T> T *malloc_host(size_t count, const queue &q, const property_list & = {}) {
  return sycl::malloc_host<T>(count, q.get_context());
}
template <class T>
T *aligned_alloc_host(size_t alignment, size_t count, const context &c,
                      const property_list & = {}) {
  return sycl::aligned_alloc<T>(alignment, count, detail::any_device(c), c, usm::alloc::host);
}
template <class T>
T *aligned_alloc_host(size_t alignment, size_t count, const queue &q, const property_list & = {}) {
  return sycl::aligned_alloc_host<T>(alignment, count, q.get_context());
}

/* ---- free and queries: 4.8.3.5, 4.8.3.6 ---- */
inline void free(void *pointer, const context &c) {
  detail::check(falx_usm_free(detail::impl::raw(c), pointer));
}
inline void free(void *pointer, const queue &q) {
  detail::check(falx_usm_free(falx_queue_context(detail::impl::raw(q)), pointer));
}
inline usm::alloc get_pointer_type(const void *pointer, const context &c) {
  falx_usm_kind kind;
  falx_device_t d;
  detail::check(falx_usm_query(detail::impl::raw(c), pointer, &kind, &d));
  return static_cast<usm::alloc>(kind);
}
inline device get_pointer_device(const void *pointer, const context &c) {
  falx_usm_kind kind;
  falx_device_t d;
  detail::check(falx_usm_query(detail::impl::raw(c), pointer, &kind, &d));
  if (kind == FALX_USM_UNKNOWN)
    detail::throw_error(errc::invalid,
                        "get_pointer_device: the pointer is no USM allocation of this context");
  return detail::impl::make<device>(d);
}

/* 4.8.3.4 */
template <class T, usm::alloc Kind, size_t Alignment = 0> class usm_allocator {
  static_assert(Kind != usm::alloc::device, "the host cannot construct objects in device memory");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator(const context &c, const device &d, const property_list & = {})
      : context_(c), device_(d) {
    (void)detail::allocate(Kind, c, d, 0, Alignment); // says what is wrong with them
  }
  usm_allocator(const queue &q, const property_list & = {})
      : usm_allocator(q.get_context(), q.get_device()) {}
  template <class U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &o) noexcept
      : context_(o.context_), device_(o.device_) {}

  T *allocate(size_t count) {
    T *pointer = sycl::aligned_alloc<T>(Alignment, count, device_, context_, Kind);
    if (!pointer && count)
      detail::throw_error(errc::memory_allocation, "usm_allocator: out of memory");
    return pointer;
  }
  void deallocate(T *pointer, size_t) { sycl::free(pointer, context_); }
  template <class U, usm::alloc K, size_t A>
  friend bool operator==(const usm_allocator &a, const usm_allocator<U, K, A> &b) {
    return Kind == K && a.context_ == b.context_ && a.device_ == b.device_;
  }
  template <class U, usm::alloc K, size_t A>
  friend bool operator!=(const usm_allocator &a, const usm_allocator<U, K, A> &b) {
    return !(a == b);
  }

private:
  template <class, usm::alloc, size_t> friend class usm_allocator;
  context context_;
  device device_;
};

} // namespace sycl

#endif
