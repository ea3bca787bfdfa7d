// error: :6:31: error: a device_global cannot be a local variable; declare 'x' at namespace scope
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
int main() {
  auto f = [] {
    static device_global<int> x; // here
    return 0;
  };
  return f();
}
