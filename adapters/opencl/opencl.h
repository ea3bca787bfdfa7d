/* The adapter's own: what its files share. Objects of the contract (include/falx/adapter.h) hold
 * the driver's handle of the same thing. */
#ifndef FALX_ADAPTERS_OPENCL_OPENCL_H
#define FALX_ADAPTERS_OPENCL_OPENCL_H

#include <stdbool.h>

#include "adapters/opencl/cl.h"
#include "falx/adapter.h"
#include "support/threads.h"

extern const struct fxa_host *ocl_host;
extern struct ocl_functions ocl_cl; /* filled by ocl_load */

/* How a device and the host share addresses. */
enum ocl_memory {
  OCL_MEMORY_NONE, /* only through cl_mem objects: not supported */
  OCL_MEMORY_USM,  /* cl_intel_unified_shared_memory */
  OCL_MEMORY_SVM   /* shared virtual memory of OpenCL 2.0, coarse- or fine-grained buffers */
};

enum { OCL_USM_HOST, OCL_USM_DEVICE, OCL_USM_SHARED, OCL_USM_SYSTEM, OCL_USM_KINDS };

struct ocl_platform {
  cl_platform_id handle;
  cl_uint number;                /* in the list of those with devices */
  char *name, *vendor, *version; /* owned; NULL: no answer */
  struct ocl_extension_functions functions;
};

struct fxa_device {
  cl_device_id handle;
  const struct ocl_platform *platform;
  char *extensions; /* one word behind the other, with a space before and behind each */
  enum ocl_memory memory;
  cl_bitfield svm; /* CL_DEVICE_SVM_… */
  cl_bitfield
      usm[OCL_USM_KINDS]; /* CL_UNIFIED_SHARED_MEMORY_…_INTEL; system: the host's own memory */
  bool is_host_unified;   /* kernels reach any memory of the host */
  bool is_cpu;            /* alone */
  bool has_intermediate;  /* takes SPIR-V */
  cl_int error;           /* of the questions above, where they failed */
  struct ocl_partition *partitions; /* owned list; ocl_partitions_lock */
};

enum { OCL_BOX_KERNELS = 5 };

struct fxa_context {
  cl_context handle;
  const struct ocl_platform *platform;
  enum ocl_memory memory;
  cl_bitfield svm; /* of all its devices */
  bool is_cpus;    /* all its devices are: their memory is the host's */
  struct fxs_mutex lock;
  struct ocl_aligned *aligned; /* lock */
  struct fxs_mutex box_lock;
  size_t box_rows;                        /* box_lock; copied without a kernel */
  cl_program box_program;                 /* box_lock; owned, and NULL before it is needed */
  cl_kernel box_kernels[OCL_BOX_KERNELS]; /* as the program */
  bool has_no_boxes;                      /* box_lock; the driver has not built the program */
};

struct fxa_queue {
  cl_command_queue handle;
  struct fxa_context *context;
  struct fxa_device *device;
  uint32_t flags;
};

struct fxa_program {
  cl_program handle;
  struct fxa_context *context;
  struct fxa_device *device;
};

/* An event in the runtime's memory. */
struct ocl_event {
  struct fxa_event base;
  cl_event handle;
  struct fxa_context *context;
  bool is_profiled;
};

/* ---- load.c ---- */
falx_status ocl_load(void);
void ocl_unload(void);
bool ocl_load_extensions(struct ocl_platform *platform);
const char *ocl_error_name(cl_int error);
falx_status ocl_status_of(cl_int error);
/* host->error with what could not be done and the driver's code. Returns a status of falx.h. */
__attribute__((format(printf, 2, 3))) falx_status ocl_failed(cl_int error, const char *format, ...);

/* ---- device.c ---- */
falx_status ocl_devices_find(void);
void ocl_devices_free(void);
void ocl_platform_info(struct fxa_platform_info *out_info);
/* device: one of the platform's; NULL, from a runtime that knows one platform: the first. */
cl_platform_id ocl_native_platform(const struct fxa_device *device);
uint32_t ocl_device_platform(struct fxa_device *device, struct fxa_platform_info *out_info);
falx_status ocl_devices(struct fxa_device *const **out_devices, size_t *out_count);
falx_status ocl_device_info(struct fxa_device *device, falx_device_info info, size_t size,
                            void *value, size_t *out_size);
bool ocl_has_extension(const struct fxa_device *device, const char *name);

/* ---- partition.c ---- */
extern struct fxs_mutex ocl_partitions_lock; /* guards all lists of partitions */
falx_status ocl_device_partition(struct fxa_device *device, const struct falx_partition *how,
                                 struct fxa_device **out_devices, size_t capacity,
                                 size_t *out_count);
void ocl_partitions_free(struct fxa_device *device); /* without the lock */
/* The handles of the devices, and of all their parts that there are; the caller frees them. NULL:
 * no memory. */
