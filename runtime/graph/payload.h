/* A command as a node of a graph keeps it: a copy that does not change, with references to what it
 * uses. Changing a node gives it another payload. */
#ifndef FALX_RUNTIME_PAYLOAD_H
#define FALX_RUNTIME_PAYLOAD_H

#include "runtime/queue/recording.h"

struct fxr_payload {
  struct fxr_kept kept; /* first */
  /* Without dependencies. What it points to lies behind, or is the user's static storage; its
   * buffers have a reference. A host task has no destroy. */
  struct falx_command command;
  struct falx_location location;
  struct fxr_kept *task;   /* referenced: the data of a host task; or NULL */
  struct fxr_kept *replay; /* referenced: the executable of a sub-graph; or NULL */
  falx_queue_t queue;      /* referenced: a host task may ask for it */
};

/* Of a checked command. On success the data of a host task is the payload's. */
falx_status fxr_payload_make(falx_queue_t queue, const struct falx_command *command,
                             struct fxr_payload **out_payload);
/* With another requirement, which takes the place of the one for before or joins the others; NULL:
 * none. Its range and function object may be written to until others see it. */
falx_status fxr_payload_copy(const struct fxr_payload *payload, falx_buffer_t before,
                             const struct falx_requirement *with, struct fxr_payload **out_payload);
/* Gives the data of a host task back to the caller of fxr_payload_make. */
void fxr_payload_disown(struct fxr_payload *payload);
static inline void fxr_payload_release(struct fxr_payload *payload) {
  if (payload)
    fxr_kept_release(&payload->kept);
}
falx_node_type fxr_payload_type(const struct falx_command *command);

#endif
