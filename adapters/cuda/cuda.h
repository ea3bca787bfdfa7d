/* The adapter's own: what its files share. docs/cuda-adapter.md has the design. */
#ifndef FALX_ADAPTERS_CUDA_CUDA_H
#define FALX_ADAPTERS_CUDA_CUDA_H

#include <stdbool.h>

#include "adapters/cuda/cu.h"
#include "falx/adapter.h"
#include "support/hot.h"
#include "support/lock.h"
#include "support/seqlock.h"
#include "support/threads.h"

extern const struct fxa_host *cud_host;
extern struct cud_functions cud_cu; /* filled by cud_load */

enum { CUD_WARP = 32, CUD_PRIORITIES = 3, CUD_MOST_NAME = 256 };

/* A moment of the device's clock and of the host's, for profiling. */
struct cud_epoch {
  struct cud_epoch *before;
  CUevent event;
  uint64_t ns, host_ns; /* of its clock that profiling shows; when it was made */
};

/* Start and end of a command that is profiled. */
struct cud_timer {
  struct cud_timer *next;
  CUevent start, end;
};

struct fxa_device {
  CUdevice handle;
  char name[CUD_MOST_NAME];
  char version[16], driver[32];
  size_t memory_bytes;
  int capability; /* 90: compute capability 9.0 */
  int multiprocessors, max_block, max_blocks[3], max_grid[3], shared_bytes, shared_optin_bytes;
  int compute_mode, has_unified_addresses, has_managed, has_concurrent_managed;
  int has_pageable, has_native_atomics, max_pitch, clock_khz, cache_bytes, constant_bytes;
  int has_error_correction;
  CUresult error;    /* of the questions above; CUDA_SUCCESS */
  uint32_t lost;     /* atomic: the error that has ended the context; CUDA_SUCCESS */
  CUcontext primary; /* atomic; NULL until something needs it */
  struct fxs_mutex lock;
  struct cud_stream *idle[CUD_PRIORITIES]; /* lock: streams that no queue has */
  struct cud_stream *streams;              /* lock: all of them */
  struct cud_block *pool;                  /* lock: memory for later allocations */
  size_t pool_count, pool_bytes;           /* lock */
  struct cud_timer *timers;                /* lock: that no event has */
  struct cud_epoch *epoch;                 /* lock: the newest */
  int priorities[CUD_PRIORITIES];          /* low, normal, high */
  uint32_t is_shared; /* atomic: the driver is, or a launch has found another context current */
};

struct fxa_context {
  struct fxa_device **devices; /* owned */
  size_t device_count;
};

/* A stream counts its commands: the ticket of one is its number. completed is how far the host
 * knows them to be complete. Marks, events of the driver behind certain commands, tell more; there
 * is one behind every CUD_MARK_EVERY commands, one behind what was there when somebody asked for a
 * command that others followed, and then one behind each of the next CUD_MARK_AFTER_DETOUR
 * commands. Streams live until the adapter ends, so that events may outlive their queue. */
enum { CUD_MARKS = 64, CUD_MARK_EVERY = 256, CUD_MARK_AFTER_DETOUR = 64 };
struct cud_mark {
  uint64_t ticket;
  CUevent event;
  uint32_t waiting; /* threads that wait for the event: it is not recorded again meanwhile */
};
struct cud_stream {
  CUstream handle;
  struct fxa_device *device;
  struct cud_stream *next;        /* in the device's list of idle ones */
  struct cud_stream *next_of_all; /* constant */
  uint32_t priority;
  struct fxs_lock lock;
  uint64_t submitted;               /* atomic; lock to write */
  uint64_t completed;               /* atomic; grows */
  uint64_t waited;                  /* atomic; grows: up to where cuStreamSynchronize has waited */
  struct cud_mark marks[CUD_MARKS]; /* lock: a ring, the oldest first */
  uint32_t first_mark, mark_count;  /* lock */
  uint32_t commands_to_mark;        /* lock: how many more get a mark each */
  CUevent spare[CUD_MARKS];         /* lock */
  uint32_t spare_count;
};

enum { CUD_QUEUE_STREAMS = 4 }; /* of a queue that is out of order */
struct fxa_queue {
  struct fxa_device *device;
  struct fxa_context *context;
  uint32_t flags, priority;
  struct fxs_mutex lock;
  uint32_t stream_count; /* lock, or in order: always 1 */
  uint32_t turn;         /* lock */
  struct cud_stream *streams[CUD_QUEUE_STREAMS];
};

