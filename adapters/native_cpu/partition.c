/* Sub-devices: shares of a device's threads (docs/sub-devices.md).
 *
 * Where the device has one thread for each of its processors, a sub-device has a part of both;
 * elsewhere its threads float over all processors of the device. The same share is the same
 * sub-device. All live until fini. */
#include "adapters/native_cpu/native.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  pthread_mutex_t lock; /* guards the list, and the making of pools */
  struct fxa_device *first;
} subs = {PTHREAD_MUTEX_INITIALIZER, NULL};

/* ---- Topology ---- */

/* The first number of a file of /sys: of the list "0,4" or "0-3", 0. */
static bool read_first(const char *path, unsigned *out_number) {
  char line[32];
  if (!ncpu_read_line(path, line, sizeof line) || !isdigit((unsigned char)line[0]))
    return false;
  *out_number = (unsigned)strtoul(line, NULL, 10);
  return true;
}

static bool cache_of(unsigned processor, unsigned wanted, unsigned *out_first) {
  char path[128];
  for (unsigned i = 0; i < 8; i++) {
    unsigned level;
    const char *root = "/sys/devices/system/cpu/cpu";
    snprintf(path, sizeof path, "%s%u/cache/index%u/level", root, processor, i);
    if (!read_first(path, &level))
      return false;
    snprintf(path, sizeof path, "%s%u/cache/index%u/shared_cpu_list", root, processor, i);
    if (level == wanted)
      return read_first(path, out_first);
  }
  return false;
}

static bool node_of(unsigned processor, unsigned *out_node) {
  char path[128];
  for (unsigned node = 0; node < 256; node++) {
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/node%u", processor, node);
    if (access(path, F_OK) == 0) {
      *out_node = node;
      return true;
    }
  }
  return false;
}

/* What processors of one domain have in common: a number. */
static bool domain_of(unsigned processor, uint32_t domain, unsigned *out_number) {
  switch (domain) {
  case FALX_AFFINITY_NUMA:
    return node_of(processor, out_number);
  case FALX_AFFINITY_L4:
    return cache_of(processor, 4, out_number);
  case FALX_AFFINITY_L3:
    return cache_of(processor, 3, out_number);
  case FALX_AFFINITY_L2:
    return cache_of(processor, 2, out_number);
  default:
    return cache_of(processor, 1, out_number);
  }
}

static bool has_own_processors(const struct fxa_device *device) {
  return device->mask && device->threads == (uint32_t)CPU_COUNT_S(device->mask_bytes, device->mask);
}

/* The domains of the device's processors: at most capacity, their total number. 0: unknown. */
static size_t list_domains(const struct fxa_device *device, uint32_t domain, unsigned *out_numbers,
                           size_t capacity) {
  size_t count = 0;
  for (unsigned cpu = 0; has_own_processors(device) && cpu < device->mask_bytes * CHAR_BIT; cpu++) {
    unsigned number;
    if (!CPU_ISSET_S(cpu, device->mask_bytes, device->mask))
      continue;
    if (!domain_of(cpu, domain, &number))
      return 0;
    size_t i = 0;
    while (i < count && i < capacity && out_numbers[i] != number)
      i++;
    if (i < count)
      continue;
    if (count < capacity)
      out_numbers[count] = number;
    count++;
  }
  return count;
}

uint32_t ncpu_affinity_domains(const struct fxa_device *device) {
  uint32_t bits = 0;
  unsigned numbers[NCPU_MAX_THREADS];
  for (uint32_t domain = FALX_AFFINITY_NUMA; domain <= FALX_AFFINITY_L1; domain++)
    if (list_domains(device, domain, numbers, NCPU_MAX_THREADS) > 1)
      bits |= 1u << domain;
  return bits ? bits | 1u << FALX_AFFINITY_NEXT : 0;
}

/* ---- Sub-devices ---- */

static bool is_same(const struct fxa_device *a, const struct fxa_device *b) {
  return a->parent == b->parent && a->property == b->property && a->domain == b->domain &&
         a->threads == b->threads && a->first_thread == b->first_thread &&
         (!a->mask || CPU_EQUAL_S(a->mask_bytes, a->mask, b->mask));
}

/* Takes over the mask of wanted. With the lock held. NULL: out of memory. */
static struct fxa_device *find_or_make(const struct fxa_device *wanted) {
  struct fxa_device *sub = subs.first;
  while (sub && !is_same(sub, wanted))
    sub = sub->next;
  if (sub) {
    CPU_FREE(wanted->mask);
    return sub;
  }
  sub = malloc(sizeof *sub);
  if (!sub) {
    CPU_FREE(wanted->mask);
    return NULL;
  }
  *sub = *wanted;
  sub->native = (struct falx_native_cpu_device){sizeof sub->native, sub->threads};
  sub->next = subs.first;
  subs.first = sub;
  return sub;
}

