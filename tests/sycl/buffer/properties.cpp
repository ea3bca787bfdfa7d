/* SYCL 2020, 4.7.2.2: use_mutex keeps the mutex, context_bound the context, without which a
 * queue's device is refused; sycl_ext_intel_mem_channel_property and
 * sycl_ext_intel_buffer_location keep their numbers. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace property = sycl::property::buffer;

int main() {
  const sycl::context mine, other;
  std::mutex m;
  sycl::buffer<int> b{sycl::range(4), {property::use_mutex(m), property::context_bound(mine)}};
  sycl::buffer<int> channelled{sycl::range(4), property::mem_channel(3)};
  CHECK(channelled.get_property<property::mem_channel>().get_channel() == 3);
  CHECK(!b.has_property<property::mem_channel>());
  using location = sycl::ext::intel::experimental::property::usm::buffer_location;
  const sycl::property_list located{location(2)};
  CHECK(located.get_property<location>().get_buffer_location() == 2);
  CHECK(!sycl::property_list{}.has_property<location>());
  auto bytes = b.reinterpret<char>();
  CHECK(bytes.get_property<property::use_mutex>().get_mutex_ptr() == &m);
  CHECK(b.get_property<property::context_bound>().get_context() == mine);
  CHECK(!b.has_property<property::use_host_ptr>());
  CHECK_THROWS(sycl::buffer<int>(sycl::range(1)).get_property<property::use_mutex>(),
               sycl::errc::invalid, "no such property");
  const auto fill = [&](sycl::queue q) {
    q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only), 5); });
  };
  fill(sycl::queue(mine, mine.get_devices()[0]));
  fill(sycl::queue(other, other.get_devices()[0]));
  CHECK(sycl::host_accessor(b)[3] == 5);
  const sycl::device whole = mine.get_devices()[0];
  if (whole.get_info<sycl::info::device::partition_max_sub_devices>() > 1) {
    using sycl::info::partition_property;
    const sycl::context part(
        whole.create_sub_devices<partition_property::partition_equally>(1).at(0));
    b = sycl::buffer<int>(sycl::range(4), property::context_bound(part));
    fill(sycl::queue(part, part.get_devices()[0]));
    CHECK_THROWS(fill(sycl::queue(whole)), sycl::errc::invalid, "context_bound");
  }
  return finish();
}
