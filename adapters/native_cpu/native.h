/* Shared declarations of the native_cpu adapter.
 *
 * Threads: one pool per process of N threads: N-1 workers, and as the Nth either a host thread
 * that waits or the stand-in (docs/submission.md). Locks: pool.lock guards the graph of
 * commands, the ready list, the jobs and the free lists; it is the only lock of the launch path,
 * held for some tens of nanoseconds and never while foreign code runs. Bindings of imports and
 * device globals have mutexes of their own. */
#ifndef FALX_ADAPTERS_NATIVE_CPU_NATIVE_H
#define FALX_ADAPTERS_NATIVE_CPU_NATIVE_H

#include "falx/adapter.h"
#include "falx/native_cpu.h"
#include "support/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum {
  NCPU_FUNCTOR_INLINE = 256, /* bytes of a function object stored in the event's own memory */
  NCPU_ARGS_INLINE = 64,     /* arguments whose addresses fit on the stack */
  NCPU_LOCAL_ALIGN = 128,    /* bytes, of each local accessor's block */
  NCPU_MAX_THREADS = 1024,
  NCPU_MAX_WORK_GROUP = 8192, /* work-items */
  NCPU_MAX_SUB_GROUP = 32,
  NCPU_ITEM_GRAIN = 64,         /* work-items that splitting keeps together */
  NCPU_PATTERN_MAX = 128,       /* bytes of a fill pattern */
  NCPU_SHORT_BYTES = 128 << 10, /* smaller copies are not worth another thread */
  NCPU_MAX_GLOBALS = 65536,
  NCPU_MAX_FUNCTOR = 1 << 20 /* bytes, info::device::max_parameter_size */
};

/* ---- Settings and properties of the process (device.c) ---- */
struct ncpu_pool;
struct fxa_device {
  struct falx_native_cpu_device native; /* as the user sees it */
  uint32_t threads; /* N: FALX_NUM_THREADS, or affinity mask and control group quota */
  cpu_set_t *mask;  /* processors for the pool's threads, mask_bytes; NULL if unknown */
  size_t mask_bytes;
  struct ncpu_pool *pool; /* of a sub-device: made with the first queue; NULL before */
  /* ---- of a sub-device (partition.c) ---- */
  struct fxa_device *parent, *next;
  uint32_t property, domain;
  uint32_t first_thread; /* in parent; by affinity domain, the domain's number */
};
extern struct fxa_device ncpu_device;
extern const struct fxa_host *ncpu_host; /* set by init */
/* Of the host; NULL while no timeline is written. Set by init. */
extern void (*ncpu_work_done)(struct fxa_event *event, uint64_t start_ns, uint64_t end_ns);

falx_status ncpu_device_init(void);
void ncpu_device_fini(void);
falx_status ncpu_device_info(struct fxa_device *device, falx_device_info info, size_t size,
                             void *value, size_t *out_size);
/* The first line of a file, without its end, cut off behind size - 1 bytes; false: unreadable or
 * empty. */
bool ncpu_read_line(const char *path, char *line, size_t size);

/* ---- Sub-devices (partition.c) ---- */
uint32_t ncpu_affinity_domains(const struct fxa_device *device);
falx_status ncpu_device_partition(struct fxa_device *device, const struct falx_partition *how,
                                  struct fxa_device **out_devices, size_t capacity,
                                  size_t *out_count);
bool ncpu_device_pool(struct fxa_device *device); /* makes it; false: out of memory */
void ncpu_partition_fini(void);                   /* after the pools' end */

/* ---- Instruction sets (isa.c) ---- */
falx_status ncpu_isa_init(void);
uint32_t ncpu_isa_vector_bytes(void); /* of the instruction set in use */
uint32_t ncpu_image_rank(struct fxa_device *device, const struct falx_image *image);

/* ---- Slots of imports (bind.c) ----
 * Thread-safe. bind writes target into slot, or adds one user if it is there already; false if
 * the slot is in use with another target (stored in *out_target) or out of memory (*out_target
 * NULL). The last unbind clears the slot. */
