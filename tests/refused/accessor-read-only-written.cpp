// error: cannot assign to return value because function 'operator[]<1, 0>' returns a const value
// note: function 'operator[]<1, 0>' which returns const-qualified type 'reference'
// SYCL 2020, 4.7.6.9.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  sycl::buffer<int> b(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 1; }); // here
  });
}
