// A local accessor in a kernel without work-groups is refused: SYCL 2020, 4.7.6.11.
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  *out = 0;
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> local(4, h);
    h.single_task([=] { local[0] = *out = 1; });
  }),
               sycl::errc::kernel_argument, "launch it over an nd_range");
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> local(4, h);
    h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { local[i] = *out = 1; });
  }),
               sycl::errc::kernel_argument, "has a local accessor");
  q.wait();
  CHECK(*out == 0);
  sycl::free(out, q);
  return finish();
}
