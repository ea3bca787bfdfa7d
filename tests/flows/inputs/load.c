/* A plain C program: opens libraries, calls run() of each twice, closes them. */
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *libraries[8];
  for (int round = 0; round < 2; ++round) {
    for (int i = 1; i < argc; ++i) {
      int (*run)(void) = NULL;
      libraries[i] = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
      if (libraries[i])
        *(void **)&run = dlsym(libraries[i], "run");
      if (!run) {
        fprintf(stderr, "%s\n", dlerror());
        return 3;
      }
      if (run()) {
        fprintf(stderr, "%s: run() failed in round %d\n", argv[i], round);
        return 1;
      }
    }
    for (int i = 1; i < argc; ++i)
      dlclose(libraries[i]);
  }
  return 0;
}
