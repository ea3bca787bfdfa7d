/* An adapter for tests of the runtime: two devices, malloc for memory, no commands. Built several
 * times, ADAPTER_* choosing what is wrong with it. */
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"
#include "tests/unit/runtime_adapter.h"

#ifndef ADAPTER_MAJOR
#define ADAPTER_MAJOR FXA_ABI_MAJOR
#endif
#ifdef ADAPTER_LACKS_SYMBOL
#define SYMBOL falx_something_else
#else
#define SYMBOL falx_adapter
#endif

struct fxa_device {
  const char *name;
  uint32_t type;
};
struct fxa_context {
  int unused;
};
struct fxa_program {
  const struct falx_image *image;
};
struct fxa_kernel {
  const char *name;
};

static struct fxa_device devices[] = {{"test cpu", FALX_DEVICE_CPU}, {"test gpu", FALX_DEVICE_GPU}};
static const struct fxa_host *host;

__attribute__((visibility("default"))) struct test_adapter_counts test_adapter_counts;
#define COUNT(field, n) __atomic_fetch_add(&test_adapter_counts.field, n, __ATOMIC_RELAXED)

static void platform_info(struct fxa_platform_info *out_info) {
  *out_info = (struct fxa_platform_info){.name = "test platform",
                                         .vendor = "tests",
                                         .version = "1",
                                         .backend = FALX_BACKEND_NATIVE_CPU,
                                         .target = FALX_TARGET_NATIVE_CPU};
}

static falx_status list(struct fxa_device *const **out_devices, size_t *out_count) {
  static struct fxa_device *const all[] = {&devices[0], &devices[1]};
  *out_devices = all;
  *out_count = 2;
  return FALX_SUCCESS;
}

static bool fails(void) {
  if (__atomic_load_n(&test_adapter_counts.failing, __ATOMIC_RELAXED) == 0)
    return false;
  COUNT(failing, -1);
  return true;
}

static falx_status device_info(struct fxa_device *device, falx_device_info info, size_t size,
                               void *value, size_t *out_size) {
  if (fails())
    return host->error(FALX_ERROR_RUNTIME, "this call was made to fail");
  static const uint32_t aspects[] = {1, 6, 28}; /* cpu, fp64, atomic64; the second tells none */
  if (info == FALX_DEVICE_ASPECTS && device == &devices[0]) {
    *out_size = sizeof aspects;
    if (value)
      memcpy(value, aspects, sizeof aspects);
    return FALX_SUCCESS;
  }
  static const char extensions[] = "other_extension " FALX_LINKS_NATIVE; /* of the first */
  if (info == FALX_DEVICE_EXTENSIONS && device == &devices[0]) {
    *out_size = sizeof extensions;
    if (value && size >= sizeof extensions)
      memcpy(value, extensions, sizeof extensions);
    return FALX_SUCCESS;
  }
  if (info != FALX_DEVICE_NAME && info != FALX_DEVICE_TYPE)
    return host->error(FALX_ERROR_INVALID, "no answer to %d", (int)info);
  const void *source = info == FALX_DEVICE_NAME ? (const void *)device->name : &device->type;
  *out_size = info == FALX_DEVICE_NAME ? strlen(device->name) + 1 : sizeof device->type;
  if (value && size < *out_size)
    return FALX_ERROR_INVALID;
  if (value)
    memcpy(value, source, *out_size);
  return FALX_SUCCESS;
}

static falx_status context_create(struct fxa_device *const *all, size_t count,
                                  struct fxa_context **out_context) {
  (void)all, (void)count;
  *out_context = calloc(1, sizeof **out_context);
  COUNT(contexts, 1);
  return *out_context ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}

static void context_destroy(struct fxa_context *context) {
  COUNT(contexts, -1);
  free(context);
}

static falx_status usm_alloc(struct fxa_context *context, struct fxa_device *device,
                             falx_usm_kind kind, size_t size, size_t alignment,
                             void **out_pointer) {
  (void)context, (void)device, (void)kind;
  if (size > (size_t)1 << 40)
    return FALX_ERROR_MEMORY_ALLOCATION;
  *out_pointer = aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
  COUNT(allocations, *out_pointer != NULL);
  return *out_pointer ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}

static void usm_free(struct fxa_context *context, void *pointer) {
  (void)context;
  COUNT(allocations, -1);
  free(pointer);
}

static bool host_unified(struct fxa_device *device) {
  return device->type == FALX_DEVICE_CPU;
}

static falx_status program_create(struct fxa_context *context, struct fxa_device *device,
                                  const struct falx_image *const *images, size_t count,
                                  struct fxa_program **out_program) {
  (void)context, (void)device;
  COUNT(builds, 1);
  __atomic_store_n(&test_adapter_counts.images, (int)count, __ATOMIC_RELAXED);
  if (fails())
    return host->error(FALX_ERROR_RUNTIME, "this call was made to fail");
  if (strcmp(images[0]->compile_options, "fail") == 0)
    return host->error(FALX_ERROR_BUILD, "told to fail");
  *out_program = calloc(1, sizeof **out_program);
  (*out_program)->image = images[0];
  COUNT(programs, 1);
  return FALX_SUCCESS;
}

