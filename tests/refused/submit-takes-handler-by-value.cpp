// error: a command group function is called with a handler by reference
// SYCL 2020, 4.9.4: a handler cannot be copied.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.submit([&](sycl::handler h) { h.single_task([=] {}); }); // here
}
