/* A destructor of priority 101 that closes the runtime (docs/lifetime.md): lifetime_closer LIBRARY
 * opens a library with device code and uses it. Says "ok". */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *library;

__attribute__((destructor(101))) static void close_last(void) {
  if (library && dlclose(library) != 0)
    _exit(9);
  if (library && write(STDOUT_FILENO, "ok\n", 3) != 3)
    _exit(9);
}

int main(int argc, char **argv) {
  int (*run)(int);
  library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library) {
    fprintf(stderr, "%s\n", argc == 2 ? dlerror() : "use: lifetime_closer LIBRARY");
    return 2;
  }
  *(void **)&run = dlsym(library, "lifetime_run");
  return run && run(1) == 64 * 63 / 2 ? 0 : 1;
}
