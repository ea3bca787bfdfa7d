/* The contract between the runtime and a backend adapter (libfalx_adapter_<name>.so).
 *
 * An adapter exports one object, `const struct fxa_adapter falx_adapter`, and nothing else.
 * Operations are thread-safe unless stated otherwise, do not call back into falx.h, and hold none
 * of their own locks while they call functions of struct fxa_host. An operation that may be NULL
 * says so; the runtime then skips it, emulates it or returns ERROR_NOT_SUPPORTED.
 * docs/adding-an-adapter.md walks through adapters/null.
 *
 * Versions. The loader reads the two numbers before it runs any of the adapter's code.
 * - The major number changes when the meaning, position or type of anything existing changes: the
 *   runtime refuses every other major number.
 * - The minor number grows when something is added: operations at the end of struct fxa_table,
 *   which may be NULL and say "since", functions at the end of struct fxa_host, enumerators. The
 *   size fields tell each side how much the other provides: entries missing in an older adapter's
 *   table are NULL, and an adapter checks `host->size` before it uses a function added after
 *   FXA_ABI_OLDEST_MINOR. A newer adapter works with an older runtime, which ignores entries that
 *   it does not know.
 * - Nothing is removed within a major number. 1.0 and 1.1 were drafts, never released: refused.
 * tests/abi/layout.c pins every field. */
#ifndef FALX_ADAPTER_H
#define FALX_ADAPTER_H

#include "falx/falx.h"
#include "falx/image.h"

#define FXA_ABI_MAJOR 1u
#define FXA_ABI_MINOR 10u
#define FXA_ABI_OLDEST_MINOR 2u /* oldest minor that the runtime accepts */
#define FXA_SYMBOL "falx_adapter"

struct fxa_device;  /* the adapter's; live from init to fini */
struct fxa_context; /* the adapter's */
struct fxa_queue;   /* the adapter's */
struct fxa_program; /* the adapter's: images loaded for one context and device */
struct fxa_kernel;  /* the adapter's */
struct fxa_list;    /* the adapter's: commands that run together, many times */

/* ---- Events ----
 * The runtime allocates fxa_table.event_size bytes (64-byte aligned, recycled) for each event;
 * the adapter constructs its event there, beginning with struct fxa_event. An adapter that uses
 * the memory after the enqueue call has returned holds a reference meanwhile (fxa_host). */
enum fxa_event_state { FXA_EVENT_QUEUED = 0, FXA_EVENT_RUNNING = 1, FXA_EVENT_COMPLETE = 2 };
struct fxa_event {
  uint32_t state;  /* enum fxa_event_state, atomic; written by the adapter, release order.
                    * COMPLETE when an enqueue call returns means that the command has finished. */
  uint32_t status; /* falx_status, valid once COMPLETE */
  /* from here on private to the adapter */
};

/* Services of the runtime for adapters. Valid until fini has returned. */
struct fxa_host {
  size_t size;
  void (*event_retain)(struct fxa_event *event);
  void (*event_release)(struct fxa_event *event); /* the memory may be reused at once */
  /* Sets the detail text for this thread's next failing status. printf-like. Returns status. */
  falx_status (*error)(falx_status status, const char *format, ...)
      __attribute__((format(printf, 2, 3)));
  /* A setting from runtime/common/settings.def: NULL if unset. The text lives as long as the
   * host. */
  const char *(*setting)(const char *name);
  /* For the timeline: the calling thread has worked on the command, which is not complete yet, from
   * start until end, by CLOCK_MONOTONIC. Since 1.7; NULL while no timeline is written. */
  void (*work_done)(struct fxa_event *event, uint64_t start_ns, uint64_t end_ns);
};

struct fxa_platform_info {
  const char *name, *vendor, *version;
  falx_backend backend;
  const char *target; /* the image target of its devices, FALX_TARGET_* */
};

/* One argument of a kernel; the table is fixed when the kernel is created. value = function
 * object + offset, size bytes: for POINTER and the first argument of an ACCESSOR a device
 * pointer; for the first argument of LOCAL_ACCESSOR the size in bytes, a uint64_t, of the block
 * to pass. */
struct fxa_arg {
  uint32_t offset, size;
  uint16_t kind;    /* enum falx_param_kind of the descriptor */
  uint8_t is_used;  /* 0: removed from the kernel, must not be set */
  uint8_t position; /* 0 to 3 among the arguments of its descriptor */
};

struct fxa_launch {
  const struct falx_nd_range *range; /* checked: local divides global, no zero local, sizes fit */
  const void *functor; /* function object with device pointers filled in; valid only during the
                        * call */
  uint32_t functor_size;
  uint32_t has_root_sync; /* 1: all work-groups make progress at the same time; since 1.3 */
  uint64_t local_memory;  /* bytes of all local accessors together and, behind them, of the memory
                           * that the launch asks for */
  uint64_t launch_memory; /* bytes of the latter; since 1.4 */
};

