#include <sycl/sycl.hpp>
int counter = 0;
int main() {
  sycl::queue().single_task([] { ++counter; }).wait();
}
