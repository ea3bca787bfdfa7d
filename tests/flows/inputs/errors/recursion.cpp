#include <sycl/sycl.hpp>
int sum(int n) { return n ? n + sum(n - 1) : 0; }
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = sum(*p); }).wait();
}
