/* The cases of the libraries that it is linked with (-DTWO: of both), or of those that it loads,
 * again and again: their variables begin with zeros each time. */
#include "shared.hpp"

#include <dlfcn.h>
#include <vector>

extern "C" int use_first(sycl::queue *q);
extern "C" int use_second(sycl::queue *q);

int main(int argc, char **argv) {
  sycl::queue q;
  int failures = 0;
#ifdef LINKED
  failures += use_first(&q);
  failures += use_second(&q);
#endif
  for (int round = 0; round < 3 && argc > 1; round++) {
    std::vector<void *> open;
    for (int i = 1; i < argc; i++) {
      void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
      if (!library)
        return std::puts(dlerror()), 1;
      open.push_back(library);
      for (const char *name : {"use_first", "use_second"})
        if (auto use = reinterpret_cast<int (*)(sycl::queue *)>(dlsym(library, name))) {
          int failed = use(&q);
          if (failed)
            std::printf("%s of %s, round %d: %d cases fail\n", name, argv[i], round, failed);
          failures += failed;
        }
    }
    for (void *library : open)
      dlclose(library);
  }
  return failures != 0;
}
