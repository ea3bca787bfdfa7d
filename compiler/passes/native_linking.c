/* export-entries: what other images call on native_cpu (requirements DL-1, DL-16).
 *
 * Needs:   docs/ir.md section 2, before internalize.
 * Leaves:  @F.falx_export for each export @F: it calls @F, is external and has the attribute
 *          "falx-export"="F"; the address of @F is the entry's; @F is internal. Functions that
 *          cannot be called from elsewhere have no entry and are named in !falx.local_exports.
 * Refuses: nothing.
 * Tests:   tests/passes/export-entries.
 *
 * bind-imports: calls of other images' functions go through slots (requirement DL-7).
 *
 * Needs:   declarations with "falx-import"="F" (prepare-native-cpu) or "falx-import-rows"="F"
 *          (vectorize), no uses of them in variables.
 * Leaves:  @F.falx_slot, @F.falx_rows_slot: variables that the adapter fills, and loads of them.
 * Refuses: nothing.
 * Tests:   tests/passes/bind-imports. */
#include "compiler/passes/native_linking.h"

#include <llvm-c/Comdat.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/passes/pass.h"
#include "compiler/passes/prepare_native_cpu.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define IMPORT "falx-import"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

const char *fxc_string_attribute(LLVMValueRef function, const char *key) {
  unsigned length;
  LLVMAttributeRef attribute =
      LLVMGetStringAttributeAtIndex(function, FUNCTION_INDEX, key, (unsigned)strlen(key));
  return attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
}

void fxc_set_string_attribute(LLVMValueRef function, const char *key, const char *value) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, FUNCTION_INDEX,
                          LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), value,
                                                    (unsigned)strlen(value)));
}

const char *fxc_export_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? NULL : fxc_string_attribute(function, FXC_EXPORT);
}

const char *fxc_import_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? fxc_string_attribute(function, IMPORT) : NULL;
}

const char *fxc_export_rows_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? NULL : fxc_string_attribute(function, FXC_EXPORT_ROWS);
}

const char *fxc_import_rows_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? fxc_string_attribute(function, FXC_IMPORT_ROWS) : NULL;
}

/* ---- exports ---- */

static bool belongs_to_group(const char *name) {
  enum fxc_builtin builtin = fxc_builtin_of_spirv(name);
  return (builtin != FXC_BUILTIN_COUNT && builtin >= FXC_SUB_GROUP_SIZE) ||
         fxc_is_spirv_function(name, "ControlBarrier") || strstr(name, "__spirv_GroupNonUniform") ||
         fxc_is_source_name(name, "__falx_group_memory") ||
         fxc_is_source_name(name, "__falx_group_scratch");
}