static void program_destroy(struct fxa_program *program) {
  COUNT(programs, -1);
  free(program);
}

static falx_status kernel_create(struct fxa_program *program, const char *name,
                                 const struct falx_kernel_record *record,
                                 const struct fxa_arg *args, uint32_t arg_count,
                                 struct fxa_kernel **out_kernel) {
  (void)program, (void)record, (void)args, (void)arg_count;
  *out_kernel = calloc(1, sizeof **out_kernel);
  (*out_kernel)->name = name;
  COUNT(kernels, 1);
  return FALX_SUCCESS;
}

static void kernel_destroy(struct fxa_kernel *kernel) {
  COUNT(kernels, -1);
  free(kernel);
}

static falx_status queue_create(struct fxa_context *context, struct fxa_device *device,
                                uint32_t flags, struct fxa_queue **out_queue) {
  (void)context, (void)device, (void)flags, (void)out_queue;
  return FALX_ERROR_NOT_SUPPORTED;
}
static void queue_destroy(struct fxa_queue *queue) {
  (void)queue;
}
#ifndef ADAPTER_LACKS_OPERATION
static falx_status queue_finish(struct fxa_queue *queue) {
  (void)queue;
  return FALX_SUCCESS;
}
#endif

#define WAITS struct fxa_event *const *waits, size_t wait_count, struct fxa_event *event
#define IGNORE_WAITS (void)waits, (void)wait_count, (void)event

static falx_status enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                  const struct fxa_launch *launch, WAITS) {
  (void)queue, (void)kernel, (void)launch, IGNORE_WAITS;
  return FALX_ERROR_NOT_SUPPORTED;
}
static falx_status enqueue_copy(struct fxa_queue *queue, void *to, const void *from, size_t bytes,
                                WAITS) {
  (void)queue, (void)to, (void)from, (void)bytes, IGNORE_WAITS;
  return FALX_ERROR_NOT_SUPPORTED;
}
static falx_status enqueue_fill(struct fxa_queue *queue, void *to, const void *pattern, size_t size,
                                size_t count, WAITS) {
  (void)queue, (void)to, (void)pattern, (void)size, (void)count, IGNORE_WAITS;
  return FALX_ERROR_NOT_SUPPORTED;
}
static falx_status enqueue_marker(struct fxa_queue *queue, WAITS) {
  (void)queue, IGNORE_WAITS;
  return FALX_ERROR_NOT_SUPPORTED;
}
static falx_status event_wait(struct fxa_event *event) {
  (void)event;
  return FALX_SUCCESS;
}
static falx_status event_notify(struct fxa_event *event, void (*callback)(void *), void *user) {
  (void)event;
  callback(user);
  return FALX_SUCCESS;
}
static falx_status event_profiling(struct fxa_event *event, falx_profiling_info info,
                                   uint64_t *out_ns) {
  (void)event, (void)info, (void)out_ns;
  return FALX_ERROR_PROFILING;
}

static const struct fxa_table table = {
    .size = offsetof(struct fxa_table, variable_read), /* an adapter of a lower minor number */
    .event_size = sizeof(struct fxa_event),
    .platform_info = platform_info,
    .devices = list,
    .device_info = device_info,
    .context_create = context_create,
    .context_destroy = context_destroy,
    .usm_alloc = usm_alloc,
    .usm_free = usm_free,
    .host_unified = host_unified,
    .program_create = program_create,
    .program_destroy = program_destroy,
    .kernel_create = kernel_create,
    .kernel_destroy = kernel_destroy,
    .queue_create = queue_create,
    .queue_destroy = queue_destroy,
#ifndef ADAPTER_LACKS_OPERATION
    .queue_finish = queue_finish,
#endif
    .enqueue_kernel = enqueue_kernel,
    .enqueue_copy = enqueue_copy,
    .enqueue_fill = enqueue_fill,
    .enqueue_marker = enqueue_marker,
    .event_wait = event_wait,
    .event_notify = event_notify,
    .event_profiling = event_profiling,
};

static falx_status init(const struct fxa_host *the_host, const struct fxa_table **out_table) {
  host = the_host;
#ifdef ADAPTER_FAILS_INIT
  return host->error(FALX_ERROR_PLATFORM, "told to fail at the start");
#endif
  COUNT(inits, 1);
  *out_table = &table;
  return FALX_SUCCESS;
}

/* Ends the process where something is left: late shutdown has to destroy everything first. */
static void fini(void) {
  if (test_adapter_counts.contexts || test_adapter_counts.programs || test_adapter_counts.kernels ||
      test_adapter_counts.allocations)
    abort();
  if (host->setting("FALX_NUM_THREADS") && strcmp(host->setting("FALX_NUM_THREADS"), "3") != 0)
    abort(); /* settings outlive fini */
}

__attribute__((visibility("default"))) extern const struct fxa_adapter SYMBOL;
const struct fxa_adapter SYMBOL = {.abi_major = ADAPTER_MAJOR,
                                   .abi_minor = FXA_ABI_MINOR,
                                   .name = ADAPTER_NAME,
                                   .init = init,
                                   .fini = fini};
