/* Simulated devices behind the front of the scripted adapter: malloc'd memory, one kernel,
 * commands that complete in the order that the script gives. */
#include "tests/scripted/scripted.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"

enum { MOST_DEVICES = 8 };

struct fxa_device {
  const struct scripted_device *script;
};
struct fxa_context {
  int unused;
};
struct fxa_program {
  int unused;
};
struct fxa_kernel {
  int unused;
};
struct fxa_queue {
  uint32_t flags;
  size_t unfinished;    /* lock */
  struct command *last; /* lock; unfinished */
};

struct callback {
  struct callback *next;
  void (*function)(void *user);
  void *user;
};

struct command {
  struct fxa_event event;
  struct command *previous, *next; /* lock; unfinished */
  struct fxa_queue *queue;
  struct callback *callbacks; /* lock */
  struct fxa_event **waits;
  size_t wait_count;
  enum { KERNEL, COPY, FILL, MARKER } kind;
  struct scripted_functor functor;
  void *destination;
  const void *source;
  size_t bytes, count;
  unsigned char pattern[128];
};

static const struct fxa_host *host;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct command *first, **last = &first; /* lock */
static pthread_t worker;
static bool has_worker, is_stopping; /* lock */

static bool end_one(size_t index, int status);
static size_t ready(void);
#define COUNT SCRIPTED_COUNT

/* ---- Devices, memory, programs ---- */

static void platform_info(struct fxa_platform_info *out) {
  *out = (struct fxa_platform_info){"test platform", "tests", "1", FALX_BACKEND_NATIVE_CPU,
                                    FALX_TARGET_NATIVE_CPU};
}

static uint32_t device_platform(struct fxa_device *device, struct fxa_platform_info *out) {
  platform_info(out);
  if (device->script->platform) {
    out->name = "other platform";
    out->target = FALX_TARGET_SPIR64;
  }
  return device->script->platform;
}

static falx_status list(struct fxa_device *const **out_devices, size_t *out_count) {
  static const uint32_t aspects[] = {FALX_ASPECT_CPU, FALX_ASPECT_FP64, FALX_ASPECT_ATOMIC64};
  static const struct scripted_device two[] = {
      {"test cpu", FALX_DEVICE_CPU, true, aspects, 3, "other_extension " FALX_LINKS_NATIVE, 0},
      {"test gpu", FALX_DEVICE_GPU, false, NULL, 0, NULL, 0}};
  static struct fxa_device all[MOST_DEVICES], *pointers[MOST_DEVICES];
  const struct scripted_device *devices = scripted.devices ? scripted.devices : two;
  size_t count = scripted.devices ? scripted.device_count : 2;
  if (count > MOST_DEVICES)
    return host->error(FALX_ERROR_INVALID, "at most %d devices", MOST_DEVICES);
  for (size_t i = 0; i < count; i++) {
    all[i].script = &devices[i];
    pointers[i] = &all[i];
  }
  *out_devices = pointers;
  *out_count = count;
  return FALX_SUCCESS;
}

static falx_status device_info(struct fxa_device *device, falx_device_info info, size_t size,
                               void *value, size_t *out_size) {
  static const uint64_t sizes[3] = {64, 64, 64}, local = 1024, group = 256;
  const struct scripted_device *script = device->script;
  const void *source = NULL;
  size_t bytes = 0;
  switch (info) {
  case FALX_DEVICE_NAME:
    source = script->name;
    bytes = strlen(script->name) + 1;
    break;
  case FALX_DEVICE_TYPE:
    source = &script->type;
    bytes = sizeof script->type;
    break;
  case FALX_DEVICE_ASPECTS:
    source = script->aspects;
    bytes = script->aspect_count * sizeof *script->aspects;
    break;
  case FALX_DEVICE_EXTENSIONS:
    source = script->extensions;
    bytes = source ? strlen(source) + 1 : 0;
    break;
  case FALX_DEVICE_MAX_WORK_ITEM_SIZES:
    source = sizes;
    bytes = sizeof sizes;
    break;
  case FALX_DEVICE_LOCAL_MEM_SIZE:
    source = &local;
    bytes = sizeof local;
    break;
  case FALX_DEVICE_MAX_WORK_GROUP_SIZE:
    source = &group;
    bytes = sizeof group;
    break;
  default:
    break;
  }
  if (!source)
    return host->error(FALX_ERROR_INVALID, "no answer to %d", (int)info);
  *out_size = bytes;
  if (value && size < bytes)
    return FALX_ERROR_INVALID;
  if (value)
    memcpy(value, source, bytes);
  return FALX_SUCCESS;
}