bool ncpu_bind(void **slot, void *target, void **out_target);
void ncpu_unbind(void **slot);

/* The variables of a context on a device. */
struct ncpu_globals {
  struct ncpu_globals *next;
  const struct fxa_device *device;
  void **table;
};

/* Contexts differ only in their variables: memory is the process's own. */
struct fxa_context {
  size_t device_count;
  struct ncpu_globals *globals; /* of the devices with programs that use any; globals.c */
};

/* ---- Device globals (globals.c) ----
 * Thread-safe, except release and fini. */
/* The context's table for the device, created on demand. */
falx_status ncpu_globals_table(struct fxa_context *context, const struct fxa_device *device,
                               void ***out_table);
/* Stores the variable's number in the image of entry, and its memory in the table at that
 * number. */
falx_status ncpu_globals_bind(void **table, const struct falx_image_entry *entry, uint32_t which,
                              void *memory);
void ncpu_globals_release(struct fxa_context *context);
void ncpu_globals_fini(void);

/* ---- Splitting an index space (split.c) ----
 * The space is divided into blocks, numbered x fastest. A run of consecutive block numbers
 * becomes a few boxes. */
struct ncpu_split {
  uint64_t extent[3], block[3], blocks[3];
  uint64_t units;       /* product of blocks, below 2^31 */
  uint32_t width;       /* threads that are to share it at most; the pool may have fewer */
  uint64_t expected_ns; /* time in which so many end; a launch that takes much longer is for all
                         * threads. 0: width is for good, nothing is learnt */
  uint64_t launch;      /* of the work: ncpu_launch_number */
};
struct ncpu_box {
  uint64_t begin[3], end[3];
};
/* grain: elements of dimension 0 that a block keeps together; wanted: number of units to aim for;
 * is_high: blocks are high rather than wide. */
void ncpu_split_make(struct ncpu_split *split, const uint64_t extent[3], uint64_t grain,
                     uint64_t wanted, bool is_high);
/* Removes the largest box from the front of the units [*from, to). */
void ncpu_split_next(const struct ncpu_split *split, uint64_t *from, uint64_t to,
                     struct ncpu_box *out_box);

/* ---- How many threads share a launch (width.c) ---- */
struct ncpu_pace { /* of a kernel's launches of 2^(magnitude-1) work-items and up; all relaxed */
  uint32_t magnitude, launches;
  float alone, shared;            /* ns per work-item; 0 while unknown */
  uint32_t next_wake, wake_every; /* launches */
};
enum { NCPU_PACES = 8 };
struct ncpu_width {
  uint32_t threads;
  uint64_t units;
  float expected_ns; /* 0: nothing is to be learnt from the launch */
};
/* cost: ns per work-item, negative if unknown; threads: of the pool; reach: that may come at once;
 * awake: other threads that look for work. */
struct ncpu_width ncpu_width_choose(struct ncpu_pace *paces, uint64_t items, float cost,
                                    uint32_t threads, uint32_t reach, uint32_t awake);
void ncpu_width_learn(struct ncpu_pace *paces, uint64_t items, bool is_shared, uint64_t wall_ns);
/* Whether the next launch is known to be faster by one thread, in most_ns at most; if so, it counts
 * as made. */
bool ncpu_width_is_one(struct ncpu_pace *paces, uint64_t items, float most_ns);

/* ---- Kernels (program.c) ---- */
struct fxa_kernel {
  falx_native_handler handler;
  void **globals; /* of its program */
  uint32_t flags, arg_count, local_count;
  uint32_t functor_size;
  float cost; /* ns per work-item, moving average, relaxed; negative while unknown */
  struct ncpu_pace paces[NCPU_PACES];
  /* Work-items up to which a launch is statically short; and up to which its submitter may run
   * it before the kernel was measured. 0 if a work-item's cost has no bound. */
  uint32_t short_items, first_items;
  uint64_t row;         /* relaxed; the last x range << 16 and the local size chosen for it */
  uint32_t required[3]; /* required work-group size or zeroes */
  /* Storage of a work-group, as in the record. */
  uint32_t sub_group_size, frame_bytes, frame_sub_group_bytes, frame_item_bytes;
  const uint32_t *locals; /* argument numbers of local accessors' pointers, local_count */
  uint32_t offsets[];     /* in the function object, arg_count; then locals */
};
falx_status ncpu_program_create(struct fxa_context *context, struct fxa_device *device,
                                const struct falx_image *const *images, size_t count,
                                struct fxa_program **out_program);
