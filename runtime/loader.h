/* Finds, opens and checks adapters (style.md, An adapter). */
#ifndef FALX_RUNTIME_LOADER_H
#define FALX_RUNTIME_LOADER_H

#include <stdbool.h>
#include <stddef.h>

#include "falx/adapter.h"

struct fxr_runtime;

struct fxr_adapter {
  char name[32];
  char *path;                          /* the file looked for */
  char *reason;                        /* why it is not loaded; NULL where it is */
  void *library;                       /* of dlopen, NULL where not loaded */
  const struct fxa_adapter *interface; /* NULL where not loaded */
  struct fxa_table table;              /* copy of the adapter's; what it lacks is NULL */
  bool is_initialised;                 /* fini is due */
};

/* Loads libfalx_adapter_<name>.so. Answers an adapter in every case but out of memory; look at
 * reason. */
struct fxr_adapter *fxr_adapter_load(struct fxr_runtime *runtime, const char *name);
void fxr_adapter_finish(struct fxr_adapter *adapter); /* calls fini, once */
void fxr_adapter_unload(struct fxr_adapter *adapter); /* closes the library and frees */

#endif
