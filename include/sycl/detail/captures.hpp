/* Does a kernel capture by reference? SYCL 2020, 4.12 and 5.5 forbid it; requirement KL-10.
 *
 * No trait asks this of a closure. But a class with a reference member is not standard-layout, and
 * of the few kernels that are not, __builtin_dump_struct tells the rest: it hands every member to a
 * callable, and a reference member of an object that was never made cannot be named in a constant
 * expression, while any other member can. */
#ifndef FALX_SYCL_DETAIL_CAPTURES_HPP
#define FALX_SYCL_DETAIL_CAPTURES_HPP

#include <type_traits>

#if defined(__has_builtin)
#if __has_builtin(__builtin_dump_struct)
#define FALX_SEES_CAPTURES 1
#endif
#endif

namespace sycl::detail {

#ifdef FALX_SEES_CAPTURES
template <class T> union never_made {
  char none;
  T object;
  constexpr never_made() : none() {}
};
template <class... Member> constexpr void see(Member &&...) {}
template <class T> constexpr int name_members() {
  never_made<T> u;
  __builtin_dump_struct(&u.object, see);
  return 0;
}
/* A bit-field binds to no reference: with one inside, there is no telling. */
template <class T, class = decltype(__builtin_dump_struct(static_cast<T *>(nullptr), see))>
constexpr bool can_tell(int) {
  return true;
}
template <class T> constexpr bool can_tell(...) {
  return false;
}
template <class T, int = name_members<T>()> constexpr bool all_named(int) {
  return true;
}
template <class T> constexpr bool all_named(...) {
  return false;
}

template <class T> constexpr bool captures_reference() {
  if constexpr (std::is_standard_layout_v<T> || !std::is_trivially_destructible_v<T>)
    return false;
  else if constexpr (can_tell<T>(0))
    return !all_named<T>(0);
  else
    return false;
}
#else
template <class T> constexpr bool captures_reference() {
  return false;
}
#endif

} // namespace sycl::detail

#endif
