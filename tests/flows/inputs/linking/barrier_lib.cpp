// The function of document 001's example with a barrier in it, and no kernel: the image says why it
// serves nobody.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int LibDeviceFunc(int i) {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(2, 2, 912);
#endif
  return 2 * i;
}