/* What an adapter makes of a launch that is going to be made again begins with it; since 1.10. */
struct fxa_prepared_launch {
  struct falx_nd_range range; /* dimensions beyond range.dimensions are not set */
};

/* A command of a list; since 1.7. Its arguments are as those of the operation enqueue_..., and
 * borrowed for the call. */
enum fxa_list_kind {
  FXA_LIST_EMPTY, /* only its place in the order */
  FXA_LIST_KERNEL,
  FXA_LIST_COPY,
  FXA_LIST_FILL,
  FXA_LIST_COPY_BOX
};
struct fxa_list_command {
  uint32_t kind; /* enum fxa_list_kind */
  uint32_t wait_count;
  const uint32_t *waits; /* numbers of the list's commands, all smaller, that it runs after */
  union {
    struct {
      struct fxa_kernel *kernel;
      const struct fxa_launch *launch;
    } kernel;
    struct {
      void *destination;
      const void *source;
      size_t bytes;
    } copy;
    struct {
      void *destination;
      const void *pattern;
      size_t pattern_size, count;
    } fill;
    struct {
      void *destination;
      const void *source;
      size_t destination_pitch[2], source_pitch[2], region[3];
    } box;
  } u;
};

struct fxa_table {
  size_t size; /* bytes of the table that the adapter was compiled with */
  size_t event_size;

  /* ---- Discovery. Strings belong to the adapter and live until fini. One platform per adapter,
   * unless it has device_platform. ---- */
  void (*platform_info)(struct fxa_platform_info *out_info);
  falx_status (*devices)(struct fxa_device *const **out_devices,
                         size_t *out_count); /* zero devices is valid */
  /* As falx_device_get_info. */
  falx_status (*device_info)(struct fxa_device *device, falx_device_info info, size_t size,
                             void *value, size_t *out_size);

  /* ---- Contexts and memory ---- */
  falx_status (*context_create)(struct fxa_device *const *devices, size_t count,
                                struct fxa_context **out_context);
  void (*context_destroy)(struct fxa_context *context);
  falx_status (*usm_alloc)(struct fxa_context *context, struct fxa_device *device,
                           falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer);
  void (*usm_free)(struct fxa_context *context, void *pointer);
  /* True if the device works on host memory in place: buffers then need no copies. */
  bool (*host_unified)(struct fxa_device *device);

  /* ---- Programs and kernels ---- images: the main one first, then those it imports from. */
  falx_status (*program_create)(struct fxa_context *context, struct fxa_device *device,
                                const struct falx_image *const *images, size_t count,
                                struct fxa_program **out_program);
  void (*program_destroy)(struct fxa_program *program);
  /* args and record live as long as the kernel. */
  falx_status (*kernel_create)(struct fxa_program *program, const char *name,
                               const struct falx_kernel_record *record, const struct fxa_arg *args,
                               uint32_t arg_count, struct fxa_kernel **out_kernel);
  void (*kernel_destroy)(struct fxa_kernel *kernel);

  /* ---- Queues ---- flags: enum falx_queue_flags. */
  falx_status (*queue_create)(struct fxa_context *context, struct fxa_device *device,
                              uint32_t flags, struct fxa_queue **out_queue);
  void (*queue_destroy)(struct fxa_queue *queue);       /* called when no command is in flight */
  falx_status (*queue_finish)(struct fxa_queue *queue); /* blocks until all commands complete; may
                                                         * run work on the calling thread */

  /* ---- Commands ----
   * All take the events to wait for (this adapter's, possibly complete) and the memory of the new
   * event. None blocks for long, but a short command may run within the call. In an in-order queue
   * a command also waits for its predecessor. A failing call creates no event.
   * A command must start without a further call: if the driver batches commands, the adapter
   * flushes them itself (OpenCL: clFlush at the end of the call), because the runtime does not
   * announce whether the calling thread will wait, poll an event's state or exit. */
  falx_status (*enqueue_kernel)(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                const struct fxa_launch *launch, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event);
  falx_status (*enqueue_copy)(struct fxa_queue *queue, void *destination, const void *source,
                              size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event);
  falx_status (*enqueue_fill)(struct fxa_queue *queue, void *destination, const void *pattern,
                              size_t pattern_size, size_t count, struct fxa_event *const *waits,
                              size_t wait_count, struct fxa_event *event);
  /* Copies a box between pitched memories: byte origins, byte pitches (row, slice), region in
   * bytes, rows, slices. May be NULL, or answer FALX_ERROR_NOT_SUPPORTED, without host->error, for
   * some memory: the runtime then copies row by row. */
  falx_status (*enqueue_copy_box)(struct fxa_queue *queue, void *destination,
                                  const size_t destination_pitch[2], const void *source,
                                  const size_t source_pitch[2], const size_t region[3],
                                  struct fxa_event *const *waits, size_t wait_count,
                                  struct fxa_event *event);
  falx_status (*enqueue_prefetch)(struct fxa_queue *queue, const void *pointer, size_t bytes,
                                  struct fxa_event *const *waits, size_t wait_count,
                                  struct fxa_event *event); /* or NULL */
  falx_status (*enqueue_advise)(struct fxa_queue *queue, const void *pointer, size_t bytes,
                                int advice, struct fxa_event *const *waits, size_t wait_count,
                                struct fxa_event *event); /* or NULL */
  /* Completes after waits or, without any, after all earlier commands of the queue. */
  falx_status (*enqueue_marker)(struct fxa_queue *queue, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event);

