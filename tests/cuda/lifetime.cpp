// The end of a process that uses CUDA, on the fake driver: lifetime CASE. Each ends with 0, and the
// driver's context is released. docs/lifetime.md.
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <memory>
#include <thread>

static void expect(bool holds, const char *what) {
  if (!holds) {
    std::fprintf(stderr, "lifetime: does not hold: %s\n", what);
    std::_Exit(1);
  }
}

/* Submits and waits in its destructor, behind main. */
struct late {
  std::unique_ptr<sycl::queue> q;
  int *memory = nullptr;
  ~late() {
    if (!q)
      return;
    int found[100] = {};
    q->fill(memory, 6, 100);
    q->memcpy(found, memory, sizeof found).wait();
    expect(found[99] == 6, "a copy behind main");
    sycl::free(memory, *q);
  }
};
static late object;
static std::unique_ptr<sycl::buffer<int>> kept;

static void destructor() {
  object.q = std::make_unique<sycl::queue>(sycl::property::queue::in_order());
  object.memory = sycl::malloc_device<int>(100, *object.q);
}

static void in_flight() { // and nobody waits
  sycl::queue q;
  int *memory = sycl::malloc_device<int>(100, q);
  for (int i = 0; i < 20; ++i)
    q.fill(memory, i, 100);
  q.submit([](sycl::handler &h) { h.host_task([] {}); });
}

static void static_buffer() {
  sycl::queue q;
  kept = std::make_unique<sycl::buffer<int>>(100);
  q.submit([](sycl::handler &h) {
    sycl::accessor a(*kept, h, sycl::write_only);
    h.fill(a, 3);
  });
}

static void callbacks() { // the adapter's thread has work while the process ends
  sycl::queue q, other;
  int *memory = sycl::malloc_device<int>(100, q);
  const sycl::event e = q.fill(memory, 1, 100);
  other.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.host_task([] {});
  });
}

static void exit_in_host_task() {
  sycl::queue q;
  int *memory = sycl::malloc_device<int>(100, q);
  const sycl::event e = q.fill(memory, 1, 100);
  q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.host_task([] { std::exit(0); });
  });
  for (;;)
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

static void other_thread() {
  static std::atomic<bool> has_begun = false;
  std::thread([] {
    sycl::queue q{sycl::property::queue::in_order()};
    int *memory = sycl::malloc_device<int>(100, q);
    try {
      for (;; has_begun = true)
        q.fill(memory, 1, 100).wait();
    } catch (const sycl::exception &) { // the runtime has been shut down
    }
  }).detach();
  while (!has_begun)
    std::this_thread::yield();
}

static void lost() { // a kernel ends the context, and nobody asks
  sycl::queue q([](sycl::exception_list) {});
  int *memory = sycl::malloc_device<int>(100, q);
  q.single_task([=] { *memory = 1; });
}

/* The driver was there before, so that its handlers come first; a kernel is under way then. */
static void overtaken() {
  expect(dlopen("libcuda.so.1", RTLD_NOW), "dlopen");
  sycl::queue q;
  int *memory = sycl::malloc_device<int>(100, q);
  q.single_task([=] { *memory = 1; });
}

/* Nobody waits: what is complete is let go all the same. */
static void long_series() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *memory = sycl::malloc_device<int>(100, q);
  const size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 40000; ++i)
    q.fill(memory, i, 1);
  expect(mallinfo2().uordblks < before + (size_t(8) << 20), "memory of 40,000 commands");
  q.wait();
  sycl::free(memory, q);
}

static void unused() {}

int main(int argc, char **argv) {
  const struct {
    const char *name;
    void (*run)();
  } cases[] = {{"destructor", destructor},
               {"in_flight", in_flight},
               {"static_buffer", static_buffer},
               {"callbacks", callbacks},
               {"exit_in_host_task", exit_in_host_task},
               {"other_thread", other_thread},
               {"lost", lost},
               {"overtaken", overtaken},
               {"long_series", long_series},
               {"unused", unused}};
  for (const auto &one : cases)
    if (argc == 2 && std::strcmp(argv[1], one.name) == 0) {
      one.run();
      return 0;
    }
  std::fprintf(stderr, "usage: lifetime CASE\n");
  return 2;
}
