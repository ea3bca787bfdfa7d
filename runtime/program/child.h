/* Compilers that the runtime runs, in processes of their own. */
#ifndef FALX_RUNTIME_CHILD_H
#define FALX_RUNTIME_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Waits for a process that leads its group. ETIMEDOUT after limit_ms, ECANCELED once *is_cancelled
 * (may be NULL) is not 0 or the program has no patience left at its end: the group is killed.
 * Otherwise as fxs_process_wait. */
int fxr_child_wait(pid_t process, int limit_ms, const uint32_t *is_cancelled, int *out_status);

/* Whether there is anything in the file: what it came to, where somebody else has reaped it. */
bool fxr_child_has_written(const char *path);

#endif
