/* Work-item builtins and other functions of the headers that device code calls by name
 * (docs/ir.md, section 0). */
#ifndef FALX_COMPILER_IR_BUILTINS_H
#define FALX_COMPILER_IR_BUILTINS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

enum fxc_builtin {
  FXC_GLOBAL_ID,
  FXC_GLOBAL_SIZE,
  FXC_GLOBAL_OFFSET,
  FXC_LOCAL_ID,
  FXC_LOCAL_SIZE,
  FXC_GROUP_ID,
  FXC_GROUP_COUNT,
  FXC_DEVICE_GLOBALS, /* native_cpu: the context's table */
  FXC_MEMORY_BOUNDS,  /* native_cpu: address of struct falx_native_cpu_bounds */
  FXC_RUN_BEGIN,      /* native_cpu: of the work-groups that the thread runs one after the other */
  FXC_RUN_END,        /* native_cpu: behind the last of them */
  FXC_SUB_GROUP_SIZE,
  FXC_SUB_GROUP_MAX_SIZE,
  FXC_SUB_GROUP_COUNT,
  FXC_SUB_GROUP_ID,
  FXC_SUB_GROUP_LOCAL_ID,
  FXC_BUILTIN_COUNT /* also: not a builtin */
};

struct fxc_builtin_info {
  const char *spirv_name; /* after __spirv_BuiltIn */
  const char *state_name; /* after __falx_ncpu_: on native_cpu, from prepare-native-cpu on */
  bool has_dimension;     /* takes a dimension and returns 64 bits; otherwise 32 bits */
};
extern const struct fxc_builtin_info fxc_builtins[FXC_BUILTIN_COUNT];

/* name is a symbol: mangled C++ or plain. FXC_BUILTIN_COUNT if it is not a work-item builtin. */
enum fxc_builtin fxc_builtin_of_spirv(const char *name);
/* Of the declaration that an instruction calls; FXC_BUILTIN_COUNT, too, where it calls nothing. */
enum fxc_builtin fxc_builtin_called(LLVMValueRef instruction);
/* The same for __falx_ncpu_<name>. */
enum fxc_builtin fxc_builtin_of_state(const char *name);
/* A barrier of a work-group, from prepare-native-cpu to the work-item loops. */
#define FXC_BARRIER_NAME "__falx_ncpu_barrier"
/* True for __spirv_<tail>, mangled or not. */
bool fxc_is_spirv_function(const char *name, const char *tail);
/* True for the function with this name in the source, mangled or not. */
bool fxc_is_source_name(const char *name, const char *source);

#define FXC_SEQ_CST 0x10u
/* SPIR-V memory semantics as the ordering of a fence; NotAtomic if none is needed. */
LLVMAtomicOrdering fxc_semantics_ordering(uint64_t semantics);

/* Adds attributes to a declaration: it reads nothing, always returns and depends on no other
 * work-item. */
void fxc_describe_builtin(LLVMValueRef builtin);
/* The same for all builtins. */
void fxc_describe_builtin_declarations(LLVMModuleRef module);

#endif
