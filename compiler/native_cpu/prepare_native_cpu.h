/* What passes of native_cpu share about kernels and their work-groups. */
#ifndef FALX_COMPILER_NATIVE_CPU_PREPARE_NATIVE_CPU_H
#define FALX_COMPILER_NATIVE_CPU_PREPARE_NATIVE_CPU_H

#include "compiler/ir/attributes.h"
#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/native_cpu/state.h"
#include "compiler/pass.h"

/* ---- Work-groups (prepare_native_cpu_group.c) ---- */

/* What a kernel needs of its work-group: !falx.group, absent if it needs nothing. */
struct fxc_group_use {
  unsigned barriers; /* they are numbered from 1 to this */
  uint64_t memory;   /* bytes at the start of the frame, a multiple of the frame's alignment */
  uint64_t scratch;  /* bytes for each sub-group, after that */
};
struct fxc_group_use fxc_group_use_of(LLVMValueRef kernel);
/* Adds barriers at the branches that decide which barriers a kernel reaches; its barriers are
 * numbered up to count. Returns the last number (prepare_native_cpu_branches.c). */
unsigned fxc_cut_branches(LLVMModuleRef module, LLVMValueRef kernel, unsigned count);
/* Adds barriers in loops over memory, so that neighbouring work-items go over it side by side; the
 * same arguments and result (prepare_native_cpu_loops.c). */
unsigned fxc_cut_loops(LLVMModuleRef module, LLVMValueRef kernel, unsigned count);
/* What the names of their scopes begin with. */
#define FXC_GROUP_SCOPE "falx.group_memory."
/* On functions with parts of a work-group's code, outlined by the work-item loops. */
#define FXC_PART "falx-part"
/* Says of the kernel's accesses which of these blocks of group memory, addresses that are all
 * distinct, they are to, where an address goes nowhere else (group_scopes.c). */
void fxc_scope_group_memory(LLVMValueRef kernel, const LLVMValueRef *blocks, size_t count);
/* The scope of the one block that an access says it is to; NULL if it says nothing of the kind. */
LLVMValueRef fxc_group_block(LLVMValueRef access);
/* Whether the kernel has accesses for which a column of work-items is better run than a row
 * (prepare_native_cpu_columns.c). */
bool fxc_walks_columns(LLVMModuleRef module, LLVMValueRef kernel);
/* Functions that contain barriers or sub-group functions or use group memory, and their callers;
 * all except kernels will be inlined. Whether one of these was optnone. */
bool fxc_find_group_functions(LLVMModuleRef module, struct fxc_map *out_set);
/* On kernels with a barrier of their sub-group. */
#define FXC_SUB_GROUP_BARRIER "falx-sub-group-barrier"
/* Kernels have their state parameter. False after a report. */
bool fxc_has_root_barrier(LLVMValueRef kernel); /* lowered */
bool fxc_lower_group_functions(const struct fxc_module *module, const LLVMValueRef *kernels,
                               size_t count);

#endif
