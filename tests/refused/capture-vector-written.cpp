// error: cannot assign to return value because function 'operator[]' returns a const value
// note: function 'operator[]' which returns const-qualified type
// also: static assertion failed due to requirement '!by_value || is_kernel_copyable<
// SYCL 2020, 4.12.4: captures are const, whatever their type.
#include <sycl/sycl.hpp>
#include <vector>
int main() {
  sycl::queue q;
  std::vector<int> v(8);
  q.parallel_for(8, [=](sycl::id<1> i) { v[i] = 1; }); // here
}
