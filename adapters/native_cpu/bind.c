/* Slots: how code of one image finds a function of another (docs/device-linking.md). A slot
 * belongs to the module; each program with the same image counts as a user. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>

#include "support/threads.h"

struct binding {
  void **slot;
  size_t users;
  struct binding *next; /* of the same bucket */
};

static struct {
  struct fxs_mutex lock;
  struct binding **buckets; /* NULL while nothing is bound */
  size_t bucket_count;      /* a power of two */
  size_t count;
} table = {.lock = FXS_MUTEX_INIT};

static struct binding **find(void **slot) {
  size_t hash = (size_t)((uintptr_t)slot * 0x9e3779b97f4a7c15u >> 32);
  struct binding **link = &table.buckets[hash & (table.bucket_count - 1)];
  while (*link && (*link)->slot != slot)
    link = &(*link)->next;
  return link;
}

static bool grow(void) {
  size_t size = table.bucket_count ? 2 * table.bucket_count : 64, old_size = table.bucket_count;
  struct binding **old = table.buckets;
  struct binding **created = calloc(size, sizeof *created);
  if (!created)
    return false;
  table.buckets = created;
  table.bucket_count = size;
  for (size_t i = 0; i < old_size; i++)
    for (struct binding *binding = old[i], *next; binding; binding = next) {
      next = binding->next;
      binding->next = NULL;
      *find(binding->slot) = binding;
    }
  free(old);
  return true;
}

static bool bind(void **slot, void *target, void **out_target) {
  if (table.count >= table.bucket_count && !grow())
    return false;
  struct binding **link = find(slot);
  if (!*link) {
    if (!(*link = calloc(1, sizeof **link)))
      return false;
    (*link)->slot = slot;
    table.count++;
    __atomic_store_n(slot, target, __ATOMIC_RELEASE);
  } else if (*slot != target) {
    *out_target = *slot;
    return false;
  }
  (*link)->users++;
  return true;
}

bool ncpu_bind(void **slot, void *target, void **out_target) {
  *out_target = NULL;
  fxs_mutex_lock(&table.lock);
  bool is_bound = bind(slot, target, out_target);
  fxs_mutex_unlock(&table.lock);
  return is_bound;
}

void ncpu_unbind(void **slot) {
  fxs_mutex_lock(&table.lock);
  struct binding **link = find(slot), *binding = *link;
  if (--binding->users == 0) {
    *link = binding->next;
    __atomic_store_n(slot, NULL, __ATOMIC_RELEASE);
    free(binding);
    if (--table.count == 0) {
      free(table.buckets);
      table.buckets = NULL;
      table.bucket_count = 0;
    }
  }
  fxs_mutex_unlock(&table.lock);
}
