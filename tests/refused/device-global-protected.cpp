// error: :6:36: error: a device_global that is a member has to be public, and 'x' is protected;
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
class S {
protected:
  inline static device_global<int> x; // here
};
int main() {}
