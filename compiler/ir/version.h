/* Two versions of a function's body: a special one for where a condition on its parameters holds,
 * and the whole one for everything else. */
#ifndef FALX_COMPILER_IR_VERSION_H
#define FALX_COMPILER_IR_VERSION_H

#include "compiler/ir/map.h"

#include <llvm-c/Core.h>

struct fxc_version {
  LLVMBuilderRef builder;    /* between the two calls: at the end of the function's new entry */
  LLVMBasicBlockRef special; /* after both: where the special version begins */
  /* What the special version has instead of values of the body: parameters' replacements before
   * fxc_version_finish, which adds blocks and instructions. */
  struct fxc_map values;
};

/* The function gets a new entry, with the variables of both versions. It must be one that can be
 * cloned (fxc_can_clone). */
void fxc_version_begin(LLVMValueRef function, struct fxc_version *version);
/* condition: an i1 that is computed in the new entry. */
void fxc_version_finish(struct fxc_version *version, LLVMValueRef condition);
void fxc_version_free(struct fxc_version *version);

#endif
