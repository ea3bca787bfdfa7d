/* Child processes on POSIX. */
#include "support/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/clock.h"

extern char **environ;

int fxs_process_spawn(char *const argv[], const struct fxs_process_options *options,
                      pid_t *out_pid) {
  static const struct fxs_process_options none = {0};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t mask;
  *out_pid = -1;
  if (!options)
    options = &none;
  int result = posix_spawn_file_actions_init(&actions);
  if (result)
    return result;
  result = posix_spawnattr_init(&attributes);
  if (result)
    goto destroy_actions;
  sigemptyset(&mask);
  result = posix_spawnattr_setsigmask(&attributes, &mask);
  if (!result)
    result = posix_spawnattr_setflags(
        &attributes,
        (short)(POSIX_SPAWN_SETSIGMASK | (options->has_own_group ? POSIX_SPAWN_SETPGROUP : 0)));
  if (!result && options->stdin_path)
    result =
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, options->stdin_path, O_RDONLY, 0);
  if (!result && options->stdout_path)
    result = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, options->stdout_path,
                                              O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (!result && options->has_stdout_descriptor)
    result = posix_spawn_file_actions_adddup2(&actions, options->stdout_descriptor, STDOUT_FILENO);
  if (!result && options->stderr_path)
    result = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, options->stderr_path,
                                              O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (!result && options->joins_stderr)
    result = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (!result)
    result = posix_spawnp(out_pid, argv[0], &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
destroy_actions:
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

int fxs_process_exit_status(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return 128 + WTERMSIG(wait_status);
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 1;
}

int fxs_process_wait(pid_t pid, int timeout_ms, int *out_status) {
  const uint64_t begin = fxs_clock_ns();
  *out_status = -1;
  for (;;) {
    int status = 0;
    pid_t ended = waitpid(pid, &status, timeout_ms < 0 ? 0 : WNOHANG);
    if (ended < 0 && errno != EINTR)
      return errno;
    if (ended == pid) {
      *out_status = fxs_process_exit_status(status);
      return 0;
    }
    if (timeout_ms < 0)
      continue;
    if (fxs_clock_ns() - begin >= (uint64_t)timeout_ms * 1000000)
      return ETIMEDOUT;
    fxs_sleep_ns(2000000);
  }
}

int fxs_process_run(char *const argv[], const struct fxs_process_options *options,
                    struct fxs_strbuf *out, int *out_status) {
  struct fxs_process_options ours = {0};
  int ends[2] = {-1, -1};
  pid_t pid;
  *out_status = -1;
  if (options)
    ours = *options;
  if (out) {
    if (pipe2(ends, O_CLOEXEC) != 0)
      return errno;
    ours.stdout_descriptor = ends[1];
    ours.has_stdout_descriptor = true;
  }
  int result = fxs_process_spawn(argv, &ours, &pid);
  if (out) {
    close(ends[1]);
    while (!result) {
      char chunk[4096];
      ssize_t got = read(ends[0], chunk, sizeof chunk);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      fxs_strbuf_append(out, chunk, (size_t)got);
    }
    close(ends[0]);
  }
  if (!result)
    result = fxs_process_wait(pid, -1, out_status);
  if (!result && out && out->has_failed)
    result = ENOMEM;
  return result;
}

static void quote_word(struct fxs_strbuf *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "@%+=:,./-_^";
  if (*word && word[strspn(word, plain)] == 0) {
    fxs_strbuf_puts(out, word);
    return;
  }
  fxs_strbuf_putc(out, '\'');
  for (; *word; ++word) {
    if (*word == '\'')
      fxs_strbuf_puts(out, "'\\''");
    else
      fxs_strbuf_putc(out, *word);
  }
  fxs_strbuf_putc(out, '\'');
}

void fxs_process_quote(struct fxs_strbuf *out, char *const argv[]) {
  for (size_t i = 0; argv[i]; ++i) {
    if (i)
      fxs_strbuf_putc(out, ' ');
    quote_word(out, argv[i]);
  }
}
