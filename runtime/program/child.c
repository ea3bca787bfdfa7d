/* Waiting for compilers, as long as somebody wants what they make. */
#include "runtime/program/child.h"

#include <errno.h>
#include <signal.h>

#include "runtime/lifetime/lifetime.h"
#include "support/file.h"
#include "support/process.h"

enum {
  SLICE_MS = 20,   /* between checks for cancellation */
  GRACE_MS = 3000, /* for a compiler to remove its files, on a loaded machine, too */
};

static bool is_set(const uint32_t *flag) {
  return flag && __atomic_load_n(flag, __ATOMIC_RELAXED);
}

int fxr_child_wait(pid_t process, int limit_ms, const uint32_t *is_cancelled, int *out_status) {
  int problem = ETIMEDOUT, exiting = 0, unused;
  for (int waited = 0; problem == ETIMEDOUT && waited < limit_ms; waited += SLICE_MS) {
    problem = fxs_process_wait(process, SLICE_MS, out_status);
    int patience = fxr_runtime_patience_ms();
    exiting += patience >= 0 ? SLICE_MS : 0;
    bool is_too_late = patience >= 0 && exiting > patience;
    if (problem == ETIMEDOUT && (is_too_late || is_set(is_cancelled)))
      problem = ECANCELED;
  }
  if (problem == ETIMEDOUT || problem == ECANCELED) {
    kill(-process, SIGTERM);
    if (fxs_process_wait(process, GRACE_MS, &unused) == ETIMEDOUT) {
      kill(-process, SIGKILL);
      fxs_process_wait(process, -1, &unused);
    }
  }
  return problem;
}

bool fxr_child_has_written(const char *path) {
  struct fxs_file file;
  bool has = !fxs_file_read(path, &file) && file.size;
  fxs_file_free(&file);
  return has;
}
