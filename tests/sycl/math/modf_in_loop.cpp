// SYCL 2020, 4.17.5: modf of more elements than drivers unroll
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cmath>
#include <limits>

namespace {

template <class T, size_t N> void check(sycl::queue &q) {
  sycl::marray<T, N> in;
  for (size_t i = 0; i < N; ++i)
    in[i] = (i % 2 ? -1 : 1) * (T(i) + T(0.25));
  in[1] = -std::numeric_limits<T>::infinity();
  sycl::marray<T, N> out[2];
  {
    sycl::buffer<sycl::marray<T, N>> memory(out, sycl::range<1>(2));
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(memory, h);
      h.single_task([=] {
        sycl::marray<T, N> whole;
        to[0] = sycl::modf(in, sycl::private_ptr<sycl::marray<T, N>>(&whole));
        to[1] = whole;
      });
    });
  }
  for (size_t i = 0; i < N; ++i) {
    T whole;
    const T rest = std::modf(in[i], &whole);
    CHECK(out[0][i] == rest && std::signbit(out[0][i]) == std::signbit(rest));
    CHECK(out[1][i] == whole);
  }
}

} // namespace

int main() {
  sycl::queue q;
  check<float, 5>(q);
  check<float, 17>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    check<double, 17>(q);
  return finish();
}
