// What a program is told when a call of the driver fails: prints the error code and the message of
// the synchronous error, else of the asynchronous one. FALX_CUDA_FAIL says which call (fake.h).
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>

#include "writing_kernel.hpp"

static void print(const char *when, const sycl::exception &e) {
  std::printf("%s %s: %s\n", when, e.code().message().c_str(), e.what());
}

int main() try {
  sycl::queue q([](sycl::exception_list list) {
    for (const std::exception_ptr &one : list)
      try {
        std::rethrow_exception(one);
      } catch (const sycl::exception &e) {
        print("asynchronous", e);
      }
  });
  int *memory = sycl::malloc_device<int>(1000, q);
  if (!memory) {
    std::printf("no memory\n");
    return 0;
  }
  int found[1000] = {};
  q.parallel_for<class writing>(1000, [=](sycl::id<1> i) { memory[i] = int(i[0]); });
  q.wait_and_throw();
  q.memcpy(found, memory, sizeof found).wait_and_throw();
  sycl::free(memory, q);
  std::printf("%s\n", found[999] == 999 ? "right" : "wrong");
} catch (const sycl::exception &e) {
  print("synchronous", e);
}
