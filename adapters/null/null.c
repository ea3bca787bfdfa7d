/* The null adapter: a device that computes nothing. The test double, and the file to copy.
 *
 * Memory is host memory and copies and fills are performed; kernels are checked and
 * logged, but not run. Settings (see docs/adding-an-adapter.md):
 *   FALX_NULL_DEVICES   how many devices, 1 to 16; 1 if unset
 *   FALX_NULL_DELAY_US  microseconds after which a thread completes each command; if unset a
 *                       command is complete when its enqueue call returns
 *   FALX_NULL_LOG       file that gets one line per call, appended
 *   FALX_NULL_FAIL      the number of the enqueue call that fails, counted from 1 */
#include "falx/adapter.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx_version.h"
#include "support/clock.h"
#include "support/signals.h"
#include "support/threads.h"

enum { MAX_DEVICES = 16, PATTERN_MAX = 128 };

struct fxa_device {
  unsigned int number;
};
struct fxa_context {
  size_t device_count;
};
struct fxa_program {
  size_t image_count;
};
struct fxa_kernel {
  const char *name;
  uint32_t functor_size;
};
struct fxa_queue {
  uint32_t flags;
  struct command *last; /* unfinished; lock */
};

/* The command in an event's memory. Commands complete in the order in which they were enqueued,
 * on all queues: that satisfies every dependency, since a command can only wait for earlier
 * ones. */
struct command {
  struct fxa_event event;
  struct command *next; /* lock */
  struct fxa_queue *queue;
  bool is_profiled;
  uint64_t times[3]; /* ns: submit, start, end */
  struct callback {
    struct callback *next;
    void (*function)(void *user);
    void *user;
  } *callbacks; /* lock */
  void (*run)(struct command *command);
  void *destination;
  const void *source;
  size_t destination_pitch[2], source_pitch[2], region[3];
  size_t pattern_size, count;
  unsigned char pattern[PATTERN_MAX];
};

static const struct fxa_host *host;
static struct fxa_device all_devices[MAX_DEVICES];
static struct {
  struct fxs_mutex lock;
  pthread_cond_t changed; /* a command was added or completed, or the thread must end */
  pthread_t thread;
  bool has_thread, is_stopping;                       /* lock */
  struct command *first, *last;                       /* unfinished; lock */
  unsigned long devices, delay_us, fail_at, enqueued; /* enqueued is under lock */
  bool is_delayed;
  FILE *log;
} null = {.lock = FXS_MUTEX_INIT, .changed = PTHREAD_COND_INITIALIZER};

__attribute__((format(printf, 1, 2))) static void record(const char *format, ...) {
  if (!null.log)
    return;
  va_list args;
  va_start(args, format);
  flockfile(null.log);
  vfprintf(null.log, format, args);
  fputc('\n', null.log);
  fflush(null.log);
  funlockfile(null.log);
  va_end(args);
}

static falx_status no_memory(const char *what) {
  return host->error(FALX_ERROR_MEMORY_ALLOCATION, "null: no memory for %s", what);
}

/* ---- Discovery ---- */

static void platform_info(struct fxa_platform_info *out_info) {
  *out_info = (struct fxa_platform_info){.name = "Falx Null",
                                         .vendor = "Falx",
                                         .version = FALX_VERSION,
                                         .backend = FALX_BACKEND_NULL,
                                         .target = FALX_TARGET_NATIVE_CPU};
}

static falx_status devices(struct fxa_device *const **out_devices, size_t *out_count) {
  static struct fxa_device *list[MAX_DEVICES];
  for (unsigned int i = 0; i < null.devices; i++) {
    all_devices[i].number = i;
    list[i] = &all_devices[i];
  }
  *out_devices = list;
  *out_count = null.devices;
  return FALX_SUCCESS;
}

static falx_status put(const void *from, size_t bytes, size_t size, void *value, size_t *out_size) {
  if (out_size)
    *out_size = bytes;
  if (value && size < bytes)
    return host->error(FALX_ERROR_INVALID,
                       "null: the answer takes %zu bytes, there is room for %zu", bytes, size);
  if (value)
    memcpy(value, from, bytes);
  return FALX_SUCCESS;
}

