/* NC-16: reduce_over_group, every type and operator. SYCL 2020, 4.17.4.7. */
#include "collectives.hpp"

template <class T> struct reduced {
  T plain[operators<T>::count], with_init[operators<T>::count];
};

template <bool W> void test_reduce() {
  all_types([](auto zero) {
    using T = decltype(zero);
    one_dimension([](const auto &r) {
      const auto f = [](auto g, const numbers<T> &x) {
        reduced<T> out{};
        operators<T>::each([&](auto op, int k) {
          out.plain[k] = sycl::reduce_over_group(g, x.of[k], op);
          out.with_init[k] = sycl::reduce_over_group(g, x.of[k], T(1), op);
        });
        return out;
      };
      for (const auto &g : each_group<W, reduced<T>>(r, numbers_at<T>, f))
        operators<T>::each([&](auto op, int k) {
          T sum = g.second[0].in.of[k];
          for (size_t i = 1; i < g.second.size(); ++i)
            sum = static_cast<T>(op(sum, g.second[i].in.of[k]));
          for (const auto &m : g.second) {
            CHECK_EQUAL(m.out.plain[k], sum);
            CHECK_EQUAL(m.out.with_init[k], static_cast<T>(op(T(1), sum)));
          }
        });
    });
  });
  all_dimensions([](const auto &r) {
    const auto f = [](auto g, int x) { return sycl::reduce_over_group(g, x, sycl::plus<int>()); };
    for (const auto &g : each_group<W, int>(r, [](size_t i) { return int(i); }, f)) {
      int sum = 0;
      for (const auto &m : g.second)
        sum += m.in;
      for (const auto &m : g.second)
        CHECK_EQUAL(m.out, sum);
    }
  });
}
