/* NC-16: group_broadcast of every trivially copyable type, from the leader, by linear id and by id.
 * SYCL 2020, 4.17.3.2. */
#ifndef FALX_TESTS_SYCL_GROUP_BROADCAST_HPP
#define FALX_TESTS_SYCL_GROUP_BROADCAST_HPP

#include "collectives.hpp"

struct odd_size { // 11 bytes, with an array and no default constructor
  unsigned char bytes[11];
  odd_size() = delete;
  explicit odd_size(int x) {
    for (int i = 0; i < 11; ++i)
      bytes[i] = static_cast<unsigned char>(x * 11 + i);
  }
  bool operator==(const odd_size &o) const {
    return !__builtin_memcmp(bytes, o.bytes, sizeof bytes);
  }
};
template <class T> T of_number(size_t i) {
  if constexpr (std::is_same_v<T, odd_size>)
    return odd_size(int(i));
  else if constexpr (std::is_same_v<T, int *>)
    return reinterpret_cast<int *>(4 * i);
  else
    return T(i % 127);
}

template <class T> struct received {
  unsigned char bytes[3][sizeof(T)];
  T get(int k) const {
    T x = of_number<T>(0);
    __builtin_memcpy(static_cast<void *>(&x), bytes[k], sizeof x);
    return x;
  }
  void put(int k, const T &x) { __builtin_memcpy(bytes[k], &x, sizeof x); }
};

/* Of group size n: the last but one where there are two, else the first. */
inline size_t chosen(size_t n) {
  return n > 1 ? n - 2 : 0;
}
template <bool W, class T> void test_broadcast() {
  all_dimensions([](const auto &r) {
    const auto f = [](auto g, size_t i) {
      using group = decltype(g);
      received<T> out;
      const size_t n = g.get_local_linear_range();
      out.put(0, sycl::group_broadcast(g, of_number<T>(i)));
      out.put(1, sycl::group_broadcast(g, of_number<T>(i + 1),
                                       typename group::linear_id_type(chosen(n))));
      const auto all = g.get_local_range();
      typename group::id_type last;
      for (int d = 0; d < group::dimensions; ++d)
        last[d] = all[d] - 1;
      // In a loop each round has a source of its own.
      for (size_t round = 0; round < 3; ++round)
        out.put(2, sycl::group_broadcast(g, of_number<T>(i + round), last));
      return out;
    };
    for (const auto &g : each_group<W, received<T>>(r, [](size_t i) { return i; }, f)) {
      const size_t n = g.second.size();
      for (const auto &m : g.second) {
        CHECK(m.out.get(0) == of_number<T>(g.second[0].in));
        CHECK(m.out.get(1) == of_number<T>(g.second[chosen(n)].in + 1));
        CHECK(m.out.get(2) == of_number<T>(g.second[n - 1].in + 2));
      }
    }
  });
}
template <bool W> void test_broadcasts() {
  test_broadcast<W, bool>();
  test_broadcast<W, char>();
  test_broadcast<W, unsigned short>();
  test_broadcast<W, int>();
  test_broadcast<W, float>();
  test_broadcast<W, sycl::half>();
  test_broadcast<W, double>();
  test_broadcast<W, long long>();
  test_broadcast<W, int *>();
  test_broadcast<W, odd_size>();
}

#endif