static falx_status device_info(struct fxa_device *device, falx_device_info info, size_t size,
                               void *value, size_t *out_size) {
  static const uint32_t aspects[] = {
      FALX_ASPECT_CUSTOM,
      FALX_ASPECT_FP64,
      FALX_ASPECT_QUEUE_PROFILING,
      FALX_ASPECT_USM_DEVICE_ALLOCATIONS,
      FALX_ASPECT_USM_HOST_ALLOCATIONS,
      FALX_ASPECT_USM_SHARED_ALLOCATIONS,
  };
  static const uint32_t widths[7] = {16, 8, 4, 2, 4, 2, 0};
  static const uint64_t sizes[3] = {1024, 1024, 1024};
  static const uint32_t configs[3] = {0, 0, 127}; /* aspect::fp64 */
  char text[32];
  uint32_t number = 0;
  uint64_t wide = 0;
  if (out_size)
    *out_size = 0;
  switch (info) {
  case FALX_DEVICE_NAME:
    snprintf(text, sizeof text, "Null device %u", device->number);
    return put(text, strlen(text) + 1, size, value, out_size);
  case FALX_DEVICE_VENDOR:
    return put("Falx", 5, size, value, out_size);
  case FALX_DEVICE_VERSION:
  case FALX_DEVICE_DRIVER_VERSION:
    return put(FALX_VERSION, sizeof FALX_VERSION, size, value, out_size);
  case FALX_DEVICE_EXTENSIONS:
    return put("", 1, size, value, out_size);
  case FALX_DEVICE_ASPECTS:
    return put(aspects, sizeof aspects, size, value, out_size);
  case FALX_DEVICE_VECTOR_WIDTHS:
    return put(widths, sizeof widths, size, value, out_size);
  case FALX_DEVICE_MAX_WORK_ITEM_SIZES:
    return put(sizes, sizeof sizes, size, value, out_size);
  case FALX_DEVICE_MAX_WORK_GROUP_SIZE:
    wide = sizes[0];
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_SUB_GROUP_SIZES:
  case FALX_DEVICE_TIMER_RESOLUTION:
    wide = 1;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_MAX_ALLOC_SIZE:
  case FALX_DEVICE_GLOBAL_MEM_SIZE:
  case FALX_DEVICE_CONSTANT_MEM_SIZE:
    wide = UINT64_C(1) << 30;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_MAX_PARAMETER_SIZE:
    wide = 1024;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_FP_CONFIGS:
    return put(configs, sizeof configs, size, value, out_size);
  case FALX_DEVICE_PRINTF_SIZE: /* kernels do not run */
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_LOCAL_MEM_SIZE:
    wide = 64 << 10;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_GLOBAL_CACHE_SIZE:
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_TYPE:
    number = FALX_DEVICE_CUSTOM;
    break;
  case FALX_DEVICE_COMPUTE_UNITS:
    number = 1;
    break;
  case FALX_DEVICE_MAX_NUM_SUB_GROUPS:
    number = 1024;
    break;
  case FALX_DEVICE_ADDRESS_BITS:
    number = 8 * sizeof(void *);
    break;
  case FALX_DEVICE_MEM_BASE_ALIGN:
    number = 1024;
    break;
  case FALX_DEVICE_CONSTANT_ARGS:
    number = 8;
    break;
  case FALX_DEVICE_GLOBAL_CACHE_LINE:
    number = 64;
    break;
  case FALX_DEVICE_ATOMIC_ORDERS:
  case FALX_DEVICE_ATOMIC_SCOPES:
    number = 31;
    break;
  case FALX_DEVICE_PARTITION_PROPERTIES:
  case FALX_DEVICE_AFFINITY_DOMAINS:
  case FALX_DEVICE_VENDOR_ID:
  case FALX_DEVICE_CLOCK_FREQUENCY:
  case FALX_DEVICE_LOCAL_MEM_TYPE:
  case FALX_DEVICE_GLOBAL_CACHE_TYPE:
  case FALX_DEVICE_ERROR_CORRECTION:
    break;
  default:
    return host->error(FALX_ERROR_INVALID, "null: unknown device query %d", (int)info);
  }
  return put(&number, sizeof number, size, value, out_size);
}

