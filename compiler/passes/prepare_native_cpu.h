/* Work-item builtins on native_cpu: their names in the three shapes the IR goes through
 * (docs/ir.md, sections 0, 6 and 7) and where the state keeps them. Shared by the native_cpu
 * passes. */
#ifndef FALX_COMPILER_PASSES_PREPARE_NATIVE_CPU_H
#define FALX_COMPILER_PASSES_PREPARE_NATIVE_CPU_H

#include <llvm-c/Core.h>

#include "compiler/ir/metadata.h"
#include <stdbool.h>

enum fxc_builtin {
  FXC_GLOBAL_ID,
  FXC_GLOBAL_SIZE,
  FXC_GLOBAL_OFFSET,
  FXC_LOCAL_ID,
  FXC_LOCAL_SIZE,
  FXC_GROUP_ID,
  FXC_GROUP_COUNT,
  FXC_SUB_GROUP_SIZE,
  FXC_SUB_GROUP_MAX_SIZE,
  FXC_SUB_GROUP_COUNT,
  FXC_SUB_GROUP_ID,
  FXC_SUB_GROUP_LOCAL_ID,
  FXC_BUILTIN_COUNT /* also: no builtin */
};

struct fxc_builtin_info {
  const char *spirv_name; /* after __spirv_BuiltIn */
  const char *state_name; /* after __falx_ncpu_ */
  unsigned state_offset;  /* bytes into struct falx_native_cpu_state */
  bool has_dimension;     /* takes a dimension and answers 64 bits; otherwise 32 bits */
};
extern const struct fxc_builtin_info fxc_builtins[FXC_BUILTIN_COUNT];

/* The builtins a kernel may use and still be dispatched by work-items. */
#define FXC_ITEM_BUILTINS (1u << FXC_GLOBAL_ID | 1u << FXC_GLOBAL_SIZE | 1u << FXC_GLOBAL_OFFSET)

/* name is a symbol: mangled C++ or plain. FXC_BUILTIN_COUNT where it is no work-item builtin. */
enum fxc_builtin fxc_builtin_of_spirv(const char *name);
enum fxc_builtin fxc_builtin_of_state(const char *name);
/* True for __spirv_<tail>, mangled or not. */
bool fxc_is_spirv_function(const char *name, const char *tail);

/* Tells the optimizer what builtin declarations do: they read nothing and always return. On
 * native_cpu nothing is convergent: the attribute goes from all functions and calls. */
void fxc_relax_attributes(LLVMModuleRef module, bool is_native_cpu);

/* A pointer to offset bytes into the state. */
LLVMValueRef fxc_state_field(LLVMBuilderRef builder, LLVMValueRef state, unsigned offset,
                             const char *name);
/* A function attribute, or NULL, by name. */
LLVMAttributeRef fxc_enum_attribute(LLVMContextRef context, const char *name, unsigned long value);
unsigned fxc_attribute_kind(const char *name);

#endif