struct fxa_program {
  struct fxa_device *device;
  CUmodule module;
  void *cubin; /* owned: what the linker made, where it is kept */
  size_t cubin_bytes;
};

/* An event in the runtime's memory. */
struct cud_event {
  struct fxa_event base;
  struct cud_stream *stream;
  uint64_t ticket;
  struct cud_timer *timer; /* owned; NULL without profiling */
  struct cud_epoch *epoch;
  uint64_t submit_ns;
  uint32_t is_settled; /* atomic: somebody stores how it ended */
  CUevent native; /* owned: what the program was given; NULL: it did not ask. The stream's lock */
};

/* ---- exit.c ---- */
/* From now on, what the driver registers to run when the process exits waits for
 * cud_exit_release, which runs it if the process exits, and hands it on else. library: a handle of
 * dlopen. Neither is thread-safe. */
void cud_exit_hold(void *library);
void cud_exit_release(void);

/* ---- load.c ---- */
falx_status cud_load(int *out_version);
/* Others had loaded the driver: they may change the current context, or, as tools do, look at it.
 */
bool cud_is_shared(void);
void cud_unload(void);
/* host->error with what could not be done, CUDA's name of the error and its text. device: whose
 * context it was, or NULL; notes where the error has ended that. Returns a status of falx.h. */
FXS_COLD __attribute__((format(printf, 3, 4))) falx_status cud_failed(struct fxa_device *device,
                                                                      CUresult error,
                                                                      const char *format, ...);
/* True if the error ends its context; the first one that did is kept. */
bool cud_note(struct fxa_device *device, CUresult error);
/* The same whatever the error is. */
void cud_give_up(struct fxa_device *device, CUresult error);
/* host->error for a command of a device whose context is lost. */
FXS_COLD falx_status cud_lost(const struct fxa_device *device, const char *what);
FXS_COLD falx_status cud_no_memory(const char *what);
static inline bool cud_is_lost(const struct fxa_device *device) {
  return __atomic_load_n(&device->lost, __ATOMIC_ACQUIRE) != CUDA_SUCCESS;
}
static inline CUdeviceptr cud_address(const void *pointer) {
  return (CUdeviceptr)(uintptr_t)pointer;
}

/* ---- device.c ---- */
falx_status cud_devices_find(int driver_version);
void cud_devices_free(void);
void cud_platform_info(struct fxa_platform_info *out_info);
falx_status cud_devices(struct fxa_device *const **out_devices, size_t *out_count);
int cud_driver_version(void); /* 13000 for 13.0 */

/* ---- info.c ---- */
falx_status cud_device_info(struct fxa_device *device, falx_device_info info, size_t size,
                            void *value, size_t *out_size);

/* ---- context.c: contexts, and which one a thread's calls go to ---- */
/* The device's context is the thread's current one from enter to leave, which brings back what was
 * current before, unless that was none: the next call then finds it so. */
falx_status cud_enter_other(struct fxa_device *device, CUcontext *out_before);
static inline falx_status cud_enter(struct fxa_device *device, CUcontext *out_before) {
  CUcontext primary = __atomic_load_n(&device->primary, __ATOMIC_ACQUIRE), current = NULL;
  *out_before = NULL;
  if (primary && cud_cu.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == primary)
    return FALX_SUCCESS;
  return cud_enter_other(device, out_before);
}
static inline void cud_leave(CUcontext before) {
  if (before)
    cud_cu.cuCtxSetCurrent(before);
}
falx_status cud_context_create(struct fxa_device *const *devices, size_t count,
                               struct fxa_context **out_context);
void cud_context_destroy(struct fxa_context *context);
void cud_context_close(struct fxa_device *device); /* the driver's; streams are gone */
falx_status cud_device_peer(struct fxa_device *device, struct fxa_device *peer,
                            falx_peer_request request, bool *out_can);

/* ---- memory.c ---- */
falx_status cud_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                          falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer);
void cud_usm_free(struct fxa_context *context, void *pointer);
void cud_usm_expect_result(struct fxa_context *context, struct fxa_device *device, void *pointer,
                           size_t size);
falx_status cud_memory_write(struct fxa_context *context, struct fxa_device *device,
                             void *destination, const void *source, size_t bytes);
CUresult cud_memory_release(falx_usm_kind kind, void *base); /* a context is current */
void cud_memory_free_all(void); /* forgets what was not freed; the contexts are gone */

