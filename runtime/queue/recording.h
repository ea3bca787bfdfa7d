/* What queues and events know of graphs (runtime/graph/): a queue that records gives its commands
 * to one, and events keep alive what their commands use of one. */
#ifndef FALX_RUNTIME_RECORDING_H
#define FALX_RUNTIME_RECORDING_H

#include "falx/adapter.h"

/* A reference count. */
struct fxr_kept {
  uint32_t references; /* atomic */
  void (*free)(struct fxr_kept *kept);
};
static inline struct fxr_kept *fxr_kept_take(struct fxr_kept *kept) {
  if (kept)
    __atomic_fetch_add(&kept->references, 1, __ATOMIC_RELAXED);
  return kept;
}
static inline void fxr_kept_release(struct fxr_kept *kept) {
  if (kept && __atomic_sub_fetch(&kept->references, 1, __ATOMIC_ACQ_REL) == 0)
    kept->free(kept);
}

/* A graph. */
struct fxr_recording {
  struct fxr_kept kept; /* first */
  /* As falx_queue_submit, of a command that becomes a node. */
  falx_status (*record)(struct fxr_recording *recording, falx_queue_t queue,
                        const struct falx_command *command, falx_event_t *out_event);
};

/* An executable graph. */
struct fxr_replay {
  struct fxr_kept kept; /* first */
  /* As falx_queue_submit, of a FALX_COMMAND_GRAPH. */
  falx_status (*launch)(struct fxr_replay *replay, falx_queue_t queue,
                        const struct falx_command *command, falx_event_t *out_event);
};

/* Commands that an adapter runs together, and what they use. */
struct fxr_list {
  struct fxr_kept kept; /* first */
  struct fxa_list *handle;
};

#endif
