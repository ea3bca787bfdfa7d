// error: :6:29: error: a device_global that is a member has to be public, and 'x' is private; make
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
struct S {
private:
  static device_global<int> x; // here
};
device_global<int> S::x;
int main() {}
