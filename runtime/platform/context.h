/* Contexts: reference-counted sets of devices of one platform. */
#ifndef FALX_RUNTIME_CONTEXT_H
#define FALX_RUNTIME_CONTEXT_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "support/threads.h"

struct fxr_runtime;

struct falx_context {
  const struct fxa_table *ops;
  struct fxa_context *handle; /* the adapter's */
  falx_platform_t platform;
  const falx_device_t *devices; /* constant, owned */
  size_t device_count;
  struct fxr_runtime *runtime;
  size_t references; /* atomic */
  falx_weak_t weak;  /* atomic; or NULL */
  void *user_data;   /* set once */
  void (*user_destroy)(void *);
  falx_context_t previous, next; /* all contexts; guarded by contexts.lock */
};

struct fxr_contexts {
  struct fxs_mutex lock;
  falx_context_t first;
};

/* For use inside the runtime: these also work during late shutdown. */
void fxr_context_retain(falx_context_t context);
void fxr_context_release(falx_context_t context);
/* The device is one of the context's, or a part of one. */
bool fxr_context_has(falx_context_t context, falx_device_t device);

void fxr_contexts_drop_defaults(struct fxr_runtime *runtime); /* late shutdown */
void fxr_contexts_destroy_all(struct fxr_runtime *runtime);   /* late shutdown: what users leaked */

#endif