/* ---- Contexts and memory ---- */

static falx_status context_create(struct fxa_device *const *list, size_t count,
                                  struct fxa_context **out_context) {
  (void)list;
  *out_context = calloc(1, sizeof **out_context);
  if (!*out_context)
    return no_memory("a context");
  (*out_context)->device_count = count;
  record("context_create %zu", count);
  return FALX_SUCCESS;
}

static void context_destroy(struct fxa_context *context) {
  record("context_destroy");
  free(context);
}

static falx_status usm_alloc(struct fxa_context *context, struct fxa_device *device,
                             falx_usm_kind kind, size_t size, size_t alignment,
                             void **out_pointer) {
  (void)context, (void)device;
  *out_pointer = NULL;
  if ((alignment & (alignment - 1)) != 0)
    return host->error(FALX_ERROR_INVALID, "null: an alignment of %zu is not a power of two",
                       alignment);
  if (posix_memalign(out_pointer, alignment < 64 ? 64 : alignment, size) != 0) {
    *out_pointer = NULL;
    return no_memory("an allocation");
  }
  record("usm_alloc %d %zu", (int)kind, size);
  return FALX_SUCCESS;
}

static void usm_free(struct fxa_context *context, void *pointer) {
  (void)context;
  record("usm_free");
  free(pointer);
}

static bool host_unified(struct fxa_device *device) {
  (void)device;
  return false; /* so that the copies for buffers are tested */
}

/* ---- Programs and kernels ---- */

static falx_status program_create(struct fxa_context *context, struct fxa_device *device,
                                  const struct falx_image *const *images, size_t count,
                                  struct fxa_program **out_program) {
  (void)context, (void)images;
  *out_program = calloc(1, sizeof **out_program);
  if (!*out_program)
    return no_memory("a program");
  (*out_program)->image_count = count;
  record("program_create %u %zu", device->number, count);
  return FALX_SUCCESS;
}

static void program_destroy(struct fxa_program *program) {
  record("program_destroy");
  free(program);
}

static falx_status kernel_create(struct fxa_program *program, const char *name,
                                 const struct falx_kernel_record *kernel_record,
                                 const struct fxa_arg *args, uint32_t arg_count,
                                 struct fxa_kernel **out_kernel) {
  (void)program, (void)args;
  *out_kernel = NULL;
  if (kernel_record->version != FALX_KERNEL_RECORD_VERSION)
    return host->error(FALX_ERROR_BUILD,
                       "null: kernel '%s' has a record of version %u, known is %u", name,
                       kernel_record->version, FALX_KERNEL_RECORD_VERSION);
  size_t length = strlen(name) + 1;
  struct fxa_kernel *kernel = malloc(sizeof *kernel + length);
  if (!kernel)
    return no_memory("a kernel");
  kernel->name = memcpy(kernel + 1, name, length);
  kernel->functor_size = kernel_record->functor_size;
  *out_kernel = kernel;
  record("kernel_create %s %u", name, arg_count);
  return FALX_SUCCESS;
}

static void kernel_destroy(struct fxa_kernel *kernel) {
  record("kernel_destroy %s", kernel->name);
  free(kernel);
}

/* ---- Commands ---- */

static void run_nothing(struct command *command) {
  (void)command;
}

static void run_copy(struct command *command) {
  for (size_t z = 0; z < command->region[2]; z++)
    for (size_t y = 0; y < command->region[1]; y++)
      memmove((unsigned char *)command->destination + z * command->destination_pitch[1] +
                  y * command->destination_pitch[0],
              (const unsigned char *)command->source + z * command->source_pitch[1] +
                  y * command->source_pitch[0],
              command->region[0]);
}

