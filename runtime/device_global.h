/* The device global database (seed document 000): which variables there are, where each is on the
 * host, and its memory for each context and device. */
#ifndef FALX_RUNTIME_DEVICE_GLOBAL_H
#define FALX_RUNTIME_DEVICE_GLOBAL_H

#include "runtime/image.h"

struct fxr_program;

/* All with the image registry's lock held, but where it is said otherwise. */

/* A module's images come and go; false for want of memory: nothing was added. */
bool fxr_globals_add(struct fxr_globals *globals, const struct fxr_module *module);
void fxr_globals_remove(struct fxr_globals *globals, const struct fxr_module *module);

/* A program that was built: its variables have memory, which its code knows. */
falx_status fxr_globals_bind(struct fxr_globals *globals, struct fxr_program *program);

/* The host's instance goes away. */
void fxr_globals_forget_host(struct fxr_globals *globals, const void *variable);

/* ---- host_globals.c: what integration footers register ---- */
/* The variable's id, or the id's variable; NULL where nobody has registered it. */
const char *fxr_host_global_id(const struct fxr_globals *globals, const void *variable);
const void *fxr_host_global_find(const struct fxr_globals *globals, const char *id);

void fxr_globals_forget_context(falx_context_t context); /* takes the lock */
void fxr_globals_free(struct fxr_globals *globals);

#endif
