/* Group algorithms: votes, broadcasts, shuffles, reductions and scans over the work-items of a
 * work-group or sub-group. SYCL 2020, 4.17.4. Every work-item of the group calls them. */
#ifndef FALX_SYCL_GROUP_ALGORITHM_HPP
#define FALX_SYCL_GROUP_ALGORITHM_HPP

#include <sycl/detail/work_group.hpp>

namespace sycl {

namespace detail {
template <class Group> using if_group = std::enable_if_t<is_group_v<std::decay_t<Group>>, int>;
template <class Group, class T>
using if_shuffled =
    std::enable_if_t<(std::is_same_v<std::decay_t<Group>, sub_group> || is_sub_group_part<Group>) &&
                         std::is_trivially_copyable_v<T>,
                     int>;
/* What a pointer, multi_ptr or iterator gives. */
template <class Pointer> using pointee = std::decay_t<decltype(std::declval<Pointer &>()[0])>;

/* Other implementations take any operator in sub-groups. */
template <class Group, class T, class Op> FALX_INLINE monoid<T, Op> monoid_of(Op op) {
  static_assert(
      kind_of<Op> != other_kind || !is_work_group<Group>,
      "group algorithms take the function objects of SYCL: sycl::plus, sycl::minimum, ...");
  return {op};
}
template <class Op, class T, class M> FALX_INLINE auto first_of_exclusive(const M &m) {
  if constexpr (M::is_carried_whole)
    return m.identity();
  else
    return m.wrap(known_identity_v<Op, T>);
}
} // namespace detail

/* ---- any_of, all_of, none_of: 4.17.4.1 to 4.17.4.3 ---- */
template <class Group, detail::if_group<Group> = 0>
bool any_of_group([[maybe_unused]] Group g, bool is_true) {
  if constexpr (detail::is_sub_group_part<Group>)
    return detail::part_access::any(g, is_true);
  else if constexpr (detail::is_work_group<Group>)
    return detail::group_reduce(detail::monoid<bool, logical_or<bool>>(), is_true);
  else
    return __spirv_GroupNonUniformAny(detail::SPIRV_SUB_GROUP, is_true);
}
template <class Group, detail::if_group<Group> = 0>
bool all_of_group([[maybe_unused]] Group g, bool is_true) {
  if constexpr (detail::is_sub_group_part<Group>)
    return detail::part_access::all(g, is_true);
  else if constexpr (detail::is_work_group<Group>)
    return detail::group_reduce(detail::monoid<bool, logical_and<bool>>(), is_true);
  else
    return __spirv_GroupNonUniformAll(detail::SPIRV_SUB_GROUP, is_true);
}
template <class Group, detail::if_group<Group> = 0> bool none_of_group(Group g, bool is_true) {
  return !any_of_group(g, is_true);
}
template <class Group, class T, class Predicate, detail::if_group<Group> = 0>
bool any_of_group(Group g, T x, Predicate predicate) {
  return any_of_group(g, static_cast<bool>(predicate(x)));
}
template <class Group, class T, class Predicate, detail::if_group<Group> = 0>
bool all_of_group(Group g, T x, Predicate predicate) {
  return all_of_group(g, static_cast<bool>(predicate(x)));
}
template <class Group, class T, class Predicate, detail::if_group<Group> = 0>
bool none_of_group(Group g, T x, Predicate predicate) {
  return !any_of_group(g, static_cast<bool>(predicate(x)));
}
template <class Group, class Pointer, class Predicate, detail::if_group<Group> = 0>
bool joint_any_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  const size_t n = static_cast<size_t>(last - first), step = g.get_local_linear_range();
  bool is_any = false;
  detail::joint_sync(g);
  for (size_t i = g.get_local_linear_id(); i < n && !is_any; i += step)
    is_any = predicate(first[i]);
  return any_of_group(g, is_any);
}
template <class Group, class Pointer, class Predicate, detail::if_group<Group> = 0>
bool joint_all_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  return !joint_any_of(g, first, last, [&](const auto &x) { return !predicate(x); });
}
template <class Group, class Pointer, class Predicate, detail::if_group<Group> = 0>
bool joint_none_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  return !joint_any_of(g, first, last, predicate);
}

