// An application whose kernel calls what a library defines that is loaded, or not, while it runs.
// plugin LIBRARY TEXT: before LIBRARY is loaded and after it is gone the kernel cannot be built,
// and the sentence has TEXT.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int LibDeviceFunc(int i);

static int *out;

/* 1: the right result, 0: refused as it should be, -1: anything else. */
static int run(sycl::queue &q, const char *text) {
  try {
    out[3] = 0;
    q.parallel_for<class Calling>(sycl::range<1>(8), [out = out](sycl::id<1> i) {
       out[i] = LibDeviceFunc(int(i));
     }).wait();
    return out[3] == 6 ? 1 : -1;
  } catch (const sycl::exception &e) {
    if (e.code() == sycl::errc::build && std::strstr(e.what(), text))
      return 0;
    std::printf("%s\n", e.what());
    return -1;
  }
}

static bool runs_another(sycl::queue &q) {
  q.single_task([out = out] { out[0] = 42; }).wait();
  return out[0] == 42;
}

int main(int, char **argv) {
  sycl::queue q;
  out = sycl::malloc_shared<int>(8, q);
  int failures = 0;
  for (int round = 0; round < 3; round++) {
    failures += run(q, argv[2]) != 0;
    failures += !runs_another(q);
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      std::printf("%s\n", dlerror());
      return 2;
    }
    failures += run(q, argv[2]) != 1;
    failures += run(q, argv[2]) != 1;
    dlclose(library);
    failures += !runs_another(q);
  }
  failures += run(q, argv[2]) != 0;
  sycl::free(out, q);
  return failures;
}
