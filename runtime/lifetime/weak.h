/* Weak references: what stays of a reference-counted object for those who ask whether it is alive.
 * docs/weak-objects.md */
#ifndef FALX_RUNTIME_WEAK_H
#define FALX_RUNTIME_WEAK_H

#include <stdbool.h>

#include "falx/falx.h"

/* Whether the object has a reference left; with retain, adds one then. Called while the object's
 * memory is valid. */
typedef bool fxr_weak_live(void *object, bool retain);

/* The object's weak reference, made by the first call; the caller has a reference to the object,
 * and gets one to the result. slot: the object's field, NULL until then. NULL if out of memory. */
falx_weak_t fxr_weak_get(falx_weak_t *slot, void *object, fxr_weak_live *live);
/* The object ends: call before its memory is freed, with no reference left. */
void fxr_weak_end_slow(falx_weak_t *slot);
static inline void fxr_weak_end(falx_weak_t *slot) {
  if (__builtin_expect(__atomic_load_n(slot, __ATOMIC_ACQUIRE) != NULL, 0))
    fxr_weak_end_slow(slot);
}

/* For fxr_weak_live of a count of references. */
static inline bool fxr_weak_count(size_t *count, bool retain) {
  size_t n = __atomic_load_n(count, __ATOMIC_ACQUIRE);
  while (n != 0)
    if (!retain ||
        __atomic_compare_exchange_n(count, &n, n + 1, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

#endif
