#include <sycl/sycl.hpp>

#include <cstdio>

int sum(sycl::queue &queue, int count);

int main() {
  sycl::queue queue;
  std::printf("sum %d\n", sum(queue, 100));
}
