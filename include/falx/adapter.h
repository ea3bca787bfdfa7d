/* The contract between the runtime and a backend adapter (libfalx_adapter_<name>.so).
 *
 * An adapter exports one object, `const struct fxa_adapter falx_adapter`, and nothing else. The
 * loader reads its ABI numbers before it runs any adapter code: another major number is refused;
 * operations that a lower minor number lacks are absent by table size. Operations are thread-safe
 * unless said otherwise, do not call back into falx.h, and hold no lock of theirs while they call
 * struct fxa_host. An operation that may be NULL says so; the runtime then emulates it or answers
 * ERROR_NOT_SUPPORTED. docs/adding-an-adapter.md walks through adapters/null. */
#ifndef FALX_ADAPTER_H
#define FALX_ADAPTER_H

#include "falx/falx.h"
#include "falx/image.h"

#define FXA_ABI_MAJOR 1u
#define FXA_ABI_MINOR 1u
#define FXA_SYMBOL "falx_adapter"

struct fxa_device;  /* adapter's; live from init to fini */
struct fxa_context; /* adapter's */
struct fxa_queue;   /* adapter's */
struct fxa_program; /* adapter's: images loaded for one context and device */
struct fxa_kernel;  /* adapter's */

/* ---- Events ----
 * The runtime allocates fxa_table.event_size bytes (64-byte aligned, recycled) for each event and
 * the adapter makes its event in them, beginning with struct fxa_event. An adapter that uses the
 * memory after the enqueue call has returned holds a reference meanwhile (fxa_host). */
enum fxa_event_state { FXA_EVENT_QUEUED = 0, FXA_EVENT_RUNNING = 1, FXA_EVENT_COMPLETE = 2 };
struct fxa_event {
  uint32_t state;  /* enum fxa_event_state, atomic; written by the adapter, release order.
                    * COMPLETE at the return of an enqueue means: it is done already. */
  uint32_t status; /* falx_status, valid once COMPLETE */
  /* adapter's own from here */
};

/* What the runtime offers to adapters. Lives until fini has returned. */
struct fxa_host {
  size_t size;
  void (*event_retain)(struct fxa_event *event);
  void (*event_release)(struct fxa_event *event); /* the memory may be reused at once */
  /* Detail text of this thread's next failing status. printf-like. Returns status. */
  falx_status (*error)(falx_status status, const char *format, ...)
      __attribute__((format(printf, 2, 3)));
  /* A setting from runtime/settings.def: NULL where unset. The text lives as long as the host. */
  const char *(*setting)(const char *name);
};

struct fxa_platform_info {
  const char *name, *vendor, *version;
  falx_backend backend;
  const char *target; /* the image target that its devices take, FALX_TARGET_* */
};

/* One argument of a kernel; the table is fixed when the kernel is made. value = function object +
 * offset, size bytes: for POINTER and the first argument of an ACCESSOR a device pointer; for the
 * first argument of LOCAL_ACCESSOR the size in bytes, a uint64_t, of the block to pass. */
struct fxa_arg {
  uint32_t offset, size;
  uint16_t kind;    /* enum falx_param_kind of the descriptor */
  uint8_t is_used;  /* 0: removed from the kernel, not to be set */
  uint8_t position; /* 0 to 3 among the arguments of its descriptor */
};

struct fxa_launch {
  const struct falx_nd_range *range; /* checked: local divides global, no zero local, sizes fit */
  const void *functor; /* function object with device pointers in place; dies with the call */
  uint32_t functor_size;
  uint64_t local_memory; /* bytes of all local accessors together */
};

struct fxa_table {
  size_t size; /* bytes of the table the adapter was built with */
  size_t event_size;

  /* ---- Discovery. Strings are the adapter's and live until fini. One platform an adapter. ---- */
  void (*platform_info)(struct fxa_platform_info *out_info);
  falx_status (*devices)(struct fxa_device *const **out_devices,
                         size_t *out_count); /* zero devices is fine */
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
  /* True where the device works on host memory in place: buffers then need no copies. */
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
  void (*queue_destroy)(struct fxa_queue *queue); /* called when nothing is in flight */
  falx_status (*queue_finish)(
      struct fxa_queue *queue); /* blocks until all is done; the caller's thread may do work */
  void (*queue_flush)(struct fxa_queue *queue); /* or NULL */

  /* ---- Commands ---- All take the events to wait for (this adapter's, may be complete) and the
   * memory of the new event. None blocks for long, but a short command may run right here. In an
   * in-order queue a command also follows the one before. A failing call leaves no event. */
  falx_status (*enqueue_kernel)(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                const struct fxa_launch *launch, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event);
  falx_status (*enqueue_copy)(struct fxa_queue *queue, void *destination, const void *source,
                              size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event);
  falx_status (*enqueue_fill)(struct fxa_queue *queue, void *destination, const void *pattern,
                              size_t pattern_size, size_t count, struct fxa_event *const *waits,
                              size_t wait_count, struct fxa_event *event);
  /* Box copy between pitched memories: byte origins, byte pitches (row, slice), region in bytes,
   * rows, slices. May be NULL. */
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
  /* Complete when waits are, or, without any, when all earlier commands of the queue are. */
  falx_status (*enqueue_marker)(struct fxa_queue *queue, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event);

  /* ---- Events ---- */
  void (*event_poll)(
      struct fxa_event *event); /* brings state up to date; NULL where it always is */
  falx_status (*event_wait)(struct fxa_event *event); /* blocks; the caller's thread may do work */
  /* Runs callback once the event is complete, at once if it is; on any thread; must not block. */
  falx_status (*event_notify)(struct fxa_event *event, void (*callback)(void *user), void *user);
  falx_status (*event_profiling)(struct fxa_event *event, falx_profiling_info info,
                                 uint64_t *out_ns);
  void (*event_destroy)(
      struct fxa_event *event); /* the memory is about to be reused; NULL where nothing is to do */

  /* ---- Module-scope variables (seed document 000's new interface); NULL until an adapter has them
   * ---- */
  falx_status (*variable_read)(struct fxa_queue *queue, struct fxa_program *program,
                               const char *name, size_t offset, size_t bytes, void *destination);
  falx_status (*variable_write)(struct fxa_queue *queue, struct fxa_program *program,
                                const char *name, size_t offset, size_t bytes, const void *source);

  /* ---- Since 1.1 ---- */
  /* How well the device runs an image for its target: of several with the same kernel, the highest
   * number is taken. 0: not at all, with the reason in host->error's text. Called with a lock of
   * the runtime held; must not block. NULL: every image is as good as any other. */
  uint32_t (*image_rank)(struct fxa_device *device, const struct falx_image *image);

  /* ---- Since 1.2 ---- */
  /* The value of the variable (a device_global, by its unique id) is at memory for the image's code
   * in the program. Of several variables of one name, which libraries may have, which is the
   * number: the same for all images that share it. NULL: the adapter has variable_write, and
   * image-scoped values lie in the images. */
  falx_status (*variable_bind)(struct fxa_program *program, const struct falx_image *image,
                               const char *name, uint32_t which, void *memory);
};

struct fxa_adapter {
  uint32_t abi_major, abi_minor; /* FXA_ABI_MAJOR, FXA_ABI_MINOR */
  const char *name; /* as in ONEAPI_DEVICE_SELECTOR: "native_cpu", "opencl", "cuda", "null" */
  /* Called once, before anything else. Failure: the adapter is left out, the reason is kept. */
  falx_status (*init)(const struct fxa_host *host, const struct fxa_table **out_table);
  /* Called once, after everything was destroyed; ends the adapter's threads. */
  void (*fini)(void);
};

#endif