static void run_fill(struct command *command) {
  for (size_t i = 0; i < command->count; i++)
    memcpy((unsigned char *)command->destination + i * command->pattern_size, command->pattern,
           command->pattern_size);
}

/* Runs and completes a command already removed from the list. Without the lock. */
static void finish(struct command *command) {
  command->times[1] = fxs_clock_ns();
  command->run(command);
  command->times[2] = fxs_clock_ns();
  fxs_mutex_lock(&null.lock);
  command->event.status = FALX_SUCCESS;
  struct callback *callbacks = command->callbacks, *next;
  command->callbacks = NULL;
  if (command->queue->last == command)
    command->queue->last = NULL;
  __atomic_store_n(&command->event.state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
  pthread_cond_broadcast(&null.changed);
  fxs_mutex_unlock(&null.lock);
  for (; callbacks; callbacks = next) {
    next = callbacks->next;
    callbacks->function(callbacks->user);
    free(callbacks);
  }
}

static void *complete_commands(void *unused) {
  (void)unused;
  fxs_mutex_lock(&null.lock);
  while (!null.is_stopping) {
    struct command *command = null.first;
    if (!command) {
      pthread_cond_wait(&null.changed, &null.lock.native);
      continue;
    }
    null.first = command->next;
    if (!null.first)
      null.last = NULL;
    fxs_mutex_unlock(&null.lock);
    fxs_sleep_ns((uint64_t)null.delay_us * 1000);
    __atomic_store_n(&command->event.state, FXA_EVENT_RUNNING, __ATOMIC_RELEASE);
    finish(command);
    host->event_release(&command->event);
    fxs_mutex_lock(&null.lock);
  }
  fxs_mutex_unlock(&null.lock);
  return NULL;
}

static void start_thread(void) {
  sigset_t before;
  fxs_signals_hold(&before);
  null.has_thread = pthread_create(&null.thread, NULL, complete_commands, NULL) == 0;
  fxs_signals_give_back(&before);
}

/* Common tail of every enqueue call. */
static falx_status submit(struct fxa_queue *queue, struct command *command, const char *what) {
  fxs_mutex_lock(&null.lock);
  bool is_failing = ++null.enqueued == null.fail_at;
  if (null.is_delayed && !null.has_thread)
    start_thread();
  bool lacks_thread = null.is_delayed && !null.has_thread;
  fxs_mutex_unlock(&null.lock);
  if (lacks_thread)
    return host->error(FALX_ERROR_RUNTIME, "null: cannot start the thread that completes commands");
  if (is_failing)
    return host->error(FALX_ERROR_RUNTIME, "null: enqueue call %s fails, as FALX_NULL_FAIL asks",
                       what);
  command->queue = queue;
  command->next = NULL;
  command->callbacks = NULL;
  command->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  command->times[0] = fxs_clock_ns();
  __atomic_store_n(&command->event.state, FXA_EVENT_QUEUED, __ATOMIC_RELAXED);
  if (!null.is_delayed) {
    finish(command);
    return FALX_SUCCESS;
  }
  host->event_retain(&command->event);
  fxs_mutex_lock(&null.lock);
  *(null.last ? &null.last->next : &null.first) = command;
  null.last = command;
  queue->last = command;
  pthread_cond_broadcast(&null.changed);
  fxs_mutex_unlock(&null.lock);
  return FALX_SUCCESS;
}

static falx_status enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                  const struct fxa_launch *launch, struct fxa_event *const *waits,
                                  size_t wait_count, struct fxa_event *event) {
  const struct falx_nd_range *range = launch->range;
  (void)waits;
  if (launch->functor_size != kernel->functor_size)
    return host->error(FALX_ERROR_KERNEL_ARGUMENT,
                       "null: the function object has %u bytes, kernel '%s' expects %u",
                       launch->functor_size, kernel->name, kernel->functor_size);
  for (uint32_t d = 0; d < range->dimensions; d++)
    if (range->has_local && (range->local[d] == 0 || range->global[d] % range->local[d] != 0))
      return host->error(FALX_ERROR_ND_RANGE,
                         "null: the local size does not divide the global one");
  record("kernel %s %zu,%zu,%zu %s %zu,%zu,%zu waits %zu", kernel->name, range->global[0],
         range->global[1], range->global[2], range->has_local ? "local" : "plain", range->local[0],
         range->local[1], range->local[2], wait_count);
  struct command *command = (struct command *)(void *)event;
  command->run = run_nothing;
  return submit(queue, command, "kernel");
}

