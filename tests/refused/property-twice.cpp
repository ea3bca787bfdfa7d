// error: a property list holds each property once
// sycl_ext_oneapi_properties.
#include <sycl/sycl.hpp>
using namespace sycl::ext::oneapi::experimental;
properties list{host_access_read, host_access_write}; // here
