// Kernels to look into with a debugger; debug.sh stops at the lines that say STOP.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(8, queue);
  int scale = 10;
  queue.parallel_for(sycl::range<1>(8), [=](sycl::id<1> id) {
    int plain = static_cast<int>(id[0]) * scale;
    out[id] = plain; // STOP: plain
  });
  queue.wait();
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> tile(4, handler);
    handler.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      int number = static_cast<int>(item.get_global_linear_id());
      int before = number * scale + 1, unused = number + 100;
      tile[item.get_local_id(0)] = before;
      sycl::group_barrier(item.get_group());
      int after = tile[3 - item.get_local_id(0)];
      out[number] = before + after; // STOP: after
    });
  });
  queue.wait();
  bool is_fine = out[0] == 1 + 31 && out[7] == 71 + 41;
  sycl::free(out, queue);
  return !is_fine;
}
