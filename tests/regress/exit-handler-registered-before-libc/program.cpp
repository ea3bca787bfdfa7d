/* A thread that uses SYCL for the first time when the program's device code has gone. */
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>

void fill(sycl::queue &q, int *memory);

namespace {
constexpr int limit_ms = 10000;
std::atomic<bool> is_late, is_done;

void use() {
  try {
    sycl::queue q;
    int *memory = sycl::malloc_shared<int>(8, q);
    q.parallel_for(sycl::range<1>{8}, [=](sycl::id<1> i) { memory[i] = 1; });
    fill(q, memory);
    q.wait();
    std::puts("it ran");
  } catch (const sycl::exception &e) {
    if (!std::strstr(e.what(), "shut down"))
      std::puts(e.what());
  }
  std::fflush(stdout);
}

// Behind the program's own registration, which has priority 101.
__attribute__((destructor(50))) void let_it_go() {
  is_late = true;
  for (int i = 0; i < limit_ms && !is_done; i++)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (!is_done)
    std::puts("the other thread does not end");
}
} // namespace

int main() {
  std::thread([] {
    while (!is_late)
      std::this_thread::yield();
    use();
    is_done = true;
    for (;;)
      std::this_thread::sleep_for(std::chrono::seconds(1));
  }).detach();
}
