#include <dlfcn.h>

#include "shared.hpp"

int main(int, char **argv) {
  sycl::queue q;
  for (int round = 0; round < 20; round++) {
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library)
      return std::puts(dlerror()), 1;
    auto use = reinterpret_cast<int (*)(sycl::queue *)>(dlsym(library, "use"));
    if (use(&q) != 1 || use(&q) != 2)
      return std::puts("the variable did not begin with zero"), 1;
    dlclose(library);
  }
}
