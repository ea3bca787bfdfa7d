/* Device globals: each variable has a number in this process, which its images store in their
 * data, and each context has, for each of its devices, a table from numbers to the variables'
 * memory. So code shared by contexts, devices and programs accesses the memory of the context and
 * the device that it was launched on. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "support/threads.h"

enum { TABLE_BYTES = NCPU_MAX_GLOBALS * sizeof(void *) };

struct variable {
  char *name;
  uint32_t which; /* index among those of that name */
};

static struct {
  struct fxs_mutex lock;
  struct variable *variables; /* by number */
  size_t count, capacity;
} known = {.lock = FXS_MUTEX_INIT};

enum { NO_MEMORY = NCPU_MAX_GLOBALS + 1 };

/* NCPU_MAX_GLOBALS if there are too many; NO_MEMORY. */
static size_t number_of(const char *name, uint32_t which) {
  size_t number = 0;
  while (number < known.count && (known.variables[number].which != which ||
                                  strcmp(known.variables[number].name, name) != 0))
    number++;
  if (number < known.count || number == NCPU_MAX_GLOBALS)
    return number;
  if (known.count == known.capacity) {
    size_t capacity = known.capacity ? 2 * known.capacity : 16;
    struct variable *variables = realloc(known.variables, capacity * sizeof *variables);
    if (!variables)
      return NO_MEMORY;
    known.variables = variables;
    known.capacity = capacity;
  }
  known.variables[number] = (struct variable){strdup(name), which};
  if (!known.variables[number].name)
    return NO_MEMORY;
  known.count++;
  return number;
}

static falx_status refuse(size_t number, const char *name) {
  if (number == NO_MEMORY)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                            "native_cpu: no memory for device_global '%s'", name);
  return ncpu_host->error(FALX_ERROR_BUILD,
                          "native_cpu: no room for device_global '%s'; a process may have %d", name,
                          NCPU_MAX_GLOBALS);
}

/* NULL: no memory. */
static struct ncpu_globals *make_globals(const struct fxa_device *device) {
  struct ncpu_globals *globals = malloc(sizeof *globals);
  void *memory = globals ? mmap(NULL, TABLE_BYTES, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                         : MAP_FAILED;
  if (memory == MAP_FAILED) {
    free(globals);
    return NULL;
  }
  *globals = (struct ncpu_globals){NULL, device, memory};
  return globals;
}

falx_status ncpu_globals_table(struct fxa_context *context, const struct fxa_device *device,
                               void ***out_table) {
  fxs_mutex_lock(&known.lock);
  struct ncpu_globals **place = &context->globals;
  while (*place && (*place)->device != device)
    place = &(*place)->next;
  if (!*place)
    *place = make_globals(device);
  *out_table = *place ? (*place)->table : NULL;
  fxs_mutex_unlock(&known.lock);
  return *out_table ? FALX_SUCCESS
                    : ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                                       "native_cpu: no memory for the table of device globals");
}

falx_status ncpu_globals_bind(void **table, const struct falx_image_entry *entry, uint32_t which,
                              void *memory) {
  fxs_mutex_lock(&known.lock);
  size_t number = entry->address ? number_of(entry->name, which) : NCPU_MAX_GLOBALS;
  if (number < NCPU_MAX_GLOBALS) {
    __atomic_store_n(&table[number], memory, __ATOMIC_RELEASE);
    /* Always the same value: other programs of the image may be running. */
    __atomic_store_n((uint64_t *)entry->address, number, __ATOMIC_RELEASE);
  }
  fxs_mutex_unlock(&known.lock);
  return number < NCPU_MAX_GLOBALS ? FALX_SUCCESS : refuse(number, entry->name);
}

void ncpu_globals_release(struct fxa_context *context) {
  for (struct ncpu_globals *globals = context->globals, *next; globals; globals = next) {
    next = globals->next;
    munmap((void *)globals->table, TABLE_BYTES);
    free(globals);
  }
}

void ncpu_globals_fini(void) {
  for (size_t i = 0; i < known.count; i++)
    free(known.variables[i].name);
  free(known.variables);
  known.variables = NULL;
  known.count = known.capacity = 0;
}