void ncpu_program_destroy(struct fxa_program *program);
falx_status ncpu_variable_bind(struct fxa_program *program, const struct falx_image *image,
                               const char *name, uint32_t which, void *memory);
falx_status ncpu_kernel_create(struct fxa_program *program, const char *name,
                               const struct falx_kernel_record *record, const struct fxa_arg *args,
                               uint32_t arg_count, struct fxa_kernel **out_kernel);
void ncpu_kernel_destroy(struct fxa_kernel *kernel);

/* ---- Work of a command ---- */
struct ncpu_kernel_work {
  struct fxa_kernel *kernel;
  const struct fxa_device *device;
  const void *functor;
  void **args; /* of a list: its arguments' addresses, laid out; or NULL */
  uint64_t global[3], offset[3], local[3], groups[3];
  uint64_t items;        /* work-items in all */
  bool has_root_sync;    /* all work-groups make progress at the same time */
  uint64_t local_memory; /* bytes, of all local accessors' blocks */
  uint64_t frame_bytes;
};
struct ncpu_copy_work {
  void *destination;
  const void *source;
  size_t destination_pitch[2], source_pitch[2];
  uint64_t region[3]; /* bytes, rows, slices */
};
struct ncpu_fill_work {
  void *destination;
  uint64_t pattern_size, bytes;
  unsigned char pattern[NCPU_PATTERN_MAX];
};
enum ncpu_kind { NCPU_KERNEL, NCPU_COPY, NCPU_FILL, NCPU_MARKER };
struct ncpu_work {
  enum ncpu_kind kind;
  union {
    struct ncpu_kernel_work kernel;
    struct ncpu_copy_work copy;
    struct ncpu_fill_work fill;
  } u;
};

/* kernel.c: the state of one thread that runs boxes of a launch. */
struct ncpu_runner {
  const struct ncpu_kernel_work *work;
  struct ncpu_scratch *scratch; /* NULL if the stack suffices */
  void **args;
  void *args_inline[NCPU_ARGS_INLINE];
  struct falx_native_cpu_bounds bounds;
  struct falx_native_cpu_state state;
};
falx_status ncpu_kernel_work_make(struct ncpu_kernel_work *work, struct fxa_kernel *kernel,
                                  const struct fxa_launch *launch);
void ncpu_kernel_extent(const struct ncpu_kernel_work *work, uint64_t out_extent[3]);
/* Another one for each execution of a kernel, if the checker is there (falx/check.h), else 0. */
uint64_t ncpu_launch_number(void);
falx_status ncpu_runner_begin(struct ncpu_runner *runner, const struct ncpu_kernel_work *work,
                              uint64_t launch);
void ncpu_runner_box(struct ncpu_runner *runner, const struct ncpu_box *box);
void ncpu_runner_end(struct ncpu_runner *runner);
/* root.c: runs a launch whose work-groups wait for each other. */
falx_status ncpu_root_run(const struct ncpu_kernel_work *work);
/* item_cost: upper bound of a work-item's instructions; 0 if unknown. */
void ncpu_kernel_bound(struct fxa_kernel *kernel, uint32_t item_cost);
void ncpu_kernel_learn(struct fxa_kernel *kernel, uint64_t items, uint64_t ns);

/* copy.c */
void ncpu_copy_box(const struct ncpu_copy_work *work, const struct ncpu_box *box);
void ncpu_fill_box(const struct ncpu_fill_work *work, const struct ncpu_box *box);

