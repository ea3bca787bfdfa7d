// The function of document 001's example with a barrier in it, and a kernel, so that there is an
// image.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int LibDeviceFunc(int i) {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(2, 2, 912);
#endif
  return 2 * i;
}
void launch(sycl::queue &q) {
  q.single_task([] {}).wait();
}