/* ---- pool.c ---- */
/* The size that is allocated for one, so that later ones fit. */
size_t cud_pool_size(size_t size);
/* False: the block is not kept. */
bool cud_pool_give(struct fxa_device *device, falx_usm_kind kind, void *base, size_t bytes);
void *cud_pool_take(struct fxa_device *device, falx_usm_kind kind, size_t bytes); /* or NULL */
bool cud_pool_empty(struct fxa_device *device); /* false: there was nothing */

/* ---- stream.c: no current context is needed for them but by open ---- */
falx_status cud_stream_open(struct fxa_device *device, uint32_t priority,
                            struct cud_stream **out_stream);
void cud_stream_close(struct cud_stream *stream); /* for others to use */
void cud_streams_free(struct fxa_device *device);
/* Whether the command is complete, or will not be because its context is lost. */
bool cud_stream_is_done(struct cud_stream *stream, uint64_t ticket);
falx_status cud_stream_wait(struct cud_stream *stream, uint64_t ticket);
/* For all its commands, by a wait of the driver's even if they are known to be complete: only that
 * prints what kernels have printed. */
falx_status cud_stream_finish(struct cud_stream *stream);
/* Has later commands of stream wait for the other's. */
falx_status cud_stream_follow(struct cud_stream *stream, struct cud_stream *other, uint64_t ticket);
/* With the stream's lock: counts a command that the driver has taken; mark, which may fail, puts a
 * mark behind it. */
void cud_stream_mark(struct cud_stream *stream, uint64_t ticket);
static inline uint64_t cud_stream_count(struct cud_stream *stream) {
  uint64_t ticket = stream->submitted + 1;
  __atomic_store_n(&stream->submitted, ticket, __ATOMIC_RELEASE);
  if (ticket % CUD_MARK_EVERY == 0 || stream->commands_to_mark)
    cud_stream_mark(stream, ticket);
  return ticket;
}
static inline uint64_t cud_stream_last(const struct cud_stream *stream) {
  return __atomic_load_n(&stream->submitted, __ATOMIC_ACQUIRE);
}
/* Without asking the driver. */
static inline bool cud_stream_knows(const struct cud_stream *stream, uint64_t ticket) {
  return __atomic_load_n(&stream->completed, __ATOMIC_ACQUIRE) >= ticket;
}

/* ---- queue.c ---- */
falx_status cud_queue_create(struct fxa_context *context, struct fxa_device *device, uint32_t flags,
                             struct fxa_queue **out_queue);
void cud_queue_destroy(struct fxa_queue *queue);
falx_status cud_queue_finish(struct fxa_queue *queue);
/* What every command does: begin, with its waits; calls to the driver for command.stream; end, with
 * what they answered. Between the two the stream is locked. A begin that fails needs no end. */
struct cud_command {
  struct fxa_queue *queue;
  struct cud_stream *stream;
  CUcontext before;
  bool is_entered; /* the device's context is known to be current */
  struct cud_timer *timer;
  struct cud_epoch *epoch;
  uint64_t submit_ns;
};
falx_status cud_begin(struct fxa_queue *queue, struct fxa_event *const *waits, size_t wait_count,
                      struct cud_command *out_command);
/* The same for a single call to a device that is known not to be lost, without asking which context
 * is current: mostly it is the device's, and the driver refuses the call if it has to be. After an
 * error cud_begin_again tells whether to make the call once more, with the device's context. */
falx_status cud_begin_call(struct fxa_queue *queue, struct fxa_event *const *waits,
                           size_t wait_count, struct cud_command *out_command);
bool cud_begin_again(struct cud_command *command);
falx_status cud_end(struct cud_command *command, CUresult error, struct fxa_event *event,
                    const char *what);
falx_status cud_enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event);

