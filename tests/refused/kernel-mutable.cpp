// error: and its call operator is const
// SYCL 2020, 4.12: a kernel changes memory, not what it captures.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  int count = 0;
  q.single_task([=]() mutable { count = 1; }); // here
}
