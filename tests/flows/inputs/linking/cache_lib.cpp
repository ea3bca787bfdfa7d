// The library of document 001's example of the program cache.
#include <sycl/sycl.hpp>

class ExternalKernel;

SYCL_EXTERNAL int LibFunc(int i) {
  return i + 1;
}
void EnqueueLibraryKernel(sycl::queue &q, int *out) {
  q.single_task<ExternalKernel>([=] { out[1] = LibFunc(1); });
}
