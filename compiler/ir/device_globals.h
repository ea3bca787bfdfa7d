/* Global variables of device code (sycl_ext_oneapi_device_global): docs/device-globals.md. */
#ifndef FALX_COMPILER_IR_DEVICE_GLOBALS_H
#define FALX_COMPILER_IR_DEVICE_GLOBALS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#define FXC_GLOBAL_SUFFIX                                                                          \
  ".falx_global" /* native_cpu: where the image keeps the variable's                               \
                  * index */
/* The name of the class's first base, in include/sycl/ext/oneapi/device_global.hpp, which holds
 * the pointer or the value. */
#define FXC_DEVICE_GLOBAL_POINTER "falx_device_global_pointer"
#define FXC_DEVICE_GLOBAL_VALUE "falx_device_global_value"
/* Named metadata: the module's variables, after device-globals. */
#define FXC_DEVICE_GLOBALS "falx.device_globals"

/* True for a variable of type device_global, defined or not. */
bool fxc_is_device_global(LLVMValueRef variable);
/* True for an array of them, or an object with one among its members. */
bool fxc_holds_device_global(LLVMValueRef variable);
/* The type of that base, also through derived classes; NULL if variable is something else. */
LLVMTypeRef fxc_device_global_base(LLVMValueRef variable);
/* The constant that describes the variable; NULL if it is not initialized with one. */
LLVMValueRef fxc_device_global_descriptor(LLVMValueRef variable);

/* Of struct falx_device_global_descriptor of falx.h. */
enum fxc_descriptor_field {
  FXC_DESCRIPTOR_SIZE,
  FXC_DESCRIPTOR_SCOPE,
  FXC_DESCRIPTOR_INITIAL,
  FXC_DESCRIPTOR_ACCESS,
  FXC_DESCRIPTOR_INIT_MODE,
  FXC_DESCRIPTOR_CSR
};
/* 0 without a descriptor. */
uint32_t fxc_device_global_field(LLVMValueRef descriptor, enum fxc_descriptor_field field);

/* Gives variables with internal linkage external linkage and a unique name: unit distinguishes
 * the input from others. */
void fxc_name_device_globals(LLVMModuleRef module, const char *unit);

/* One entry of FXC_DEVICE_GLOBALS. Texts live as long as the module's context. Behind the fields
 * are, of a variable with device image scope, pairs: who uses it, and where. */
enum { FXC_DEVICE_GLOBAL_FIELDS = 5 };
struct fxc_device_global {
  const char *name;
  unsigned name_length;
  uint32_t size;
  bool is_scoped;    /* device image scope: the variable is the value, not a pointer to it */
  const char *bytes; /* the initial value; none: zeros */
  unsigned byte_count;
  const char *place; /* for diagnostics, "file:line:col" or "file:line"; NULL: not known */
};
/* The nodes of FXC_DEVICE_GLOBALS; to be freed. */
LLVMValueRef *fxc_device_global_nodes(LLVMModuleRef module, unsigned *out_count);
bool fxc_read_device_global(LLVMValueRef node, struct fxc_device_global *out);
/* Whether the kernel or exported function of that name uses node's variable, which has device image
 * scope. out_place: where, NULL if that is not known. */
bool fxc_device_global_is_used_by(LLVMValueRef node, const char *root, const char **out_place);

#endif
