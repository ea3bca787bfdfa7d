/* NC-16: reduce_over_group, every type and operator. SYCL 2020, 4.17.4.7. */
#ifndef FALX_TESTS_SYCL_GROUP_REDUCE_HPP
#define FALX_TESTS_SYCL_GROUP_REDUCE_HPP

#include "collectives.hpp"

template <bool W, class T> void test_reduce_type() {
  using operators = all_operators<T>;
  using values = numbers<T, operators>;
  one_dimension([](const auto &r) {
    const auto f = [](auto g, const values &x) {
      values out{};
      operators::each([&](auto op, int k) { out.of[k] = sycl::reduce_over_group(g, x.of[k], op); });
      return out;
    };
    for (const auto &g : each_group<W, values>(r, numbers_at<T, operators>, f))
      operators::each([&](auto op, int k) {
        T sum = g.second[0].in.of[k];
        for (size_t i = 1; i < g.second.size(); ++i)
          sum = static_cast<T>(op(sum, g.second[i].in.of[k]));
        for (const auto &m : g.second)
          CHECK_EQUAL(m.out.of[k], sum);
      });
  });
}

template <bool W> void test_reduce() {
  all_types([](auto zero) { test_reduce_type<W, decltype(zero)>(); });
  // The initial value may be of another type; every shape of a group.
  all_dimensions([](const auto &r) {
    const auto f = [](auto g, int x) { return sycl::reduce_over_group(g, x, 3ll, sycl::plus<>()); };
    for (const auto &g : each_group<W, long long>(r, [](size_t i) { return int(i); }, f)) {
      long long sum = 3;
      for (const auto &m : g.second)
        sum += m.in;
      for (const auto &m : g.second)
        CHECK_EQUAL(m.out, sum);
    }
  });
}

#endif
