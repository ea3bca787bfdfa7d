// SYCL 2020, 4.10: an accessor for device code in a host task has its content on the device; where
// that is the host's memory, the task can use it. Elsewhere, and outside of tasks, it cannot.
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  sycl::buffer<int> data(8);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(data, h, sycl::write_only, sycl::no_init);
    h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  sycl::buffer<int> part(data, sycl::id<1>(0), sycl::range<1>(4));
  sycl::buffer<int> other(8);
  sycl::accessor<int> late(other);
  std::string text, refusal;
  q.submit([&](sycl::handler &h) {
    auto a = part.get_access<sycl::access_mode::read_write>(h);
    auto b = data.get_access<sycl::access_mode::read, sycl::target::host_task>(h);
    h.host_task([=, &text, &refusal] {
      for (int i = 0; i < 8; ++i)
        CHECK(b[i] == i);
      try {
        for (int i = 0; i < 4; ++i)
          a[i] += 10 * b[i + 4];
      } catch (const sycl::exception &e) {
        refusal = e.what();
      }
      try {
        (void)late[0];
      } catch (const sycl::exception &e) {
        text = e.what();
      }
    });
  });
  q.wait_and_throw();
  check_contains(text, "own command group", __FILE__, __LINE__);
  sycl::host_accessor result(data);
  for (int i = 0; i < 8; ++i)
    CHECK(result[i] == (i < 4 && refusal.empty() ? i + 10 * (i + 4) : i));
  if (!refusal.empty())
    check_contains(refusal, "take target::host_task", __FILE__, __LINE__);
  CHECK_THROWS((void)late[0], sycl::errc::accessor, "host_accessor");
  return finish();
}
