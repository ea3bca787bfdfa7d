// error: the kernel captures a variable by reference
// Requirement KL-10: a kernel that is not standard-layout for another reason passes.
#include <sycl/sycl.hpp>
struct base {
  int bits : 3;
};
struct derived : base {
  int more;
};
int main() {
  sycl::queue q;
  int n = 1;
  derived d{};
  struct two : derived {
    int own[2];
    union {
      int u;
      float v;
    };
  } t{};
  q.single_task([=] { (void)d.more; });
  q.single_task([=] { (void)t.u; });
  q.single_task([&] { (void)n; }); // here
}
