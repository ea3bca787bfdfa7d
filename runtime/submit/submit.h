/* Submission in its parts, for graphs (runtime/graph/). */
#ifndef FALX_RUNTIME_SUBMIT_H
#define FALX_RUNTIME_SUBMIT_H

#include "runtime/memory/buffer.h"
#include "runtime/queue/work.h"

struct fxr_kept;

/* What a command of a graph has beside what falx_command says. */
struct fxr_submit_extra {
  struct fxr_kept *kept; /* its event holds a reference; or NULL */
  falx_event_t after;    /* it runs after this one, whether or not that fails; or NULL */
};
/* As falx_queue_submit, with a checked queue and without its care for user data. extra may be
 * NULL. */
falx_status fxr_submit(falx_queue_t queue, const struct falx_command *command,
                       const struct fxr_submit_extra *extra, falx_event_t *out_event);
/* A FALX_COMMAND_GRAPH as one command of the adapter: FXR_WORK_LIST. */
falx_status fxr_submit_list(falx_queue_t queue, const struct falx_command *command,
                            struct fxr_work *work, const struct fxr_submit_extra *extra,
                            falx_event_t *out_event);

/* Chooses the local range where the program leaves it to the runtime. */
falx_status fxr_submit_choose_range(falx_queue_t queue, struct falx_command *command);
/* Checks the command, and begins the work. Its lease, of a kernel, is the caller's to release. */
falx_status fxr_submit_prepare(falx_queue_t queue, const struct falx_command *command,
                               struct fxr_work *work);
/* What the command uses of buffers: at most requirement_count + 2, in out_accesses. */
falx_status fxr_submit_accesses(falx_queue_t queue, const struct falx_command *command,
                                const struct fxr_work *work, struct fxr_access *out_accesses,
                                size_t *out_count);
/* Completes the work once the accesses, which may be more than the command's, have their pointers.
 * functor: room for the kernel's function object if it has accessors, else NULL. */
falx_status fxr_submit_place(const struct falx_command *command, const struct fxr_access *accesses,
                             size_t count, char *functor, struct fxr_work *work);

#endif