  /* ---- Events ---- */
  void (*event_poll)(struct fxa_event *event); /* brings state up to date; NULL if it always is */
  falx_status (*event_wait)(struct fxa_event *event); /* blocks; may run work on the calling
                                                       * thread */
  /* Calls callback once the event is complete, immediately if it already is; on any thread; must
   * not block. */
  falx_status (*event_notify)(struct fxa_event *event, void (*callback)(void *user), void *user);
  falx_status (*event_profiling)(struct fxa_event *event, falx_profiling_info info,
                                 uint64_t *out_ns);
  void (*event_destroy)(struct fxa_event *event); /* called before the memory is reused; NULL if
                                                   * nothing has to be done */

  /* ---- Images and device globals; each may be NULL ---- */
  /* How well an image for the device's target suits it: of several with the same kernel, the one
   * with the highest number is used. 0: not at all, with the reason in host->error's text.
   * Called with a lock of the runtime held; must not block. NULL: all images are equally good. */
  uint32_t (*image_rank)(struct fxa_device *device, const struct falx_image *image);
  /* Tells the image's code in the program that the value of the variable (a device_global, by
   * its unique id) is at memory, which usm_alloc returned. Libraries may have several variables
   * of one name: which distinguishes them, and is the same for all images that share one. Copies
   * are commands on that memory. Called with a lock of the runtime held. NULL: kernels that use
   * a device_global are refused. */
  falx_status (*variable_bind)(struct fxa_program *program, const struct falx_image *image,
                               const char *name, uint32_t which, void *memory);
  /* Writes bytes of host memory to memory of FALX_USM_DEVICE and returns when they have arrived:
   * the initial values of device globals. Called with a lock of the runtime held. NULL: the host
   * can write to memory of FALX_USM_DEVICE, if host_unified, or of FALX_USM_SHARED. */
  falx_status (*memory_write)(struct fxa_context *context, struct fxa_device *device,
                              void *destination, const void *source, size_t bytes);

  /* ---- Interoperability ---- since 1.3 */
  /* What the backend's own interface calls an object: struct fxa_device, fxa_context, fxa_queue or,
   * since 1.6, fxa_event by kind; for the platform NULL or, with device_platform, one of its
   * devices. The handle stays valid as long as the object, and no two live objects of a kind share
   * one. ERROR_NOT_SUPPORTED for a kind that has none. Called with a lock of the runtime held; must
   * not block. NULL: there are none of any kind. */
  falx_status (*native_handle)(falx_native_kind kind, void *object, uintptr_t *out_handle);

  /* ---- Sub-devices ---- since 1.3 */
  /* Divides a device, which may be part of another. how is checked against the device's compute
   * units, partition properties and affinity domains; the domain is not NEXT. Writes at most
   * capacity parts, which live until fini, and their number; the same part is the same device.
   * Called with a lock of the runtime held. NULL: devices are indivisible. */
  falx_status (*device_partition)(struct fxa_device *device, const struct falx_partition *how,
                                  struct fxa_device **out_devices, size_t capacity,
                                  size_t *out_count);

  /* ---- Several platforms ---- since 1.4 */
  /* The facts of the platform of one of devices(), and a number that its devices have in common.
   * They stand one behind the other in devices(). NULL: all are of platform_info's. */
  uint32_t (*device_platform)(struct fxa_device *device, struct fxa_platform_info *out_info);

  /* ---- Native handles with references ---- since 1.4 */
  /* One reference more to what native_handle has answered: the program's, which it releases by the
   * backend's own means. Called with a lock of the runtime held; must not block. NULL: handles have
   * no references. */
  void (*native_retain)(falx_native_kind kind, uintptr_t handle);

