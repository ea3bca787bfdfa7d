#include <sycl/sycl.hpp>
SYCL_EXTERNAL int absent(int);
int main() {
  sycl::queue().single_task([] { (void)absent(1); }).wait();
}
