/* Device globals: each variable has a number in this process, which its images keep in their data,
 * and each context has a table from numbers to the variables' memory. So code that contexts and
 * programs share finds the memory of the one that launched it. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { TABLE_BYTES = NCPU_MAX_GLOBALS * sizeof(void *) };

static struct {
  pthread_mutex_t lock;
  char **names; /* by number */
  size_t count, capacity;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* NCPU_MAX_GLOBALS: too many, or no memory. */
static size_t number_of(const char *name) {
  size_t number = 0;
  while (number < known.count && strcmp(known.names[number], name) != 0)
    number++;
  if (number < known.count || number == NCPU_MAX_GLOBALS)
    return number;
  if (known.count == known.capacity) {
    size_t capacity = known.capacity ? 2 * known.capacity : 16;
    char **names = realloc((void *)known.names, capacity * sizeof *names);
    if (!names)
      return NCPU_MAX_GLOBALS;
    known.names = names;
    known.capacity = capacity;
  }
  if (!(known.names[number] = strdup(name)))
    return NCPU_MAX_GLOBALS;
  known.count++;
  return number;
}

static falx_status refuse(const char *name) {
  return ncpu_host->error(FALX_ERROR_BUILD,
                          "native_cpu: no room for device_global '%s'; a process may have %d", name,
                          NCPU_MAX_GLOBALS);
}

falx_status ncpu_globals_number(const struct falx_image_entry *entry) {
  pthread_mutex_lock(&known.lock);
  size_t number = entry->name ? number_of(entry->name) : NCPU_MAX_GLOBALS;
  if (number < NCPU_MAX_GLOBALS && entry->address) /* always the same one */
    __atomic_store_n((uint64_t *)entry->address, number, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&known.lock);
  return number < NCPU_MAX_GLOBALS && entry->address ? FALX_SUCCESS : refuse(entry->name);
}

falx_status ncpu_globals_table(struct fxa_context *context, void ***out_table) {
  pthread_mutex_lock(&known.lock);
  if (!context->globals) {
    void *memory = mmap(NULL, TABLE_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    context->globals = memory == MAP_FAILED ? NULL : memory;
  }
  *out_table = context->globals;
  pthread_mutex_unlock(&known.lock);
  return *out_table ? FALX_SUCCESS
                    : ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                                       "native_cpu: no memory for the table of device globals");
}

falx_status ncpu_globals_bind(void **table, const char *name, void *memory) {
  pthread_mutex_lock(&known.lock);
  size_t number = number_of(name);
  if (number < NCPU_MAX_GLOBALS)
    __atomic_store_n(&table[number], memory, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&known.lock);
  return number < NCPU_MAX_GLOBALS ? FALX_SUCCESS : refuse(name);
}

void ncpu_globals_release(struct fxa_context *context) {
  if (context->globals)
    munmap((void *)context->globals, TABLE_BYTES);
}

void ncpu_globals_fini(void) {
  for (size_t i = 0; i < known.count; i++)
    free(known.names[i]);
  free((void *)known.names);
  known.names = NULL;
  known.count = known.capacity = 0;
}
