// error: before C++20 a device_global begins with zeros: its type needs a trivial default
// constructor Requirement DG-2.
#include <sycl/sycl.hpp>
struct one {
  int n = 1;
};
sycl::ext::oneapi::experimental::device_global<one> global; // here
