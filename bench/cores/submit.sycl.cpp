// Host threads that submit at the same time, each to a queue of its own: program <ms> <threads>...
// prints "submit <kind> <threads> <launches per second of all>". Kinds: "task", single_task in
// order, waited for after each 64th; "wait", 1,024 items, waited for each time; "add", 65,536
// additions, waited for each time.
#include "../harness.hpp"
#include <atomic>
#include <sycl/sycl.hpp>
#include <thread>

namespace {

struct state {
  std::atomic<int> ready{0};
  std::atomic<bool> go{false}, stop{false};
  std::atomic<long> launches{0};
};

template <class Submit> void work(state &all, std::size_t n, Submit submit) {
  sycl::queue q{sycl::property::queue::in_order()};
  float *a = sycl::malloc_shared<float>(n, q);
  std::fill(a, a + n, 0.0f);
  submit(q, a);
  q.wait();
  all.ready++;
  while (!all.go)
    std::this_thread::yield();
  long launches = 0;
  while (!all.stop.load(std::memory_order_relaxed))
    launches += submit(q, a);
  q.wait();
  all.launches += launches;
  sycl::free(a, q);
}

template <class Submit>
void measure(const char *kind, double ms, int threads, std::size_t n, Submit submit) {
  state all;
  std::vector<std::thread> hosts;
  for (int t = 0; t < threads; t++)
    hosts.emplace_back([&] { work(all, n, submit); });
  while (all.ready < threads)
    std::this_thread::yield();
  const double start = bench::now_ns();
  all.go = true;
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms));
  all.stop = true;
  for (std::thread &host : hosts)
    host.join();
  std::printf("submit %s %d %.0f\n", kind, threads,
              static_cast<double>(all.launches) / (bench::now_ns() - start) * 1e9);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s MILLISECONDS THREADS...\n", argv[0]);
    return 2;
  }
  const double ms = std::atof(argv[1]);
  for (int i = 2; i < argc; i++) {
    const int threads = std::atoi(argv[i]);
    measure("task", ms, threads, 64, [](sycl::queue &q, float *a) {
      for (int k = 0; k < 64; k++)
        q.single_task([=] { a[0] += 1.0f; });
      q.wait();
      return 64;
    });
    measure("wait", ms, threads, 1024, [](sycl::queue &q, float *a) {
      q.parallel_for(1024, [=](sycl::id<1> k) { a[k] += 1.0f; }).wait();
      return 1;
    });
    measure("add", ms, threads, 65536, [](sycl::queue &q, float *a) {
      q.parallel_for(65536, [=](sycl::id<1> k) { a[k] += 1.0f; }).wait();
      return 1;
    });
  }
  return 0;
}
