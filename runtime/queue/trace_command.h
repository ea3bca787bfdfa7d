/* Commands in the timeline (runtime/common/timeline.h): what each is, when and where it ran, and
 * what it waited for. An event has a record of it while a timeline is written, else none. */
#ifndef FALX_RUNTIME_TRACE_COMMAND_H
#define FALX_RUNTIME_TRACE_COMMAND_H

#include "runtime/common/timeline.h"
#include "runtime/queue/event.h"

struct fxr_kernel;
struct fxr_work;
struct fxr_traced_queue;

/* Of a queue: NULL while no timeline is written, or out of memory. */
struct fxr_traced_queue *fxr_traced_queue_create(falx_device_t device, uint32_t flags);
/* NULL is allowed. */
void fxr_traced_queue_destroy(struct fxr_traced_queue *queue);
/* The queue belongs to a buffer. */
void fxr_traced_queue_is_internal(struct fxr_traced_queue *queue);

/* The calling thread has waited for it since start. */
void fxr_traced_waited(const struct fxr_traced_queue *queue, uint64_t start);

/* ---- For events with a record only ---- */
void fxr_traced_create(falx_event_t event); /* makes it */
/* Before the command is submitted: other threads may name it from then on. */
void fxr_traced_kernel(falx_event_t event, const struct fxr_kernel *kernel);
/* The adapter is about to get the command. */
void fxr_traced_enqueue(falx_event_t event, const struct fxr_work *work);
/* Bytes of buffers that the command names. */
void fxr_traced_buffers(falx_event_t event, uint64_t bytes);
void fxr_traced_waits(falx_event_t event, const struct fxr_dep *deps, size_t count);
/* The call that submitted it is about to return. */
void fxr_traced_submitted(falx_event_t event);
/* The calling thread has worked on it. */
void fxr_traced_work(falx_event_t event, uint64_t start_ns, uint64_t end_ns);
/* The command is complete: writes the record, unless that has been done. */
void fxr_traced_complete(falx_event_t event);
/* Frees it. */
void fxr_traced_end(falx_event_t event);

/* The name in the timeline; buffer is for one that has to be made. */
enum { FXR_TRACED_NAME = 512 };
const char *fxr_traced_name(falx_event_t event, char buffer[FXR_TRACED_NAME]);

#endif
