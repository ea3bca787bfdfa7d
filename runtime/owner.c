/* The contents of the single owner (lifetime.h): the tables of all components, connected to each
 * other and to the adapters' host interface. The only file that knows every component. */
#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/memory/usm.h"
#include "runtime/platform/context.h"
#include "runtime/platform/platform.h"
#include "runtime/program/device_global.h"
#include "runtime/program/image.h"
#include "runtime/program/program.h"
#include "runtime/program/recompile.h"
#include "runtime/queue/event.h"

struct owner {
  struct fxr_runtime runtime; /* first */
  struct fxr_discovery discovery;
  struct fxr_contexts contexts;
  struct fxr_usm usm;
  struct fxr_programs programs;
};

static void forget_context(struct fxr_runtime *runtime, falx_context_t context) {
  fxr_programs_forget_context(runtime, context);
  fxr_globals_forget_context(context);
  fxr_usm_forget_context(runtime, context);
}

struct fxr_runtime *fxr_owner_make(void) {
  struct owner *owner = calloc(1, sizeof *owner);
  if (!owner)
    return NULL;
  fxs_mutex_init(&owner->discovery.lock, FXR_ROW_TABLES);
  fxs_mutex_init(&owner->contexts.lock, FXR_ROW_TABLES);
  fxs_mutex_init(&owner->usm.lock, FXR_ROW_LEAF);
  fxr_programs_init(&owner->programs);
  struct fxr_runtime *runtime = &owner->runtime;
  runtime->discovery = &owner->discovery;
  runtime->contexts = &owner->contexts;
  runtime->usm = &owner->usm;
  runtime->programs = &owner->programs;
  runtime->forget_context = forget_context;
  runtime->host = (struct fxa_host){.size = sizeof runtime->host,
                                    .event_retain = fxr_host_event_retain,
                                    .event_release = fxr_host_event_release,
                                    .error = fxr_error,
                                    .setting = fxr_setting,
                                    .work_done = fxr_host_work_done};
  return runtime;
}

void fxr_owner_forget(struct fxr_runtime *runtime) {
  fxr_recompile_end(runtime);
  fxr_contexts_drop_defaults(runtime);
  fxr_discovery_forget(runtime->discovery);
}

void fxr_owner_end(struct fxr_runtime *runtime) {
  fxr_programs_free(runtime);
  fxr_contexts_destroy_all(runtime);
  fxr_discovery_free(runtime->discovery);
}

void fxr_owner_end_images(void) {
  fxr_image_registry_free(fxr_runtime_images());
}
