/* Finds, opens and checks adapters (docs/adding-an-adapter.md). */
#ifndef FALX_RUNTIME_LOADER_H
#define FALX_RUNTIME_LOADER_H

#include <stdbool.h>
#include <stddef.h>

#include "falx/adapter.h"

struct fxr_runtime;

struct fxr_adapter {
  char name[32];
  char *path;                          /* the path that was tried */
  char *reason;                        /* why it is not loaded; NULL if it is */
  void *library;                       /* dlopen's handle, NULL if not loaded */
  const struct fxa_adapter *interface; /* NULL if not loaded */
  struct fxa_table table;              /* copy of the adapter's; missing operations are NULL */
  bool is_initialised;                 /* fini must be called */
};

/* Loads libfalx_adapter_<name>.so. Returns an adapter unless out of memory, even if loading
 * failed: check reason. */
struct fxr_adapter *fxr_adapter_load(struct fxr_runtime *runtime, const char *name);
void fxr_adapter_finish(struct fxr_adapter *adapter); /* calls fini, once */
void fxr_adapter_unload(struct fxr_adapter *adapter); /* closes the library and frees */

#endif
