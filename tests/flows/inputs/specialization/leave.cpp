/* A compiler that hangs holds up neither dlclose of argv[1], whose function a kernel needs, nor the
 * end of the program. The compiler adds a line to the file argv[2] when it has begun. */
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

static void await_compilers(const char *path, int wanted) {
  for (int lines = 0; lines < wanted;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::FILE *file = std::fopen(path, "r");
    lines = 0;
    for (int c; file && (c = std::fgetc(file)) != EOF;)
      lines += c == '\n';
    if (file)
      std::fclose(file);
  }
}

int main(int, char **argv) {
  static sycl::queue q;
  static int *out = sycl::malloc_shared<int>(1, q);
  void *library = dlopen(argv[1], RTLD_NOW);
  int result = -1;
  std::thread user([&] { result = launch(q, out); });
  await_compilers(argv[2], 1);
  dlclose(library);
  user.join();
  library = dlopen(argv[1], RTLD_NOW);
  std::thread([] { launch(q, out); }).detach();
  await_compilers(argv[2], 2);
  std::printf("%d\n", result);
}
