/* drop-arguments: removes unused kernel parameters (requirement KL-3; docs/ir.md, 5).
 *
 * Needs:   optimized kernels with !falx.params.
 * Leaves:  kernels without unused parameters; !falx.omit, one i1 per argument that lower-kernels
 *          created, true if it was removed; absent if none was.
 * Refuses: nothing. At -O0 it does nothing: debuggers must see every argument.
 * Tests:   tests/passes/drop-arguments. */
#include "compiler/pass.h"

#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"

#define OMIT "falx.omit"

struct mask {
  bool *omitted; /* by argument, counted before any removal */
  unsigned count;
};

/* The arguments that an earlier run removed, or all false. */
static struct mask read_mask(LLVMValueRef kernel) {
  struct mask mask = {NULL, LLVMCountParams(kernel)};
  LLVMValueRef *operands = NULL;
  LLVMValueRef node = fxc_function_node(kernel, OMIT);
  if (node) {
    mask.count = LLVMGetMDNodeNumOperands(node);
    operands = fxc_must(calloc(mask.count + 1, sizeof(LLVMValueRef)));
    LLVMGetMDNodeOperands(node, operands);
  }
  mask.omitted = fxc_must(calloc(mask.count + 1, sizeof(bool)));
  for (unsigned i = 0; operands && i < mask.count; i++)
    mask.omitted[i] = LLVMConstIntGetZExtValue(operands[i]);
  free(operands);
  return mask;
}

static void write_mask(LLVMValueRef kernel, const struct mask *mask) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  LLVMMetadataRef *bits = fxc_must(calloc(mask->count + 1, sizeof *bits));
  for (unsigned i = 0; i < mask->count; i++)
    bits[i] =
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt1TypeInContext(context), mask->omitted[i], 0));
  LLVMGlobalSetMetadata(kernel, fxc_metadata_kind(context, OMIT),
                        LLVMMDNodeInContext2(context, bits, mask->count));
  free(bits);
}

/* Debug records do not count as uses: a variable used only by them reads as optimized out. */
static bool is_used(LLVMValueRef parameter) {
  return LLVMGetFirstUse(parameter) != NULL;
}

static LLVMValueRef declare_without(LLVMValueRef kernel) {
  unsigned count = LLVMCountParams(kernel), kept = 0;
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  for (unsigned i = 0; i < count; i++)
    if (is_used(LLVMGetParam(kernel, i)))
      types[kept++] = LLVMTypeOf(LLVMGetParam(kernel, i));
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(kernel));
  LLVMValueRef smaller = fxc_function_like(kernel, LLVMFunctionType(result, types, kept, 0), "");
  free(types);
  return smaller;
}

static bool drop(LLVMValueRef kernel) {
  unsigned count = LLVMCountParams(kernel), unused = 0, kept = 0;
  for (unsigned i = 0; i < count; i++)
    unused += !is_used(LLVMGetParam(kernel, i));
  if (!unused)
    return false;
  struct mask mask = read_mask(kernel);
  LLVMValueRef smaller = declare_without(kernel);
  for (unsigned i = 0, argument = 0; i < count; i++, argument++) {
    LLVMValueRef parameter = LLVMGetParam(kernel, i);
    while (argument < mask.count && mask.omitted[argument])
      argument++;
    if (!is_used(parameter)) {
      mask.omitted[argument] = true;
      LLVMReplaceAllUsesWith(parameter, LLVMGetPoison(LLVMTypeOf(parameter)));
      continue;
    }
    LLVMValueRef twin = LLVMGetParam(smaller, kept++);
    fxc_copy_name(parameter, twin);
    fxc_copy_attributes(kernel, i + 1, smaller, kept);
    LLVMReplaceAllUsesWith(parameter, twin);
  }
  fxc_take_body(kernel, smaller);
  write_mask(smaller, &mask);
  fxc_replace_function(kernel, smaller);
  free(mask.omitted);
  return true;
}

enum fxc_result fxc_drop_arguments(struct fxc_module *module) {
  if (!module->options->opt_level) /* debuggers show all arguments */
    return FXC_SAME;
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (fxc_is_kernel(f) && !fxc_has_attribute(f, (unsigned)LLVMAttributeFunctionIndex, "optnone"))
      changed |= drop(f);
  }
  return changed ? FXC_CHANGED : FXC_SAME;
}
