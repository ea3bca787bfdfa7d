/* Operating-system seam for child processes, over posix_spawn. Functions return 0 or errno. */
#ifndef FALX_SUPPORT_PROCESS_H
#define FALX_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "support/strbuf.h"

struct fxs_process_options {
  const char *stdin_path; /* NULL: inherited */
  const char *stdout_path;
  const char *stderr_path;
  int stdout_descriptor; /* used if has_stdout_descriptor */
  bool has_stdout_descriptor;
  bool joins_stderr;  /* standard error is redirected to standard output */
  bool has_own_group; /* leads a process group: kill(-pid) reaches its children too */
};

/* Starts argv[0] (a path, or a name in PATH) with this process's environment and default signal
 * handling. options may be NULL. */
int fxs_process_spawn(char *const argv[], const struct fxs_process_options *options,
                      pid_t *out_pid);

/* Waits for the child. *out_status: its exit status, 128 + n if signal n ended it. timeout_ms <
 * 0: no limit; on ETIMEDOUT the child keeps running. */
int fxs_process_wait(pid_t pid, int timeout_ms, int *out_status);

/* Converts a status of waitpid to an exit status as shells do. */
int fxs_process_exit_status(int wait_status);

/* Runs it to completion; appends its standard output to out (may be NULL: inherited). */
int fxs_process_run(char *const argv[], const struct fxs_process_options *options,
                    struct fxs_strbuf *out, int *out_status);

/* Appends the command to out, with shell quotes around words that need them. */
void fxs_process_quote(struct fxs_strbuf *out, char *const argv[]);

#endif
