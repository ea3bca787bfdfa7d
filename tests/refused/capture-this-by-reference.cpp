// error: the kernel captures a variable by reference
// Requirement KL-10: by reference among others by value, in a member function.
#include <sycl/sycl.hpp>
struct solver {
  sycl::queue q;
  void run() {
    int steps = 1, width = 2;
    q.parallel_for(8, [=, &width](sycl::item<1>) { (void)(steps + width); }); // here
  }
};
int main() {
  solver().run();
}