static falx_status context_create(struct fxa_device *const *devices, size_t count,
                                  struct fxa_context **out_context) {
  (void)devices, (void)count;
  *out_context = calloc(1, sizeof **out_context);
  COUNT(contexts, *out_context != NULL);
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
  if (!*out_pointer)
    return FALX_ERROR_MEMORY_ALLOCATION;
  memset(*out_pointer, 0xA5, size);
  COUNT(allocated, 1);
  return FALX_SUCCESS;
}
static void usm_free(struct fxa_context *context, void *pointer) {
  (void)context;
  free(pointer);
  COUNT(allocated, -1);
}
static bool host_unified(struct fxa_device *device) {
  return device->script->is_unified;
}

static falx_status memory_write(struct fxa_context *context, struct fxa_device *device,
                                void *destination, const void *source, size_t bytes) {
  (void)context, (void)device;
  COUNT(writes, 1);
  memcpy(destination, source, bytes);
  return FALX_SUCCESS;
}

static falx_status program_create(struct fxa_context *context, struct fxa_device *device,
                                  const struct falx_image *const *images, size_t count,
                                  struct fxa_program **out_program) {
  (void)context, (void)device;
  COUNT(builds, 1);
  __atomic_store_n(&scripted.images, count, __ATOMIC_RELEASE);
  if (strcmp(images[0]->compile_options, "fail") == 0)
    return host->error(FALX_ERROR_BUILD, "told to fail: the image");
  *out_program = calloc(1, sizeof **out_program);
  COUNT(programs, *out_program != NULL);
  return *out_program ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static const char saved[] = "what the driver made";
static falx_status program_save(struct fxa_program *program, size_t size, void *bytes,
                                size_t *out_size) {
  (void)program;
  *out_size = sizeof saved;
  if (bytes && size >= sizeof saved)
    memcpy(bytes, saved, sizeof saved);
  return FALX_SUCCESS;
}
static falx_status program_load(struct fxa_context *context, struct fxa_device *device,
                                const struct falx_image *const *images, size_t count,
                                const void *bytes, size_t size, struct fxa_program **out_program) {
  (void)context, (void)device, (void)images, (void)count;
  if (scripted.refuses_bytes || size != sizeof saved || memcmp(bytes, saved, size) != 0)
    return host->error(FALX_ERROR_BUILD, "told to fail: the bytes");
  COUNT(loads, 1);
  *out_program = calloc(1, sizeof **out_program);
  COUNT(programs, *out_program != NULL);
  return *out_program ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static void program_destroy(struct fxa_program *program) {
  COUNT(programs, -1);
  free(program);
}
static falx_status kernel_create(struct fxa_program *program, const char *name,
                                 const struct falx_kernel_record *record,
                                 const struct fxa_arg *args, uint32_t arg_count,
                                 struct fxa_kernel **out_kernel) {
  (void)program, (void)name, (void)record, (void)args, (void)arg_count;
  *out_kernel = calloc(1, sizeof **out_kernel);
  COUNT(kernels, *out_kernel != NULL);
  return *out_kernel ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static void kernel_destroy(struct fxa_kernel *kernel) {
  COUNT(kernels, -1);
  free(kernel);
}

/* ---- Running ---- */

static bool is_done(const struct fxa_event *event) {
  return __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE;
}

static bool may_run(const struct command *command) {
  for (size_t i = 0; i < command->wait_count; i++)
    if (!is_done(command->waits[i]))
      return false;
  bool follows_all = command->queue->flags & FALX_QUEUE_IN_ORDER ||
                     (command->kind == MARKER && command->wait_count == 0);
  for (struct command *other = first; follows_all && other != command; other = other->next)
    if (other->queue == command->queue)
      return false;
  return true;
}

static void run(struct command *command) {
  switch (command->kind) {
  case KERNEL:
    scripted_mix(&command->functor);
    break;
  case COPY:
    memcpy(command->destination, command->source, command->bytes);
    break;
  case FILL:
    for (size_t i = 0; i < command->count; i++)
      memcpy((char *)command->destination + i * command->bytes, command->pattern, command->bytes);
    break;
  case MARKER:
    break;
  }
}

static void end(struct command *command, int status) {
  struct fxa_event **waits = command->waits;
  size_t wait_count = command->wait_count;
  pthread_mutex_lock(&lock);
  if (command->previous)
    command->previous->next = command->next;
  else
    first = command->next;
  if (command->next)
    command->next->previous = command->previous;
  else
    last = command->previous ? &command->previous->next : &first;
  struct callback *callback = command->callbacks;
  command->queue->unfinished--;
  command->event.status = (uint32_t)status;
  __atomic_store_n(&command->event.state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  while (callback) {
    struct callback *next = callback->next;
    callback->function(callback->user);
    free(callback);
    callback = next;
  }
  for (size_t i = 0; i < wait_count; i++)
    host->event_release(waits[i]);
  free(waits);
  host->event_release(&command->event);
}

static int end_status(void) {
  return scripted_end_fails() ? FALX_ERROR_RUNTIME : FALX_SUCCESS;
}

/* Without running it where status is an error; or is going to be one, for one copy of so many. */
static bool end_ready(size_t index, int status, size_t copies_per_failure, uint64_t random) {
  pthread_mutex_lock(&lock);
  struct command *found = NULL;
  for (struct command *command = first; command && !found; command = command->next)
    if (command->event.state == FXA_EVENT_QUEUED && may_run(command) && index-- == 0)
      found = command;
  if (found)
    __atomic_store_n(&found->event.state, FXA_EVENT_RUNNING, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  if (!found)
    return false;
  if (copies_per_failure && found->kind == COPY && random % copies_per_failure == 0) {
    COUNT(failed, 1);
    status = FALX_ERROR_RUNTIME;
  }
  if (status == FALX_SUCCESS)
    run(found);
  end(found, status);
  return true;
}

static bool end_one(size_t index, int status) {
  return end_ready(index, status, 0, 0);
}

static size_t ready(void) {
  size_t count = 0;
  pthread_mutex_lock(&lock);
  for (struct command *command = first; command; command = command->next)
    count += command->event.state == FXA_EVENT_QUEUED && may_run(command);
  pthread_mutex_unlock(&lock);
  return count;
}

static void *work(void *unused) {
  (void)unused;
  uint64_t seed = 88172645463325252u;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!is_stopping && !first)
      pthread_cond_wait(&changed, &lock);
    bool is_over = is_stopping && !first;
    pthread_mutex_unlock(&lock);
    if (is_over)
      return NULL;
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    size_t count = ready();
    if (count)
      end_ready(seed % count, end_status(),
                __atomic_load_n(&scripted.copies_per_failure, __ATOMIC_RELAXED), seed >> 32);
  }
}

/* ---- Commands ---- */

static falx_status enqueue(struct fxa_queue *queue, const struct command *model,
                           struct fxa_event *const *waits, size_t count, struct fxa_event *event) {
  struct command *command = (struct command *)(void *)event;
  int order = __atomic_load_n(&scripted.order, __ATOMIC_RELAXED);
  *command = *model;
  command->queue = queue;
  COUNT(events, 1);
  size_t unfinished = 0;
  for (size_t i = 0; i < count; i++)
    unfinished += !is_done(waits[i]);
  __atomic_store_n(&scripted.last_waits, unfinished, __ATOMIC_RELAXED);
  pthread_mutex_lock(&lock);
  bool is_at_once = order == SCRIPTED_AT_ONCE && unfinished == 0 && queue->unfinished == 0;
  if (is_at_once) {
    command->event.status = (uint32_t)end_status();
    if (command->event.status == FALX_SUCCESS)
      run(command);
    __atomic_store_n(&command->event.state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return FALX_SUCCESS;
  }
  command->waits = count ? malloc(count * sizeof *command->waits) : NULL;
  for (size_t i = 0; i < count; i++) {
    command->waits[i] = waits[i];
    host->event_retain(waits[i]);
  }
  command->wait_count = count;
  host->event_retain(event);
  queue->unfinished++;
  command->previous = NULL;
  if (first) {
    command->previous = (struct command *)(void *)((char *)last - offsetof(struct command, next));
  }
  *last = command;
  last = &command->next;
  if (order == SCRIPTED_RANDOM && !has_worker)
    has_worker = pthread_create(&worker, NULL, work, NULL) == 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return FALX_SUCCESS;
}

static falx_status enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                  const struct fxa_launch *launch, struct fxa_event *const *waits,
                                  size_t count, struct fxa_event *event) {
  (void)kernel;
  struct command model = {.kind = KERNEL};
  memcpy(&model.functor, launch->functor, sizeof model.functor);
  return enqueue(queue, &model, waits, count, event);
}

static falx_status enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                                size_t bytes, struct fxa_event *const *waits, size_t count,
                                struct fxa_event *event) {
  struct command model = {
      .kind = COPY, .destination = destination, .source = source, .bytes = bytes};
  return enqueue(queue, &model, waits, count, event);
}

/* Boxes are the runtime's to copy, row by row. */
static falx_status enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                    const size_t destination_pitch[2], const void *source,
                                    const size_t source_pitch[2], const size_t region[3],
                                    struct fxa_event *const *waits, size_t count,
                                    struct fxa_event *event) {
  (void)queue, (void)destination, (void)destination_pitch, (void)source, (void)source_pitch;
  (void)region, (void)waits, (void)count, (void)event;
  return FALX_ERROR_NOT_SUPPORTED;
}

static falx_status enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                                size_t pattern_size, size_t repeat, struct fxa_event *const *waits,
                                size_t count, struct fxa_event *event) {
  struct command model = {
      .kind = FILL, .destination = destination, .bytes = pattern_size, .count = repeat};
  memcpy(model.pattern, pattern, pattern_size);
  return enqueue(queue, &model, waits, count, event);
}