/* Barriers, group memory and sub-groups are made of the kernel around them. */
static bool is_local(struct fxc_callgraph *graph, LLVMValueRef function, unsigned *order) {
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
    return true;
  unsigned count = fxc_callgraph_reach(graph, fxc_callgraph_node(graph, function), order);
  bool is_found = false;
  for (unsigned i = 0; i < count; i++) {
    struct fxc_node *node = &graph->nodes[order[i]];
    is_found = is_found || belongs_to_group(name_of(node->function));
    node->is_reached = node->is_root = false; /* for the next */
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

/* ---- imports ---- */

LLVMValueRef fxc_declare_import(LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  unsigned count = LLVMCountParams(function);
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  LLVMGetParamTypes(type, types);
  types[count] = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  LLVMTypeRef with_state = LLVMFunctionType(LLVMGetReturnType(type), types, count + 1, false);
  free(types);
  struct fxs_strbuf name = {0};
  fxs_strbuf_printf(&name, "%s" FXC_IMPORT_SUFFIX, name_of(function));
  LLVMValueRef import = fxc_function_like(function, with_state, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  for (unsigned i = 0; i < count; i++)
    fxc_copy_attributes(function, i + 1, import, i + 1);
  LLVMSetFunctionCallConv(import, LLVMCCallConv);
  LLVMRemoveEnumAttributeAtIndex(import, FUNCTION_INDEX, fxc_attribute_kind("memory"));
  LLVMRemoveEnumAttributeAtIndex(import, FUNCTION_INDEX, fxc_attribute_kind("speculatable"));
  /* It may read ids, but it waits for nobody: functions with barriers are no exports here. */
  LLVMRemoveEnumAttributeAtIndex(import, FUNCTION_INDEX, fxc_attribute_kind("convergent"));
  fxc_add_attribute(import, LLVMAttributeFunctionIndex, "nounwind", 0);
  fxc_set_string_attribute(import, IMPORT, name_of(function));
  return import;
}

/* What slot holds, before instruction. */
static LLVMValueRef load_slot(LLVMBuilderRef builder, LLVMValueRef slot, LLVMValueRef instruction) {
  LLVMContextRef context = LLVMGetBuilderContext(builder);
  LLVMPositionBuilderBefore(builder, instruction);
  LLVMSetCurrentDebugLocation2(builder, NULL);
  LLVMValueRef load = LLVMBuildLoad2(builder, LLVMGlobalGetValueType(slot), slot, "");
  LLVMSetMetadata(load,
                  LLVMGetMDKindIDInContext(context, "invariant.load", strlen("invariant.load")),
                  LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
  return load;
}

/* For the phi's operand: edges from one block have one value. */
static LLVMValueRef incoming_slot(LLVMBuilderRef builder, LLVMValueRef slot, LLVMValueRef phi,
                                  unsigned index) {
  LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, index);
  for (unsigned i = 0; i < index; i++)
    if (LLVMGetIncomingBlock(phi, i) == block)
      return LLVMGetOperand(phi, i);
  return load_slot(builder, slot, LLVMGetBasicBlockTerminator(block));
}

static bool uses(LLVMValueRef user, LLVMValueRef value) {
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
    if (LLVMGetOperand(user, i) == value)
      return true;
  return false;
}

/* False where a variable holds the address. */
static bool bind(LLVMModuleRef module, LLVMValueRef import) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  struct fxs_strbuf name = {0};
  bool is_rows = fxc_import_rows_of(import) != NULL;
  fxs_strbuf_printf(&name, "%s%s", is_rows ? fxc_import_rows_of(import) : fxc_import_of(import),
                    is_rows ? FXC_ROWS_SLOT_SUFFIX : FXC_SLOT_SUFFIX);
  LLVMValueRef slot = LLVMAddGlobal(module, pointer, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  LLVMSetInitializer(slot, LLVMConstNull(pointer));
  LLVMSetExternallyInitialized(slot, true);
  LLVMSetLinkage(slot, LLVMWeakODRLinkage);
  LLVMSetVisibility(slot, LLVMHiddenVisibility);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  bool is_fine = fxc_expand_constants(import);
  FXS_VECTOR(LLVMValueRef) users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(import); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      fxc_push(&users, LLVMGetUser(use));
  for (size_t n = 0; n < users.count; n++) {
    LLVMValueRef user = users.items[n];
    if (!uses(user, import)) /* met before */
      continue;
    bool is_phi = LLVMIsAPHINode(user);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == import)
      LLVMAddCallSiteAttribute(user, FUNCTION_INDEX, fxc_enum_attribute(context, "nounwind", 0));
    LLVMValueRef value = is_phi ? NULL : load_slot(builder, slot, user);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
      if (LLVMGetOperand(user, i) != import)
        continue;
      if (is_phi)
        value = incoming_slot(builder, slot, user, i);
      LLVMSetOperand(user, i, value);
    }
  }
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&users);
  LLVMReplaceAllUsesWith(import, LLVMConstNull(pointer)); /* constants that nothing uses any more */
  LLVMDeleteFunction(import);
  return is_fine;
}

enum fxc_result fxc_bind_imports(struct fxc_module *module) {
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!fxc_import_of(f) && !fxc_import_rows_of(f))
      continue;
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    char *copy = fxc_must(strdup(name));
    bool is_fine = bind(module->ir, f);
    if (!is_fine)
      fxc_report(module->diagnostics, FXC_ERROR, NULL,
                 "internal error: the address of '%s' stands in a constant", copy);
    free(copy);
    if (!is_fine)
      return FXC_FAILED;
    is_changed = true;
  }
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
