// A kernel that is compiled while the program runs, for the value of a specialization constant.
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> factor{1};

int main() {
  sycl::queue queue;
  int *value = sycl::malloc_shared<int>(1, queue);
  queue
      .submit([&](sycl::handler &handler) {
        handler.set_specialization_constant<factor>(6);
        handler.single_task([=](sycl::kernel_handler kernel) {
          *value = 7 * kernel.get_specialization_constant<factor>();
        });
      })
      .wait();
  std::printf("specialized %d\n", *value);
  sycl::free(value, queue);
}
