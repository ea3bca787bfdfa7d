/* NC-16: group algorithms on vec, marray and a type of the program's own with SYCL's operators; and
 * every algorithm twice in one kernel with values of other sizes, which share memory. */
#ifndef FALX_TESTS_SYCL_GROUP_TYPES_HPP
#define FALX_TESTS_SYCL_GROUP_TYPES_HPP

#include "collectives.hpp"

struct affine { // composition is associative, and not commutative
  long factor = 1, offset = 0;
  friend affine operator*(const affine &a, const affine &b) {
    return {a.factor * b.factor % 10007, (a.offset * b.factor + b.offset) % 10007};
  }
  bool operator==(const affine &o) const { return factor == o.factor && offset == o.offset; }
};

struct results {
  affine reduced, inclusive, exclusive;
  sycl::int4 sum;
  sycl::vec<double, 8> before;
  sycl::marray<short, 3> bits;
  char flag;
  double total;
};

template <bool W> void own_types() {
  all_dimensions([](const auto &r) {
    const auto f = [](auto g, int i) {
      const affine x{i % 5 + 1, i};
      results out;
      out.reduced = sycl::reduce_over_group(g, x, sycl::multiplies<>());
      out.sum = sycl::reduce_over_group(g, sycl::int4(i, 1, -i, 2), sycl::plus<>());
      out.inclusive = sycl::inclusive_scan_over_group(g, x, sycl::multiplies<affine>());
      out.flag = char(sycl::any_of_group(g, i % 7 == 0));
      out.exclusive = sycl::exclusive_scan_over_group(g, x, affine{3, 4}, sycl::multiplies<>());
      out.before = sycl::exclusive_scan_over_group(g, sycl::vec<double, 8>(i), sycl::plus<>());
      out.bits = sycl::reduce_over_group(g, sycl::marray<short, 3>(short(i), short(1 << i % 8), 0),
                                         sycl::bit_xor<>());
      out.total = sycl::reduce_over_group(g, double(i), sycl::plus<>());
      return out;
    };
    for (const auto &g : each_group<W, results>(r, [](size_t i) { return int(i); }, f)) {
      affine product, from{3, 4};
      int sum = 0, bits = 0, shifted = 0;
      bool is_any = false;
      for (const auto &m : g.second) {
        const affine x{m.in % 5 + 1, m.in};
        CHECK(m.out.exclusive == from);
        for (int k = 0; k < 8; ++k)
          CHECK_EQUAL(m.out.before[k], double(sum));
        product = product * x;
        from = from * x;
        CHECK(m.out.inclusive == product);
        sum += m.in;
        bits ^= m.in;
        shifted ^= 1 << m.in % 8;
        is_any |= m.in % 7 == 0;
      }
      for (const auto &m : g.second) {
        CHECK(m.out.reduced == product);
        const int n = int(g.second.size());
        CHECK(m.out.sum[0] == sum && m.out.sum[1] == n && m.out.sum[2] == -sum &&
              m.out.sum[3] == 2 * n);
        CHECK(m.out.bits[0] == bits && m.out.bits[1] == shifted && m.out.bits[2] == 0);
        CHECK_EQUAL(bool(m.out.flag), is_any);
        CHECK_EQUAL(m.out.total, double(sum));
      }
    }
  });
}

#endif
