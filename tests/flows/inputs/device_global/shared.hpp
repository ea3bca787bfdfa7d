#include <cstdio>
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;
extern device_global<int> FuBar;
int one(sycl::queue &q);
