// SYCL 2020, 4.6.1, 4.6.2, 4.6.4: ONEAPI_DEVICE_SELECTOR leaves no device. Lists are empty; who
// needs one gets an error that says why there is none.
#include "table.hpp"

int main() {
  setenv("ONEAPI_DEVICE_SELECTOR", "native_cpu:gpu", 1);
  CHECK(sycl::platform::get_platforms().empty());
  CHECK(sycl::device::get_devices().empty());
  CHECK(sycl::device::get_devices(sycl::info::device_type::gpu).empty());
  const auto words = {"no device is left by ONEAPI_DEVICE_SELECTOR='native_cpu:gpu'", "falx-ls"};
  throws(errc::runtime, words, [] { sycl::device d; });
  throws(errc::runtime, words, [] { sycl::platform p; });
  throws(errc::runtime, words, [] { sycl::context c; });
  throws(errc::runtime, words, [] { sycl::queue q; });
  throws(errc::runtime, words, [] { sycl::queue q(sycl::cpu_selector_v); });
  throws(errc::runtime, words, [] { sycl::device d([](const sycl::device &) { return 1; }); });
  /* An error that is thrown leaves everything as it was. */
  throws(errc::runtime, words, [] { sycl::queue q; });
  return finish();
}