/* work.c */
falx_status ncpu_work_run(const struct ncpu_work *work); /* all of it, on the calling thread */
/* Splits it for the pool; one unit if a single thread should run all of it. */
void ncpu_work_split(const struct ncpu_work *work, struct ncpu_split *out_split);
/* Runs the units that next returns, until it returns false. */
falx_status ncpu_work_run_units(const struct ncpu_work *work, const struct ncpu_split *split,
                                bool (*next)(void *user, uint64_t *out_from, uint64_t *out_to),
                                void *user);

/* ---- Commands: stored in an event's memory (command.c) ---- */
struct ncpu_edge { /* what happens when a command completes: a successor or a callback */
  struct ncpu_edge *next;
  struct ncpu_command *to; /* or NULL: */
  void (*callback)(void *user);
  void *user;
};
struct ncpu_command {
  struct fxa_event event;
  uint32_t pending; /* unfinished predecessors, plus one during submission; pool.lock */
  bool is_short;    /* statically short: any waiting host thread may run it */
  bool is_internal; /* on the stack of queue_finish: no references, untouched once complete */
  bool is_profiled; /* the three times are valid once complete */
  bool has_waiter;  /* a host thread sleeps until it is complete; atomic */
  uint64_t submit_ns, start_ns, end_ns;
  /* From here on valid only for commands that did not run within enqueue. */
  const struct ncpu_work *run; /* under way */
  struct fxa_list *list;       /* it is an execution of this list, or part of one; or NULL */
  struct ncpu_chain *chain;    /* of a list: that it runs; or NULL */
  struct fxa_queue *queue;
  struct ncpu_edge *edges;                      /* pool.lock */
  struct ncpu_command *next;                    /* ready list; pool.lock */
  struct ncpu_command *queue_prev, *queue_next; /* unfinished commands of the queue; pool.lock */
  uint64_t order;                               /* position among its queue's commands; pool.lock */
  void *functor_block;                          /* from the pool, or NULL */
  struct ncpu_work work;
  _Alignas(16) unsigned char functor[NCPU_FUNCTOR_INLINE];
  uint64_t ready_ns; /* when it was submitted, if it was ready then; else 0 */
};

struct fxa_queue {
  struct fxa_device *device;
  uint32_t flags;
  struct fxa_queue *next_queue, **link; /* all queues of the process; pool.lock */
  /* In-order queues: number of unfinished commands. The step from zero to one lets the
   * submitting thread run its command inline; all other changes are made under pool.lock. */
  uint32_t in_flight;
  /* Run inside enqueue, relaxed; selects those that are timed. Not the kernel's, which processors
   * would take from each other. */
  uint32_t launches;
  struct ncpu_command *first, *last; /* unfinished commands; pool.lock */
  struct ncpu_command *after_inline; /* waits for the command that a thread runs within enqueue;
                                      * pool.lock */
  uint64_t submitted;                /* commands ever put into the graph; pool.lock */
};

falx_status ncpu_enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                const struct fxa_launch *launch, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event);
/* Submits any other work except markers; copied. is_short: it may run inline. */
falx_status ncpu_enqueue_work(struct fxa_queue *queue, const struct ncpu_work *work, bool is_short,
                              struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event);
/* Adds a command, with its kind, flags, list and work set, to the graph. follows_all: after every
 * unfinished command of the queue. begins: the calling thread starts it, if nothing is before it
 * and the Nth place is free. */
falx_status ncpu_command_submit(struct fxa_queue *queue, struct ncpu_command *command,
                                struct fxa_event *const *waits, size_t wait_count, bool follows_all,
                                bool begins);
/* Reserves the queue for a command that the calling thread runs at once, and gives it back. */
bool ncpu_command_inline_begin(struct fxa_queue *queue, struct fxa_event *const *waits,
                               size_t count);
void ncpu_command_inline_end(struct fxa_queue *queue);
bool ncpu_command_is_complete(const struct ncpu_command *command);
/* Whether they are in the same queue, and other does not complete before command for that reason.
 */
bool ncpu_command_is_behind(const struct ncpu_command *other, const struct ncpu_command *command);
/* Under the lock, both incomplete: whether other is known to complete after command. May
 * return false negatives. */
