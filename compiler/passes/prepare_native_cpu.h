/* Work-item builtins on native_cpu: their names in the three shapes the IR goes through
 * (docs/ir.md, sections 0, 6 and 7) and where the state keeps them. Shared by the native_cpu
 * passes. */
#ifndef FALX_COMPILER_PASSES_PREPARE_NATIVE_CPU_H
#define FALX_COMPILER_PASSES_PREPARE_NATIVE_CPU_H

#include <llvm-c/Core.h>

#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/passes/pass.h"
#include <stdbool.h>

enum fxc_builtin {
  FXC_GLOBAL_ID,
  FXC_GLOBAL_SIZE,
  FXC_GLOBAL_OFFSET,
  FXC_LOCAL_ID,
  FXC_LOCAL_SIZE,
  FXC_GROUP_ID,
  FXC_GROUP_COUNT,
  FXC_DEVICE_GLOBALS, /* the context's table (device_globals.c) */
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
#define FXC_ITEM_BUILTINS                                                                          \
  (1u << FXC_GLOBAL_ID | 1u << FXC_GLOBAL_SIZE | 1u << FXC_GLOBAL_OFFSET | 1u << FXC_DEVICE_GLOBALS)

/* name is a symbol: mangled C++ or plain. FXC_BUILTIN_COUNT where it is no work-item builtin. */
enum fxc_builtin fxc_builtin_of_spirv(const char *name);
enum fxc_builtin fxc_builtin_of_state(const char *name);
/* True for __spirv_<tail>, mangled or not. */
bool fxc_is_spirv_function(const char *name, const char *tail);

/* True for the function of this name in the source, mangled or not. */
bool fxc_is_source_name(const char *name, const char *source);
#define FXC_SEQ_CST 0x10u
/* SPIR-V memory semantics as the ordering of a fence; NotAtomic where there is none to build. */
LLVMAtomicOrdering fxc_semantics_ordering(uint64_t semantics);

/* Tells the optimizer what builtin declarations do: they read nothing and always return. On
 * native_cpu only barriers, and what calls them, stay convergent; such functions are said to be
 * inlined always. */
void fxc_relax_attributes(LLVMModuleRef module, bool is_native_cpu);

/* A pointer to offset bytes into the state. */
LLVMValueRef fxc_state_field(LLVMBuilderRef builder, LLVMValueRef state, unsigned offset,
                             const char *name);
/* The function that answers the builtin from a state, declared once. */
LLVMValueRef fxc_state_builtin(LLVMModuleRef module, enum fxc_builtin builtin);
/* A function attribute, or NULL, by name. */
LLVMAttributeRef fxc_enum_attribute(LLVMContextRef context, const char *name, unsigned long value);
unsigned fxc_attribute_kind(const char *name);

/* ---- Work-groups (prepare_native_cpu_group.c) ---- */
#define FXC_BARRIER_NAME "__falx_ncpu_barrier"

/* What a kernel asks of its work-group: !falx.group, absent where it is nothing. */
struct fxc_group_use {
  unsigned barriers; /* they are numbered from 1 to this */
  uint64_t memory;   /* bytes at the start of the frame, a multiple of the frame's alignment */
  uint64_t scratch;  /* bytes for each sub-group, behind that */
};
struct fxc_group_use fxc_group_use_of(LLVMValueRef kernel);
/* True for a call of a state builtin that answers the same to all work-items of a group. */
bool fxc_is_group_builtin(LLVMValueRef instruction);
/* Adds barriers at the branches of a kernel that decide about its barriers, which are numbered to
 * count; answers the last number (prepare_native_cpu_branches.c). */
unsigned fxc_cut_branches(LLVMModuleRef module, LLVMValueRef kernel, unsigned count);
/* Functions that contain barriers or sub-group functions or ask for group memory, and their
 * callers; all but kernels will be inlined. */
void fxc_find_group_functions(LLVMModuleRef module, struct fxc_map *out_set);
/* Kernels have their state parameter. False after a report. */
bool fxc_lower_group_functions(const struct fxc_module *module, const LLVMValueRef *kernels,
                               size_t count);

#endif
