/* atomic_ref and atomic_fence. SYCL 2020, 4.15.1 "Barriers and fences" and 4.15.3 "Atomic
 * references". */
#ifndef FALX_SYCL_ATOMIC_REF_HPP
#define FALX_SYCL_ATOMIC_REF_HPP

#include <cstddef>
#include <type_traits>

#include <sycl/memory_enums.hpp>

/* In kernels on a CPU the atomics whose scope is a work-group at most, and all on local memory, go
 * through this function: a work-group stays on one thread, so falx-post-link makes them plain
 * operations, but only after vectorization, which has to know that lanes may share an address.
 * Other targets have scopes of their own. */
#if defined(__SYCL_DEVICE_ONLY__) && !defined(__NVPTX__) && !defined(__SPIRV__) &&                 \
    !defined(__SPIR__)
#define FALX_GROUP_ATOMICS 1
extern "C" __attribute__((const)) void *__falx_group_pointer(void *);
#endif

/* For nvptx, clang drops scopes; falx-post-link (atomic-scopes) takes them from these. */
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
#define FALX_SCOPED_POINTERS 1
extern "C" __attribute__((const)) void *__falx_scope_pointer(void *, int scope);
extern "C" __attribute__((nothrow)) void __falx_scope_fence(int order, int scope);
#endif

namespace sycl {

namespace detail {
/* A work-group stays on one thread. */
#ifdef FALX_GROUP_ATOMICS
inline constexpr bool has_group_atomics = true;
#else
inline constexpr bool has_group_atomics = false;
#endif

/* Orders of SYCL are the compiler's. */
constexpr int order_of(memory_order order) {
  return static_cast<int>(order);
}

#if defined(__SYCL_DEVICE_ONLY__) && (defined(__SPIRV__) || defined(__SPIR__))
constexpr int scope_of(memory_scope scope) {
  switch (scope) {
  case memory_scope::work_item:
    return __MEMORY_SCOPE_SINGLE;
  case memory_scope::sub_group:
    return __MEMORY_SCOPE_WVFRNT;
  case memory_scope::work_group:
    return __MEMORY_SCOPE_WRKGRP;
  case memory_scope::device:
    return __MEMORY_SCOPE_DEVICE;
  default:
    return __MEMORY_SCOPE_SYSTEM;
  }
}
#define FALX_ATOMIC(name, ...)                                                                     \
  __scoped_atomic_##name(__VA_ARGS__, detail::order_of(order), detail::scope_of(scope))
#define FALX_ATOMIC_EXCHANGE_IF(...)                                                               \
  __scoped_atomic_compare_exchange(__VA_ARGS__, detail::order_of(success),                         \
                                   detail::order_of(failure), detail::scope_of(scope))
#define FALX_ATOMIC_FENCE() __scoped_atomic_thread_fence(order_of(order), scope_of(scope))
#else
#define FALX_ATOMIC(name, ...) __atomic_##name(__VA_ARGS__, ((void)scope, detail::order_of(order)))
#define FALX_ATOMIC_EXCHANGE_IF(...)                                                               \
  __atomic_compare_exchange(__VA_ARGS__, ((void)scope, detail::order_of(success)),                 \
                            detail::order_of(failure))
#ifdef FALX_GROUP_ATOMICS
#define FALX_ATOMIC_FENCE()                                                                        \
  scope <= memory_scope::work_group ? __atomic_signal_fence(order_of(order))                       \
                                    : __atomic_thread_fence(order_of(order))
#elif defined(FALX_SCOPED_POINTERS)
#define FALX_ATOMIC_FENCE() __falx_scope_fence(order_of(order), static_cast<int>(scope))
#else
#define FALX_ATOMIC_FENCE() __atomic_thread_fence(order_of(order))
#endif
#endif

/* clang has read-modify-write operations of floating-point numbers, minimum and maximum; a loop of
 * exchanges does for other compilers. */
#ifdef __clang__
inline constexpr bool has_floating_atomics = true;
#else
inline constexpr bool has_floating_atomics = false;
#endif

constexpr memory_order load_order(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::acquire
         : order == memory_order::release ? memory_order::relaxed
                                          : order;
}
constexpr memory_order store_order(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::release
         : order == memory_order::acquire ? memory_order::relaxed
                                          : order;
}

/* What every atomic_ref has. */
template <class T, memory_order Order, memory_scope Scope, sycl::access::address_space Space>
class atomic_base {
  static_assert(
      std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
      "atomic_ref: T must be an integer, a floating-point number or a pointer of 4 or 8 bytes");
  static_assert(Order == memory_order::relaxed || Order == memory_order::acq_rel ||
                    Order == memory_order::seq_cst,
                "atomic_ref: the default order must be relaxed, acq_rel or seq_cst");
  static_assert(Space == sycl::access::address_space::generic_space ||
                    Space == sycl::access::address_space::global_space ||
                    Space == sycl::access::address_space::local_space,
                "atomic_ref: the address space must be generic, global or local");

public:
  using value_type = T;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = load_order(Order);
  static constexpr memory_order default_write_order = store_order(Order);
  static constexpr memory_order default_read_modify_write_order = Order;
  static constexpr memory_scope default_scope = Scope;

