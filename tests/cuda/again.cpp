// Launches of a kernel in an in-order queue, again and again: over ranges that it has been launched
// over, which are prepared, and over more of them than are kept; and one that the driver refuses.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

#include "writing_kernel.hpp"

static int left = -1; // launches until one fails
extern "C" __attribute__((visibility("default"))) bool falx_fault_fails(const char *what) {
  return left >= 0 && std::strcmp(what, "cuLaunchKernel") == 0 && left-- == 0;
}

static int failures = 0;
#define CHECK(condition)                                                                           \
  ((condition) ? (void)0                                                                           \
               : (void)(std::printf("line %d: not so: %s\n", __LINE__, #condition), ++failures))

static constexpr size_t most = 5000;
static constexpr int write_line = __LINE__ + 2;
static sycl::event write(sycl::queue &q, int *memory, size_t count) {
  return q.parallel_for<class writing>(count, [=](sycl::id<1> i) { memory[i] = int(i[0]); });
}

int main() {
  sycl::queue q{sycl::property::queue::in_order{}};
  int *memory = sycl::malloc_host<int>(most, q);
  for (size_t round = 0; round < 3; ++round)
    for (size_t count = 100; count <= 700; count += 100) {
      std::memset(memory, -1, most * sizeof *memory);
      write(q, memory, count);
      write(q, memory, count).wait();
      for (size_t i = 0; i < most; ++i)
        CHECK(memory[i] == (i < count ? int(i) : -1));
    }
  for (int i = 0; i < 2000; ++i)
    write(q, memory, 100);
  sycl::event last = write(q, memory, 200);
  last.wait();
  CHECK(memory[199] == 199 && last.get_info<sycl::info::event::command_execution_status>() ==
                                  sycl::info::event_command_status::complete);
  for (size_t count : {size_t(100), size_t(700)}) { // prepared, and not
    left = 1;
    write(q, memory, count);
    try {
      write(q, memory, count);
      CHECK(!"an error");
    } catch (const sycl::exception &e) {
      char place[100];
      std::snprintf(place, sizeof place, "again.cpp:%d: cuda: a kernel cannot be submitted",
                    write_line);
      CHECK(std::strstr(e.what(), place));
      if (!std::strstr(e.what(), place))
        std::printf("%s\n", e.what());
    }
    write(q, memory, count);
    q.wait_and_throw();
  }
  sycl::free(memory, q);
  return failures != 0;
}
