/* atomic, its functions, and accessors that answer atomics: SYCL 1.2.1, which SYCL 2020 deprecates
 * in favour of atomic_ref (appendix D). */
#ifndef FALX_SYCL_ATOMIC_HPP
#define FALX_SYCL_ATOMIC_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

namespace detail {
/* Every operation is relaxed, of the device's scope. */
template <class T, sycl::access::address_space Space> class atomic_location {
  static_assert(Space == sycl::access::address_space::global_space ||
                    Space == sycl::access::address_space::local_space,
                "sycl::atomic: the address space must be global or local");
  using ref = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;

public:
  template <class Pointer, sycl::access::decorated D,
            std::enable_if_t<std::is_same_v<Pointer, T>, int> = 0>
  explicit atomic_location(multi_ptr<Pointer, Space, D> p) : p_(p.get_raw()) {}

  void store(T value, memory_order = memory_order::relaxed) { ref(*p_).store(value); }
  T load(memory_order = memory_order::relaxed) const { return ref(*p_).load(); }
  T exchange(T value, memory_order = memory_order::relaxed) { return ref(*p_).exchange(value); }
  bool compare_exchange_strong(T &expected, T desired, memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return ref(*p_).compare_exchange_strong(expected, desired);
  }
#define FALX_ATOMIC_FETCH(name)                                                                    \
  T fetch_##name(T operand, memory_order = memory_order::relaxed) {                                \
    return ref(*p_).fetch_##name(operand);                                                         \
  }
  FALX_ATOMIC_FETCH(add)
  FALX_ATOMIC_FETCH(sub)
  FALX_ATOMIC_FETCH(and)
  FALX_ATOMIC_FETCH(or)
  FALX_ATOMIC_FETCH(xor)
  FALX_ATOMIC_FETCH(min)
  FALX_ATOMIC_FETCH(max)
#undef FALX_ATOMIC_FETCH

private:
  T *p_;
};
} // namespace detail

template <class T, access::address_space Space = access::address_space::global_space>
using atomic FALX_DEPRECATED("use sycl::atomic_ref") = detail::atomic_location<T, Space>;

template <class T, access::address_space S>
FALX_DEPRECATED("use atomic_ref::store")
void atomic_store(detail::atomic_location<T, S> of, detail::given<T> value,
                  memory_order order = memory_order::relaxed) {
  of.store(value, order);
}
template <class T, access::address_space S>
FALX_DEPRECATED("use atomic_ref::load")
T atomic_load(detail::atomic_location<T, S> of, memory_order order = memory_order::relaxed) {
  return of.load(order);
}
template <class T, access::address_space S>
FALX_DEPRECATED("use atomic_ref::compare_exchange_strong")
bool atomic_compare_exchange_strong(detail::atomic_location<T, S> of, detail::given<T> &expected,
                                    detail::given<T> desired,
                                    memory_order success = memory_order::relaxed,
                                    memory_order failure = memory_order::relaxed) {
  return of.compare_exchange_strong(expected, desired, success, failure);
}
#define FALX_ATOMIC_FUNCTION(name)                                                                 \
  template <class T, access::address_space S>                                                      \
  FALX_DEPRECATED("use atomic_ref::" #name)                                                        \
  T atomic_##name(detail::atomic_location<T, S> of, detail::given<T> operand,                      \
                  memory_order order = memory_order::relaxed) {                                    \
    return of.name(operand, order);                                                                \
  }
FALX_ATOMIC_FUNCTION(exchange)
FALX_ATOMIC_FUNCTION(fetch_add)
FALX_ATOMIC_FUNCTION(fetch_sub)
FALX_ATOMIC_FUNCTION(fetch_and)
FALX_ATOMIC_FUNCTION(fetch_or)
FALX_ATOMIC_FUNCTION(fetch_xor)
FALX_ATOMIC_FUNCTION(fetch_min)
FALX_ATOMIC_FUNCTION(fetch_max)
#undef FALX_ATOMIC_FUNCTION

namespace detail {
/* acc[i][j][k] of such an accessor: what is left to subscript. */
template <class T, sycl::access::address_space Space, class Row> struct atomic_row {
  Row row;
  FALX_INLINE auto operator[](size_t i) const {
    using next = std::remove_reference_t<decltype(row[i])>;
    if constexpr (std::is_same_v<next, T>)
      return atomic_location<T, Space>(
          multi_ptr<T, Space, sycl::access::decorated::legacy>(&row[i]));
    else
      return atomic_row<T, Space, next>{row[i]};
  }
};

/* Plain is the accessor that answers references. */
template <class Plain, class T, int D, sycl::access::address_space Space>
class atomic_elements : public Plain {
  using atomic = atomic_location<T, Space>;
  static atomic location(T &element) {
    return atomic(multi_ptr<T, Space, sycl::access::decorated::legacy>(&element));
  }

public:
  using Plain::Plain;
  template <int M = D, std::enable_if_t<(M > 0), int> = 0>
  FALX_INLINE atomic operator[](id<layout_dimensions(D)> i) const {
    return location(Plain::operator[](i));
  }
  template <int M = D, std::enable_if_t<(M > 1), int> = 0>
  FALX_INLINE auto operator[](size_t i) const {
    using next = std::remove_reference_t<decltype(Plain::operator[](i))>;
    return atomic_row<T, Space, next>{Plain::operator[](i)};
  }
  template <int M = D, std::enable_if_t<M == 0, int> = 0> operator atomic() const {
    return location(static_cast<T &>(static_cast<const Plain &>(*this)));
  }
};
} // namespace detail

template <class T, int D, access::placeholder P>
class accessor<T, D, detail::mode_atomic, target::device, P>
    : public detail::atomic_elements<accessor<T, D, access_mode::read_write, target::device, P>, T,
                                     D, access::address_space::global_space> {
public:
  using accessor::atomic_elements::atomic_elements;
};
template <class T, int D, access::placeholder P>
class accessor<T, D, detail::mode_atomic, detail::target_local, P>
    : public detail::atomic_elements<local_accessor<T, D>, T, D,
                                     access::address_space::local_space> {
public:
  using accessor::atomic_elements::atomic_elements;
};

} // namespace sycl

template <class T, int D, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, sycl::detail::mode_atomic, sycl::target::device, P>>
    : std::hash<sycl::accessor<T, D, sycl::access_mode::read_write, sycl::target::device, P>> {};
template <class T, int D, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, sycl::detail::mode_atomic, sycl::detail::target_local, P>>
    : std::hash<sycl::local_accessor<T, D>> {};

#endif
