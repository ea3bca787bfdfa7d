// SYCL 2020, 4.9.2: sums of float are as good as a float can say them, however long they are and
// however many values a work-item gives.
#include "../check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>

static float value_of(size_t i) {
  unsigned x = unsigned(i) * 2654435761u;
  x ^= x >> 13;
  return float(x * 2246822519u >> 8) / float(1 << 24);
}

int main() {
  sycl::queue q;
  float *sum = sycl::malloc_shared<float>(2, q), *in = nullptr;
  // Behind 2^24 a float that counts ones stays as it is.
  for (size_t n : {size_t(1), size_t(1000), size_t(1) << 25}) {
    *sum = 0;
    q.parallel_for(n, sycl::reduction(sum, sycl::plus<float>()), [](sycl::id<1>, auto &s) {
       s += 1;
     }).wait();
    CHECK_EQUAL(*sum, float(n));
  }
  // Lengths that are steps and rests; some work-items give nothing, others give three values.
  for (size_t n : {size_t(7), size_t(255), size_t(4096), size_t(1234567)}) {
    in = sycl::malloc_shared<float>(n, q);
    double expected = 0, expected_some = 0;
    for (size_t i = 0; i < n; ++i) {
      in[i] = value_of(i);
      expected += in[i];
      if (i % 3 == 1)
        expected_some += 1.5 * in[i] - 1;
    }
    sum[0] = sum[1] = 0;
    q.parallel_for(n, sycl::reduction(sum, sycl::plus<float>()),
                   sycl::reduction(sum + 1, sycl::plus<>()),
                   [=](sycl::id<1> i, auto &all, auto &some) {
                     all += in[i];
                     if (i[0] % 3 == 1) {
                       some += in[i];
                       some.combine(-1);
                       some += in[i] / 2;
                     }
                   })
        .wait();
    CHECK(std::fabs(sum[0] - expected) <= std::ldexp(expected, -23));
    CHECK(std::fabs(sum[1] - expected_some) <= std::ldexp(double(n), -23));
    // In rows of two dimensions, and not a sum.
    float most = -1;
    {
      sycl::buffer<float> variable(&most, 1);
      sum[0] = 0;
      q.submit([&](sycl::handler &h) {
        h.parallel_for(sycl::range<2>(1, n), sycl::reduction(variable, h, sycl::maximum<float>()),
                       sycl::reduction(sum, sycl::plus<float>()),
                       [=](sycl::item<2> i, auto &m, auto &s) {
                         m.combine(in[i[1]]);
                         s += in[i[1]] + s.identity();
                       });
      });
    }
    q.wait();
    CHECK_EQUAL(most, *std::max_element(in, in + n));
    CHECK(std::fabs(sum[0] - expected) <= std::ldexp(expected, -23));
    sycl::free(in, q);
  }
  // Nothing but -0 is given: the variable's own value stays.
  *sum = 2;
  q.parallel_for(5000, sycl::reduction(sum, sycl::plus<float>()), [](sycl::id<1>, auto &s) {
     s += -0.f;
   }).wait();
  CHECK_EQUAL(*sum, 2.f);
  sycl::free(sum, q);
  return finish();
}
