// error: :4:25: error: a device_global cannot be a parameter; take a reference to one
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
int f(device_global<int>); // here
int main() {}
