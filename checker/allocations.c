/* Known allocations: USM, whose functions this library puts before those of libfalx.so, and the
 * storage of buffers, of which libfalx.so tells. */
#include "checker/checker.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "falx/falx.h"

static struct {
  struct chk_allocation *items; /* in order of begin */
  size_t count, capacity;
  uint64_t made;
} table;
static uint64_t version = 1; /* of the table; atomic */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The first that begins behind the address. */
static size_t behind(uintptr_t address) {
  size_t from = 0, to = table.count;
  while (from < to) {
    size_t middle = (from + to) / 2;
    if (table.items[middle].begin <= address)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static void add(const void *begin, size_t bytes, const char *kind, const void *buffer) {
  struct chk_allocation made = {
      .begin = (uintptr_t)begin, .end = (uintptr_t)begin + bytes, .kind = kind, .buffer = buffer};
  if (!buffer)
    made.frame_count = backtrace(made.frames, CHK_FRAMES);
  pthread_mutex_lock(&lock);
  if (table.count == table.capacity) {
    size_t capacity = table.capacity ? 2 * table.capacity : 64;
    struct chk_allocation *items = realloc(table.items, capacity * sizeof *items);
    if (!items) { /* it stays unknown */
      pthread_mutex_unlock(&lock);
      return;
    }
    table.items = items;
    table.capacity = capacity;
  }
  made.number = ++table.made;
  size_t at = behind(made.begin);
  memmove(&table.items[at + 1], &table.items[at], (table.count - at) * sizeof made);
  table.items[at] = made;
  table.count++;
  __atomic_add_fetch(&version, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

static void remove_at(size_t at) {
  memmove(&table.items[at], &table.items[at + 1], (--table.count - at) * sizeof *table.items);
  __atomic_add_fetch(&version, 1, __ATOMIC_RELEASE);
}

void falx_check_storage(const void *begin, size_t bytes, const void *buffer) {
  add(begin, bytes, "a buffer", buffer);
}

void falx_check_storage_gone(const void *buffer) {
  pthread_mutex_lock(&lock);
  for (size_t i = table.count; i-- > 0;)
    if (table.items[i].buffer == buffer)
      remove_at(i);
  pthread_mutex_unlock(&lock);
}

static void forget_usm(const void *pointer) {
  pthread_mutex_lock(&lock);
  for (size_t i = behind((uintptr_t)pointer);
       i-- > 0 && table.items[i].begin == (uintptr_t)pointer;)
    if (!table.items[i].buffer) {
      remove_at(i);
      break;
    }
  pthread_mutex_unlock(&lock);
}

/* ---- before libfalx's ---- */

static void *next_function(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function)
    abort(); /* the program is linked with libfalx.so */
  return function;
}

falx_status falx_usm_alloc(falx_usm_kind kind, falx_context_t context, falx_device_t device,
                           size_t size, size_t alignment, void **out_pointer) {
  static falx_status (*real)(falx_usm_kind, falx_context_t, falx_device_t, size_t, size_t, void **);
  if (!__atomic_load_n(&real, __ATOMIC_RELAXED)) {
    void *found = next_function("falx_usm_alloc");
    __atomic_store(&real,
                   (falx_status(**)(falx_usm_kind, falx_context_t, falx_device_t, size_t, size_t,
                                    void **))(void *)&found,
                   __ATOMIC_RELAXED);
  }
  static const char *const names[] = {"USM host memory", "USM device memory", "USM shared memory"};
  falx_status status = real(kind, context, device, size, alignment, out_pointer);
  if (status == FALX_SUCCESS && *out_pointer)
    add(*out_pointer, size, (unsigned)kind < 3 ? names[kind] : "USM memory", NULL);
  return status;
}

falx_status falx_usm_free(falx_context_t context, void *pointer) {
  static falx_status (*real)(falx_context_t, void *);
  if (!__atomic_load_n(&real, __ATOMIC_RELAXED)) {
    void *found = next_function("falx_usm_free");
    __atomic_store(&real, (falx_status(**)(falx_context_t, void *))(void *)&found,
                   __ATOMIC_RELAXED);
  }
  if (pointer)
    forget_usm(pointer);
  return real(context, pointer);
}

/* ---- look-ups ---- */

/* Allocations may overlap: buffers over the same memory of the host. Few begin between. */
enum { LOOKS_BACK = 64 };

bool chk_is_within(struct chk_group *group, uintptr_t root, uintptr_t address, uint64_t bytes,
                   struct chk_allocation *out_nearest, bool *out_is_known) {
  *out_is_known = true;
  uint64_t current = __atomic_load_n(&version, __ATOMIC_ACQUIRE);
  if (group->version == current && root >= group->begin && root < group->end &&
      address >= group->begin && address < group->end && bytes <= group->end - address)
    return true;
  bool is_within = false, is_known = false;
  pthread_mutex_lock(&lock);
  size_t looked = 0;
  for (size_t i = behind(root); i-- > 0 && looked < LOOKS_BACK && !is_within; looked++) {
    const struct chk_allocation *item = &table.items[i];
    if (root > item->end)
      continue;
    if (root < item->end) { /* else other memory may begin there */
      *out_nearest = *item;
      is_known = true;
    }
    is_within = address >= item->begin && address < item->end && bytes <= item->end - address;
    if (is_within) {
      group->begin = item->begin;
      group->end = item->end;
      group->version = current;
    }
  }
  pthread_mutex_unlock(&lock);
  *out_is_known = is_known || is_within;
  return is_within;
}

bool chk_find_allocation(uintptr_t address, struct chk_allocation *out) {
  bool is_found = false;
  pthread_mutex_lock(&lock);
  size_t looked = 0;
  for (size_t i = behind(address); i-- > 0 && looked < LOOKS_BACK && !is_found; looked++)
    if (address < table.items[i].end) {
      *out = table.items[i];
      is_found = true;
    }
  pthread_mutex_unlock(&lock);
  return is_found;
}
