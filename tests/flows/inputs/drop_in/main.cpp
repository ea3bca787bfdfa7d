// The runtime is there once, also for who opens it by the other name.
#include <dlfcn.h>

#include <cstdio>

int twice();

int main(int count, char **words) {
  void *here = dlsym(RTLD_DEFAULT, "falx_queue_submit");
  void *library = count > 1 ? dlopen(words[1], RTLD_NOW) : nullptr;
  if (count > 1 && (!library || dlsym(library, "falx_queue_submit") != here)) {
    std::printf("%s: %s\n", words[1], library ? "another runtime" : dlerror());
    return 1;
  }
  return twice() == 42 ? 0 : 1;
}