  explicit atomic_base(T &of) : p_(&of) {}
  atomic_base(const atomic_base &) noexcept = default;
  atomic_base &operator=(const atomic_base &) = delete;
  bool is_lock_free() const noexcept { return true; }

  void store(T value, memory_order order = default_write_order,
             memory_scope scope = default_scope) const noexcept {
    FALX_ATOMIC(store, at(scope), &value);
  }
  T load(memory_order order = default_read_order,
         memory_scope scope = default_scope) const noexcept {
    T value;
    FALX_ATOMIC(load, at(scope), &value);
    return value;
  }
  operator T() const noexcept { return load(); }
  T exchange(T value, memory_order order = default_read_modify_write_order,
             memory_scope scope = default_scope) const noexcept {
    T old;
    FALX_ATOMIC(exchange, at(scope), &value, &old);
    return old;
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure,
                             memory_scope scope = default_scope) const noexcept {
    return FALX_ATOMIC_EXCHANGE_IF(at(scope), &expected, &desired, true);
  }
  bool compare_exchange_weak(T &expected, T desired,
                             memory_order order = default_read_modify_write_order,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_weak(expected, desired, order, load_order(order), scope);
  }
  bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure,
                               memory_scope scope = default_scope) const noexcept {
    return FALX_ATOMIC_EXCHANGE_IF(at(scope), &expected, &desired, false);
  }
  bool compare_exchange_strong(T &expected, T desired,
                               memory_order order = default_read_modify_write_order,
                               memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, load_order(order), scope);
  }

protected:
  T *at(memory_scope scope) const noexcept {
#ifdef FALX_GROUP_ATOMICS
    if (Space == sycl::access::address_space::local_space || scope <= memory_scope::work_group)
      return static_cast<T *>(__falx_group_pointer(p_));
#elif defined(FALX_SCOPED_POINTERS)
    return static_cast<T *>(__falx_scope_pointer(p_, static_cast<int>(scope)));
#endif
    (void)scope;
    return p_;
  }
  template <class F> T replace(F f, memory_order order, memory_scope scope) const noexcept {
    T old = load(memory_order::relaxed, scope);
    while (!compare_exchange_weak(old, f(old), order, scope)) {
    }
    return old;
  }

private:
  T *p_;
};
} // namespace detail

inline void atomic_fence(memory_order order, memory_scope scope) noexcept {
  (void)scope;
  using namespace detail;
  if (order != memory_order::relaxed)
    FALX_ATOMIC_FENCE();
}

template <class T, memory_order Order, memory_scope Scope,
          access::address_space Space = access::address_space::generic_space, class = void>
class atomic_ref;

#define FALX_ATOMIC_FETCH(name, type, body)                                                        \
  T fetch_##name(type operand, memory_order order = base::default_read_modify_write_order,         \
                 memory_scope scope = base::default_scope) const noexcept {                        \
    body                                                                                           \
  }
