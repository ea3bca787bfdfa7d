/* Memory that commands work in. A queue keeps what is not in use. */
#ifndef FALX_RUNTIME_SCRATCH_H
#define FALX_RUNTIME_SCRATCH_H

#include "runtime/queue/event.h"

/* Gives the event's memory back to its queue, if it still holds any: the command has ended. No lock
 * may be held. */
void fxr_scratch_end_slow(falx_event_t event);
static inline void fxr_scratch_end(falx_event_t event) {
  if (__atomic_load_n(&event->scratch, __ATOMIC_ACQUIRE))
    fxr_scratch_end_slow(event);
}
/* A command of the queue has failed: what it worked in may not be as it found it. Any thread. */
void fxr_scratch_doubt(falx_queue_t queue);
/* Frees what the queue keeps; it has no commands any more. */
void fxr_scratch_forget(falx_queue_t queue);

#endif
