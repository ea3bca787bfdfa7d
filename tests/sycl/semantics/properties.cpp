// sycl_ext_oneapi_properties: lists of the same properties are of one type, in whatever order.
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl::ext::oneapi::experimental;

using first = decltype(properties(device_image_scope, host_access_read, init_mode_reset));
using second = decltype(properties(init_mode_reset, device_image_scope, host_access_read));
using third = decltype(properties(host_access_read, init_mode_reset, device_image_scope));
static_assert(std::is_same_v<first, second> && std::is_same_v<first, third>);
static_assert(std::is_same_v<device_global<int, first>, device_global<int, third>>);
static_assert(!std::is_same_v<first, decltype(properties(device_image_scope, host_access_write,
                                                         init_mode_reset))>);
static_assert(!std::is_same_v<first, decltype(properties(device_image_scope, host_access_read))>);
static_assert(std::is_same_v<decltype(properties()), empty_properties_t>);

constexpr properties list{init_mode_reset, host_access_read};
static_assert(list.has_property<init_mode_key>() && list.has_property<host_access_key>());
static_assert(!list.has_property<device_image_scope_key>());
static_assert(list.get_property<host_access_key>() == host_access_read);
static_assert(list.get_property<init_mode_key>() == init_mode_reset);

int main() {
  return finish();
}
