/* Operating-system seam for child processes, over posix_spawn. Functions answer 0 or errno. */
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
  bool joins_stderr;  /* standard error goes where standard output goes */
  bool has_own_group; /* leads a process group: kill(-pid) reaches its children too */
};

/* Starts argv[0] (a path, or a name on PATH) with this process's environment and default signal
 * handling. options may be NULL. */
int fxs_process_spawn(char *const argv[], const struct fxs_process_options *options,
                      pid_t *out_pid);

/* Waits for the child. *out_status: its exit status, 128 + n if signal n ended it.
 * timeout_ms < 0: no limit; on ETIMEDOUT the child goes on. */
int fxs_process_wait(pid_t pid, int timeout_ms, int *out_status);

/* Exit status as shells give it from a status of waitpid. */
int fxs_process_exit_status(int wait_status);

/* Runs to the end; what the child writes to standard output is appended to out (may be NULL:
 * inherited). */
int fxs_process_run(char *const argv[], const struct fxs_process_options *options,
                    struct fxs_strbuf *out, int *out_status);

/* Appends the command to out, quoted for a shell where a word needs it. */
void fxs_process_quote(struct fxs_strbuf *out, char *const argv[]);

#endif
