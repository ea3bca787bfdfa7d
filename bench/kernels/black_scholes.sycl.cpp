#include "black_scholes.hpp"
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  sycl::queue q;
  float *data[5];
  for (float *&p : data)
    p = sycl::malloc_shared<float>(o.n, q);
  float *price = data[0], *strike = data[1], *years = data[2], *call = data[3], *put = data[4];
  q.parallel_for(o.n, [=](sycl::id<1> i) {
     price[i] = price_of(i);
     strike[i] = strike_of(i);
     years[i] = years_of(i);
   }).wait();
  bench::run(
      o,
      [&] {
        q.parallel_for(o.n, [=](sycl::id<1> i) {
           work(i, price, strike, years, call, put);
         }).wait();
      },
      [&] { return call[o.n / 3] + put[o.n / 5]; });
  for (float *p : data)
    sycl::free(p, q);
}
