#include <sycl/sycl.hpp>
sycl::ext::oneapi::experimental::device_global<int> numbers[4];
int main() {
  sycl::queue().single_task([] { numbers[1] = 2; }).wait();
}
