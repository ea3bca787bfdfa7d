/* Opens a library with device code, and with it the runtime, runs its kernels and closes it, round
 * after round (GO-6): lifetime_opener LIBRARY ROUNDS. The process grows neither in memory nor in
 * threads, file descriptors and mappings. Says "ok". */
#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct size {
  size_t heap, resident_kib, threads, files, mappings;
};

static size_t count_entries(const char *path) {
  size_t count = 0;
  DIR *folder = opendir(path);
  while (folder && readdir(folder))
    count++;
  if (folder)
    closedir(folder);
  return count;
}

static struct size measure(void) {
  struct size size = {.threads = count_entries("/proc/self/task"),
                      .files = count_entries("/proc/self/fd")};
  char line[4096];
  size.heap = mallinfo2().uordblks;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    size.mappings++;
  if (maps)
    fclose(maps);
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, "VmRSS:", 6) == 0)
      size.resident_kib = strtoul(line + 6, NULL, 10);
  if (status)
    fclose(status);
  return size;
}

static int is_loaded(const char *name) {
  char line[4096];
  int is_found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    is_found |= strstr(line, name) != NULL;
  if (maps)
    fclose(maps);
  return is_found;
}

static int run_once(const char *path, int leak) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  int (*run)(int);
  *(void **)&run = dlsym(library, "lifetime_run");
  int result = run ? run(leak) : 0;
  dlclose(library);
  return result != 64 * 63 / 2;
}

int main(int argc, char **argv) {
  enum { WARM = 200, SLACK = 16384 };
  if (argc != 3)
    return 2;
  int rounds = atoi(argv[2]);
  for (int i = 0; i < WARM; i++)
    if (run_once(argv[1], i % 2))
      return 1;
  struct size before = measure();
  for (int i = 0; i < rounds; i++)
    if (run_once(argv[1], i % 2))
      return 1;
  struct size after = measure();
  if (is_loaded("libfalx")) {
    fprintf(stderr, "the runtime or an adapter is still loaded\n");
    return 1;
  }
  /* A leak is at least one chunk a round; the dynamic loader's own tables vary a little. */
  bool is_ok = after.heap < before.heap + 4 * (size_t)rounds + SLACK &&
               after.resident_kib < before.resident_kib + 1024 && after.threads <= before.threads &&
               after.files <= before.files && after.mappings <= before.mappings + 2;
  if (!is_ok || getenv("LIFETIME_VERBOSE"))
    fprintf(stderr,
            "%d rounds: heap %zu to %zu bytes, resident %zu to %zu KiB, threads %zu to %zu, files "
            "%zu to %zu, mappings %zu to %zu\n",
            rounds, before.heap, after.heap, before.resident_kib, after.resident_kib,
            before.threads, after.threads, before.files, after.files, before.mappings,
            after.mappings);
  if (is_ok)
    puts("ok");
  return !is_ok;
}
