// SYCL 2020, 4.10: host tasks take their place in the graph; what they throw reaches the async
// handler.
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <stdexcept>

int main() {
  int handled = 0;
  sycl::queue q([&](sycl::exception_list list) {
    for (auto &e : list) {
      try {
        std::rethrow_exception(e);
      } catch (const std::runtime_error &error) {
        handled += std::string(error.what()) == "from a host task";
      }
    }
  });
  int *a = sycl::malloc_shared<int>(1, q);
  *a = 1;
  sycl::event before = q.single_task([=] { *a *= 10; });
  sycl::event task = q.submit([&](sycl::handler &h) {
    h.depends_on(before);
    h.host_task([=] { *a += 5; });
  });
  q.single_task(task, [=] { *a *= 2; }).wait();
  CHECK_EQUAL(*a, 30);

  q.submit(
      [&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("from a host task"); }); });
  q.wait_and_throw();
  CHECK_EQUAL(handled, 1);
  sycl::free(a, q);
  return finish();
}
