#include <sycl/sycl.hpp>

extern "C" int seed(void);

int twice() {
  int value = seed();
  {
    sycl::buffer<int> buffer{&value, 1};
    sycl::queue{}.submit([&](sycl::handler &handler) {
      sycl::accessor accessor{buffer, handler};
      handler.single_task([=] { accessor[0] *= 2; });
    });
  }
  return value;
}