/* ---- event.c ---- */
void cud_event_poll(struct fxa_event *event);
falx_status cud_event_wait(struct fxa_event *event);
void cud_event_destroy(struct fxa_event *event);
/* An error ends the context, and with it all that comes behind. */
bool cud_event_covers(const struct fxa_event *event, const struct fxa_event *before);
/* CUDA's event, which completes with this one or, if others follow it in its stream, with these. */
falx_status cud_event_native(struct fxa_event *event, uintptr_t *out_handle);
static inline struct cud_event *cud_event_of(struct fxa_event *event) {
  return (struct cud_event *)(void *)event;
}
/* Makes one of a command; with a stream and ticket that are complete it is, too. */
static inline void cud_event_make(struct fxa_event *event, struct cud_stream *stream,
                                  uint64_t ticket) {
  struct cud_event *made = cud_event_of(event);
  made->stream = stream;
  made->ticket = ticket;
  made->timer = NULL;
  made->native = NULL;
  made->is_settled = 0;
  __atomic_store_n(&event->status, FALX_SUCCESS, __ATOMIC_RELAXED);
  __atomic_store_n(&event->state,
                   cud_stream_knows(stream, ticket) ? FXA_EVENT_COMPLETE : FXA_EVENT_QUEUED,
                   __ATOMIC_RELEASE);
}
static inline bool cud_event_is_complete(const struct fxa_event *event) {
  return __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE;
}

/* ---- notify.c: one thread, from the first callback to fini ---- */
falx_status cud_event_notify(struct fxa_event *event, void (*callback)(void *user), void *user);
void cud_notify_stop(void);

/* ---- profile.c ---- */
falx_status cud_profile_open(struct fxa_device *device); /* for queues that profile */
/* The events of a command, and the device's present epoch. The context is current. */
falx_status cud_timer_take(struct fxa_device *device, struct cud_timer **out_timer,
                           struct cud_epoch **out_epoch);
void cud_timer_give(struct fxa_device *device, struct cud_timer *timer);
void cud_profile_free(struct fxa_device *device);
falx_status cud_event_profiling(struct fxa_event *event, falx_profiling_info info,
                                uint64_t *out_ns);
uint64_t cud_now(void);

/* ---- command.c, fill.c ---- */
falx_status cud_enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                             size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                             struct fxa_event *event);
falx_status cud_enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                 const size_t destination_pitch[2], const void *source,
                                 const size_t source_pitch[2], const size_t region[3],
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event);
falx_status cud_enqueue_prefetch(struct fxa_queue *queue, const void *pointer, size_t bytes,
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event);
falx_status cud_enqueue_advise(struct fxa_queue *queue, const void *pointer, size_t bytes,
                               int advice, struct fxa_event *const *waits, size_t wait_count,
                               struct fxa_event *event);
falx_status cud_enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                             size_t pattern_size, size_t count, struct fxa_event *const *waits,
                             size_t wait_count, struct fxa_event *event);

/* A side of a copy of boxes, and whether the driver takes boxes of these pitches. */
bool cud_is_known(const void *pointer);
struct cu_copy_side cud_copy_side(const void *pointer, const size_t pitch[2]);
bool cud_has_rows(const struct fxa_device *device, const size_t pitch[2], const size_t region[3]);
/* The shortest pattern of one, two or four bytes that says the same; else its size. */
size_t cud_fill_period(const unsigned char *pattern, size_t size);

/* ---- list.c: lists of commands as CUDA's graphs ---- */
falx_status cud_list_create(struct fxa_context *context, struct fxa_device *device,
                            const struct fxa_list_command *commands, size_t count,
                            struct fxa_list **out_list);
falx_status cud_list_update(struct fxa_list *list, const uint32_t *numbers,
                            const struct fxa_list_command *commands, size_t count);
falx_status cud_list_enqueue(struct fxa_queue *queue, struct fxa_list *list,
                             struct fxa_event *const *waits, size_t wait_count,
                             struct fxa_event *event);
void cud_list_destroy(struct fxa_list *list);

/* ---- program.c, image.c ---- */
falx_status cud_program_create(struct fxa_context *context, struct fxa_device *device,
                               const struct falx_image *const *images, size_t count,
                               struct fxa_program **out_program);
void cud_program_destroy(struct fxa_program *program);
falx_status cud_program_save(struct fxa_program *program, size_t size, void *bytes,
                             size_t *out_size);
falx_status cud_program_load(struct fxa_context *context, struct fxa_device *device,
                             const struct falx_image *const *images, size_t count,
                             const void *bytes, size_t size, struct fxa_program **out_program);
falx_status cud_variable_bind(struct fxa_program *program, const struct falx_image *image,
                              const char *name, uint32_t which, void *memory);
uint32_t cud_image_rank(struct fxa_device *device, const struct falx_image *image);

/* ---- shape.c ---- */
struct cud_shape {
  uint32_t block[3];
  uint64_t groups[3];
};
/* What fits of the most work-items of a group into the range. guards: bit d set where groups may
 * go beyond it. */