cl_device_id *ocl_with_parts(struct fxa_device *const *devices, size_t count, cl_uint *out_count);
/* As the queries of falx.h want the driver's. */
uint32_t ocl_affinity_domains(cl_bitfield domains);
uint32_t ocl_partition_properties(const intptr_t *properties, size_t count, cl_bitfield domains);

/* ---- context.c: contexts and queues ---- */
falx_status ocl_context_create(struct fxa_device *const *devices, size_t count,
                               struct fxa_context **out_context);
void ocl_context_destroy(struct fxa_context *context);
falx_status ocl_queue_create(struct fxa_context *context, struct fxa_device *device, uint32_t flags,
                             struct fxa_queue **out_queue);
void ocl_queue_destroy(struct fxa_queue *queue);
falx_status ocl_queue_finish(struct fxa_queue *queue);

/* ---- memory.c ---- */
falx_status ocl_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                          falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer);
void ocl_usm_free(struct fxa_context *context, void *pointer);

/* ---- program.c ---- */
falx_status ocl_program_create(struct fxa_context *context, struct fxa_device *device,
                               const struct falx_image *const *images, size_t count,
                               struct fxa_program **out_program);
void ocl_program_destroy(struct fxa_program *program);
falx_status ocl_program_save(struct fxa_program *program, size_t size, void *bytes,
                             size_t *out_size);
falx_status ocl_program_load(struct fxa_context *context, struct fxa_device *device,
                             const struct falx_image *const *images, size_t count,
                             const void *bytes, size_t size, struct fxa_program **out_program);

/* ---- variable.c: device globals ---- */
falx_status ocl_variable_bind(struct fxa_program *program, const struct falx_image *image,
                              const char *name, uint32_t which, void *memory);
falx_status ocl_memory_write(struct fxa_context *context, struct fxa_device *device,
                             void *destination, const void *source, size_t bytes);

/* ---- module.c ---- */
/* The SPIR-V of the image as the device takes it, and its size in bytes: words to be freed, or NULL
 * if it is the image's own. */
falx_status ocl_module_fit(const struct fxa_device *device, const struct falx_image *image,
                           void **out_words, size_t *out_size);

/* ---- kernel.c ---- */
falx_status ocl_kernel_create(struct fxa_program *program, const char *name,
                              const struct falx_kernel_record *record, const struct fxa_arg *args,
                              uint32_t arg_count, struct fxa_kernel **out_kernel);
void ocl_kernel_destroy(struct fxa_kernel *kernel);
falx_status ocl_enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                               const struct fxa_launch *launch, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event);

/* ---- command.c: copies, fills, markers ---- */
falx_status ocl_enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                             size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                             struct fxa_event *event);
falx_status ocl_enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                             size_t pattern_size, size_t count, struct fxa_event *const *waits,
                             size_t wait_count, struct fxa_event *event);
falx_status ocl_enqueue_prefetch(struct fxa_queue *queue, const void *pointer, size_t bytes,
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event);
falx_status ocl_enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event);

/* ---- box.c ---- */
falx_status ocl_enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                 const size_t destination_pitch[2], const void *source,
                                 const size_t source_pitch[2], const size_t region[3],
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event);
void ocl_boxes_free(struct fxa_context *context);

/* ---- event.c ---- */
/* The driver's events behind those that a command waits for. Complete ones are left out; one of
 * another context is represented by an event of this one, which completes with it. */
enum { OCL_WAITS_INLINE = 16 };
struct ocl_waits {
  cl_uint count;
  cl_event *items;
  cl_event space[OCL_WAITS_INLINE];
  cl_uint bridge_count; /* of the items, those made here: at the end */
};
falx_status ocl_waits_make(struct fxa_queue *queue, struct fxa_event *const *waits, size_t count,
                           struct ocl_waits *out_waits);
/* As OpenCL wants a list: NULL if it is empty. */
static inline const cl_event *ocl_waits_list(const struct ocl_waits *waits) {
  return waits->count ? waits->items : NULL;
}
void ocl_waits_free(struct ocl_waits *waits);
/* The tail of every enqueue call: makes the runtime's event of the driver's, whose reference it
 * takes, and has the driver begin. error: what the driver's call returned. */
falx_status ocl_submitted(struct fxa_queue *queue, struct ocl_waits *waits, cl_int error,
                          cl_event handle, struct fxa_event *event, const char *what);
void ocl_event_poll(struct fxa_event *event);
falx_status ocl_event_wait(struct fxa_event *event);
falx_status ocl_event_notify(struct fxa_event *event, void (*callback)(void *user), void *user);
falx_status ocl_event_profiling(struct fxa_event *event, falx_profiling_info info,
                                uint64_t *out_ns);
void ocl_event_destroy(struct fxa_event *event);

#endif
