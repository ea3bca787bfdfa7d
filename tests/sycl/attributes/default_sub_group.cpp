// SYCL 2020, 4.9.1.8: without an attribute sub-groups are as large as the largest of the device.
#include "default_sub_group.hpp"

int main() {
  sycl::queue q;
  if (q.get_backend() != sycl::backend::native_cpu)
    return 77;
  auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  CHECK(std::is_sorted(sizes.begin(), sizes.end()));
  check_default<class Default>(q, static_cast<uint32_t>(sizes.back()));
  return finish();
}