/* ---- Shifts, permutation, selection: 4.17.4.4 to 4.17.4.6; of sub-groups only ---- */
template <class Group, class T, detail::if_shuffled<Group, T> = 0>
T shift_group_left([[maybe_unused]] Group g, T x, typename Group::linear_id_type delta = 1) {
  if constexpr (detail::is_sub_group_part<Group>)
    return detail::part_access::select(g, x, g.get_local_linear_id() + delta);
  else
    return detail::shuffle_down(x, delta);
}
template <class Group, class T, detail::if_shuffled<Group, T> = 0>
T shift_group_right([[maybe_unused]] Group g, T x, typename Group::linear_id_type delta = 1) {
  if constexpr (detail::is_sub_group_part<Group>)
    return detail::part_access::select(g, x, g.get_local_linear_id() - delta);
  else
    return detail::shuffle_up(x, delta);
}
template <class Group, class T, detail::if_shuffled<Group, T> = 0>
T permute_group_by_xor([[maybe_unused]] Group g, T x, typename Group::linear_id_type mask) {
  if constexpr (detail::is_sub_group_part<Group>)
    return detail::part_access::select(g, x, g.get_local_linear_id() ^ mask);
  else
    return detail::shuffle_xor(x, mask);
}
template <class Group, class T, detail::if_shuffled<Group, T> = 0>
T select_from_group([[maybe_unused]] Group g, T x, typename Group::id_type from) {
  const uint32_t number = static_cast<uint32_t>(from[0]);
  if constexpr (detail::is_sub_group_part<Group>)
    return detail::part_access::select(g, x, number);
  else
    return detail::shuffle(x, number);
}

/* ---- Broadcast: 4.17.3.2 ---- */
template <class Group, class T, detail::if_group<Group> = 0>
T group_broadcast(Group g, T x, typename Group::linear_id_type from) {
  static_assert(std::is_trivially_copyable_v<T>,
                "group_broadcast: the type of the value must be trivially copyable");
  if constexpr (detail::is_work_group<Group>)
    return detail::group_broadcast(x, g.get_local_linear_id() == from);
  else
    return select_from_group(g, x, from);
}
template <class Group, class T, detail::if_group<Group> = 0>
T group_broadcast(Group g, T x, typename Group::id_type from) {
  static_assert(std::is_trivially_copyable_v<T>,
                "group_broadcast: the type of the value must be trivially copyable");
  if constexpr (detail::is_work_group<Group>)
    return detail::group_broadcast(x, g.get_local_id() == from);
  else
    return select_from_group(g, x, from);
}
template <class Group, class T, detail::if_group<Group> = 0> T group_broadcast(Group g, T x) {
  return group_broadcast(g, x, typename Group::linear_id_type(0));
}

/* ---- Reductions: 4.17.4.7 ---- */
template <class Group, class T, class Op, detail::if_group<Group> = 0>
T reduce_over_group(Group g, T x, Op op) {
  const auto m = detail::monoid_of<Group, T>(op);
  return m.unwrap(detail::reduce_over(g, m, m.wrap(x)));
}
template <class Group, class V, class T, class Op, detail::if_group<Group> = 0>
T reduce_over_group(Group g, V x, T init, Op op) {
  return static_cast<T>(op(init, reduce_over_group(g, static_cast<T>(x), op)));
}
template <class Group, class Pointer, class T, class Op, detail::if_group<Group> = 0>
T joint_reduce(Group g, Pointer first, Pointer last, T init, Op op) {
  const auto m = detail::monoid_of<Group, T>(op);
  const size_t n = static_cast<size_t>(last - first), step = g.get_local_linear_range();
  auto sum = m.identity();
  detail::joint_sync(g);
  for (size_t i = g.get_local_linear_id(); i < n; i += step)
    sum = m(sum, m.wrap(static_cast<T>(first[i])));
  return m.unwrap(m(m.wrap(init), detail::reduce_over(g, m, sum)));
}
template <class Group, class Pointer, class Op, detail::if_group<Group> = 0>
auto joint_reduce(Group g, Pointer first, Pointer last, Op op) {
  using T = detail::pointee<Pointer>;
  const auto m = detail::monoid_of<Group, T>(op);
  const size_t n = static_cast<size_t>(last - first), step = g.get_local_linear_range();
  auto sum = m.identity();
  detail::joint_sync(g);
  for (size_t i = g.get_local_linear_id(); i < n; i += step)
    sum = m(sum, m.wrap(static_cast<T>(first[i])));
  return m.unwrap(detail::reduce_over(g, m, sum));
}

