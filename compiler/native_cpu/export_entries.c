/* export-entries: what other images call on native_cpu (requirements DL-1, DL-16).
 *
 * Needs:   docs/ir.md section 3, before internalize.
 * Leaves:  @F.falx_export for each export @F: it calls @F, is external and has the attribute
 *          "falx-export"="F"; the address of @F is the entry's; @F is internal. Functions that
 *          cannot be called from elsewhere have no entry and are named in !falx.local_exports.
 * Refuses: nothing.
 * Tests:   tests/passes/export-entries. */
#include <llvm-c/Comdat.h>
#include <string.h>

#include "compiler/ir/callgraph.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool belongs_to_group(const char *name) {
  enum fxc_builtin builtin = fxc_builtin_of_spirv(name);
  return (builtin != FXC_BUILTIN_COUNT && builtin >= FXC_SUB_GROUP_SIZE) ||
         fxc_is_spirv_function(name, "ControlBarrier") || strstr(name, "__spirv_GroupNonUniform") ||
         fxc_is_source_name(name, "__falx_group_memory") ||
         fxc_is_source_name(name, "__falx_group_scratch") ||
         fxc_is_source_name(name, "__falx_launch_memory");
}

/* Barriers, group memory and sub-groups depend on the enclosing kernel. */
static bool is_local(struct fxc_callgraph *graph, LLVMValueRef function, unsigned *order) {
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
    return true;
  unsigned count = fxc_callgraph_reach(graph, fxc_callgraph_node(graph, function), order);
  bool is_found = false;
  for (unsigned i = 0; i < count; i++) {
    struct fxc_node *node = &graph->nodes[order[i]];
    is_found = is_found || belongs_to_group(name_of(node->function));
    node->is_reached = node->is_root = false; /* for the next export */
  }
  return is_found;
}

static void note_local(LLVMModuleRef module, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMMetadataRef text = LLVMMDStringInContext2(context, name, strlen(name));
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, &text, 1);
  LLVMAddNamedMetadataOperand(module, FXC_LOCAL_EXPORTS, LLVMMetadataAsValue(context, node));
}

static void make_entry(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  unsigned count = LLVMCountParams(function);
  struct fxs_strbuf name = {0};
  fxs_strbuf_printf(&name, "%s" FXC_EXPORT_SUFFIX, name_of(function));
  LLVMValueRef entry = fxc_function_like(function, type, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  LLVMSetComdat(entry, NULL);
  LLVMSetComdat(function, NULL);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMSetLinkage(entry, LLVMExternalLinkage);
  LLVMRemoveEnumAttributeAtIndex(entry, FUNCTION_INDEX, fxc_attribute_kind("alwaysinline"));
  fxc_set_string_attribute(entry, FXC_EXPORT, name_of(function));
  fxc_redirect_addresses(function, entry);

  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, entry, "entry"));
  LLVMValueRef *arguments = fxc_must(calloc(count + 1, sizeof *arguments));
  for (unsigned i = 0; i < count; i++) {
    fxc_copy_attributes(function, i + 1, entry, i + 1);
    arguments[i] = LLVMGetParam(entry, i);
  }
  LLVMValueRef call = LLVMBuildCall2(builder, type, function, arguments, count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
  fxc_copy_memory_attributes(function, call);
  free(arguments);
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, call);
  LLVMDisposeBuilder(builder);
}

enum fxc_result fxc_export_entries(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) exports = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_is_export(f) && !fxc_export_of(f))
      fxc_push(&exports, f);
  if (!exports.count)
    return FXC_SAME;
  struct fxc_callgraph graph;
  fxc_callgraph_build(&graph, module->ir);
  unsigned *order = fxc_new(&graph.arena, graph.count, sizeof *order);
  bool *are_local = fxc_new(&graph.arena, exports.count, sizeof *are_local);
  for (size_t i = 0; i < exports.count; i++)
    are_local[i] = is_local(&graph, exports.items[i], order);
  for (size_t i = 0; i < exports.count; i++) {
    if (are_local[i])
      note_local(module->ir, name_of(exports.items[i]));
    else
      make_entry(exports.items[i]);
  }
  fxc_callgraph_free(&graph);
  fxs_vector_free(&exports);
  return FXC_CHANGED;
}
