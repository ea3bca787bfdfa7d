/* SYCL 2020, 4.7.6.8, 4.7.6.11, 4.9.1: an index is whatever converts to size_t, and so are the
 * sizes of a range and the places of an id. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct second {
  constexpr operator int() const { return 1; }
};
static_assert(sycl::range<3>(1, 2.0, second()) == sycl::range<3>(1, 2, 1));
static_assert(sycl::id<2>(second(), 3.0f) == sycl::id<2>(1, 3));

int main() {
  sycl::queue q;
  sycl::buffer<int> b(2);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(b, h);
    sycl::local_accessor<int> local(2, h);
    h.parallel_for(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> item) {
      local[sycl::vec<int, 1>(item.get_local_id(0))] = 5;
      sycl::group_barrier(item.get_group());
      out[item.get_global_id()] = local[second()] + 2;
    });
  });
  sycl::host_accessor read(b);
  CHECK(read[0] == 7 && read[second()] == 7);
}
