// Adds numbers on the device, here and in another translation unit, and prints what host.cpp says.
#include "host.hpp"
#include "twice.hpp"
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  std::vector<int> values(1000);
  sycl::queue queue;
  {
    sycl::buffer<int> buffer{values.data(), sycl::range<1>{values.size()}};
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out{buffer, handler, sycl::write_only};
      handler.parallel_for(sycl::range<1>{1000}, [=](sycl::id<1> i) { out[i] = int(i[0]); });
    });
  }
  long sum = 0;
  for (int value : values)
    sum += value;
  report(sum, twice(queue, sum));
}
