// error: :5:22: error: a device_global cannot be a local variable; declare 'x' at namespace scope
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
int main() {
  device_global<int> x; // here
}
