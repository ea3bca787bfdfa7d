// sycl_ext_oneapi_peer_access between sub-devices and not elsewhere, and
// sycl_ext_intel_queue_immediate_command_list.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace intel = sycl::ext::intel::property::queue;
using peer = sycl::ext::oneapi::peer_access;
static_assert(SYCL_EXT_ONEAPI_PEER_ACCESS == 1 && SYCL_EXT_INTEL_QUEUE_IMMEDIATE_COMMAND_LIST == 1);

int main() {
  const sycl::device d;
  CHECK(sycl::queue(d, intel::no_immediate_command_list())
            .has_property<intel::no_immediate_command_list>());
  CHECK_THROWS(
      sycl::queue(d, {intel::immediate_command_list(), intel::no_immediate_command_list()}),
      sycl::errc::invalid, "immediate_command_list");
  CHECK(!d.ext_oneapi_can_access_peer(d));
  CHECK_THROWS(d.ext_oneapi_enable_peer_access(d), sycl::errc::feature_not_supported, "memory");
  if (d.get_backend() != sycl::backend::native_cpu ||
      d.get_info<sycl::info::device::partition_max_sub_devices>() < 2)
    return 77;
  const auto parts = d.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
  const sycl::device &a = parts[0], &b = parts[1];
  CHECK(a.ext_oneapi_can_access_peer(b) &&
        a.ext_oneapi_can_access_peer(b, peer::atomics_supported));
  CHECK_THROWS(a.ext_oneapi_disable_peer_access(b), sycl::errc::invalid, "is not enabled");
  a.ext_oneapi_enable_peer_access(b);
  CHECK_THROWS(a.ext_oneapi_enable_peer_access(b), sycl::errc::invalid, "is enabled");
  b.ext_oneapi_enable_peer_access(a);

  sycl::queue first(a), second(b);
  int *memory = sycl::malloc_device<int>(1, second), copy = 0;
  first.single_task([=] { *memory = 7; }).wait();
  second.memcpy(&copy, memory, sizeof copy).wait();
  CHECK_EQUAL(copy, 7);
  sycl::free(memory, second);
  a.ext_oneapi_disable_peer_access(b);
  CHECK_THROWS(a.ext_oneapi_disable_peer_access(b), sycl::errc::invalid, "is not enabled");
  return finish();
}
