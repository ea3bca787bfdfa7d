// SYCL 2020, 4.6.1 to 4.6.5: selectors, devices, contexts and queues that cannot be had.
#include "table.hpp"

namespace info = sycl::info;

static void selectors() {
  using info::device_type;
  const bool has_gpu = !sycl::device::get_devices(device_type::gpu).empty();
  if (!has_gpu)
    throws(errc::runtime, {"no device matches", "found:", "falx-ls"},
           [] { sycl::device d(sycl::gpu_selector_v); });
  else if (sycl::device::get_devices(device_type::cpu).empty())
    throws(errc::runtime, {"no device matches", "found:", "falx-ls"},
           [] { sycl::device d(sycl::cpu_selector_v); });
  throws(errc::runtime, {"no device matches"}, [] { sycl::queue q(sycl::accelerator_selector_v); });
  throws(errc::runtime, {"no device matches"},
         [] { sycl::platform([](const sycl::device &) { return -1; }); });
  throws(errc::runtime, {"no device matches"},
         [] { sycl::device(sycl::aspect_selector(sycl::aspect::emulated)); });
}

/* What can be divided, and how: device/sub_devices.cpp. */
static void devices(const sycl::device &d) {
  throws(errc::invalid, {"parent_device", "sub-device"},
         [&] { d.get_info<info::device::parent_device>(); });
  if (d.get_backend() == sycl::backend::opencl)
    return;
  throws(errc::invalid, {"profile", "OpenCL"}, [&] { d.get_info<info::device::profile>(); });
  throws(errc::invalid, {"execution_capabilities", "OpenCL"},
         [&] { d.get_info<info::device::execution_capabilities>(); });
}

static void contexts(const sycl::device &d, const sycl::device &other) {
  throws(errc::invalid, {"at least one device"},
         [] { sycl::context c(std::vector<sycl::device>{}); });
  const std::string name = other.get_info<info::device::name>();
  throws(errc::invalid, {"one platform", name.c_str()},
         [&] { sycl::context c(std::vector<sycl::device>{d, other}); });
  throws(errc::invalid, {"no context"},
         [] { sycl::exception(sycl::make_error_code(errc::runtime)).get_context(); });
}

static void queues(const sycl::device &d, const sycl::device &other) {
  const sycl::context own(d);
  const std::string name = other.get_info<info::device::name>();
  throws(errc::invalid, {name.c_str(), "context's", "choose"}, [&] { sycl::queue q(own, other); });
  throws(errc::invalid, {name.c_str(), "context's"},
         [&] { sycl::queue q(own, [&](const sycl::device &o) { return o == other ? 1 : 0; }); });
  throws(errc::runtime, {"no device matches"},
         [&] { sycl::queue q(own, [](const sycl::device &) { return -1; }); });
  throws(errc::invalid, {"no such property"},
         [&] { sycl::queue(d).get_property<sycl::property::queue::in_order>(); });
  throws(errc::invalid, {"no such property"},
         [] { sycl::property_list().get_property<sycl::property::queue::enable_profiling>(); });
}

static void events(sycl::queue &q) {
  using end = info::event_profiling::command_end;
  throws(errc::invalid, {"enable_profiling"},
         [&] { q.single_task([] {}).get_profiling_info<end>(); });
  throws(errc::invalid, {"enable_profiling"},
         [&] { q.submit([](sycl::handler &h) { h.host_task([] {}); }).get_profiling_info<end>(); });
  throws(errc::invalid, {"no command"}, [] { sycl::event().get_profiling_info<end>(); });
}

int main() {
  with_other_platform();
  const sycl::device d;
  const std::vector<sycl::device> others = other_devices(d);
  CHECK(others.size() >= 2);
  selectors();
  devices(d);
  contexts(d, others[0]);
  queues(d, others[1]);
  sycl::queue q(d);
  events(q);
  return finish();
}