static falx_status enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                                  size_t count, struct fxa_event *event) {
  struct command model = {.kind = MARKER};
  return enqueue(queue, &model, waits, count, event);
}

static falx_status queue_create(struct fxa_context *context, struct fxa_device *device,
                                uint32_t flags, struct fxa_queue **out_queue) {
  (void)context, (void)device;
  *out_queue = calloc(1, sizeof **out_queue);
  if (!*out_queue)
    return FALX_ERROR_MEMORY_ALLOCATION;
  (*out_queue)->flags = flags;
  COUNT(queues, 1);
  return FALX_SUCCESS;
}
static void queue_destroy(struct fxa_queue *queue) {
  if (queue->unfinished)
    abort(); /* the contract: nothing is in flight */
  free(queue);
  COUNT(queues, -1);
}
static falx_status queue_finish(struct fxa_queue *queue) {
  COUNT(waiting, 1);
  pthread_mutex_lock(&lock);
  while (queue->unfinished)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  COUNT(waiting, (size_t)-1);
  return FALX_SUCCESS;
}

/* ---- Events ---- */

static falx_status event_wait(struct fxa_event *event) {
  COUNT(waiting, 1);
  pthread_mutex_lock(&lock);
  while (!is_done(event))
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  COUNT(waiting, (size_t)-1);
  return FALX_SUCCESS;
}

