// The application of document 001's first example.
#include <iostream>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int LibDeviceFunc(int i);

int main() {
  sycl::queue Q;
  int *out = sycl::malloc_shared<int>(8, Q);
  Q.submit([&](sycl::handler &CGH) {
     CGH.parallel_for(sycl::range<1>(8),
                      [=](sycl::item<1> i) { out[i] = LibDeviceFunc(int(i.get_id(0))); });
   }).wait();
  for (int i = 0; i < 8; i++)
    std::cout << out[i] << " ";
  std::cout << "\n";
  sycl::free(out, Q);
}
