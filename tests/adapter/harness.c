/* Loading, event memory and the host table of the adapter suite. */
#include "tests/adapter/harness.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <time.h>

extern const char *test_adapter_path;
const char *test_case = "";
const struct fxa_adapter *test_adapter;
const struct fxa_table *test_table;
struct fxa_device *test_device;
struct fxa_context *test_context;
bool test_computes, test_takes_host_code;

static _Thread_local char error_text[1024];
static void *library;

const char *test_error(void) {
  return error_text;
}

uint64_t test_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- Host ---- */

struct slot { /* in front of each event; 64 bytes keep the event aligned */
  _Alignas(64) struct slot *next;
  uint32_t references;
};
static struct slot *free_slots;
static pthread_mutex_t slot_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t alive;

static struct slot *slot_of(struct fxa_event *event) {
  return (struct slot *)(void *)event - 1;
}

struct fxa_event *test_event(void) {
  pthread_mutex_lock(&slot_lock);
  struct slot *slot = free_slots;
  if (slot)
    free_slots = slot->next;
  alive++;
  pthread_mutex_unlock(&slot_lock);
  if (!slot) {
    void *memory;
    CHECK(posix_memalign(&memory, 64, sizeof *slot + test_table->event_size) == 0);
    slot = memory;
    memset(slot + 1, 0xa5, test_table->event_size); /* the contract promises no zeroes */
  }
  __atomic_store_n(&slot->references, 1, __ATOMIC_RELAXED);
  return (struct fxa_event *)(void *)(slot + 1);
}

static void event_retain(struct fxa_event *event) {
  uint32_t before = __atomic_fetch_add(&slot_of(event)->references, 1, __ATOMIC_RELAXED);
  CHECK(before > 0);
}

static void release(struct fxa_event *event, bool is_made) {
  struct slot *slot = slot_of(event);
  uint32_t before = __atomic_fetch_sub(&slot->references, 1, __ATOMIC_ACQ_REL);
  CHECK(before > 0);
  if (before > 1)
    return;
  if (is_made && test_table->event_destroy)
    test_table->event_destroy(event);
  pthread_mutex_lock(&slot_lock);
  slot->next = free_slots;
  free_slots = slot;
  alive--;
  pthread_mutex_unlock(&slot_lock);
}

void test_event_release(struct fxa_event *event) {
  release(event, true);
}

void test_event_discard(struct fxa_event *event) {
  release(event, false);
}

size_t test_events_alive(void) {
  pthread_mutex_lock(&slot_lock);
  size_t count = alive;
  pthread_mutex_unlock(&slot_lock);
  return count;
}

__attribute__((format(printf, 2, 3))) static falx_status host_error(falx_status status,
                                                                    const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(error_text, sizeof error_text, format, args);
  va_end(args);
  return status;
}

static struct {
  const char *name, *value;
} settings[8];

void test_set(const char *name, const char *value) {
  size_t i = 0;
  while (settings[i].name && strcmp(settings[i].name, name) != 0)
    i++;
  settings[i].name = name;
  settings[i].value = value;
}

static const char *setting(const char *name) {
  for (size_t i = 0; settings[i].name; i++)
    if (strcmp(settings[i].name, name) == 0)
      return settings[i].value;
  return getenv(name);
}

static const struct fxa_host host = {.size = sizeof host,
                                     .event_retain = event_retain,
                                     .event_release = test_event_release,
                                     .error = host_error,
                                     .setting = setting};

/* ---- Open and close ---- */

falx_status test_try_init(void) {
  library = dlopen(test_adapter_path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  test_adapter = dlsym(library, FXA_SYMBOL);
  CHECK(test_adapter);
  CHECK_EQ(test_adapter->abi_major, FXA_ABI_MAJOR);
  falx_status status = test_adapter->init(&host, &test_table);
  if (status == FALX_SUCCESS) {
    struct fxa_platform_info info;
    test_table->platform_info(&info);
    test_takes_host_code = strcmp(info.target, FALX_TARGET_NATIVE_CPU) == 0;
    test_computes = info.backend != FALX_BACKEND_NULL && test_takes_host_code;
  }
  return status;
}

void test_open(void) {
  struct fxa_device *const *devices;
  size_t count;
  falx_status status = test_try_init();
  if (status == FALX_ERROR_ADAPTER) /* its driver is not here */
    exit(SKIPPED);
  OK(status);
  CHECK(test_table->size >= sizeof *test_table);
  CHECK(test_table->event_size >= sizeof(struct fxa_event));
  OK(test_table->devices(&devices, &count));
  test_device = NULL;
  for (size_t i = count; i-- > 0;) { /* the first that the runtime can use */
    falx_status usable = test_table->device_info(devices[i], FALX_DEVICE_ASPECTS, 0, NULL, NULL);
    test_device = usable == FALX_ERROR_PLATFORM ? test_device : devices[i];
  }
  if (!test_device)
    exit(SKIPPED);
  OK(test_table->context_create(&test_device, 1, &test_context));
}

void test_close(void) {
  test_table->context_destroy(test_context);
  test_adapter->fini();
  CHECK_EQ(test_events_alive(), 0); /* what the adapter retained it has released */
  while (free_slots) {
    struct slot *next = free_slots->next;
    free(free_slots);
    free_slots = next;
  }
  dlclose(library);
}

struct fxa_queue *test_queue(uint32_t flags) {
  struct fxa_queue *queue;
  OK(test_table->queue_create(test_context, test_device, flags, &queue));
  return queue;
}

uint32_t test_state(struct fxa_event *event) {
  if (test_table->event_poll)
    test_table->event_poll(event);
  return __atomic_load_n(&event->state, __ATOMIC_ACQUIRE);
}

void test_wait_release(struct fxa_event *event) {
  OK(test_table->event_wait(event));
  CHECK_EQ(__atomic_load_n(&event->state, __ATOMIC_ACQUIRE), FXA_EVENT_COMPLETE);
  CHECK_EQ(event->status, FALX_SUCCESS);
  test_event_release(event);
}

/* ---- Counting allocations ---- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CANNOT_COUNT 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CANNOT_COUNT 1
#endif
#endif
#if defined(CANNOT_COUNT) || !defined(__GLIBC__)
long test_allocations(void) {
  return -1;
}
#else
static long allocations;
long test_allocations(void) {
  return __atomic_load_n(&allocations, __ATOMIC_RELAXED);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  count();
  return __libc_realloc(pointer, size);
}

int posix_memalign(void **out_pointer, size_t alignment, size_t size) {
  count();
  *out_pointer = __libc_memalign(alignment, size);
  return *out_pointer ? 0 : 12;
}
#endif
