/* Weak references. One node for each object that has some; the object holds a reference to it. */
#include "runtime/lifetime/weak.h"

#include <stdlib.h>

#include "runtime/lifetime/lifetime.h"
#include "support/spin.h"

struct falx_weak {
  struct fxs_spin lock; /* a leaf */
  void *object;         /* lock; NULL: it has ended */
  fxr_weak_live *live;
  uint64_t number;
  size_t references; /* atomic; one is the object's */
};

falx_weak_t fxr_weak_get(falx_weak_t *slot, void *object, fxr_weak_live *live) {
  falx_weak_t weak = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (!weak) {
    falx_weak_t made = calloc(1, sizeof *made);
    if (!made)
      return NULL;
    made->object = object;
    made->live = live;
    made->number = falx_identity();
    made->references = 1;
    if (__atomic_compare_exchange_n(slot, &weak, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      weak = made;
    else
      free(made);
  }
  falx_weak_retain(weak);
  return weak;
}

void fxr_weak_end_slow(falx_weak_t *slot) {
  falx_weak_t weak = __atomic_exchange_n(slot, NULL, __ATOMIC_ACQ_REL);
  if (!weak)
    return;
  fxs_spin_lock(&weak->lock);
  weak->object = NULL;
  fxs_spin_unlock(&weak->lock);
  falx_weak_release(weak);
}

/* Neither needs the runtime: the node outlives it. */
void falx_weak_retain(falx_weak_t weak) {
  if (weak)
    __atomic_fetch_add(&weak->references, 1, __ATOMIC_RELAXED);
}

void falx_weak_release(falx_weak_t weak) {
  if (weak && __atomic_sub_fetch(&weak->references, 1, __ATOMIC_ACQ_REL) == 0)
    free(weak);
}

uint64_t falx_weak_number(falx_weak_t weak) {
  return weak ? weak->number : 0;
}

static bool ask(falx_weak_t weak, bool retain) {
  FXR_CALL(runtime);
  if (!weak || !runtime)
    return false;
  fxs_spin_lock(&weak->lock);
  bool is_alive = weak->object && weak->live(weak->object, retain);
  fxs_spin_unlock(&weak->lock);
  return is_alive;
}

bool falx_weak_lock(falx_weak_t weak) {
  return ask(weak, true);
}

bool falx_weak_is_expired(falx_weak_t weak) {
  return !ask(weak, false);
}
