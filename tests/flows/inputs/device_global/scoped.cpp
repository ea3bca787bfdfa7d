#include "shared.hpp"

device_global<int, decltype(properties(device_image_scope))> scoped;
device_global<int> free_one;

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task<class Writes>([=] {
     WRITTEN = 5;
     *out = 0;
   }).wait();
  q.single_task<class Reads>([=] { *out = WRITTEN; }).wait();
  std::printf("%d\n", *out);
  sycl::free(out, q);
}
