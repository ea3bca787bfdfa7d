/* A compiler that hangs holds up neither dlclose of argv[1], whose function a kernel needs, nor the
 * end of the program. */
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <thread>

#include "spec.hpp"

class Leaving;

static int launch(sycl::queue q, int *out) {
  try {
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<factor>(7);
       h.single_task<Leaving>([=](sycl::kernel_handler kh) {
         *out = kh.get_specialization_constant<factor>() + scaled(1, kh);
       });
     }).wait();
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
    return e.code() == sycl::errc::build ? 1 : 2;
  }
  return 0;
}

int main(int, char **argv) {
  static sycl::queue q;
  static int *out = sycl::malloc_shared<int>(1, q);
  void *library = dlopen(argv[1], RTLD_NOW);
  int result = -1;
  std::thread user([&] { result = launch(q, out); });
  std::this_thread::sleep_for(std::chrono::milliseconds(500)); // it is compiling
  dlclose(library);
  user.join();
  library = dlopen(argv[1], RTLD_NOW);
  std::thread([] { launch(q, out); }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  std::printf("%d\n", result);
}
