#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1>) {
#ifdef __SYCL_DEVICE_ONLY__
    __spirv_ControlBarrier(2, 2, 0x110);
#endif
  }).wait();
}