static falx_status enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                    const size_t destination_pitch[2], const void *source,
                                    const size_t source_pitch[2], const size_t region[3],
                                    struct fxa_event *const *waits, size_t wait_count,
                                    struct fxa_event *event) {
  (void)waits;
  record("copy %zu,%zu,%zu waits %zu", region[0], region[1], region[2], wait_count);
  struct command *command = (struct command *)(void *)event;
  command->run = run_copy;
  command->destination = destination;
  command->source = source;
  memcpy(command->destination_pitch, destination_pitch, sizeof command->destination_pitch);
  memcpy(command->source_pitch, source_pitch, sizeof command->source_pitch);
  memcpy(command->region, region, sizeof command->region);
  return submit(queue, command, "copy");
}

static falx_status enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                                size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                                struct fxa_event *event) {
  const size_t pitch[2] = {0, 0}, region[3] = {bytes, 1, 1};
  return enqueue_copy_box(queue, destination, pitch, source, pitch, region, waits, wait_count,
                          event);
}

static falx_status enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                                size_t pattern_size, size_t count, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event) {
  (void)waits;
  if (pattern_size == 0 || pattern_size > PATTERN_MAX)
    return host->error(FALX_ERROR_INVALID,
                       "null: a fill pattern of %zu bytes; 1 to %d are possible", pattern_size,
                       PATTERN_MAX);
  record("fill %zu of %zu waits %zu", count, pattern_size, wait_count);
  struct command *command = (struct command *)(void *)event;
  command->run = run_fill;
  command->destination = destination;
  command->pattern_size = pattern_size;
  command->count = count;
  memcpy(command->pattern, pattern, pattern_size);
  return submit(queue, command, "fill");
}

static falx_status enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                                  size_t wait_count, struct fxa_event *event) {
  (void)waits;
  record("marker waits %zu", wait_count);
  struct command *command = (struct command *)(void *)event;
  command->run = run_nothing;
  return submit(queue, command, "marker");
}

/* ---- Queues and events ---- */

static falx_status queue_create(struct fxa_context *context, struct fxa_device *device,
                                uint32_t flags, struct fxa_queue **out_queue) {
  (void)context;
  *out_queue = calloc(1, sizeof **out_queue);
  if (!*out_queue)
    return no_memory("a queue");
  (*out_queue)->flags = flags;
  record("queue_create %u %u", device->number, flags);
  return FALX_SUCCESS;
}

static void queue_destroy(struct fxa_queue *queue) {
  record("queue_destroy");
  fxs_mutex_lock(&null.lock); /* the thread may still be accessing it */
  fxs_mutex_unlock(&null.lock);
  free(queue);
}

static falx_status queue_finish(struct fxa_queue *queue) {
  fxs_mutex_lock(&null.lock);
  while (queue->last)
    pthread_cond_wait(&null.changed, &null.lock.native);
  fxs_mutex_unlock(&null.lock);
  return FALX_SUCCESS;
}

static falx_status event_wait(struct fxa_event *event) {
  fxs_mutex_lock(&null.lock);
  while (__atomic_load_n(&event->state, __ATOMIC_ACQUIRE) != FXA_EVENT_COMPLETE)
    pthread_cond_wait(&null.changed, &null.lock.native);
  fxs_mutex_unlock(&null.lock);
  return (falx_status)event->status;
}

