#include <sycl/sycl.hpp>

static int doubled(int value) {
  return value * 2;
}

int main() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1> id) {
    int value = static_cast<int>(id[0]);
    if (value % 4 == 0)
      value = doubled(value);
    out[id] = value;
  });
  queue.wait();
  bool is_fine = out[4] == 8 && out[5] == 5;
  sycl::free(out, queue);
  return !is_fine;
}
