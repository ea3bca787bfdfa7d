/* Try blocks of device functions, for the check pass.
 *
 * clang emits no code for them, because no call in device code may throw. So the source files of
 * the functions are scanned, if they are still available. */
#ifndef FALX_COMPILER_PASSES_CHECK_TRY_H
#define FALX_COMPILER_PASSES_CHECK_TRY_H

#include <llvm-c/Core.h>

#include "support/map.h"
#include "support/vector.h"

struct fxc_try {
  unsigned line, column;        /* of the keyword */
  unsigned stop, stop_column;   /* where the block ends */
  unsigned after, after_column; /* where the last handler ends */
};

struct fxc_try_list {
  FXS_VECTOR(struct fxc_try) items;
};

/* In order of their beginnings. */
void fxc_try_scan(const char *text, size_t size, struct fxc_try_list *out);

/* The first try block of function itself, not of an enclosing lambda; NULL if there is none.
 * sources: files read so far, by path, freed by the caller. */
const struct fxc_try *fxc_try_of(struct fxs_map *sources, LLVMValueRef function);
void fxc_try_free(struct fxs_map *sources);

#endif
