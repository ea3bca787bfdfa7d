// SYCL 2020, 4.9.1.2, 4.13: a launch that cannot work throws, with numbers in the text.
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  using sycl::errc;
  auto launch = [&](size_t global, size_t local) {
    q.parallel_for(sycl::nd_range<1>(global, local), [=](sycl::nd_item<1>) {}).wait();
  };
  CHECK_THROWS(launch(100, 7), errc::nd_range, "100");
  CHECK_THROWS(launch(100, 7), errc::nd_range, "errors.cpp:10: kernel "); // the launch above
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(9, 2), sycl::event(), [=](sycl::nd_item<1>) {}),
               errc::nd_range, "");
  CHECK_THROWS(q.memcpy(nullptr, nullptr, 4), errc::invalid, "errors.cpp:16: memcpy");
  CHECK_THROWS(q.submit([](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(9, 2), [=](sycl::nd_item<1>) {});
  }),
               errc::nd_range, "errors.cpp:20: kernel ");
  CHECK_THROWS(launch(100, 0), errc::nd_range, "local");
  const size_t most = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  CHECK_THROWS(launch(most * 2, most * 2), errc::nd_range, "limit");
  CHECK_THROWS(q.submit([](sycl::handler &h) {
    h.single_task([] {});
    h.single_task([] {});
  }),
               errc::invalid, "one command");
  CHECK_THROWS(q.submit([](sycl::handler &) {
                }).get_profiling_info<sycl::info::event_profiling::command_end>(),
               errc::invalid, "no profiling information");

  const sycl::exception worded(q.get_context(), int(errc::invalid), sycl::sycl_category(), "words");
  CHECK(worded.code() == errc::invalid && std::string(worded.what()) == "words");
  CHECK(worded.has_context() && worded.get_context() == q.get_context());
  const sycl::exception bare(q.get_context(), int(errc::nd_range), sycl::sycl_category());
  CHECK(bare.category() == sycl::sycl_category() && bare.get_context() == q.get_context());
  return finish();
}
