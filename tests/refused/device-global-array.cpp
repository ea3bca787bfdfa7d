// error: :4:20: error: there are no arrays of device_globals; make 'x' one device_global of an
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
device_global<int> x[4]; // here
int main() {}
