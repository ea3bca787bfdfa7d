/* Declarations shared by the files of kernel-attributes, and used for linking. */
#ifndef FALX_COMPILER_PASSES_KERNEL_ATTRIBUTES_H
#define FALX_COMPILER_PASSES_KERNEL_ATTRIBUTES_H

#include "compiler/ir/kernel_attributes.h"
#include "compiler/pass.h"

/* An existing attribute that differs is an error. */
void fxc_kernel_attribute_set(struct fxc_module *module, LLVMValueRef function,
                              enum fxc_kernel_attribute attribute,
                              const struct fxc_kernel_attribute_value *value);
/* Whatever there was before. */
void fxc_kernel_attribute_replace(struct fxc_module *module, LLVMValueRef function,
                                  enum fxc_kernel_attribute attribute,
                                  const struct fxc_kernel_attribute_value *value);
/* Turns the front end's annotations into nodes. True if there are any. */
bool fxc_kernel_attributes_read(struct fxc_module *module);
/* The function belongs to the headers: between the kernel and the user's function. */
bool fxc_is_of_headers(LLVMValueRef function);

#endif
