// The SYCL side of the kernels that go once over three arrays: element, input() and work() are
// what the file that includes this one defines.
#pragma once
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  sycl::queue q;
  auto *a = sycl::malloc_shared<element>(o.n, q), *b = sycl::malloc_shared<element>(o.n, q),
       *c = sycl::malloc_shared<element>(o.n, q);
  q.parallel_for(o.n, [=](sycl::id<1> i) {
     a[i] = input(i);
     b[i] = input(i + 7);
     c[i] = 0;
   }).wait();
  bench::run(
      o, [&] { q.parallel_for(o.n, [=](sycl::id<1> i) { work(i, a, b, c); }).wait(); },
      [&] { return c[o.n / 3]; });
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
}
