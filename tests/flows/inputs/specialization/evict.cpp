/* Programs come and go by FALX_CACHE_MEMORY_SIZE, but not while a command of theirs waits or runs:
 * the one for value 0 waits for a host task while 1 and 2 are built and used. */
#include <atomic>
#include <cstdio>
#include <thread>

#include "spec.hpp"

class Evicted;

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(4, q);
  std::atomic<bool> may_run{false};
  const auto run = [&](int value, sycl::event before) {
    return q.submit([&](sycl::handler &h) {
      h.depends_on(before);
      h.set_specialization_constant<factor>(value);
      h.single_task<Evicted>([=](sycl::kernel_handler kh) {
        out[value] = 10 + kh.get_specialization_constant<factor>();
      });
    });
  };
  const sycl::event gate = q.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!may_run)
        std::this_thread::yield();
    });
  });
  sycl::event last = run(0, gate);
  run(1, {}).wait();
  run(2, {}).wait();
  may_run = true;
  last.wait();
  last = {};
  q.wait();
  run(3 - 1, {}).wait();
  run(1, {}).wait();
  for (int i = 0; i < 3; ++i)
    std::printf("%d ", out[i]);
  sycl::free(out, q);
}
