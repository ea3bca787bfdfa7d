/* The parameters that lower-kernels made of a kernel's function object: !falx.params (docs/ir.md,
 * 1). */
#ifndef FALX_COMPILER_IR_KERNEL_PARAMS_H
#define FALX_COMPILER_IR_KERNEL_PARAMS_H

#include "falx/image.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

struct fxc_kernel_param {
  struct falx_kernel_param is;
  unsigned first, count; /* the arguments that stand for it, before drop-arguments */
};

/* All of them, to be freed by the caller; never NULL. */
struct fxc_kernel_param *fxc_kernel_params(LLVMValueRef kernel, size_t *out_count);
/* Memory of a work-group whose size the host gives. */
bool fxc_is_local_param(const struct falx_kernel_param *param);

/* The parameter of the kernel for an argument; NULL where drop-arguments has removed it. */
LLVMValueRef fxc_kernel_argument(LLVMValueRef kernel, unsigned argument);

/* What an object with this alignment, a power of two, grants at an offset in it. */
unsigned fxc_align_at(uint64_t offset, unsigned align);

/* Where each of the kernel's parameters is in the function object, in bytes: an array, to be freed
 * by the caller; never NULL. Parameters that no descriptor stands for are at 0. */
unsigned *fxc_parameter_offsets(LLVMValueRef kernel);

/* The range of a local accessor of several dimensions: a parameter that points to as many numbers
 * of 64 bits, its own copy of them. */
struct fxc_extents {
  LLVMValueRef parameter;
  unsigned dimensions;
};
/* Those that are used, to be freed by the caller; never NULL. */
struct fxc_extents *fxc_local_extents(LLVMValueRef kernel, size_t *out_count);

#endif
