// error: the kernel captures something that cannot be copied to a device byte by byte
// Requirement KL-10: an accessor of it is what a kernel captures.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  sycl::buffer<int> b(8);
  q.submit([&](sycl::handler &h) {
    h.parallel_for(8, [=](sycl::id<1>) { (void)b; }); // here
  });
}