bool ncpu_command_precedes(const struct ncpu_command *command, const struct ncpu_command *other);
void ncpu_command_start(struct ncpu_command *command);  /* a ready one, on a pool thread */
void ncpu_command_resume(struct ncpu_command *command); /* its work is done, on the last thread */
void ncpu_command_complete(struct ncpu_command *command, bool looks_for_work);
falx_status ncpu_event_wait(struct fxa_event *event);
falx_status ncpu_event_notify(struct fxa_event *event, void (*callback)(void *user), void *user);
falx_status ncpu_event_profiling(struct fxa_event *event, falx_profiling_info info,
                                 uint64_t *out_ns);

/* queue.c */
extern struct fxa_queue *ncpu_queues; /* all of the process; pool.lock */
falx_status ncpu_queue_create(struct fxa_context *context, struct fxa_device *device,
                              uint32_t flags, struct fxa_queue **out_queue);
void ncpu_queue_destroy(struct fxa_queue *queue);
falx_status ncpu_queue_finish(struct fxa_queue *queue);
falx_status ncpu_enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                              size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event);
falx_status ncpu_enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                              size_t pattern_size, size_t count, struct fxa_event *const *waits,
                              size_t wait_count, struct fxa_event *event);
falx_status ncpu_enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                  const size_t destination_pitch[2], const void *source,
                                  const size_t source_pitch[2], const size_t region[3],
                                  struct fxa_event *const *waits, size_t wait_count,
                                  struct fxa_event *event);
falx_status ncpu_enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event);

/* ---- Lists (list.c, chain.c): docs/graphs.md ---- */
/* Commands of a list that run one after the other, as one command of the pool. */
struct ncpu_chain {
  struct ncpu_command command; /* internal; unused where the list has one chain */
  struct ncpu_work *works;     /* count of them, in the list's */
  uint32_t count;
  uint32_t at;               /* the next one; of the thread that runs the chain */
  uint32_t wait_count;       /* chains that it waits for */
  struct ncpu_chain **after; /* owned: after_count chains that wait for it */
  uint32_t after_count;
};
struct fxa_list {
  size_t count;
  struct ncpu_work *works;  /* count, chain by chain */
  uint32_t *place;          /* of a command in works */
  unsigned char **functors; /* by place: the list's copies; NULL: not a kernel */
  unsigned char *memory;    /* holds them */
  void **arguments;         /* of all kernels' launches */
  struct ncpu_chain *chains;
  size_t chain_count;
  uint32_t runs; /* of the list, to time some */
  bool is_short; /* statically */
  /* ---- of the execution under way; others may wait in queues ---- */
  struct ncpu_command *whole; /* the event's */
  uint32_t left;              /* chains that have not ended; pool.lock */
};
falx_status ncpu_list_create(struct fxa_context *context, struct fxa_device *device,
                             const struct fxa_list_command *commands, size_t count,
                             struct fxa_list **out_list);
falx_status ncpu_list_update(struct fxa_list *list, const uint32_t *numbers,
                             const struct fxa_list_command *commands, size_t count);
falx_status ncpu_list_enqueue(struct fxa_queue *queue, struct fxa_list *list,
                              struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event);
void ncpu_list_destroy(struct fxa_list *list);
/* Divides count commands into chains: out_chain and out_order get each one's chain and its position
 * in an order that goes chain by chain; chains wait for smaller ones. False: out of memory. */
bool ncpu_chains_find(const struct fxa_list_command *commands, size_t count, uint32_t *out_chain,
                      uint32_t *out_order, size_t *out_chain_count);
/* A ready command of a list, on a pool thread; and once a work that was shared is done. */
void ncpu_list_start(struct ncpu_command *command);
void ncpu_list_resume(struct ncpu_command *command);

