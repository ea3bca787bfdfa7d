/* Unified shared memory: allocations, and the registry for pointer queries. */
#ifndef FALX_RUNTIME_USM_H
#define FALX_RUNTIME_USM_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "support/threads.h"

struct fxr_runtime;
struct fxr_usm_node;

struct fxr_usm {
  struct fxs_mutex lock;
  struct fxr_usm_node *root; /* a treap by address */
  uint64_t seed;             /* of the treap's priorities */
  size_t bytes;              /* of all allocations */
};

struct fxr_usm_range {
  void *base;
  size_t size;
  falx_usm_kind kind;
  falx_context_t context;
  falx_device_t device; /* NULL for HOST */
};

/* The allocation that contains pointer; false if there is none. */
bool fxr_usm_find(struct fxr_runtime *runtime, const void *pointer,
                  struct fxr_usm_range *out_range);
/* Called when the context is destroyed: frees its remaining allocations. */
void fxr_usm_forget_context(struct fxr_runtime *runtime, falx_context_t context);
size_t fxr_usm_count(struct fxr_runtime *runtime);

#endif
