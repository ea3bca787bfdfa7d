/* Members of sub_group from before SYCL 2020: loads, stores and shuffles (the extension sub_group).
 * Those of two values take them as one sequence, the second behind the first. */
#ifndef FALX_SYCL_EXT_ONEAPI_SUB_GROUP_HPP
#define FALX_SYCL_EXT_ONEAPI_SUB_GROUP_HPP

#include <sycl/detail/work_group.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_SUB_GROUP 1

namespace sycl {

namespace ext::oneapi {
using sub_group = sycl::sub_group;
}

/* ---- Shuffles ---- */
template <class T> T sub_group::shuffle(T x, id<1> from) const {
  return detail::shuffle(x, static_cast<uint32_t>(from[0]));
}
template <class T> T sub_group::shuffle_down(T x, uint32_t delta) const {
  return detail::shuffle_down(x, delta);
}
template <class T> T sub_group::shuffle_up(T x, uint32_t delta) const {
  return detail::shuffle_up(x, delta);
}
template <class T> T sub_group::shuffle_xor(T x, id<1> mask) const {
  return detail::shuffle_xor(x, static_cast<uint32_t>(mask[0]));
}
template <class T> T sub_group::shuffle(T x, T y, id<1> from) const {
  const uint32_t lane = static_cast<uint32_t>(from[0]);
  const T first = detail::shuffle(x, lane), second = detail::shuffle(y, lane - local_);
  return lane < local_ ? first : second;
}
template <class T> T sub_group::shuffle_down(T current, T next, uint32_t delta) const {
  return shuffle(current, next, get_local_linear_id() + delta);
}
template <class T> T sub_group::shuffle_up(T previous, T current, uint32_t delta) const {
  return shuffle(previous, current, get_local_linear_id() + local_ - delta);
}

/* ---- Loads and stores: neighbours beside each other, a row of the sub-group after the other ----
 */
namespace detail {
/* What a class, which cannot be copied as volatile, is accessed as. */
template <class T>
using loaded = std::conditional_t<std::is_class_v<T>, std::remove_volatile_t<T>, T>;
} // namespace detail
template <class T> std::remove_cv_t<T> sub_group::load(T *from) const {
  return const_cast<detail::loaded<T> *>(from)[get_local_linear_id()];
}
template <int N, class T> vec<std::remove_cv_t<T>, N> sub_group::load(T *from) const {
  vec<std::remove_cv_t<T>, N> r;
  for (int i = 0; i < N; ++i)
    r[i] = from[get_local_linear_id() + i * most_];
  return r;
}
template <class T> void sub_group::store(T *to, const std::remove_cv_t<T> &x) const {
  const_cast<detail::loaded<T> *>(to)[get_local_linear_id()] = x;
}
template <int N, class T> void sub_group::store(T *to, const vec<std::remove_cv_t<T>, N> &x) const {
  for (int i = 0; i < N; ++i)
    to[get_local_linear_id() + i * most_] = x[i];
}

} // namespace sycl

#endif
