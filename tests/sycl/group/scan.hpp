/* NC-16: exclusive_scan_over_group and inclusive_scan_over_group, every type and operator.
 * SYCL 2020, 4.17.4.8 and 4.17.4.9. */
#ifndef FALX_TESTS_SYCL_GROUP_SCAN_HPP
#define FALX_TESTS_SYCL_GROUP_SCAN_HPP

#include "collectives.hpp"

template <class T, class Operators> struct scanned {
  numbers<T, Operators> exclusive, exclusive_from, inclusive, inclusive_from;
};

/* The scans of a group's values by a loop, compared with what its members have. */
template <class T, class Group, class Op> void check_scans(const Group &group, Op op, int k) {
  T sum = sycl::detail::native_identity<sycl::detail::kind_of<Op>, T>(), from_one = T(1);
  for (const auto &m : group) {
    CHECK_EQUAL(m.out.exclusive.of[k], sum);
    CHECK_EQUAL(m.out.exclusive_from.of[k], from_one);
    sum = static_cast<T>(op(sum, m.in.of[k]));
    from_one = static_cast<T>(op(from_one, m.in.of[k]));
    CHECK_EQUAL(m.out.inclusive.of[k], sum);
    CHECK_EQUAL(m.out.inclusive_from.of[k], from_one);
  }
}

template <bool W, class T, class Operators> void test_scan_type() {
  using values = numbers<T, Operators>;
  using result = scanned<T, Operators>;
  one_dimension([](const auto &r) {
    const auto f = [](auto g, const values &x) {
      result out{};
      Operators::each([&](auto op, int k) {
        out.exclusive.of[k] = sycl::exclusive_scan_over_group(g, x.of[k], op);
        out.exclusive_from.of[k] = sycl::exclusive_scan_over_group(g, x.of[k], T(1), op);
        out.inclusive.of[k] = sycl::inclusive_scan_over_group(g, x.of[k], op);
        out.inclusive_from.of[k] = sycl::inclusive_scan_over_group(g, x.of[k], op, T(1));
      });
      return out;
    };
    for (const auto &g : each_group<W, result>(r, numbers_at<T, Operators>, f))
      Operators::each([&](auto op, int k) { check_scans<T>(g.second, op, k); });
  });
}

/* Scans of work-groups stand on those of sub-groups: these have all operators with every type. */
template <bool W> void test_scans() {
  all_types([](auto zero) {
    using T = decltype(zero);
    test_scan_type<W, T, std::conditional_t<W, few_operators<T>, all_operators<T>>>();
  });
  all_dimensions([](const auto &r) {
    const auto f = [](auto g, int x) {
      return sycl::inclusive_scan_over_group(g, x, sycl::plus<int>());
    };
    for (const auto &g : each_group<W, int>(r, [](size_t i) { return int(i); }, f)) {
      int sum = 0;
      for (const auto &m : g.second)
        CHECK_EQUAL(m.out, sum += m.in);
    }
  });
}

#endif
