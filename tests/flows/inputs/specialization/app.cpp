/* Prints what the kernel sees with the value, or the default without one. A failure is a message
 * and the status 1. */
#include <cstdio>
#include <cstdlib>

#include "spec.hpp"

int main(int argc, char **argv) try {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  for (int round = 0; round < 2; ++round)
    q.submit([&](sycl::handler &h) {
       if (argc > 1)
         h.set_specialization_constant<factor>(std::atoi(argv[1]));
       h.parallel_for<class Scale>(sycl::range<1>(64), [=](sycl::id<1> i, sycl::kernel_handler kh) {
         out[i] = int(i[0]) * kh.get_specialization_constant<factor>() + scaled(1, kh);
       });
     }).wait();
  std::printf("%d\n", out[10]);
  sycl::free(out, q);
} catch (const sycl::exception &e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
