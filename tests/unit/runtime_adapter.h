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

#endif