#define FALX_ATOMIC_NATIVE(name) return FALX_ATOMIC(fetch_##name, this->at(scope), operand);
#define FALX_ATOMIC_EITHER(name, value)                                                            \
  if constexpr (detail::has_floating_atomics)                                                      \
    return FALX_ATOMIC(fetch_##name, this->at(scope), operand);                                    \
  else                                                                                             \
    return this->replace([operand](T old) { return value; }, order, scope);
#define FALX_ATOMIC_COMMON                                                                         \
  using base = detail::atomic_base<T, Order, Scope, Space>;                                        \
                                                                                                   \
public:                                                                                            \
  using base::base;                                                                                \
  T operator=(T value) const noexcept {                                                            \
    this->store(value);                                                                            \
    return value;                                                                                  \
  }                                                                                                \
  atomic_ref(const atomic_ref &) noexcept = default;                                               \
  atomic_ref &operator=(const atomic_ref &) = delete;

template <class T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_ref<T, Order, Scope, Space,
                 std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>>
    : public detail::atomic_base<T, Order, Scope, Space> {
  FALX_ATOMIC_COMMON
  using difference_type = T;
  FALX_ATOMIC_FETCH(add, T, FALX_ATOMIC_NATIVE(add))
  FALX_ATOMIC_FETCH(sub, T, FALX_ATOMIC_NATIVE(sub))
  FALX_ATOMIC_FETCH(and, T, FALX_ATOMIC_NATIVE(and))
  FALX_ATOMIC_FETCH(or, T, FALX_ATOMIC_NATIVE(or))
  FALX_ATOMIC_FETCH(xor, T, FALX_ATOMIC_NATIVE(xor))
  FALX_ATOMIC_FETCH(min, T, FALX_ATOMIC_EITHER(min, operand < old ? operand : old))
  FALX_ATOMIC_FETCH(max, T, FALX_ATOMIC_EITHER(max, old < operand ? operand : old))

  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator++() const noexcept { return T(fetch_add(1) + 1); }
  T operator--() const noexcept { return T(fetch_sub(1) - 1); }
  T operator+=(T operand) const noexcept { return T(fetch_add(operand) + operand); }
  T operator-=(T operand) const noexcept { return T(fetch_sub(operand) - operand); }
  T operator&=(T operand) const noexcept { return T(fetch_and(operand) & operand); }
  T operator|=(T operand) const noexcept { return T(fetch_or(operand) | operand); }
  T operator^=(T operand) const noexcept { return T(fetch_xor(operand) ^ operand); }
};

template <class T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_ref<T, Order, Scope, Space, std::enable_if_t<std::is_floating_point_v<T>>>
    : public detail::atomic_base<T, Order, Scope, Space> {
  FALX_ATOMIC_COMMON
  using difference_type = T;
  FALX_ATOMIC_FETCH(add, T, FALX_ATOMIC_EITHER(add, old + operand))
  FALX_ATOMIC_FETCH(sub, T, FALX_ATOMIC_EITHER(sub, old - operand))
  FALX_ATOMIC_FETCH(min, T, FALX_ATOMIC_EITHER(min, operand < old ? operand : old))
  FALX_ATOMIC_FETCH(max, T, FALX_ATOMIC_EITHER(max, old < operand ? operand : old))

  T operator+=(T operand) const noexcept { return fetch_add(operand) + operand; }
  T operator-=(T operand) const noexcept { return fetch_sub(operand) - operand; }
};

template <class E, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_ref<E *, Order, Scope, Space> : public detail::atomic_base<E *, Order, Scope, Space> {
  using T = E *;
  FALX_ATOMIC_COMMON
  using difference_type = std::ptrdiff_t;
  /* The compiler's operations count bytes here. */
  FALX_ATOMIC_FETCH(add, std::ptrdiff_t,
                    return FALX_ATOMIC(fetch_add, this->at(scope),
                                       operand *std::ptrdiff_t(sizeof(E)));)
  FALX_ATOMIC_FETCH(sub, std::ptrdiff_t,
                    return FALX_ATOMIC(fetch_sub, this->at(scope),
                                       operand *std::ptrdiff_t(sizeof(E)));)

  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator++() const noexcept { return fetch_add(1) + 1; }
  T operator--() const noexcept { return fetch_sub(1) - 1; }
  T operator+=(std::ptrdiff_t n) const noexcept { return fetch_add(n) + n; }
  T operator-=(std::ptrdiff_t n) const noexcept { return fetch_sub(n) - n; }
};

#undef FALX_ATOMIC
#undef FALX_ATOMIC_EXCHANGE_IF
#undef FALX_ATOMIC_FENCE
#undef FALX_ATOMIC_FETCH
#undef FALX_ATOMIC_NATIVE
#undef FALX_ATOMIC_EITHER
#undef FALX_ATOMIC_COMMON
#undef FALX_GROUP_ATOMICS
#undef FALX_SCOPED_POINTERS

} // namespace sycl

#endif
