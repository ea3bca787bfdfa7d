/* Binds each worker to a processor.
 *
 * A woken thread often starts on the processor of the thread that woke it, although another is
 * idle, and stays there for milliseconds. So, if every processor is ours, each worker is bound
 * to one of them, and the remaining one is for the host thread that submits. Host threads are
 * never bound: when one runs on a worker's processor, that worker moves to the free one. */
#include "adapters/native_cpu/native.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "support/clock.h"

enum { MOVE_EVERY_NS = 1000000 }; /* alternating host threads must not chase workers around */

static struct {
  uint32_t count;
  uint64_t moved_ns;
  /* Processor numbers of the mask. [0]: the host's; from 1 on: that worker's; the rest idle.
   * Atomic; changed under the lock. */
  int *processors;
} place;

bool ncpu_place_init(void) {
  const struct fxa_device *device = &ncpu_device;
  const char *text = ncpu_host->setting("FALX_PIN");
  uint32_t count = device->mask ? (uint32_t)CPU_COUNT_S(device->mask_bytes, device->mask) : 0;
  bool is_wanted = text && *text ? strcmp(text, "0") != 0 : device->threads == count;
  place.count = 0;
  if (!is_wanted || count < 2 || device->threads > count)
    return true;
  place.processors = malloc(count * sizeof *place.processors);
  if (!place.processors)
    return false;
  for (int cpu = 0; place.count < count; cpu++)
    if (CPU_ISSET_S(cpu, device->mask_bytes, device->mask))
      place.processors[place.count++] = cpu;
  return true;
}

void ncpu_place_fini(void) {
  free(place.processors);
  place.processors = NULL;
  place.count = 0;
}

static int processor_at(uint32_t i) {
  return __atomic_load_n(&place.processors[i], __ATOMIC_RELAXED);
}

/* The set of one processor; the caller frees it with CPU_FREE. */
static cpu_set_t *only(int processor) {
  cpu_set_t *set = CPU_ALLOC(ncpu_device.mask_bytes * CHAR_BIT);
  if (set) {
    CPU_ZERO_S(ncpu_device.mask_bytes, set);
    CPU_SET_S(processor, ncpu_device.mask_bytes, set);
  }
  return set;
}

bool ncpu_place_start(const struct fxa_device *device, uint32_t index, pthread_t *out_thread,
                      void *(*run)(void *argument), void *argument) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  /* Not the mask of the creating thread, which may have been bound meanwhile. */
  bool is_bound = device == &ncpu_device && index < place.count;
  cpu_set_t *one = is_bound ? only(processor_at(index)) : NULL;
  const cpu_set_t *set = one ? one : device->mask;
  if (set)
    pthread_attr_setaffinity_np(&attributes, device->mask_bytes, set);
  /* The mask may have shrunk since: any processor is better than failing. */
  bool is_started = pthread_create(out_thread, &attributes, run, argument) == 0 ||
                    pthread_create(out_thread, NULL, run, argument) == 0;
  CPU_FREE(one);
  pthread_attr_destroy(&attributes);
  if (is_started)
    pthread_setname_np(*out_thread, "falx-worker");
  return is_started;
}

bool ncpu_place_is_taken(uint32_t created) {
  if (place.count == 0 || created == 0)
    return false;
  return sched_getcpu() != processor_at(0);
}

void ncpu_place_make_room(const pthread_t *workers, uint32_t created) {
  int here = sched_getcpu();
  uint64_t now = fxs_clock_ns();
  uint32_t at = 0;
  while (at < place.count && processor_at(at) != here)
    at++;
  if (at == 0 || at == place.count || now - place.moved_ns < MOVE_EVERY_NS)
    return;
  place.moved_ns = now;
  int left = processor_at(0);
  cpu_set_t *one = at <= created ? only(left) : NULL;
  if (one)
    pthread_setaffinity_np(workers[at - 1], ncpu_device.mask_bytes, one);
  CPU_FREE(one);
  __atomic_store_n(&place.processors[at], left, __ATOMIC_RELAXED);
  __atomic_store_n(&place.processors[0], here, __ATOMIC_RELAXED);
}
