/* What the tests of group algorithms share: run one over all groups of a range, and give back what
 * each group's members put in and got, in the order of their places, to be compared with a loop.
 * W: of work-groups, else of sub-groups, whatever their size. */
#ifndef FALX_TESTS_SYCL_COLLECTIVES_HPP
#define FALX_TESTS_SYCL_COLLECTIVES_HPP

#include <map>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

template <bool W, int D> auto group_of(const sycl::nd_item<D> &item) {
  if constexpr (W)
    return item.get_group();
  else
    return item.get_sub_group();
}

template <class In, class Out> struct member {
  In in;
  Out out;
};

/* f(group, in) in each work-item, which gets make(global linear id) as in. */
template <bool W, class Out, int D, class Make, class F>
auto each_group(const sycl::nd_range<D> &r, const Make &make, const F &f) {
  using In = decltype(make(size_t(0)));
  static sycl::queue q;
  const size_t n = r.get_global_range().size();
  In *in = sycl::malloc_shared<In>(n, q);
  Out *out = sycl::malloc_shared<Out>(n, q);
  size_t *place = sycl::malloc_shared<size_t>(3 * n, q);
  for (size_t i = 0; i < n; ++i)
    in[i] = make(i);
  q.parallel_for(r, [=](sycl::nd_item<D> item) {
     const auto g = group_of<W>(item);
     const size_t i = item.get_global_linear_id();
     place[3 * i] =
         item.get_group_linear_id() * (1 << 20) + (W ? 0 : size_t(g.get_group_linear_id()));
     place[3 * i + 1] = g.get_local_linear_id();
     place[3 * i + 2] = g.get_local_linear_range();
     out[i] = f(g, in[i]);
   }).wait();
  std::map<size_t, std::vector<member<In, Out>>> groups;
  std::map<size_t, size_t> filled;
  for (size_t i = 0; i < n; ++i) {
    auto &g = groups[place[3 * i]];
    if (g.empty())
      g.resize(place[3 * i + 2]);
    CHECK(g.size() == place[3 * i + 2] && place[3 * i + 1] < g.size());
    g[place[3 * i + 1]] = {in[i], out[i]};
    ++filled[place[3 * i]];
  }
  for (auto &g : groups)
    CHECK_EQUAL(g.second.size(), filled[g.first]);
  sycl::free(in, q);
  sycl::free(out, q);
  sycl::free(place, q);
  return groups;
}

/* Groups of every shape: alone, full and odd rows, many rows, two and three dimensions. */
template <class Test> void one_dimension(const Test &test) {
  test(sycl::nd_range<1>(5, 1));
  test(sycl::nd_range<1>(64, 16));
  test(sycl::nd_range<1>(105, 35));
  test(sycl::nd_range<1>(258, 129));
}
template <class Test> void all_dimensions(const Test &test) {
  one_dimension(test);
  test(sycl::nd_range<2>({6, 38}, {3, 19}));
  test(sycl::nd_range<2>({10, 4}, {5, 1}));
  test(sycl::nd_range<3>({4, 6, 10}, {2, 3, 5}));
}

/* Numbers whose sums and products are exact in every type; the extremes lie anywhere. */
template <class T, class Op> T number(size_t i) {
  using sycl::detail::kind_of;
  if constexpr (std::is_same_v<T, bool>)
    return i % 3 == 1;
  else if constexpr (kind_of<Op> == sycl::detail::plus_kind)
    return T(int(i * 7 % 5) - (std::is_signed_v<T> ? 2 : 0));
  else if constexpr (kind_of<Op> == sycl::detail::multiplies_kind)
    return T(i % 13 == 3 ? 2 : 1);
  else if constexpr (kind_of<Op> == sycl::detail::logical_and_kind)
    return T(i % 41 != 17);
  else if constexpr (kind_of<Op> == sycl::detail::logical_or_kind)
    return T(i % 41 == 17);
  else if constexpr (sycl::detail::is_floating<T>)
    return T(int(i * 37 % 101) - 50) / T(4);
  else
    return T((i + 1) * 0x9e3779b97f4a7c15u >> 17);
}

/* The operators that T has, and one value for each of them. */
template <class... Op> struct operator_list {
  static constexpr int count = sizeof...(Op);
  template <class F> static void each(const F &f) {
    int i = 0;
    (f(Op(), i++), ...);
  }
};
template <class T>
using common_operators = operator_list<sycl::plus<T>, sycl::multiplies<>, sycl::minimum<T>,
                                       sycl::maximum<>, sycl::logical_and<T>, sycl::logical_or<>>;
template <class T>
using integer_operators = operator_list<sycl::plus<>, sycl::multiplies<T>, sycl::minimum<>,
                                        sycl::maximum<T>, sycl::logical_and<>, sycl::logical_or<T>,
                                        sycl::bit_and<T>, sycl::bit_or<>, sycl::bit_xor<T>>;
template <class T>
using all_operators =
    std::conditional_t<std::is_integral_v<T>, integer_operators<T>, common_operators<T>>;
template <class T> using few_operators = operator_list<sycl::plus<T>, sycl::minimum<>>;

template <class T, class Operators> struct numbers {
  T of[Operators::count];
};
template <class T, class Operators> numbers<T, Operators> numbers_at(size_t i) {
  numbers<T, Operators> r{};
  Operators::each([&](auto op, int k) { r.of[k] = number<T, decltype(op)>(i); });
  return r;
}

/* test(T()) for every arithmetic type of its own, and half. */
template <class... T, class Test> void types(const Test &test) {
  (test(T()), ...);
}
template <class Test> void all_types(const Test &test) {
  types<bool, char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
        sycl::half, float, double>(test);
}

#endif
