// What SYCL programs do, with the k-th call of the runtime or its adapter failing (fault.h).
//
//   fault_suite K [COUNT]     calls K to K + COUNT - 1 fail. Status 0: all is well, and the call
//                             was met; 3: all is well, there is no such call; anything else: not
//
// FAULT_STEPS=cache runs the steps that compile and use the persistent cache, in place of the
// others.
//
// Every step may throw. Then the runtime has to be as usable as ever: each step runs again, and
// must come to the right result.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include "fault.h"

namespace {

bool is_strict; // nothing fails any more

void right(bool holds, int line) {
  if (holds)
    return;
  std::fprintf(stderr, "suite.cpp:%d: wrong result%s\n", line, is_strict ? " afterwards" : "");
  _exit(9);
}
#define RIGHT(...) right(__VA_ARGS__, __LINE__)

constexpr int count = 256;

struct async {
  int *errors;
  void operator()(sycl::exception_list list) const { *errors += int(list.size()); }
};

// What a step could not do without an error shows in errors; then results do not count.
void usm(sycl::queue &q, int *errors) {
  int *a = sycl::malloc_shared<int>(count, q), *b = sycl::malloc_device<int>(count, q);
  int *c = sycl::malloc_host<int>(count, q);
  struct owner {
    sycl::queue &q;
    std::vector<int *> list;
    ~owner() {
      try {
        q.wait();
      } catch (const sycl::exception &) {
      }
      for (int *p : list)
        sycl::free(p, q);
    }
  } owned{q, {a, b, c}};
  if (!a || !b || !c)
    throw std::bad_alloc();
  sycl::event filled = q.fill(b, 3, count);
  sycl::event copied = q.memcpy(c, b, count * sizeof(int), filled);
  sycl::event ran =
      q.parallel_for(sycl::range<1>{count}, copied, [=](sycl::id<1> i) { a[i] = c[i] + int(i); });
  q.prefetch(a, count * sizeof(int));
  q.ext_oneapi_submit_barrier({ran});
  ran.wait();
  q.wait_and_throw();
  for (int i = 0; i < count && !*errors; i++)
    RIGHT(a[i] == 3 + i);
}

void buffers(sycl::queue &q, int *errors) {
  std::vector<int> data(count, 1);
  {
    sycl::buffer<int> first{data.data(), sycl::range<1>{count}}, second{sycl::range<1>{count}};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{first, h, sycl::read_only};
      sycl::accessor out{second, h, sycl::write_only, sycl::no_init};
      h.parallel_for(sycl::range<1>{count}, [=](sycl::id<1> i) { out[i] = in[i] + int(i); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{second, h, sycl::read_only};
      sycl::accessor out{first, h, sycl::write_only};
      h.copy(in, out);
    });
    sycl::buffer<int> part{first, sycl::id<1>{0}, sycl::range<1>{count / 2}};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{part, h, sycl::read_write};
      h.fill(out, 7);
    });
    {
      sycl::host_accessor found{first, sycl::read_only};
      for (int i = 0; i < count && !*errors; i++)
        RIGHT(found[i] == (i < count / 2 ? 7 : i + 1));
    }
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{first, h, sycl::read_write_host_task};
      h.host_task([=] { out[0] = 9; });
    });
    q.wait_and_throw();
    q.throw_asynchronous();
    if (*errors)
      return;
  }
  RIGHT(data[0] == 9 && data[1] == 7 && data[count - 1] == count);
}

void tasks(sycl::queue &q, int *errors) {
  int order = 0;
  sycl::event first, second;
  try {
    first = q.submit([&](sycl::handler &h) { h.host_task([&] { order = order * 10 + 1; }); });
    second = q.submit([&](sycl::handler &h) {
      h.depends_on(first);
      h.host_task([&] { order = order * 10 + 2; });
    });
    q.submit([&](sycl::handler &h) {
      h.depends_on(second);
      h.host_task([] { throw 1; });
    });
  } catch (...) {
    q.wait(); // the tasks use this frame
    throw;
  }
  const int before = *errors;
  q.wait_and_throw();
  if (is_strict)
    RIGHT(*errors == before + 1);
  *errors = before;
  if (is_strict)
    RIGHT(order == 12);
}

