/* Kernel attributes in the IR: SYCL 2020, 5.8; docs/kernel-attributes.md.
 *
 * A function that has one carries a node of that name: the numbers as written, then the place
 * "file:line:col". A kernel has those of the function that it is. */
#ifndef FALX_COMPILER_IR_KERNEL_ATTRIBUTES_H
#define FALX_COMPILER_IR_KERNEL_ATTRIBUTES_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "compiler/ir/map.h"

enum fxc_kernel_attribute {
  FXC_REQD_WORK_GROUP_SIZE,
  FXC_WORK_GROUP_SIZE_HINT,
  FXC_REQD_SUB_GROUP_SIZE,
  FXC_DEVICE_HAS,
  FXC_ASSUME_INDIRECT_CALLS, /* one number, 1 */
  FXC_ATTRIBUTE_COUNT
};
#define FXC_ATTRIBUTE_MAX 64 /* numbers of one */

struct fxc_kernel_attribute_value {
  uint32_t numbers[FXC_ATTRIBUTE_MAX];
  uint32_t count;
  const char *place; /* borrowed from the metadata */
};

const char *
fxc_kernel_attribute_name(enum fxc_kernel_attribute attribute); /* as written in the source */
const char *
fxc_kernel_attribute_kind(enum fxc_kernel_attribute attribute); /* as metadata: "falx.…" */
/* False where the function has none. */
bool fxc_kernel_attribute_get(LLVMValueRef function, enum fxc_kernel_attribute attribute,
                              struct fxc_kernel_attribute_value *out);
/* Extents of a work-group from an attribute's: dimension 0 moves fastest here, and is the last
 * number there. Zero where there is no such dimension. */
void fxc_kernel_attribute_extents(const struct fxc_kernel_attribute_value *value, uint32_t out[3]);
/* Whether a kernel requires a sub-group size. */
bool fxc_has_required_sub_groups(LLVMModuleRef module);

/* The size of sub-groups in kernels that ask for their sub-group and require none:
 * docs/sub-groups.md. */
enum { FXC_DEFAULT_SUB_GROUP = 32, FXC_AUTOMATIC_SUB_GROUP = 0 };
/* "falx.default_sub_group_size": of a kernel compiled with another default, at first; after
 * default-sub-groups of each kernel that gets one. -1: none. */
int fxc_default_sub_group(LLVMValueRef kernel);
void fxc_set_default_sub_group(LLVMValueRef kernel, int size); /* -1 removes it */
/* Kernels that require a size or get the default, and all they call. */
void fxc_find_sized_sub_groups(LLVMModuleRef module, struct fxc_map *out_set);

#endif
