/* Platforms and devices, and which of them the selector accepts. */
#ifndef FALX_RUNTIME_PLATFORM_H
#define FALX_RUNTIME_PLATFORM_H

#include <stdbool.h>

#include "runtime/platform/device.h"
#include "runtime/platform/loader.h"
#include "support/threads.h"

struct fxr_runtime;

/* One for each of an adapter's platforms; one without devices for an adapter that was not loaded
 * or has none. Constant after discovery, except fields that name their lock. */
struct falx_platform {
  const struct fxa_table *ops;
  struct fxr_adapter *adapter;
  bool owns_adapter; /* the first one of its platforms */
  struct fxa_platform_info info;
  struct falx_device *all; /* every device found, owned */
  size_t all_count;
  falx_device_t *devices; /* those the selector accepts, owned array */
  size_t device_count;
  struct falx_device *sub_devices; /* owned list; guarded by discovery.lock */
  falx_context_t default_context;  /* guarded by contexts.lock; NULL until requested */
};

struct fxr_discovery {
  struct fxs_mutex lock;      /* guards everything below until is_done */
  bool is_done;               /* atomic; devices were found; nothing changes any more */
  struct falx_platform **all; /* of all adapters tried, owned */
  size_t all_count;
  falx_platform_t *platforms; /* those with an accepted device, owned array */
  size_t platform_count;
};

/* Loads adapters and filters devices, on every call until a device is found: a failure may be
 * temporary. */
falx_status fxr_discovery_run(struct fxr_runtime *runtime);
void fxr_discovery_forget(struct fxr_discovery *discovery); /* late shutdown: the public lists */
void fxr_discovery_free(struct fxr_discovery *discovery);   /* adapters: fini each, then unload */

#endif
