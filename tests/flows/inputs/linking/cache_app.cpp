// The application of document 001's example of the program cache.
#include <sycl/sycl.hpp>

class InternalKernel;

SYCL_EXTERNAL int LibFunc(int i);
void EnqueueLibraryKernel(sycl::queue &q, int *out);

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *out = sycl::malloc_shared<int>(2, q);
  q.single_task<InternalKernel>([=] { out[0] = LibFunc(0); });
  EnqueueLibraryKernel(q, out);
  q.wait();
  bool is_right = out[0] == 1 && out[1] == 2;
  sycl::free(out, q);
  return !is_right;
}
