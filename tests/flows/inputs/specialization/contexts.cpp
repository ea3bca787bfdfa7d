/* Contexts with a specialized program come and go while another thread opens and closes a library
 * with device code, argv[1]: closing the program's library takes the loader's lock. */
#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <thread>

#include "spec.hpp"

int main(int, char **argv) {
  std::atomic<bool> is_done(false);
  std::thread opener([&] {
    while (!is_done)
      if (void *library = dlopen(argv[1], RTLD_NOW))
        dlclose(library);
  });
  int sum = 0;
  for (int round = 0; round < 1000; ++round) {
    sycl::context own{sycl::device()};
    sycl::queue q(own, sycl::device());
    int *out = sycl::malloc_shared<int>(1, q);
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<factor>(5);
       h.single_task<class Once>(
           [=](sycl::kernel_handler kh) { *out = kh.get_specialization_constant<factor>(); });
     }).wait();
    sum += *out;
    sycl::free(out, q);
  }
  is_done = true;
  opener.join();
  std::printf("%d\n", sum);
}
