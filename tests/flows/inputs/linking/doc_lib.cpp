// The library of document 001's first example.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int LibDeviceFunc(int i) {
  return i * 2;
}
