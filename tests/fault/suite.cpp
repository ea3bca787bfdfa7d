// What SYCL programs do, with the k-th call of the runtime, its adapter or the headers failing
// (fault.h).
//
//   fault_suite K [COUNT]     calls K to K + COUNT - 1 fail. Status 0: all is well, and the call
//                             was met; 3: all is well, there is no such call; anything else: not
//
// FAULT_STEPS names the steps: queues, graphs, images, discrete (on a device with memory of its
// own), cache (compiles specialization constants, and uses the persistent cache).
//
// Every step may throw. Then the runtime has to be as usable as ever: each step runs again, and
// must come to the right result.
#include "suite.hpp"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <optional>
#include <unistd.h>
#include <vector>

#include "fault.h"

bool is_strict;
std::string library_path, cache_folder;

void right(bool holds, const char *file, int line) {
  if (holds)
    return;
  std::fprintf(stderr, "%s:%d: wrong result%s\n", file, line, is_strict ? " afterwards" : "");
  _exit(9);
}

#ifndef __SYCL_DEVICE_ONLY__ // the headers allocate, too
static bool (*fails)(const char *what);

#ifndef FAULT_OPERATORS_OF_OTHERS // ThreadSanitizer's cannot be replaced
static void *take(std::size_t size, std::size_t alignment) {
  void *memory = nullptr;
  if (fails && fails("operator new"))
    throw std::bad_alloc();
  if (posix_memalign(&memory, alignment, size))
    throw std::bad_alloc();
  return memory;
}
void *operator new(std::size_t size) {
  return take(size, alignof(std::max_align_t));
}
void *operator new(std::size_t size, std::align_val_t alignment) {
  return take(size, std::size_t(alignment));
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
#endif
#endif

namespace {

// An empty cache of this process alone, in a folder that is not there yet.
struct cache {
  std::string parent;
  cache() {
    const char *temporary = std::getenv("TMPDIR");
    parent = std::string(temporary ? temporary : "/tmp") + "/falx-fault-XXXXXX";
    if (!mkdtemp(parent.data()))
      std::abort();
    cache_folder = parent + "/made/by/falx";
    setenv("FALX_CACHE_PERSISTENT", "1", 1);
    setenv("FALX_CACHE_DIR", cache_folder.c_str(), 1);
  }
  ~cache() { std::filesystem::remove_all(parent); }
};

const struct suite {
  const char *name;
  bool has_both_orders; // of queues
  std::vector<step_function> steps;
} suites[] = {
    {"queues", true, {usm, buffers, boxes, tasks, order, groups, queries}},
#ifndef FAULT_QUEUES_ALONE // without graphs.cpp and images.cpp
    {"graphs", true, {graph, graph_of_tasks, graph_of_buffers}},
    {"images", true, {bundles, globals, opened, loaded}},
    {"discrete", true, {usm, buffers, boxes, groups, graph_of_buffers, globals}},
    {"cache", false, {specialized, specialized_aged, specialized_damaged}},
#endif
};

void run_step(step_function step, bool is_in_order) {
  int errors = 0;
  try {
    sycl::property_list properties = is_in_order
                                         ? sycl::property_list{sycl::property::queue::in_order{}}
                                         : sycl::property_list{};
    sycl::queue q{sycl::default_selector_v, async{&errors}, properties};
    try {
      step(q, &errors);
    } catch (...) {
      try { // what is under way may use what the step has had
        q.wait_and_throw();
      } catch (...) {
      }
      throw;
    }
    q.wait_and_throw();
  } catch (const sycl::exception &e) {
    if (is_strict)
      std::fprintf(stderr, "afterwards: %s\n", e.what());
    RIGHT(!is_strict);
  } catch (const std::bad_alloc &) {
    RIGHT(!is_strict);
  }
  RIGHT(!is_strict || !errors);
}

void run(const suite &suite) {
  for (int in_order = 0; in_order <= suite.has_both_orders; in_order++)
    for (step_function step : suite.steps)
      run_step(step, in_order != 0);
}

} // namespace

int main(int argc, char **argv) {
  auto arm = (void (*)(unsigned, unsigned))dlsym(RTLD_DEFAULT, "falx_fault_arm");
  auto disarm = (unsigned (*)())dlsym(RTLD_DEFAULT, "falx_fault_disarm");
  if (!arm || !disarm || argc < 2) {
    std::fprintf(stderr, "fault_suite K [COUNT]: runs with the library that makes calls fail\n");
    return 2;
  }
  const char *wanted = std::getenv("FAULT_STEPS");
  const suite *chosen = nullptr;
  for (const suite &suite : suites)
    if (std::strcmp(wanted ? wanted : "queues", suite.name) == 0)
      chosen = &suite;
  if (!chosen) {
    std::fprintf(stderr,
                 "fault_suite: FAULT_STEPS='%s' is queues, graphs, images, discrete or cache\n",
                 wanted);
    return 2;
  }
  std::optional<cache> own;
  if (std::strcmp(chosen->name, "cache") == 0)
    own.emplace();
  if (std::strcmp(chosen->name, "discrete") == 0)
    setenv("SCRIPTED_DISCRETE", "1", 1);
  library_path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "fault-library.so";
#ifndef __SYCL_DEVICE_ONLY__
  fails = (bool (*)(const char *))dlsym(RTLD_DEFAULT, "falx_fault_fails");
#endif
  arm(unsigned(std::atoi(argv[1])), argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  run(*chosen);
  const bool was_met = disarm() != 0;
  is_strict = true;
  run(*chosen);
  return was_met ? 0 : 3;
}
