// error: the name of a kernel is a class: parallel_for<class MyKernel>(...)
// SYCL 2020, 5.2; requirement KL-8. A class of a function or of a class is one.
#include <sycl/sycl.hpp>
struct outer {
  class inner;
};
int main() {
  sycl::queue q;
  q.single_task<outer::inner>([=] {});
  q.single_task<class local>([=] {});
  q.single_task<int *>([=] {}); // here
}
