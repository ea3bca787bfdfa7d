/* The compiler, argv[1], is missing at first, comes from argv[2], and goes: what was compiled
 * stays, what was not is tried again. */
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "spec.hpp"

static void run(sycl::queue &q, int *out, int value) {
  *out = 0;
  try {
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<factor>(value);
       h.single_task<class Again>(
           [=](sycl::kernel_handler kh) { *out = kh.get_specialization_constant<factor>(); });
     }).wait();
  } catch (const sycl::exception &e) {
    *out = e.code() == sycl::errc::build ? -1 : -2;
  }
  std::printf("%d ", *out);
}

int main(int, char **argv) {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  run(q, out, 5);
  if (symlink(argv[2], argv[1]) != 0)
    return 1;
  run(q, out, 5);
  unlink(argv[1]);
  for (int i = 0; i < 2; ++i)
    run(q, out, 5 + i);
  sycl::free(out, q);
  std::puts("");
}