void groups(sycl::queue &q, int *errors) {
  sycl::buffer<int> sums{sycl::range<1>{4}}, total{sycl::range<1>{1}};
  q.submit([&](sycl::handler &h) {
    sycl::accessor out{sums, h, sycl::write_only, sycl::no_init};
    sycl::local_accessor<int> shared{sycl::range<1>{16}, h};
    h.parallel_for(sycl::nd_range<1>{64, 16}, [=](sycl::nd_item<1> item) {
      shared[item.get_local_id()] = int(item.get_global_id(0));
      sycl::group_barrier(item.get_group());
      if (item.get_local_id(0) == 0) {
        int sum = 0;
        for (int i = 0; i < 16; i++)
          sum += shared[i];
        out[item.get_group(0)] = sum;
      }
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{sums, h, sycl::read_only};
    auto reduction = sycl::reduction(total, h, sycl::plus<int>(),
                                     sycl::property::reduction::initialize_to_identity{});
    h.parallel_for(sycl::range<1>{4}, reduction, [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
  });
  q.wait_and_throw();
  sycl::host_accessor found{total, sycl::read_only};
  if (!*errors)
    RIGHT(found[0] == 63 * 64 / 2);
}

void queries(sycl::queue &q, int *) {
  for (const auto &platform : sycl::platform::get_platforms())
    for (const auto &device : platform.get_devices())
      RIGHT(!device.get_info<sycl::info::device::name>().empty());
  sycl::context context{q.get_device()};
  sycl::queue other{context, q.get_device(), sycl::property::queue::enable_profiling{}};
  sycl::event e = other.single_task([] {});
  e.wait();
  RIGHT(e.get_profiling_info<sycl::info::event_profiling::command_end>() >=
        e.get_profiling_info<sycl::info::event_profiling::command_start>());
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(context);
  RIGHT(!bundle.get_kernel_ids().empty());
}

constexpr sycl::specialization_id<int> factor(2);

void specialized(sycl::queue &q, int *errors) {
  sycl::buffer<int> result{sycl::range<1>{1}};
  q.submit([&](sycl::handler &h) {
    sycl::accessor out{result, h, sycl::write_only, sycl::no_init};
    h.set_specialization_constant<factor>(21);
    h.single_task([=](sycl::kernel_handler kernel) {
      out[0] = 2 * kernel.get_specialization_constant<factor>();
    });
  });
  q.wait_and_throw();
  sycl::host_accessor found{result, sycl::read_only};
  if (!*errors)
    RIGHT(found[0] == 42);
}

// An empty cache of this process alone.
struct cache {
  std::string folder;
  cache() {
    const char *parent = std::getenv("TMPDIR");
    folder = std::string(parent ? parent : "/tmp") + "/falx-fault-XXXXXX";
    if (!mkdtemp(folder.data()))
      folder.clear();
    setenv("FALX_CACHE_PERSISTENT", "1", 1);
    setenv("FALX_CACHE_DIR", folder.c_str(), 1);
  }
  ~cache() {
    if (!folder.empty())
      std::filesystem::remove_all(folder);
  }
};

bool uses_cache() {
  const char *chosen = std::getenv("FAULT_STEPS");
  return chosen && std::strcmp(chosen, "cache") == 0;
}

void run() {
  using step_function = void (*)(sycl::queue &, int *);
  const std::vector<step_function> steps =
      uses_cache() ? std::vector<step_function>{specialized}
                   : std::vector<step_function>{usm, buffers, tasks, groups, queries};
  for (int in_order = 0; in_order < 2; in_order++)
    for (auto *step : steps) {
      int errors = 0;
      try {
        sycl::property_list properties =
            in_order ? sycl::property_list{sycl::property::queue::in_order{}}
                     : sycl::property_list{};
        sycl::queue q{sycl::default_selector_v, async{&errors}, properties};
        try {
          step(q, &errors);
        } catch (...) {
          try { // what is under way may use what the step has had
            q.wait_and_throw();
          } catch (const sycl::exception &) {
          }
          throw;
        }
        q.wait_and_throw();
      } catch (const sycl::exception &e) {
        if (is_strict)
          std::fprintf(stderr, "afterwards: %s\n", e.what());
        RIGHT(!is_strict && e.what()[0]);
      } catch (const std::bad_alloc &) {
        RIGHT(!is_strict);
      }
      RIGHT(!is_strict || !errors);
    }
}

} // namespace

int main(int argc, char **argv) {
  auto arm = (void (*)(unsigned, unsigned))dlsym(RTLD_DEFAULT, "falx_fault_arm");
  auto disarm = (unsigned (*)())dlsym(RTLD_DEFAULT, "falx_fault_disarm");
  if (!arm || !disarm || argc < 2) {
    std::fprintf(stderr, "fault_suite K [COUNT]: runs with the library that makes calls fail\n");
    return 2;
  }
  std::optional<cache> own;
  if (uses_cache())
    own.emplace();
  arm(unsigned(std::atoi(argv[1])), argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  run();
  const bool was_met = disarm() != 0;
  is_strict = true;
  run();
  return was_met ? 0 : 3;
}
