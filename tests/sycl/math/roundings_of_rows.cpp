/* SYCL 2020, 4.17.5: floor, ceil and trunc where a row of work-items has the argument in common, to
 * the bit. */
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "../check.hpp"

constexpr size_t columns = 20, functions = 3;

/* Not a number is one, whatever its bits. */
template <class T> static bool same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T> static void check(sycl::queue &q, T first_whole) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  std::vector<T> magnitudes{0,
                            std::numeric_limits<T>::denorm_min(),
                            T(0.5),
                            std::nextafter(T(1), T(0)),
                            1,
                            T(1.5),
                            2,
                            T(2.5),
                            T(12345.75),
                            T(2147483520),
                            T(2147483648),
                            T(4294967296),
                            first_whole / 2 + T(0.5),
                            first_whole - 1,
                            first_whole,
                            first_whole + 1,
                            std::numeric_limits<T>::max(),
                            infinity,
                            std::numeric_limits<T>::quiet_NaN()};
  const size_t rows = 2 * magnitudes.size();
  T *in = sycl::malloc_shared<T>(rows + rows * columns * functions, q), *out = in + rows;
  for (size_t i = 0; i < rows; ++i)
    in[i] = i % 2 ? -magnitudes[i / 2] : magnitudes[i / 2];
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> id) {
    const T x = in[id[0]];
    T *results = out + (id[0] * columns + id[1]) * functions;
    results[0] = sycl::floor(x);
    results[1] = sycl::ceil(x);
    results[2] = sycl::trunc(x);
  });
  q.wait();
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column) {
      const T *results = out + (row * columns + column) * functions;
      CHECK(same(results[0], std::floor(in[row])));
      CHECK(same(results[1], std::ceil(in[row])));
      CHECK(same(results[2], std::trunc(in[row])));
    }
  sycl::free(in, q);
}

int main() {
  sycl::queue q;
  check<float>(q, 0x1p23f);
  if (q.get_device().has(sycl::aspect::fp64))
    check<double>(q, 0x1p52);
  finish();
}
