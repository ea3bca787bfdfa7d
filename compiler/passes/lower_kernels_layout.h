/* How a function object becomes kernel parameters: decided before anything is rewritten. */
#ifndef FALX_COMPILER_PASSES_LOWER_KERNELS_LAYOUT_H
#define FALX_COMPILER_PASSES_LOWER_KERNELS_LAYOUT_H

#include "falx/image.h"
#include "support/arena.h"
#include "support/vector.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

/* A library type that its init function rebuilds on the device: a struct of this name. */
struct fxc_special {
  const char *stem; /* "__falx_accessor_", followed by the dimensions if there are any */
  enum falx_param_kind kind;
  unsigned max_dimensions; /* 0: the name is the stem alone */
};

struct fxc_parameter {
  LLVMTypeRef type; /* as in the function object */
  bool is_block;    /* passed as ptr byval(type) */
  bool is_data;     /* the pointer of an accessor */
  bool is_local;    /* a pointer to work-group memory */
  uint64_t offset;  /* in the function object */
  unsigned align;   /* that the function object guarantees there */
  unsigned special; /* index into specials; FXC_NOT_SPECIAL */
};
#define FXC_NOT_SPECIAL (~0u)

struct fxc_special_use {
  const struct fxc_special *special;
  unsigned dimensions;
  uint64_t offset;
  unsigned first, count; /* its parameters */
  LLVMValueRef init;     /* filled in when the kernel is rewritten */
};

struct fxc_layout {
  LLVMTypeRef type; /* of the function object */
  uint64_t size;
  unsigned align;
  FXS_VECTOR(struct fxc_parameter) parameters;
  FXS_VECTOR(struct falx_kernel_param) descriptors;
  FXS_VECTOR(struct fxc_special_use) specials;
  const char *refusal;    /* why it cannot be passed; NULL if it can */
  struct fxs_arena arena; /* of refusal */
};

/* Decomposes the members of a function object. */
void fxc_layout_of_members(struct fxc_layout *layout, LLVMTargetDataRef data, LLVMTypeRef functor,
                           unsigned align);
void fxc_layout_free(struct fxc_layout *layout);

/* The special type that name ("__falx_accessor_2") belongs to, or NULL. */
const struct fxc_special *fxc_special_find(const char *name, unsigned *out_dimensions);
/* True for the name of a special type's init function, "__falx_accessor_1_init". */
bool fxc_special_is_init(const char *name);

#endif
