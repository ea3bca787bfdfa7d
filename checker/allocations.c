/* Known allocations: USM and buffers, whose functions this library puts before those of libfalx.so,
 * and the storage of buffers, of which libfalx.so tells once it is there. */
#include "checker/checker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "falx/falx.h"
#include "support/vector.h"

static struct {
  struct chk_allocation *items; /* in order of begin */
  size_t count, capacity;
  uint64_t made;
} table;
static uint64_t version = 1; /* of the table; atomic */
struct chk_buffer {
  const void *buffer;
  struct chk_frames made;
};
static FXS_VECTOR(struct chk_buffer) buffers; /* from their creation on, in no order */
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

/* made: the calls that lead here, or NULL for those that led to the buffer's creation. */
static void add(const void *begin, size_t bytes, const char *kind, const void *buffer,
                const struct chk_frames *made) {
  struct chk_allocation added = {
      .begin = (uintptr_t)begin, .end = (uintptr_t)begin + bytes, .kind = kind, .buffer = buffer};
  pthread_mutex_lock(&lock);
  if (!fxs_vector_reserve(&table, 1)) { /* it stays unknown */
    pthread_mutex_unlock(&lock);
    return;
  }
  for (size_t i = 0; !made && i < buffers.count; i++)
    if (buffers.items[i].buffer == buffer)
      made = &buffers.items[i].made;
  if (made)
    added.made = *made;
  added.number = ++table.made;
  size_t at = behind(added.begin);
  memmove(&table.items[at + 1], &table.items[at], (table.count - at) * sizeof added);
  table.items[at] = added;
  table.count++;
  __atomic_add_fetch(&version, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

static void add_buffer(const void *buffer, const struct chk_frames *made) {
  struct chk_buffer added = {buffer, *made};
  pthread_mutex_lock(&lock);
  (void)fxs_vector_push(&buffers, added); /* or the line stays unknown */
  pthread_mutex_unlock(&lock);
}

static void remove_at(size_t at) {
  memmove(&table.items[at], &table.items[at + 1], (--table.count - at) * sizeof *table.items);
  __atomic_add_fetch(&version, 1, __ATOMIC_RELEASE);
}

void falx_check_storage(const void *begin, size_t bytes, const void *buffer) {
  add(begin, bytes, "a buffer", buffer, NULL);
}

void falx_check_storage_gone(const void *buffer) {
  pthread_mutex_lock(&lock);
  for (size_t i = table.count; i-- > 0;)
    if (table.items[i].buffer == buffer)
      remove_at(i);
  for (size_t i = buffers.count; i-- > 0;)
    if (buffers.items[i].buffer == buffer)
      buffers.items[i] = fxs_vector_pop(&buffers);
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

/* *out_function: libfalx's, looked up once; *found: its address, atomic. */
static void find_next(const char *name, void **found, void *out_function) {
  void *function = __atomic_load_n(found, __ATOMIC_RELAXED);
  if (!function && !(function = dlsym(RTLD_NEXT, name)))
    abort(); /* the program is linked with libfalx.so */
  __atomic_store_n(found, function, __ATOMIC_RELAXED);
  memcpy(out_function, &function, sizeof function);
}

falx_status falx_usm_alloc(falx_usm_kind kind, falx_context_t context, falx_device_t device,
                           size_t size, size_t alignment, void **out_pointer) {
  static void *found;
  falx_status (*real)(falx_usm_kind, falx_context_t, falx_device_t, size_t, size_t, void **);
  find_next("falx_usm_alloc", &found, &real);
  static const char *const names[] = {"USM host memory", "USM device memory", "USM shared memory"};
  falx_status status = real(kind, context, device, size, alignment, out_pointer);
  if (status == FALX_SUCCESS && *out_pointer) {
    struct chk_frames made = chk_frames_here();
    add(*out_pointer, size, (unsigned)kind < 3 ? names[kind] : "USM memory", NULL, &made);
  }
  return status;
}

falx_status falx_usm_free(falx_context_t context, void *pointer) {
  static void *found;
  falx_status (*real)(falx_context_t, void *);
  find_next("falx_usm_free", &found, &real);
  if (pointer)
    forget_usm(pointer);
  return real(context, pointer);
}

falx_status falx_buffer_create(const struct falx_buffer_options *options,
                               falx_buffer_t *out_buffer) {
  static void *found;
  falx_status (*real)(const struct falx_buffer_options *, falx_buffer_t *);
  find_next("falx_buffer_create", &found, &real);
  falx_status status = real(options, out_buffer);
  if (status == FALX_SUCCESS) {
    struct chk_frames made = chk_frames_here();
    add_buffer(*out_buffer, &made);
  }
  return status;
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
