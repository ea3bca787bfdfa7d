/* An adapter for tests of queues and buffers: one device on host memory, two with their own. */
#include "tests/unit/queue_adapter.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"

enum { DEVICES = 3 };

struct fxa_device {
  const char *name;
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
  struct queue_adapter_functor functor;
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
__attribute__((visibility("default"))) struct queue_adapter_control queue_adapter_control = {
    .end_one = end_one, .ready = ready};
#define control queue_adapter_control
#define COUNT(field, n) __atomic_fetch_add(&control.field, n, __ATOMIC_RELAXED)

/* ---- Devices, memory, programs ---- */

static void platform_info(struct fxa_platform_info *out) {
  *out = (struct fxa_platform_info){"test platform", "tests", "1", FALX_BACKEND_NATIVE_CPU,
                                    FALX_TARGET_NATIVE_CPU};
}

static falx_status list(struct fxa_device *const **out_devices, size_t *out_count) {
  static struct fxa_device all[DEVICES] = {{"unified"}, {"discrete 1"}, {"discrete 2"}};
  static struct fxa_device *const pointers[] = {&all[0], &all[1], &all[2]};
  *out_devices = pointers;
  *out_count = DEVICES;
  return FALX_SUCCESS;
}

static falx_status device_info(struct fxa_device *device, falx_device_info info, size_t size,
                               void *value, size_t *out_size) {
  static const uint64_t sizes[3] = {64, 64, 64}, local = 1024, group = 256;
  static const uint32_t type = FALX_DEVICE_CPU;
  const void *source = NULL;
  if (__atomic_load_n(&control.fail_queries, __ATOMIC_RELAXED)) {
    COUNT(fail_queries, (size_t)-1);
    return host->error(FALX_ERROR_RUNTIME, "this query was made to fail");
  }
  switch (info) {
  case FALX_DEVICE_NAME:
    source = device->name;
    *out_size = strlen(device->name) + 1;
    break;
  case FALX_DEVICE_TYPE:
    source = &type;
    *out_size = sizeof type;
    break;
  case FALX_DEVICE_MAX_WORK_ITEM_SIZES:
    source = sizes;
    *out_size = sizeof sizes;
    break;
  case FALX_DEVICE_LOCAL_MEM_SIZE:
    source = &local;
    *out_size = sizeof local;
    break;
  case FALX_DEVICE_MAX_WORK_GROUP_SIZE:
    source = &group;
    *out_size = sizeof group;
    break;
  default:
    return host->error(FALX_ERROR_INVALID, "no answer to %d", (int)info);
  }
  if (value && size < *out_size)
    return FALX_ERROR_INVALID;
  if (value)
    memcpy(value, source, *out_size);
  return FALX_SUCCESS;
}

static falx_status context_create(struct fxa_device *const *devices, size_t count,
                                  struct fxa_context **out_context) {
  (void)devices, (void)count;
  *out_context = calloc(1, sizeof **out_context);
  return *out_context ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static void context_destroy(struct fxa_context *context) {
  free(context);
}

static falx_status usm_alloc(struct fxa_context *context, struct fxa_device *device,
                             falx_usm_kind kind, size_t size, size_t alignment,
                             void **out_pointer) {
  (void)context, (void)device, (void)kind, (void)alignment;
  *out_pointer = malloc(size);
  if (*out_pointer)
    memset(*out_pointer, 0xA5, size);
  COUNT(allocated, 1);
  return *out_pointer ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static void usm_free(struct fxa_context *context, void *pointer) {
  (void)context;
  free(pointer);
  COUNT(allocated, -1);
}
static bool host_unified(struct fxa_device *device) {
  return device->name[0] == 'u';
}

static falx_status program_create(struct fxa_context *context, struct fxa_device *device,
                                  const struct falx_image *const *images, size_t count,
                                  struct fxa_program **out_program) {
  (void)context, (void)device, (void)images, (void)count;
  *out_program = calloc(1, sizeof **out_program);
  return *out_program ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static void program_destroy(struct fxa_program *program) {
  free(program);
}
static falx_status kernel_create(struct fxa_program *program, const char *name,
                                 const struct falx_kernel_record *record,
                                 const struct fxa_arg *args, uint32_t arg_count,
                                 struct fxa_kernel **out_kernel) {
  (void)program, (void)name, (void)record, (void)args, (void)arg_count;
  *out_kernel = calloc(1, sizeof **out_kernel);
  return *out_kernel ? FALX_SUCCESS : FALX_ERROR_MEMORY_ALLOCATION;
}
static void kernel_destroy(struct fxa_kernel *kernel) {
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
    queue_adapter_mix(&command->functor);
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

static bool end_one(size_t index, int status) {
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
  if (status == FALX_SUCCESS)
    run(found);
  end(found, status);
  return true;
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
      end_one(seed % count, FALX_SUCCESS);
  }
}

/* ---- Commands ---- */

static falx_status enqueue(struct fxa_queue *queue, const struct command *model,
                           struct fxa_event *const *waits, size_t count, struct fxa_event *event) {
  COUNT(enqueued, 1);
  bool may_fail = __atomic_load_n(&control.fail_next, __ATOMIC_RELAXED) != 0;
  if (may_fail && __atomic_load_n(&control.fail_skip, __ATOMIC_RELAXED)) {
    COUNT(fail_skip, (size_t)-1);
  } else if (may_fail) {
    COUNT(fail_next, (size_t)-1);
    return host->error(FALX_ERROR_RUNTIME, "this call was made to fail");
  }
  struct command *command = (struct command *)(void *)event;
  int mode = __atomic_load_n(&control.mode, __ATOMIC_RELAXED);
  *command = *model;
  command->queue = queue;
  COUNT(events, 1);
  size_t unfinished = 0;
  for (size_t i = 0; i < count; i++)
    unfinished += !is_done(waits[i]);
  __atomic_store_n(&control.last_waits, unfinished, __ATOMIC_RELAXED);
  pthread_mutex_lock(&lock);
  bool is_at_once = mode == QUEUE_ADAPTER_AT_ONCE && unfinished == 0 && queue->unfinished == 0;
  if (is_at_once) {
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
  if (mode == QUEUE_ADAPTER_RANDOM && !has_worker)
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
  pthread_mutex_lock(&lock);
  while (queue->unfinished)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return FALX_SUCCESS;
}

/* ---- Events ---- */

static falx_status event_wait(struct fxa_event *event) {
  pthread_mutex_lock(&lock);
  while (!is_done(event))
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
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
    .enqueue_marker = enqueue_marker,
    .event_wait = event_wait,
    .event_notify = event_notify,
    .event_profiling = event_profiling,
    .event_destroy = event_destroy,
};

static falx_status init(const struct fxa_host *the_host, const struct fxa_table **out_table) {
  host = the_host;
  *out_table = &table;
  return FALX_SUCCESS;
}

static void fini(void) {
  pthread_mutex_lock(&lock);
  is_stopping = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  if (has_worker)
    pthread_join(worker, NULL);
  if (control.queues)
    abort();
}

__attribute__((visibility("default")))
const struct fxa_adapter falx_adapter = {FXA_ABI_MAJOR, FXA_ABI_MINOR, "native_cpu", init, fini};
