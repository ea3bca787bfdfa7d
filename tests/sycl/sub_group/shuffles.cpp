/* SYCL 2020, 4.17.4 (NC-17): shift_group_left, shift_group_right, permute_group_by_xor,
 * select_from_group on every number, vectors, pointers and other types. SYCL 2020, 4.17.4.4
 * to 4.17.4.6. */
#include "../group/collectives.hpp"

struct pair {
  double a;
  short b;
  bool operator==(const pair &o) const { return a == o.a && b == o.b; }
};
struct five {
  unsigned char bytes[5];
  bool operator==(const five &o) const { return bytes[0] == o.bytes[0] && bytes[4] == o.bytes[4]; }
};

template <class T> bool is_same(const T &a, const T &b) {
  if constexpr (sycl::detail::elements_of<T>::count > 0) {
    for (int i = 0; i < sycl::detail::elements_of<T>::count; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  } else {
    return a == b;
  }
}
template <class T> T made(size_t i) {
  if constexpr (std::is_same_v<T, pair>)
    return {double(i) / 2, short(i)};
  else if constexpr (std::is_same_v<T, five>)
    return {{static_cast<unsigned char>(i), 1, 2, 3, static_cast<unsigned char>(i * 3)}};
  else if constexpr (std::is_same_v<T, char *>)
    return reinterpret_cast<char *>(i);
  else if constexpr (sycl::detail::elements_of<T>::count > 0) {
    T v(0);
    for (int k = 0; k < sycl::detail::elements_of<T>::count; ++k)
      v[k] = typename sycl::detail::elements_of<T>::type((i + size_t(k) * 31) % 127);
    return v;
  } else
    return T(i % 127);
}

template <class T> struct moved {
  T left[2], right[2], crossed[3], selected[2];
};

template <class T> void check(const std::vector<member<T, moved<T>>> &g) {
  const size_t n = g.size();
  for (size_t i = 0; i < n; ++i) {
    const moved<T> &m = g[i].out;
    // What comes from outside the sub-group is unspecified.
    CHECK(i + 1 >= n || is_same(m.left[0], g[i + 1].in));
    CHECK(i + 3 >= n || is_same(m.left[1], g[i + 3].in));
    CHECK(i < 1 || is_same(m.right[0], g[i - 1].in));
    CHECK(i < 2 || is_same(m.right[1], g[i - 2].in));
    for (size_t k = 0; k < 3; ++k) {
      const size_t from = i ^ (size_t(1) << k);
      CHECK(from >= n || is_same(m.crossed[k], g[from].in));
    }
    CHECK(is_same(m.selected[0], g[n - 1].in));
    CHECK(is_same(m.selected[1], g[n - 1 - i].in));
  }
}

template <class T> void shuffles() {
  all_dimensions([](const auto &r) {
    const auto f = [](sycl::sub_group g, const T &x) {
      const size_t n = g.get_local_linear_range(), i = g.get_local_linear_id();
      return moved<T>{
          {sycl::shift_group_left(g, x), sycl::shift_group_left(g, x, 3)},
          {sycl::shift_group_right(g, x), sycl::shift_group_right(g, x, 2)},
          {sycl::permute_group_by_xor(g, x, 1), sycl::permute_group_by_xor(g, x, 2),
           sycl::permute_group_by_xor(g, x, 4)},
          {sycl::select_from_group(g, x, n - 1), sycl::select_from_group(g, x, n - 1 - i)}};
    };
    for (const auto &g : each_group<false, moved<T>>(r, made<T>, f))
      check(g.second);
  });
}

int main() {
  shuffles<bool>();
  shuffles<char>();
  shuffles<int8_t>();
  shuffles<uint8_t>();
  shuffles<int16_t>();
  shuffles<uint16_t>();
  shuffles<int32_t>();
  shuffles<uint32_t>();
  shuffles<int64_t>();
  shuffles<uint64_t>();
  shuffles<sycl::half>();
  shuffles<float>();
  shuffles<double>();
  shuffles<sycl::float3>();
  shuffles<sycl::char4>();
  shuffles<sycl::vec<short, 16>>();
  shuffles<sycl::marray<double, 5>>();
  shuffles<char *>();
  shuffles<pair>();
  shuffles<five>();
  return finish();
}
