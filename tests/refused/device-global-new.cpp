// error: :5:13: error: a device_global cannot be made by 'new'; declare it at namespace scope or as
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
int main() {
  auto *x = new device_global<int>; // here
}
