/* Runs one case of tests/lifetime many times, each in a process of its own:
 *   lifetime_runner CASE ROUNDS PROGRAM [ARGUMENT...]
 * Each has to say "ok" once, say nothing else, end with status 0, and in time. A second of
 * processor time is no limit: a stuck process gets LIMIT_S. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_S = 120 };

static void start(char **command, const char *name, int output) {
  setenv("LIFETIME_CASE", name, 1);
  if (dup2(output, STDOUT_FILENO) < 0)
    _exit(126);
  close(output);
  alarm(LIMIT_S);
  execv(command[0], command);
  fprintf(stderr, "%s: %s\n", command[0], strerror(errno));
  _exit(127);
}

/* Reads to the end; answers how much, of which the first bytes are in text. */
static size_t read_all(int input, char *text, size_t size) {
  char buffer[256];
  size_t total = 0;
  ssize_t got;
  while ((got = read(input, buffer, sizeof buffer)) != 0) {
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      break;
    for (ssize_t i = 0; i < got; i++, total++)
      if (total + 1 < size)
        text[total] = buffer[i];
  }
  text[total + 1 < size ? total : size - 1] = 0;
  return total;
}

static int run_once(char **command, const char *name) {
  int ends[2], status;
  char text[256];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return 1;
  pid_t child = fork();
  if (child == 0)
    start(command, name, ends[1]);
  close(ends[1]);
  read_all(ends[0], text, sizeof text);
  close(ends[0]);
  if (child < 0 || waitpid(child, &status, 0) != child)
    return 1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && strcmp(text, "ok\n") == 0)
    return 0;
  fprintf(stderr, "%s: %s %d, said '%s'\n", name, WIFSIGNALED(status) ? "signal" : "status",
          WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), text);
  return 1;
}

int main(int argc, char **argv) {
  int rounds = argc > 3 ? atoi(argv[2]) : 0, failures = 0;
  if (rounds < 1) {
    fprintf(stderr, "use: lifetime_runner CASE ROUNDS PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  for (int i = 0; i < rounds; i++)
    failures += run_once(argv + 3, argv[1]);
  if (failures)
    fprintf(stderr, "%s: %d of %d rounds failed\n", argv[1], failures, rounds);
  return failures != 0;
}
