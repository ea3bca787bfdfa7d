/* Falx: host_accessor with a handler, of the provisional SYCL 2020, is an accessor of a host task:
 * constructed, by get_host_access, with ranges, tags and no_init. */
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  int data[] = {1, 2, 3, 4};
  {
    sycl::buffer<int> b(data, 4);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] *= 2; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::host_accessor all(b, h);
      sycl::host_accessor read(b, h, sycl::range<1>(2), sycl::id<1>(2), sycl::read_only);
      auto write = b.get_host_access(h, sycl::range<1>(1), sycl::write_only, sycl::no_init);
      static_assert(std::is_same_v<decltype(read[0]), const int &>);
      CHECK(write.has_property<sycl::property::no_init>());
      h.host_task([=] {
        all[1] = read[1] + 1;
        write[0] = read[0] + 2;
      });
    });
    sycl::host_accessor after(b, sycl::read_only);
    CHECK(after[0] == 8 && after[1] == 9);
  }
  CHECK(data[0] == 8 && data[1] == 9 && data[2] == 6 && data[3] == 8);
  return 0;
}
