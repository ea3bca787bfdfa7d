/* adapter_suite ADAPTER.so [CASE...]: runs the cases, each in its own process. */
#include "tests/adapter/harness.h"

#include <sys/wait.h>
#include <unistd.h>

const char *test_adapter_path;

enum { TIME_LIMIT_S = 240 };

static int run(const struct test *test) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    alarm(TIME_LIMIT_S);
    test_case = test->name;
    test->run();
    exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return 1;
  if (WIFSIGNALED(status))
    fprintf(stderr, "%s: ended by signal %d\n", test->name, WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv) {
  const struct test *const groups[] = {launch_tests, graph_tests,   list_tests,
                                       memory_tests, process_tests, submission_tests};
  int failures = 0, passes = 0;
  if (argc < 2) {
    fprintf(stderr, "usage: %s ADAPTER.so [CASE...]\n", argv[0]);
    return 2;
  }
  test_adapter_path = argv[1];
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
    for (const struct test *test = groups[g]; test->name; test++) {
      bool is_wanted = argc == 2;
      for (int i = 2; i < argc; i++)
        is_wanted = is_wanted || strcmp(argv[i], test->name) == 0;
      if (!is_wanted)
        continue;
      int result = run(test);
      if (getenv("FALX_TEST_VERBOSE") || (result != 0 && result != SKIPPED))
        fprintf(stderr, "%s: %s\n", test->name,
                result == 0         ? "passed"
                : result == SKIPPED ? "skipped"
                                    : "FAILED");
      failures += result != 0 && result != SKIPPED;
      passes += result == 0;
    }
  return failures ? 1 : passes ? 0 : SKIPPED;
}
