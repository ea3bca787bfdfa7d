/* Does a kernel capture by reference, and what types has what it captures? SYCL 2020, 4.12 and 5.5
 * forbid references, 4.12.4 what is not device copyable; requirement KL-10.
 *
 * No trait asks this of a closure. But a class with a reference member is not standard-layout, and
 * of the few kernels that are not, __builtin_dump_struct tells the rest: it hands every member to a
 * callable, and a reference member of an object that was never made cannot be named in a constant
 * expression, while any other member can. Members that are no numbers and no aggregates it hands
 * over by their address, which is an rvalue; everything else of an object is an lvalue. */
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
  if constexpr (__is_standard_layout(T))
    return false;
  else if constexpr (!__is_trivially_destructible(T))
    return false;
  else if constexpr (can_tell<T>(0))
    return !all_named<T>(0);
  else
    return false;
}

template <class T> constexpr bool is_closure() {
  for (const char *c = __PRETTY_FUNCTION__; *c; ++c)
    if (c[0] == '=')
      return c[1] == ' ' && c[2] == '(' && c[3] == 'l' && c[4] == 'a' && c[5] == 'm';
  return false;
}
template <class Condition> struct condition_on_members {
  template <class Handed> static constexpr bool holds() {
    if constexpr (std::is_pointer_v<Handed>) // and no reference: the address of a member
      return Condition::template value<std::remove_cv_t<std::remove_pointer_t<Handed>>>;
    else
      return true;
  }
  template <class... Handed>
  std::enable_if_t<(holds<Handed>() && ...)> operator()(const char *, Handed &&...) const;
};
template <class T, class Condition,
          class = decltype(__builtin_dump_struct(static_cast<const T *>(nullptr),
                                                 condition_on_members<Condition>()))>
constexpr bool all_members_hold(int) {
  return true;
}
template <class T, class Condition> constexpr bool all_members_hold(...) {
  return false;
}
/* Condition::value<M> of every member M of T that is a class and no aggregate, or an array; of
 * aggregates, that of their members. */
template <class T, class Condition> constexpr bool all_members() {
  return all_members_hold<T, Condition>(0);
}
#else
template <class T> constexpr bool captures_reference() {
  return false;
}
template <class T> constexpr bool is_closure() {
  return false;
}
/* Not known: the device compilation, which is clang's, says it. */
template <class T, class Condition> constexpr bool all_members() {
  return true;
}
#endif

} // namespace sycl::detail

#endif
