/* The C library of a device that has none: bitcode inside the compiler, which a pass of the target
 * links into each image. */
#ifndef FALX_COMPILER_IR_C_LIBRARY_H
#define FALX_COMPILER_IR_C_LIBRARY_H

#include <stddef.h>

#include "compiler/module.h"

/* An intrinsic without code in the target's back end, by the function that has it. A function's
 * name ends in f for float, and in 8, 16, 32, 64 for integers; those for double are plain. */
struct fxc_library_row {
  const char *intrinsic;     /* what its name begins with: "llvm.frexp." */
  const char *first;         /* the function */
  const char *second;        /* that of the second result; NULL: there is one result */
  const char *approximation; /* whole name: for float, where `afn` allows it; NULL: none */
};

struct fxc_library {
  const char *name; /* of its source, for messages */
  const unsigned char *bytes;
  size_t size;
  const struct fxc_library_row *rows;       /* ends with one whose intrinsic is NULL */
  unsigned calling_convention;              /* LLVM's, of its functions */
  void (*rename)(LLVMValueRef declaration); /* what it calls elsewhere; NULL: nothing to do */
};

/* Calls of the library in place of intrinsics. */
void fxc_replace_intrinsics(LLVMModuleRef module, const struct fxc_library *library);

/* Functions that the module calls come in, internal, unless it defines them itself; out_is_needed:
 * there were any. False after a report. */
bool fxc_link_library(struct fxc_module *module, const struct fxc_library *library,
                      bool *out_is_needed);

#endif
