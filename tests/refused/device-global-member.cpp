// error: :6:22: error: a device_global cannot be a non-static member; declare 'x' at namespace
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
struct S {
  int before;
  device_global<int> x; // here
};
int main() {}
