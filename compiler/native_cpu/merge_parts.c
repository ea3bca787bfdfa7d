/* merge-parts: parts of kernels with the same code become one function. Templates make many kernels
 * that differ in a part of their code alone, and LLVM would take its time for all of it each time.
 *
 * Needs:   docs/ir.md section 7.
 * Leaves:  functions "falx-part" that several kernels may use.
 * Refuses: nothing.
 * Tests:   tests/passes/merge-parts. */
#include "compiler/ir/attributes.h"
#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/same_code.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "support/vector.h"

struct candidate {
  LLVMValueRef function, same; /* same: the earlier one that replaces it, or NULL */
  uint64_t summary;            /* equal for functions with the same code */
};

static bool is_part(LLVMValueRef function) {
  return !LLVMIsDeclaration(function) && LLVMGetLinkage(function) == LLVMInternalLinkage &&
         fxc_string_attribute(function, FXC_PART);
}

/* ---- scopes ---- */

/* Adds what the function's instructions have of a kind. */
static void collect(LLVMValueRef function, unsigned kind, struct fxc_map *out_scopes) {
  fxc_node_list scopes = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      fxc_node_operands(LLVMGetMetadata(i, kind), &scopes);
      for (size_t s = 0; s < scopes.count; s++)
        fxc_map_put(out_scopes, scopes.items[s], scopes.items[s]);
    }
  fxs_vector_free(&scopes);
}

/* Leaves in the lists of a kind the scopes that are in known; is_whole: leaves a list as it is if
 * it has one of them. */
static void restrict_to(LLVMValueRef function, unsigned kind, const struct fxc_map *known,
                        bool is_whole) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  fxc_node_list scopes = {0};
  FXS_VECTOR(LLVMMetadataRef) left = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      fxc_node_operands(LLVMGetMetadata(i, kind), &scopes);
      left.count = 0;
      for (size_t s = 0; s < scopes.count; s++)
        if (fxc_map_has(known, scopes.items[s]))
          fxc_push(&left, LLVMValueAsMetadata(scopes.items[s]));
      if (left.count == scopes.count || (left.count && is_whole))
        continue;
      LLVMMetadataRef list =
          left.count ? LLVMMDNodeInContext2(context, left.items, left.count) : NULL;
      LLVMSetMetadata(i, kind, list ? LLVMMetadataAsValue(context, list) : NULL);
    }
  fxs_vector_free(&left);
  fxs_vector_free(&scopes);
}

/* Scopes that can tell nothing within the function go: parts of several kernels differ in what
 * other blocks of memory the kernels have. Two accesses do not alias if one says that it is to none
 * of the scopes of the other. */
static void drop_useless_scopes(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  unsigned is = fxc_metadata_kind(context, "alias.scope"),
           is_not = fxc_metadata_kind(context, "noalias");
  struct fxc_map had = {0}, avoided = {0};
  collect(function, is, &had);
  restrict_to(function, is_not, &had, false);
  collect(function, is_not, &avoided);
  restrict_to(function, is, &avoided, true);
  fxc_map_free(&had);
  fxc_map_free(&avoided);
}

/* ---- comparing ---- */

/* FNV-1a. */
static uint64_t add(uint64_t summary, uint64_t value) {
  return (summary ^ value) * UINT64_C(0x100000001b3);
}

/* Opcodes and operands that are constants; blocks may be laid out in any order. */
static uint64_t summarize(LLVMValueRef function) {
  uint64_t sum = LLVMCountParams(function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    uint64_t block = UINT64_C(0xcbf29ce484222325);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      unsigned count = (unsigned)LLVMGetNumOperands(i);
      block = add(add(block, LLVMGetInstructionOpcode(i)), count);
      for (unsigned k = 0; k < count && !LLVMIsAPHINode(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, k);
        if (LLVMIsAConstant(operand) && !LLVMIsAFunction(operand))
          block = add(block, (uintptr_t)operand);
      }
    }
    sum += block;
  }
  return sum;
}

enum fxc_result fxc_merge_parts(struct fxc_module *module) {
  FXS_VECTOR(struct candidate) all = {0};
  enum fxc_result result = FXC_SAME;
  if (!module->options->opt_level || module->options->debug)
    return FXC_SAME;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (!is_part(f))
      continue;
    drop_useless_scopes(f);
    result = FXC_CHANGED;
    struct candidate found = {.function = f, .summary = summarize(f)};
    for (size_t i = 0; i < all.count && !found.same; i++)
      if (!all.items[i].same && all.items[i].summary == found.summary &&
          fxc_is_interchangeable(all.items[i].function, f, is_part))
        found.same = all.items[i].function;
    if (found.same) /* at once: so its callers are the same */
      LLVMReplaceAllUsesWith(f, found.same);
    fxc_push(&all, found);
  }
  for (size_t i = 0; i < all.count; i++)
    if (all.items[i].same)
      LLVMDeleteFunction(all.items[i].function);
  fxs_vector_free(&all);
  return result;
}
