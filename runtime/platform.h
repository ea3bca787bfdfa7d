/* Platforms, devices and which of them the selector leaves. */
#ifndef FALX_RUNTIME_PLATFORM_H
#define FALX_RUNTIME_PLATFORM_H

#include <stdatomic.h>
#include <stdbool.h>

#include "runtime/device.h"
#include "runtime/loader.h"
#include "support/threads.h"

struct fxr_runtime;

/* One per adapter. Constant after discovery, but for what names its lock. */
struct falx_platform {
  const struct fxa_table *ops;
  struct fxr_adapter *adapter; /* owned */
  struct fxa_platform_info info;
  struct falx_device *all; /* every device found, owned */
  size_t all_count;
  falx_device_t *devices; /* those the selector leaves, owned array */
  size_t device_count;
  falx_context_t default_context; /* guarded by contexts.lock; NULL until asked for */
};

struct fxr_discovery {
  struct fxs_mutex lock;      /* guards everything below until is_done */
  atomic_bool is_done;        /* there are devices; nothing changes any more */
  struct falx_platform **all; /* one per adapter tried, owned; without devices if not loaded */
  size_t all_count;
  falx_platform_t *platforms; /* those with a device left, owned array */
  size_t platform_count;
};

/* Loads adapters and filters devices, until there is one: what fails once may go the next time. */
falx_status fxr_discovery_run(struct fxr_runtime *runtime);
void fxr_discovery_forget(struct fxr_discovery *discovery); /* late shutdown: the public lists */
void fxr_discovery_free(struct fxr_discovery *discovery);   /* adapters: fini each, then unload */

#endif
