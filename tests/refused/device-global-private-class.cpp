// error: :6:38: error: a device_global that is a member has to be public, and 'Inner' is private;
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
class S {
  struct Inner {
    inline static device_global<int> x; // here
  };
};
int main() {}
