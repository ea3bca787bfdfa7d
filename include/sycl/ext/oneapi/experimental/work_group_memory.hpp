/* Memory of a work-group without a size: sycl_ext_oneapi_work_group_memory.
 *
 * Captured by a kernel it becomes one argument, a pointer; until then the place of the pointer
 * holds the size in bytes. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_MEMORY_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_MEMORY_HPP

#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/range.hpp>

#define SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY 1

namespace sycl {
class handler;

namespace detail {
/* The names of these two are known to the compiler. */
struct __falx_work_group_memory {
  void *data_ = nullptr; /* host: bytes */
};
#ifdef __SYCL_DEVICE_ONLY__
extern "C" [[clang::sycl_external]] inline void
__falx_work_group_memory_init(__falx_work_group_memory *self, void *data) {
  self->data_ = data;
}
#endif
} // namespace detail

namespace ext::oneapi::experimental {

struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

/* T is an object's type, an array's, or an array's of unknown bound. */
template <class T, class Properties = empty_properties_t>
class work_group_memory : private sycl::detail::__falx_work_group_memory {
  static_assert(std::is_same_v<Properties, empty_properties_t>,
                "work_group_memory has no properties");
  static constexpr bool is_unbounded = std::is_array_v<T> && std::extent_v<T> == 0;
  struct nothing {};
  using assigned = std::conditional_t<std::is_array_v<T>, nothing, T>;

public:
  using value_type = std::remove_all_extents_t<T>;

  /* Stands for no memory until another one is assigned to it. */
  work_group_memory(const indeterminate_t &) {}
  work_group_memory(const work_group_memory &) = default;
  work_group_memory &operator=(const work_group_memory &) = default;
  template <bool U = is_unbounded, std::enable_if_t<!U, int> = 0> work_group_memory(handler &) {
    set(sizeof(T));
  }
  template <bool U = is_unbounded, std::enable_if_t<U, int> = 0>
  work_group_memory(size_t count, handler &) {
    set(sycl::detail::bytes_for(count, sizeof(std::remove_extent_t<T>)));
  }

  operator T &() const { return *get(); }
  const work_group_memory &operator=(const assigned &value) const {
    *get() = value;
    return *this;
  }
  T *operator&() const { return get(); }
  template <access::decorated Decorated = access::decorated::no>
  multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const {
    return address_space_cast<access::address_space::local_space, Decorated>(
        reinterpret_cast<value_type *>(get()));
  }

private:
  void set(size_t bytes) { this->data_ = reinterpret_cast<void *>(bytes); }
  FALX_INLINE T *get() const {
#ifdef __SYCL_DEVICE_ONLY__
    return static_cast<T *>(this->data_);
#else
    sycl::detail::throw_error(errc::accessor,
                              "a work_group_memory is used on the host: it stands for memory of a "
                              "work-group, inside a kernel");
#endif
  }
};

} // namespace ext::oneapi::experimental
} // namespace sycl

#endif
