// A command waits for a host accessor, and its owner for the command.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  sycl::buffer<int> b(4);
  sycl::host_accessor held(b);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h);
     h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 1; });
   }).wait();
}
