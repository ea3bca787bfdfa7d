/* An image-scoped variable that two libraries have in their images: a copy says so (DG-19). */
#include <cstring>

#include "shared.hpp"

extern device_global<int, decltype(properties(device_image_scope))> everywhere;
#ifdef NAME
class NAME;
void NAME(sycl::queue &q) {
  q.single_task<class NAME>([=] { everywhere = 1; }).wait();
}
#ifdef DEFINED
device_global<int, decltype(properties(device_image_scope))> everywhere;
#endif
#else
void first(sycl::queue &q);
void second(sycl::queue &q);
int main() {
  sycl::queue q;
  int value = 0;
  first(q);
  second(q);
  try {
    q.copy(everywhere, &value).wait();
    std::puts("copied");
  } catch (const sycl::exception &e) {
    return e.code() != sycl::errc::invalid || !std::strstr(e.what(), "is in 2 device images");
  }
  return 1;
}
#endif