void cud_shape_range(const size_t range[3], uint32_t guards, uint32_t most, const int max_block[3],
                     uint32_t multiprocessors, struct cud_shape *out_shape);

/* The last range of a kernel, which the next launch mostly has again, and its work-groups:
 * support/seqlock.h. */
struct cud_known_shape {
  uint64_t version; /* atomic, as are the others */
  uint32_t dimensions, has_local;
  size_t global[3], local[3], offset[3];
  struct cud_shape shape;
};
static inline bool cud_shape_recall(const struct cud_known_shape *known,
                                    const struct falx_nd_range *range,
                                    struct cud_shape *out_shape) {
  uint64_t version = fxs_seqlock_read(&known->version);
  if (!version || __atomic_load_n(&known->dimensions, __ATOMIC_RELAXED) != range->dimensions ||
      __atomic_load_n(&known->has_local, __ATOMIC_RELAXED) != range->has_local)
    return false;
  size_t difference = 0;
  for (uint32_t d = 0; d < range->dimensions; d++) {
    difference |= fxs_seqlock_word(&known->global[d]) ^ range->global[d];
    difference |= fxs_seqlock_word(&known->offset[d]) ^ range->offset[d];
    if (range->has_local)
      difference |= fxs_seqlock_word(&known->local[d]) ^ range->local[d];
  }
  for (int d = 0; d < 3; d++) {
    out_shape->block[d] = __atomic_load_n(&known->shape.block[d], __ATOMIC_RELAXED);
    out_shape->groups[d] = __atomic_load_n(&known->shape.groups[d], __ATOMIC_RELAXED);
  }
  return !difference && fxs_seqlock_is_unchanged(&known->version, version);
}
void cud_shape_keep(struct cud_known_shape *known, const struct falx_nd_range *range,
                    const struct cud_shape *shape);

/* ---- kernel.c, launch.c ---- */
/* A parameter of the PTX kernel, as launches fill it in. */
enum cud_parameter_kind { CUD_VALUE, CUD_LOCAL, CUD_SCRATCH, CUD_LAUNCH_MEMORY, CUD_RANGE };
struct cud_parameter {
  uint32_t kind, offset; /* in the function object */
};
struct fxa_kernel {
  struct fxa_program *program;
  CUfunction function;
  const char *name; /* the runtime's */
  uint32_t flags, functor_size, sub_group_bytes;
  uint32_t reqd[3];
  int max_threads, registers, static_shared, local_bytes;
  uint32_t shared_limit; /* atomic: dynamic shared memory that launches may have */
  uint32_t block; /* atomic: work-items of a work-group in range launches; 0: not yet asked */
  uint32_t parameter_count;
  bool is_plain;             /* all parameters are values; the last may be the launch range */
  uint32_t range_dimensions; /* that the kernel reads of the launch range; 0: none */
  struct cud_known_shape known;
  struct cud_prepared *prepared; /* atomic: those there are */
  struct cud_parameter parameters[];
};
falx_status cud_kernel_create(struct fxa_program *program, const char *name,
                              const struct falx_kernel_record *record, const struct fxa_arg *args,
                              uint32_t arg_count, struct fxa_kernel **out_kernel);
void cud_kernel_destroy(struct fxa_kernel *kernel);
void cud_kernel_limits(struct fxa_kernel *kernel, struct falx_kernel_limits *out_limits);
falx_status cud_enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                               const struct fxa_launch *launch, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event);

/* A launch that has been made, but for the function object: one grid of a kernel that takes values
 * alone, and maybe the launch range. Constant. */
struct cud_prepared {
  struct fxa_prepared_launch base;
  struct cud_prepared *next; /* of the kernel's */
  struct fxa_kernel *kernel;
  unsigned groups[3], block[3];
  struct falx_launch_range range;
};
const struct fxa_prepared_launch *cud_launch_prepare(struct fxa_kernel *kernel,
                                                     const struct falx_nd_range *range);
falx_status cud_launch_prepared(struct fxa_queue *queue, const struct fxa_prepared_launch *prepared,
                                const void *functor, struct fxa_event *event);
void cud_launches_free(struct fxa_kernel *kernel);

/* Calls use with the launch as a node of a graph. ERROR_NOT_SUPPORTED for one that is none: whose
 * work-groups wait for each other, or that takes several grids. */
falx_status cud_launch_as_node(struct fxa_kernel *kernel, const struct fxa_launch *given,
                               CUresult (*use)(void *user, const struct cu_kernel_node *node),
                               void *user);

#endif
