// error: the kernel captures something that cannot be copied to a device byte by byte
// Requirement KL-10.
#include <sycl/sycl.hpp>
#include <vector>
int main() {
  sycl::queue q;
  std::vector<int> v(8);
  q.single_task([=] { (void)v; }); // here
}
