// error: :5:20: error: a device_global cannot be a non-static member; declare 'x' at namespace
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
template <class T> struct S {
  device_global<T> x; // here
};
S<int> one;
S<float> two;
int main() {}