static falx_status event_notify(struct fxa_event *event, void (*function)(void *user), void *user) {
  struct command *command = (struct command *)(void *)event;
  struct callback *callback = malloc(sizeof *callback);
  if (!callback)
    return no_memory("a callback");
  *callback = (struct callback){NULL, function, user};
  fxs_mutex_lock(&null.lock);
  bool is_complete = __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE;
  if (!is_complete) {
    callback->next = command->callbacks;
    command->callbacks = callback;
  }
  fxs_mutex_unlock(&null.lock);
  if (is_complete) {
    free(callback);
    function(user);
  }
  return FALX_SUCCESS;
}

static falx_status event_profiling(struct fxa_event *event, falx_profiling_info info,
                                   uint64_t *out_ns) {
  struct command *command = (struct command *)(void *)event;
  *out_ns = 0;
  if (!command->is_profiled)
    return host->error(FALX_ERROR_PROFILING,
                       "null: the event's queue was made without enable_profiling");
  if ((unsigned int)info > FALX_PROFILING_END)
    return host->error(FALX_ERROR_INVALID, "null: unknown profiling query %d", (int)info);
  falx_status status = event_wait(event);
  if (status == FALX_SUCCESS)
    *out_ns = command->times[info];
  return status;
}

/* ---- The adapter ---- */

static const struct fxa_table table = {
    .size = sizeof table,
    .event_size = sizeof(struct command),
    .platform_info = platform_info,
    .devices = devices,
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
    .queue_finish = queue_finish,
    .enqueue_kernel = enqueue_kernel,
    .enqueue_copy = enqueue_copy,
    .enqueue_fill = enqueue_fill,
    .enqueue_copy_box = enqueue_copy_box,
    .enqueue_marker = enqueue_marker,
    .event_wait = event_wait,
    .event_notify = event_notify,
    .event_profiling = event_profiling,
};

static falx_status number_setting(const char *name, unsigned long least, unsigned long most,
                                  unsigned long *number) {
  const char *text = host->setting(name);
  if (!text || !*text)
    return FALX_SUCCESS;
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != 0 || errno != 0 || value < least || value > most)
    return host->error(FALX_ERROR_INVALID, "null: %s is '%s'; set it to a number from %lu to %lu",
                       name, text, least, most);
  *number = value;
  return FALX_SUCCESS;
}

static falx_status init(const struct fxa_host *the_host, const struct fxa_table **out_table) {
  enum { NONE = 1000000001 };
  *out_table = NULL;
  host = the_host;
  null.devices = 1;
  null.delay_us = NONE;
  null.fail_at = null.enqueued = 0;
  null.is_stopping = null.has_thread = false;
  falx_status status = number_setting("FALX_NULL_DEVICES", 1, MAX_DEVICES, &null.devices);
  if (status == FALX_SUCCESS)
    status = number_setting("FALX_NULL_DELAY_US", 0, 1000000000, &null.delay_us);
  if (status == FALX_SUCCESS)
    status = number_setting("FALX_NULL_FAIL", 1, 1000000000, &null.fail_at);
  if (status != FALX_SUCCESS)
    return status;
  null.is_delayed = null.delay_us != NONE;
  const char *path = host->setting("FALX_NULL_LOG");
  if (path && *path && !(null.log = fopen(path, "ae")))
    return host->error(FALX_ERROR_INVALID, "null: FALX_NULL_LOG: cannot write to '%s': %s", path,
                       strerror(errno));
  record("init");
  *out_table = &table;
  return FALX_SUCCESS;
}

static void fini(void) {
  record("fini");
  fxs_mutex_lock(&null.lock);
  null.is_stopping = true;
  pthread_cond_broadcast(&null.changed);
  fxs_mutex_unlock(&null.lock);
  if (null.has_thread)
    pthread_join(null.thread, NULL);
  if (null.log)
    fclose(null.log);
  null.log = NULL;
}

extern const struct fxa_adapter falx_adapter;
__attribute__((visibility("default"))) const struct fxa_adapter falx_adapter = {
    .abi_major = FXA_ABI_MAJOR,
    .abi_minor = FXA_ABI_MINOR,
    .name = "null",
    .init = init,
    .fini = fini,
};
