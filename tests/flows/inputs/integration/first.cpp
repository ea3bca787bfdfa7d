/* Document 000's first example as written, and a look at what the kernel found. */
#include <sycl/sycl.hpp>

namespace sycl {
using ext::oneapi::experimental::device_global; // as the document calls it
}
static int seen[1];

// clang-format off
sycl::ext::oneapi::experimental::device_global<int> dev_var;

void func(sycl::queue q) {
  int val = 42;
  q.copy(&val, dev_var).wait();      // The 'dev_var' parameter is by reference
  q.submit([&](sycl::handler &cgh) {
    cgh.single_task([=] {
      int i = dev_var;
      dev_var = i + 1;
    });
  });
  q.wait();
}
// clang-format on

int main() {
  sycl::queue q;
  func(q);
  q.copy(dev_var, seen).wait();
  return seen[0] != 43;
}
