// SYCL 2020, 4.6.6: status, dependencies and times of events.
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q{sycl::property::queue::enable_profiling()};
  CHECK(q.has_property<sycl::property::queue::enable_profiling>());
  int *a = sycl::malloc_shared<int>(1000, q);
  sycl::event e = q.parallel_for(1000, [=](sycl::id<1> i) { a[i] = 1; });
  e.wait();
  CHECK(e.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  namespace times = sycl::info::event_profiling;
  const auto submit = e.get_profiling_info<times::command_submit>(),
             start = e.get_profiling_info<times::command_start>(),
             end = e.get_profiling_info<times::command_end>();
  CHECK(submit <= start && start <= end && submit > 0);
  sycl::event none;
  none.wait();
  CHECK(none.get_wait_list().empty());
  CHECK(none.get_backend() == sycl::queue().get_backend());
  sycl::queue plain;
  CHECK_THROWS(plain.single_task([] {}).get_profiling_info<times::command_end>(),
               sycl::errc::invalid, "enable_profiling");
  sycl::free(a, q);
  return finish();
}
