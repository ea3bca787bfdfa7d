/* Try blocks of device functions, for the check pass.
 *
 * Nothing is left of one in what clang emits, because no call of device code may throw. So the
 * sources that the functions come from are looked at, where they are still there. */
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

/* In the order in which they begin. */
void fxc_try_scan(const char *text, size_t size, struct fxc_try_list *out);

/* The first that function has, not one that it is in as a lambda; NULL for none. sources: what was
 * read, by path, to be freed by the caller. */
const struct fxc_try *fxc_try_of(struct fxs_map *sources, LLVMValueRef function);
void fxc_try_free(struct fxs_map *sources);

#endif