  /* ---- Programs for other processes ---- since 1.4; both or none */
  /* Writes what the driver has made of the program, at most size bytes, and its size; bytes may be
   * NULL. */
  falx_status (*program_save)(struct fxa_program *program, size_t size, void *bytes,
                              size_t *out_size);
  /* As program_create, of what program_save wrote for the same images and a device of the same
   * name, version and driver. An error where the driver does not take it. */
  falx_status (*program_load)(struct fxa_context *context, struct fxa_device *device,
                              const struct falx_image *const *images, size_t count,
                              const void *bytes, size_t size, struct fxa_program **out_program);

  /* ---- Memory that commands may still use ---- since 1.5 */
  /* As usm_free, of memory that commands which were enqueued before may still use: it lives until
   * they have completed. Does not wait for them. NULL: usm_free takes care of that. */
  void (*usm_free_after_use)(struct fxa_context *context, void *pointer);

  /* ---- Memory of other devices ---- since 1.6 */
  /* Answers, or does, what request says of kernels on device and memory of peer, another device of
   * the adapter. NULL: devices of native_cpu share their memory, others do not. */
  falx_status (*device_peer)(struct fxa_device *device, struct fxa_device *peer,
                             falx_peer_request request, bool *out_can);

  /* ---- Kernels as the device runs them ---- since 1.6 */
  /* NULL: every kernel runs in any work-group that the device has. */
  void (*kernel_limits)(struct fxa_kernel *kernel, struct falx_kernel_limits *out_limits);

  /* ---- Lists of commands: docs/graphs.md ---- since 1.7; all but list_update, or none */
  /* Prepares commands to run again and again on queues of the context and device.
   * ERROR_NOT_SUPPORTED for what cannot be in a list: the runtime then enqueues one command after
   * the other, as it does where there are no lists. The kernels outlive the list. */
  falx_status (*list_create)(struct fxa_context *context, struct fxa_device *device,
                             const struct fxa_list_command *commands, size_t count,
                             struct fxa_list **out_list);
  /* Replaces the commands of these numbers; their kinds and waits stay. Not while the list runs.
   * ERROR_NOT_SUPPORTED, and NULL: the runtime makes another list. After any other error the list
   * is only destroyed. */
  falx_status (*list_update)(struct fxa_list *list, const uint32_t *numbers,
                             const struct fxa_list_command *commands, size_t count);
  /* A command of the queue, which completes when all of the list have. The runtime sees to it that
   * a list runs once at a time. */
  falx_status (*list_enqueue)(struct fxa_queue *queue, struct fxa_list *list,
                              struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event);
  void (*list_destroy)(struct fxa_list *list); /* its events have been destroyed */

  /* ---- Results ---- since 1.8 */
  /* Kernels of the device write, and the host reads, results in this memory of FALX_USM_SHARED, an
   * allocation of at most a few thousand bytes: it had better stay where both reach it than move
   * to and fro. A hint. NULL: it does not move. */
  void (*usm_expect_result)(struct fxa_context *context, struct fxa_device *device, void *pointer,
                            size_t size);

  /* ---- Failures ---- since 1.9 */
  /* Whether the end of event's command tells of before's, of the same in-order queue: it cannot end
   * earlier, and has failed if that one has. Then the runtime may destroy before while its command
   * is under way. Called with a lock of the runtime held; must not block. NULL: never. */
  bool (*event_covers)(const struct fxa_event *event, const struct fxa_event *before);

  /* ---- The same launch again ---- since 1.10; both or none */
  /* Prepares launches of the kernel over the range, with which enqueue_kernel has just succeeded:
   * without synchronization of all work-groups, and without local memory. NULL: there is nothing
   * to prepare, or no memory. The result is the kernel's, and ends with it. */
  const struct fxa_prepared_launch *(*launch_prepare)(struct fxa_kernel *kernel,
                                                      const struct falx_nd_range *range);
  /* enqueue_kernel of a prepared launch, which waits for no event but the queue's predecessor. The
   * queue is in order and takes no times; it belongs to the kernel's device. The adapter takes no
   * reference on the event. */
  falx_status (*launch_prepared)(struct fxa_queue *queue,
                                 const struct fxa_prepared_launch *prepared, const void *functor,
                                 struct fxa_event *event);
};

struct fxa_adapter {
  uint32_t abi_major, abi_minor; /* FXA_ABI_MAJOR, FXA_ABI_MINOR */
  const char *name; /* as in ONEAPI_DEVICE_SELECTOR: "native_cpu", "opencl", "cuda", "null" */
  /* Called once, before anything else. On failure the adapter is not used, and the reason is
   * kept. */
  falx_status (*init)(const struct fxa_host *host, const struct fxa_table **out_table);
  /* Called once, after everything was destroyed; stops the adapter's threads. */
  void (*fini)(void);
};

#endif
