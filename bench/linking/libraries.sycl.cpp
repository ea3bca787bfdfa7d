// Uses the libraries that libraries.py makes. Prints figures; 1 where something is wrong.
//   chain COUNT FOLDER          a kernel calls a function that calls one of the next library, and
//   so on churn ROUNDS LIBRARY        load, use, unload threads COUNT IMAGES FOLDER threads that
//   all launch first the kernel of each library
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <mutex>
#include <string>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

SYCL_EXTERNAL int part_0000(int i);
using run_function = void (*)(sycl::queue &, int *);

static double milliseconds() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

static void *load(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  return library;
}

static std::string numbered(const char *folder, int number) {
  char name[32];
  std::snprintf(name, sizeof name, "/lib%04d.so", number);
  return folder + std::string(name);
}

static bool is_right(sycl::queue &q, int *out, int count) {
  q.parallel_for<class calling>(sycl::range<1>(64), [=](sycl::id<1> i) {
     out[i] = part_0000(int(i));
   }).wait();
  for (int i = 0; i < 64; i++)
    if (out[i] != i + count)
      return false;
  return true;
}

static bool chain(sycl::queue &q, int *out, int count, const char *folder) {
  double begin = milliseconds();
  std::vector<void *> libraries;
  for (int i = 0; i < count; i++)
    libraries.push_back(load(numbered(folder, i)));
  double loaded = milliseconds();
  bool is_fine = is_right(q, out, count);
  double first = milliseconds();
  double second = first, later = 1e9;
  for (int launch = 0; launch < 10; launch++) {
    double start = second;
    is_fine = is_right(q, out, count) && is_fine;
    second = milliseconds();
    later = std::min(later, second - start);
  }
  for (void *library : libraries)
    dlclose(library);
  std::printf("%d %.2f %.2f %.2f %.2f\n", count, loaded - begin, first - loaded, later,
              milliseconds() - second);
  return is_fine;
}

static long resident_kib() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("VmRSS:", 0) == 0)
      return std::atol(line.c_str() + 6);
  return 0;
}

static bool churn(sycl::queue &q, int *out, int rounds, const char *path) {
  long early = 0;
  for (int round = 0; round < rounds; round++) {
    void *library = load(path);
    auto run_own = reinterpret_cast<run_function>(dlsym(library, "run_own"));
    run_own(q, out);
    if (*out != 7 || !is_right(q, out, 1))
      return false;
    dlclose(library);
    if (dlopen(path, RTLD_LAZY | RTLD_NOLOAD))
      return false; // it is not unloaded
    if (round == rounds / 10)
      early = resident_kib();
  }
  long late = resident_kib();
  std::printf("%d %ld %ld\n", rounds, early, late);
  return true;
}

static bool threads(int count, int images, const char *folder) {
  std::vector<run_function> functions;
  for (int i = 0; i < images; i++)
    functions.push_back(
        reinterpret_cast<run_function>(dlsym(load(numbered(folder, i)), "run_own")));
  std::mutex lock;
  std::condition_variable gate;
  int waiting = 0, wrong = 0;
  std::vector<std::thread> all;
  for (int t = 0; t < count; t++)
    all.emplace_back([&, t] {
      sycl::queue q;
      int *out = sycl::malloc_shared<int>(1, q), bad = 0;
      {
        std::unique_lock guard(lock);
        if (++waiting == count)
          gate.notify_all();
        gate.wait(guard, [&] { return waiting == count; });
      }
      for (int i = 0; i < images; i++) {
        *out = 0;
        functions[size_t(t + i) % functions.size()](q, out);
        bad += *out != 7;
      }
      sycl::free(out, q);
      std::lock_guard guard(lock);
      wrong += bad;
    });
  for (std::thread &thread : all)
    thread.join();
  std::printf("%d %d %d\n", count, images, wrong);
  return !wrong;
}

int main(int argc, char **argv) {
  std::string mode = argc > 3 ? argv[1] : "";
  if (mode == "threads" && argc > 4)
    return !threads(std::atoi(argv[2]), std::atoi(argv[3]), argv[4]);
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  bool is_fine = mode == "chain"   ? chain(q, out, std::atoi(argv[2]), argv[3])
                 : mode == "churn" ? churn(q, out, std::atoi(argv[2]), argv[3])
                                   : false;
  sycl::free(out, q);
  return !is_fine;
}