static falx_status no_memory(void) {
  return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for sub-devices");
}

/* A copy of the device's mask; empty if asked for. */
static bool copy_mask(const struct fxa_device *device, bool is_empty, struct fxa_device *out_sub) {
  out_sub->mask = NULL;
  out_sub->mask_bytes = device->mask_bytes;
  if (!device->mask)
    return true;
  out_sub->mask = CPU_ALLOC(device->mask_bytes * CHAR_BIT);
  if (!out_sub->mask)
    return false;
  if (is_empty)
    CPU_ZERO_S(device->mask_bytes, out_sub->mask);
  else
    memcpy(out_sub->mask, device->mask, device->mask_bytes);
  return true;
}

/* The threads [first, first + count) of the device. */
static struct fxa_device *share(struct fxa_device *device, const struct falx_partition *how,
                                uint32_t first, uint32_t count) {
  struct fxa_device wanted = {
      .parent = device, .property = how->property, .threads = count, .first_thread = first};
  bool has_own = has_own_processors(device);
  if (!copy_mask(device, has_own, &wanted))
    return NULL;
  uint32_t at = 0;
  for (unsigned cpu = 0; has_own && cpu < device->mask_bytes * CHAR_BIT; cpu++)
    if (CPU_ISSET_S(cpu, device->mask_bytes, device->mask)) {
      if (at >= first && at < first + count)
        CPU_SET_S(cpu, wanted.mask_bytes, wanted.mask);
      at++;
    }
  return find_or_make(&wanted);
}

static struct fxa_device *share_domain(struct fxa_device *device, uint32_t domain,
                                       unsigned number) {
  struct fxa_device wanted = {.parent = device,
                              .property = FALX_PARTITION_BY_AFFINITY_DOMAIN,
                              .domain = domain,
                              .first_thread = number};
  if (!copy_mask(device, true, &wanted))
    return NULL;
  for (unsigned cpu = 0; cpu < device->mask_bytes * CHAR_BIT; cpu++) {
    unsigned own;
    if (CPU_ISSET_S(cpu, device->mask_bytes, device->mask) && domain_of(cpu, domain, &own) &&
        own == number) {
      CPU_SET_S(cpu, wanted.mask_bytes, wanted.mask);
      wanted.threads++;
    }
  }
  return find_or_make(&wanted);
}

static falx_status by_domain(struct fxa_device *device, uint32_t domain,
                             struct fxa_device **out_devices, size_t capacity, size_t *out_count) {
  unsigned numbers[NCPU_MAX_THREADS];
  size_t count = list_domains(device, domain, numbers, NCPU_MAX_THREADS);
  for (size_t i = 0; i < count && i < capacity; i++)
    if (!(out_devices[i] = share_domain(device, domain, numbers[i])))
      return no_memory();
  *out_count = count;
  return FALX_SUCCESS;
}

falx_status ncpu_device_partition(struct fxa_device *device, const struct falx_partition *how,
                                  struct fxa_device **out_devices, size_t capacity,
                                  size_t *out_count) {
  falx_status status = FALX_SUCCESS;
  *out_count = 0;
  pthread_mutex_lock(&subs.lock);
  if (how->property == FALX_PARTITION_BY_AFFINITY_DOMAIN) {
    status = by_domain(device, how->domain, out_devices, capacity, out_count);
  } else {
    bool is_equal = how->property == FALX_PARTITION_EQUALLY;
    size_t parts = is_equal ? device->threads / how->counts[0] : how->count;
    uint32_t first = 0;
    for (size_t i = 0; i < parts && status == FALX_SUCCESS; i++) {
      uint32_t threads = (uint32_t)how->counts[is_equal ? 0 : i];
      if (i < capacity && !(out_devices[i] = share(device, how, first, threads)))
        status = no_memory();
      first += threads;
    }
    *out_count = parts;
  }
  pthread_mutex_unlock(&subs.lock);
  return status;
}

bool ncpu_device_pool(struct fxa_device *device) {
  pthread_mutex_lock(&subs.lock);
  if (!device->pool)
    device->pool = ncpu_pool_make(device);
  bool has_pool = device->pool != NULL;
  pthread_mutex_unlock(&subs.lock);
  return has_pool;
}

void ncpu_partition_fini(void) {
  for (struct fxa_device *sub = subs.first, *next; sub; sub = next) {
    next = sub->next;
    CPU_FREE(sub->mask);
    free(sub);
  }
  subs.first = NULL;
}
