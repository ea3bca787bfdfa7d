/* What the adapter for tests counts: of what it made, how much is alive. */
#ifndef FALX_TESTS_RUNTIME_ADAPTER_H
#define FALX_TESTS_RUNTIME_ADAPTER_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct test_adapter_counts {
  int contexts, allocations, programs, kernels;
  int builds, inits; /* in all */
  int images;        /* of the program built last */
  int failing;       /* so many queries of devices and builds fail from now on */
};

#define TEST_ADAPTER_COUNTS "test_adapter_counts"

/* ---- For the tests: each in a process of its own, because the runtime lives once ---- */

/* Runs body, then exit, so that shutdown is tested too. Answers the exit status, 128 + signal. */
static inline int test_in_child(void (*body)(void)) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    body();
    exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not so: %s\n  error text: %s\n", __FILE__, __LINE__, #condition,     \
              falx_error_detail());                                                                \
      _exit(9);                                                                                    \
    }                                                                                              \
  } while (0)

#define IN_CHILD(name, ...)                                                                        \
  static void name##_body(void) {                                                                  \
    __VA_ARGS__                                                                                    \
  }                                                                                                \
  static void name(void **state) {                                                                 \
    (void)state;                                                                                   \
    assert_int_equal(test_in_child(name##_body), 0);                                               \
  }

#ifdef TEST_ADAPTERS
/* Loads the adapter; its two devices, and a context of both. */
static inline const falx_device_t *test_start(falx_context_t *out_context) {
  const falx_platform_t *platforms;
  const falx_device_t *devices;
  size_t count;
  setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 1);
  CHECK(falx_platforms(&platforms, &count) == FALX_SUCCESS);
  CHECK(falx_platform_devices(platforms[0], &devices, &count) == FALX_SUCCESS);
  CHECK(falx_context_create(devices, 2, out_context) == FALX_SUCCESS);
  return devices;
}

/* Of the adapter, once it is loaded. */
static inline struct test_adapter_counts *test_counts(void) {
  struct test_adapter_counts *counts = NULL;
  void *library = dlopen(TEST_ADAPTERS "/libfalx_adapter_native_cpu.so", RTLD_NOW | RTLD_NOLOAD);
  CHECK(library && (counts = dlsym(library, TEST_ADAPTER_COUNTS)));
  dlclose(library);
  return counts;
}
#endif

#endif
