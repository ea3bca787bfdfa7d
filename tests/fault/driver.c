/* Runs the suite with the k-th call failing, for all k:
 *   fault_driver SUITE [--count=N] [--from=K] [--step=K] [--jobs=N]
 * --count: how many calls fail from the k-th on. Ends when three k in a row are not met: threads
 * make their number vary a little. Prints how many were met; fails if one run went wrong. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_S = 60, NOT_MET = 3, MOST_JOBS = 16 };

static unsigned count = 1, from = 1, step = 1, jobs = 2;

struct job {
  pid_t pid;
  unsigned k;
};

static pid_t start(const char *suite, unsigned k) {
  char first[16], number[16];
  snprintf(first, sizeof first, "%u", k);
  snprintf(number, sizeof number, "%u", count);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    alarm(LIMIT_S); /* a deadlock ends so */
    execl(suite, suite, first, number, (char *)NULL);
    fprintf(stderr, "%s: %s\n", suite, strerror(errno));
    _exit(127);
  }
  return child;
}

static bool set(const char *word) {
  static const struct {
    const char *name;
    unsigned *value;
  } options[] = {{"--count=", &count}, {"--from=", &from}, {"--step=", &step}, {"--jobs=", &jobs}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    size_t length = strlen(options[i].name);
    if (strncmp(word, options[i].name, length) == 0)
      return (*options[i].value = (unsigned)atoi(word + length)) != 0;
  }
  return false;
}

int main(int argc, char **argv) {
  struct job running[MOST_JOBS] = {{0, 0}};
  unsigned met = 0, failures = 0, missed = 0, alive = 0;
  for (int i = 2; i < argc; i++)
    if (!set(argv[i])) {
      fprintf(stderr, "fault_driver: unknown option '%s'\n", argv[i]);
      return 2;
    }
  if (argc < 2)
    return 2;
  if (jobs > MOST_JOBS)
    jobs = MOST_JOBS;
  for (unsigned k = from; missed < 3 || alive;) {
    for (unsigned i = 0; i < jobs && missed < 3; i++)
      if (!running[i].pid) {
        running[i] = (struct job){start(argv[1], k), k};
        k += step;
        alive++;
      }
    int status;
    pid_t child = wait(&status);
    if (child < 0)
      return 1;
    for (unsigned i = 0; i < jobs; i++) {
      if (running[i].pid != child)
        continue;
      bool is_missed = WIFEXITED(status) && WEXITSTATUS(status) == NOT_MET;
      if (is_missed) {
        missed++;
      } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        met++;
        missed = 0;
      } else {
        met++;
        failures++;
        fprintf(stderr, "call %u: %s %d\n", running[i].k, WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
      }
      running[i].pid = 0;
      alive--;
    }
  }
  printf("%u injection points, %u of them wrong\n", met, failures);
  return failures || !met;
}