static falx_status event_notify(struct fxa_event *event, void (*function)(void *user), void *user) {
  struct command *command = (struct command *)(void *)event;
  struct callback *callback = malloc(sizeof *callback);
  if (!callback)
    return FALX_ERROR_MEMORY_ALLOCATION;
  *callback = (struct callback){NULL, function, user};
  pthread_mutex_lock(&lock);
  bool is_late = is_done(event);
  if (!is_late) {
    callback->next = command->callbacks;
    command->callbacks = callback;
  }
  pthread_mutex_unlock(&lock);
  if (is_late) {
    free(callback);
    function(user);
  }
  return FALX_SUCCESS;
}

static falx_status event_profiling(struct fxa_event *event, falx_profiling_info info,
                                   uint64_t *out_ns) {
  (void)event;
  *out_ns = 100u + (uint64_t)info;
  return FALX_SUCCESS;
}

static void event_destroy(struct fxa_event *event) {
  memset((char *)event + sizeof *event, 0xDD, sizeof(struct command) - sizeof *event);
  COUNT(events, -1);
}

static const struct fxa_table table = {
    .size = sizeof table,
    .event_size = sizeof(struct command),
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
    .queue_finish = queue_finish,
    .enqueue_kernel = enqueue_kernel,
    .enqueue_copy = enqueue_copy,
    .enqueue_fill = enqueue_fill,
    .enqueue_copy_box = enqueue_copy_box,
    .enqueue_marker = enqueue_marker,
    .event_wait = event_wait,
    .event_notify = event_notify,
    .event_profiling = event_profiling,
    .event_destroy = event_destroy,
    .memory_write = memory_write,
    .device_platform = device_platform,
    .program_save = program_save,
    .program_load = program_load,
};

static falx_status init(const struct fxa_host *the_host, const struct fxa_table **out_table) {
  host = the_host;
  scripted.end_one = end_one;
  scripted.ready = ready;
  COUNT(inits, 1);
  *out_table = &table;
  return FALX_SUCCESS;
}

/* Ends the process where something is left: the runtime has to destroy everything first. */
static void fini(void) {
  pthread_mutex_lock(&lock);
  is_stopping = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  if (has_worker)
    pthread_join(worker, NULL);
  if (scripted.contexts || scripted.allocated || scripted.programs || scripted.kernels ||
      scripted.queues)
    abort();
  const char *value = scripted.setting ? host->setting(scripted.setting) : NULL;
  if (scripted.setting && (!value || strcmp(value, scripted.setting_value) != 0))
    abort(); /* settings outlive fini */
}

extern const struct fxa_adapter falx_adapter_behind;
const struct fxa_adapter falx_adapter_behind = {FXA_ABI_MAJOR, FXA_ABI_MINOR, "native_cpu", init,
                                                fini};
