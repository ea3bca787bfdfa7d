// A kernel with the mistake that the argument names, for sanitizers.
#include <climits>
#include <cstring>
#include <sycl/sycl.hpp>

int main(int, char **arguments) {
  bool is_heap = !std::strcmp(arguments[1], "heap"), is_stack = !std::strcmp(arguments[1], "stack");
  int number = std::strcmp(arguments[1], "overflow") ? 0 : INT_MAX;
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(8, queue);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> tile(4, handler);
    handler.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      int place = static_cast<int>(item.get_global_id(0));
      volatile int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
      tile[item.get_local_id(0)] = squares[is_stack ? place + 7 : place]; // MISTAKE: stack
      sycl::group_barrier(item.get_group());
      int sum = tile[3 - item.get_local_id(0)] + number; // MISTAKE: overflow
      out[is_heap ? place + 1 : place] = sum;            // MISTAKE: heap
    });
  });
  queue.wait();
  sycl::free(out, queue);
}
