/* Tests that each run in their own process: the runtime exists only once, and dropped privileges
 * cannot be regained. */
#ifndef FALX_TESTS_UNIT_CHILD_H
#define FALX_TESTS_UNIT_CHILD_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* What a CHECK that fails prints, too. */
#ifndef CHECK_DETAIL
#define CHECK_DETAIL falx_error_detail()
#endif

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not so: %s\n  error text: %s\n", __FILE__, __LINE__, #condition,     \
              CHECK_DETAIL);                                                                       \
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
