// error: the property list does not have the property
// Requirement DG-6.
#include <sycl/sycl.hpp>
using namespace sycl::ext::oneapi::experimental;
device_global<int, decltype(properties(device_image_scope))> global;
void use() {
  (void)decltype(global)::get_property<device_image_scope_key>();
  (void)decltype(global)::get_property<host_access_key>(); // here
}
