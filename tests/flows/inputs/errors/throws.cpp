#include <sycl/sycl.hpp>
int halve(int value) {
  if (value % 2)
    throw 1;
  return value / 2;
}
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = halve(*p); }).wait();
}
