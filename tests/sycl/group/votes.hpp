/* NC-16: any_of_group, all_of_group, none_of_group. SYCL 2020, 4.17.4.1 to 4.17.4.3. */
#ifndef FALX_TESTS_SYCL_GROUP_VOTES_HPP
#define FALX_TESTS_SYCL_GROUP_VOTES_HPP

#include "collectives.hpp"

template <bool W> void test_votes() {
  // Every odd item of a group, one item, none, all: by the group's number.
  all_dimensions([](const auto &r) {
    const size_t n = r.get_local_range().size();
    const auto make = [=](size_t i) { return int(i % 7 == 3) * int(i / n % 3) + 10 * int(i % 2); };
    const auto f = [](auto g, int x) {
      const auto is_odd = [](int y) { return y % 2 == 1; };
      const auto is_ten = [](int y) { return y >= 10; };
      return unsigned(
          sycl::any_of_group(g, is_odd(x)) << 0 | sycl::all_of_group(g, is_odd(x)) << 1 |
          sycl::none_of_group(g, is_odd(x)) << 2 | sycl::any_of_group(g, x, is_ten) << 3 |
          sycl::all_of_group(g, x, is_ten) << 4 | sycl::none_of_group(g, x, is_ten) << 5 |
          sycl::all_of_group(g, x >= 0) << 6 | sycl::any_of_group(g, x < 0) << 7);
    };
    for (const auto &g : each_group<W, unsigned>(r, make, f)) {
      size_t odd = 0, ten = 0, all = g.second.size();
      for (const auto &m : g.second) {
        odd += m.in % 2 == 1;
        ten += m.in >= 10;
      }
      const unsigned expected = unsigned((odd > 0) << 0 | (odd == all) << 1 | (odd == 0) << 2 |
                                         (ten > 0) << 3 | (ten == all) << 4 | (ten == 0) << 5) |
                                1u << 6;
      for (const auto &m : g.second)
        CHECK_EQUAL(m.out, expected);
    }
  });
}

#endif