/* ---- The pool (pool.c) ---- */
struct ncpu_scratch { /* memory that one thread borrows for a launch */
  struct ncpu_scratch *next;
  size_t bytes;
  void *memory; /* aligned to NCPU_LOCAL_ALIGN */
};
falx_status ncpu_pool_init(void);
void ncpu_pool_fini(void);
falx_status ncpu_pool_usable(void); /* fails in a forked child */
void ncpu_pool_lock(void);
void ncpu_pool_unlock(void);
/* NULL: out of memory. Lives until fini. */
struct ncpu_pool *ncpu_pool_make(const struct fxa_device *device);
void ncpu_pool_push(struct ncpu_command *command); /* under the lock; then, without it, wake */
/* Both under the lock. True: the calling thread starts the command next: a worker that has
 * completed what it waited for, or a host thread in the Nth place, which then calls start_begun.
 * Else it has to be pushed. */
bool ncpu_pool_keep(struct ncpu_command *command);
bool ncpu_pool_begin(struct ncpu_pool *pool);
void ncpu_pool_start_begun(struct ncpu_command *command);
/* Wakes threads to look for work; starts them on demand. */
void ncpu_pool_wake(struct ncpu_pool *pool, uint32_t count);
void ncpu_pool_wake_all(void);                     /* every pool that has a ready command */
void ncpu_pool_wake_hosts(struct ncpu_pool *pool); /* after an event became complete */
/* Works or sleeps until the command is complete. Runs only its predecessors and short commands,
 * as long as there are other threads. */
void ncpu_pool_wait(struct ncpu_command *command);
/* Predicted ns up to which a command is faster on the thread that submits it. */
float ncpu_pool_inline_limit(const struct ncpu_pool *pool);
/* Other threads that look for work, now or very soon. */
uint32_t ncpu_pool_awake(const struct ncpu_pool *pool);
/* Threads that may come to a launch that the calling thread starts, with itself. */
uint32_t ncpu_pool_reach(const struct ncpu_pool *pool);
/* Of the calling thread: it has lately waited for each command before it submitted the next. */
bool ncpu_pool_is_waiter(void);
void ncpu_pool_submitted(void);
/* A launch of this thread, which is a waiter, has run inside submit. Who waits for it is not seen,
 * so after some the thread has to show by a launch of the pool that it still waits. */
void ncpu_pool_inlined(void);
/* Shares the work under way with other threads, and works on it. */
enum ncpu_shared {
  NCPU_NOT_SHARED, /* no memory */
  NCPU_SHARED,     /* others are still at it: the last of them resumes the command */
  NCPU_SHARED_DONE /* the caller does */
};
enum ncpu_shared ncpu_pool_share(struct ncpu_command *command, const struct ncpu_split *split);

/* Placement of workers (place.c). The caller holds the lock. */
bool ncpu_place_init(void); /* false: out of memory */
void ncpu_place_fini(void);
/* Creates the device's worker index (1 and up) on its processor; beyond the last one, and those of
 * a sub-device, on any of the device's. */
bool ncpu_place_start(const struct fxa_device *device, uint32_t index, pthread_t *out_thread,
                      void *(*run)(void *argument), void *argument);
/* The calling host thread runs on a worker's processor: moves the worker. */
void ncpu_place_make_room(const pthread_t *workers, uint32_t created);
bool ncpu_place_is_taken(uint32_t created); /* without the lock: is there anything to move? */

/* Free lists (memory.c); edges under the lock, the others take it. NULL: out of memory. */
struct ncpu_edge *ncpu_edge_take(void);
void ncpu_edge_give(struct ncpu_edge *edge);
bool ncpu_edge_reserve(size_t count); /* under the lock: count edges are on the free list */
struct ncpu_scratch *ncpu_scratch_take(size_t bytes);
void ncpu_scratch_give(struct ncpu_scratch *scratch);
void *ncpu_block_take(size_t bytes);
void ncpu_block_give(void *block);
void ncpu_memory_fini(void);

falx_status ncpu_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                           falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer);
void ncpu_usm_free(struct fxa_context *context, void *pointer);
void ncpu_usm_free_after_use(struct fxa_context *context, void *pointer);

/* Before the command completes. */
static inline void ncpu_trace_work(struct ncpu_command *command, uint64_t start, uint64_t end) {
  if (ncpu_work_done && !command->is_internal)
    ncpu_work_done(&command->event, start, end);
}

#endif