/* ---- Scans: 4.17.4.8 and 4.17.4.9; between ranges in the type of the output ---- */
template <class Group, class T, class Op, detail::if_group<Group> = 0>
T exclusive_scan_over_group(Group g, T x, Op op) {
  const auto m = detail::monoid_of<Group, T>(op);
  const auto first = detail::first_of_exclusive<Op, T>(m);
  return m.unwrap(m(first, detail::scan_over<false>(g, m, m.wrap(x))));
}
template <class Group, class V, class T, class Op, detail::if_group<Group> = 0>
T exclusive_scan_over_group(Group g, V x, T init, Op op) {
  const auto m = detail::monoid_of<Group, T>(op);
  const auto scanned = detail::scan_over<false>(g, m, m.wrap(static_cast<T>(x)));
  return m.unwrap(m(m.wrap(init), scanned));
}
template <class Group, class T, class Op, detail::if_group<Group> = 0>
T inclusive_scan_over_group(Group g, T x, Op op) {
  const auto m = detail::monoid_of<Group, T>(op);
  return m.unwrap(detail::scan_over<true>(g, m, m.wrap(x)));
}
template <class Group, class V, class Op, class T, detail::if_group<Group> = 0>
T inclusive_scan_over_group(Group g, V x, Op op, T init) {
  return static_cast<T>(op(init, inclusive_scan_over_group(g, static_cast<T>(x), op)));
}
template <class Group, class In, class Out, class Op, detail::if_group<Group> = 0>
Out joint_exclusive_scan(Group g, In first, In last, Out result, Op op) {
  using T = detail::pointee<Out>;
  const auto m = detail::monoid_of<Group, T>(op);
  const size_t n = static_cast<size_t>(last - first);
  detail::joint_scan<false, T>(g, m, first, n, result, detail::first_of_exclusive<Op, T>(m));
  return result + n;
}
template <class Group, class In, class Out, class T, class Op, detail::if_group<Group> = 0>
Out joint_exclusive_scan(Group g, In first, In last, Out result, T init, Op op) {
  const auto m = detail::monoid_of<Group, T>(op);
  const size_t n = static_cast<size_t>(last - first);
  detail::joint_scan<false, T>(g, m, first, n, result, m.wrap(init));
  return result + n;
}
template <class Group, class In, class Out, class Op, detail::if_group<Group> = 0>
Out joint_inclusive_scan(Group g, In first, In last, Out result, Op op) {
  using T = detail::pointee<Out>;
  const auto m = detail::monoid_of<Group, T>(op);
  const size_t n = static_cast<size_t>(last - first);
  detail::joint_scan<true, T>(g, m, first, n, result, m.identity());
  return result + n;
}
template <class Group, class In, class Out, class Op, class T, detail::if_group<Group> = 0>
Out joint_inclusive_scan(Group g, In first, In last, Out result, Op op, T init) {
  const auto m = detail::monoid_of<Group, T>(op);
  const size_t n = static_cast<size_t>(last - first);
  detail::joint_scan<true, T>(g, m, first, n, result, m.wrap(init));
  return result + n;
}

} // namespace sycl

#endif
