// Objects that a debugger prints; printers.sh stops at the lines that say STOP.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int numbers[6] = {0, 1, 2, 3, 4, 5};
  sycl::event none;
  {
    sycl::buffer<int, 2> buffer(numbers, sycl::range<2>(2, 3));
    sycl::event event = queue.submit([&](sycl::handler &handler) {
      sycl::accessor table(buffer, handler, sycl::range<2>(1, 2), sycl::id<2>(1, 1));
      sycl::local_accessor<int, 1> tile(2, handler);
      handler.parallel_for(sycl::nd_range<2>({2, 2}, {1, 2}), [=](sycl::nd_item<2> item) {
        sycl::vec<float, 3> vector(1, 2, 3);
        sycl::marray<short, 2> array(4, 5);
        sycl::group<2> group = item.get_group();
        tile[item.get_local_id(1)] = int(item.get_global_linear_id());
        sycl::group_barrier(group);
        if (item.get_global_id(0) == 1)
          table[0][item.get_local_id(1)] += int(vector[0]) + array[0]; // STOP: kernel
      });
    });
    queue.wait();
    sycl::host_accessor host(buffer);
    sycl::nd_range<1> range(8, 4);
    host[0][0] = int(range.get_global_range()[0]); // STOP: host
  }
  queue.parallel_for(sycl::range<2>(2, 2), [=](sycl::item<2> item) {
    int *nothing = nullptr;
    if (nothing)
      *nothing = int(item.get_linear_id()); // never
    (void)item;                             // STOP: item
  });
  queue.wait();
  return 0;
}
