/* The device global database (design document 000): the variables, the host instance of each,
 * and its memory per context and device. */
#ifndef FALX_RUNTIME_DEVICE_GLOBAL_H
#define FALX_RUNTIME_DEVICE_GLOBAL_H

#include "runtime/program/image.h"

struct fxr_program;

/* All with the image registry's lock held, unless stated otherwise. */

/* A module's images are loaded and unloaded; false if out of memory: nothing was added. */
bool fxr_globals_add(struct fxr_globals *globals, const struct fxr_module *module);
void fxr_globals_remove(struct fxr_globals *globals, const struct fxr_module *module);

/* After a program was built: allocates its variables, and tells its code their addresses. */
falx_status fxr_globals_bind(struct fxr_globals *globals, struct fxr_program *program);

/* The host instance is going away. */
void fxr_globals_forget_host(struct fxr_globals *globals, const void *variable);

/* ---- host_globals.c: registrations of integration footers ---- */
/* The variable's id, or the id's variable; NULL if not registered. */
const char *fxr_host_global_id(const struct fxr_globals *globals, const void *variable);
const void *fxr_host_global_find(const struct fxr_globals *globals, const char *id);

void fxr_globals_forget_context(falx_context_t context); /* takes the lock */
void fxr_globals_free(struct fxr_globals *globals);

#endif
