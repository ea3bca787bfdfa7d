/* ptx-parameters: kernel parameters as the driver passes them (docs/cuda.md).
 *
 * Needs:   group-memory.
 * Leaves:  in place of each pointer to local memory an i32, its offset in the dynamic shared memory
 *          of the launch; the first of them is always 0. What is passed by value is read where it
 *          is; pointers in it are known to be global.
 * Refuses: nothing.
 * Tests:   tests/passes/ptx-parameters. */
#include <string.h>

#include "compiler/ir/address.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/nvptx64/kernels.h"
#include "compiler/nvptx64/members.h"
#include "compiler/pass.h"
#include "compiler/target.h"
#include "support/vector.h"

#define SHARED "falx_dynamic_shared"
enum { SHARED_ALIGN = 128 };

struct parameters {
  const struct fxc_target *target;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
};

static bool is_local(const struct parameters *self, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
         LLVMGetPointerAddressSpace(type) == self->target->local_space;
}

static void position_at_begin(const struct parameters *self, LLVMValueRef kernel) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBeforeInstrAndDbgRecords(self->builder, first);
}

/* ---- local memory ---- */

static LLVMValueRef shared_memory(const struct parameters *self) {
  LLVMValueRef shared = LLVMGetNamedGlobal(self->module, SHARED);
  if (shared)
    return shared;
  LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(self->context), 0);
  shared = LLVMAddGlobalInAddressSpace(self->module, bytes, SHARED, self->target->local_space);
  LLVMSetAlignment(shared, SHARED_ALIGN);
  return shared;
}

/* Blocks begin at multiples of SHARED_ALIGN: for accesses of several elements at once. */
static void know_alignment(const struct parameters *self, LLVMValueRef address) {
  static const char name[] = "llvm.assume";
  LLVMValueRef align[2] = {
      address, LLVMConstInt(LLVMInt64TypeInContext(self->context), SHARED_ALIGN, false)};
  LLVMValueRef truth = LLVMConstInt(LLVMInt1TypeInContext(self->context), 1, false);
  LLVMValueRef assume = LLVMGetIntrinsicDeclaration(
      self->module, LLVMLookupIntrinsicID(name, sizeof name - 1), NULL, 0);
  LLVMOperandBundleRef bundle = LLVMCreateOperandBundle("align", strlen("align"), align, 2);
  LLVMBuildCallWithOperandBundles(self->builder, LLVMGlobalGetValueType(assume), assume, &truth, 1,
                                  &bundle, 1, "");
  LLVMDisposeOperandBundle(bundle);
}

static LLVMValueRef address_at(const struct parameters *self, LLVMValueRef offset) {
  LLVMValueRef wide =
      LLVMBuildZExt(self->builder, offset, LLVMInt64TypeInContext(self->context), "");
  LLVMSetNNeg(wide, true);
  LLVMValueRef address = LLVMBuildInBoundsGEP2(self->builder, LLVMInt8TypeInContext(self->context),
                                               shared_memory(self), &wide, 1, "");
  know_alignment(self, address);
  return address;
}

static LLVMValueRef with_offsets(const struct parameters *self, LLVMValueRef kernel) {
  unsigned count = LLVMCountParams(kernel);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(self->context);
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel, i));
    types[i] = is_local(self, type) ? i32 : type;
  }
  LLVMValueRef changed = fxc_function_like(
      kernel, LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, count, 0), "");
  fxc_take_body(kernel, changed);
  position_at_begin(self, changed);
  bool is_first = true;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef from = LLVMGetParam(kernel, i), to = LLVMGetParam(changed, i);
    fxc_copy_name(from, to);
    if (!is_local(self, LLVMTypeOf(from))) {
      fxc_copy_attributes(kernel, i + 1, changed, i + 1);
      LLVMReplaceAllUsesWith(from, to);
    } else {
      LLVMReplaceAllUsesWith(from, is_first ? shared_memory(self) : address_at(self, to));
      is_first = false;
    }
  }
  free(types);
  fxc_replace_function(kernel, changed);
  return changed;
}

/* ---- pointers in aggregates ---- */

static void know_spaces(const struct parameters *self, LLVMValueRef kernel) {
  FXS_VECTOR(LLVMValueRef) loads = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsALoadInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind &&
          LLVMGetPointerAddressSpace(LLVMTypeOf(i)) == 0 &&
          fxc_is_in_place(kernel, fxc_object_of(LLVMGetOperand(i, 0))))
        fxc_push(&loads, i);
  for (size_t i = 0; i < loads.count; i++)
    fxc_know_global(self->builder, loads.items[i],
                    LLVMPointerTypeInContext(self->context, self->target->global_space));
  fxs_vector_free(&loads);
}

enum fxc_result fxc_ptx_parameters(struct fxc_module *module) {
  struct parameters self = {module->options->target, module->ir, LLVMGetModuleContext(module->ir),
                            NULL};
  self.builder = LLVMCreateBuilderInContext(self.context);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f))
      continue;
    bool has_local = false;
    for (unsigned i = 0; i < LLVMCountParams(f); i++)
      has_local |= is_local(&self, LLVMTypeOf(LLVMGetParam(f, i)));
    LLVMValueRef kernel = has_local ? with_offsets(&self, f) : f;
    fxc_read_members_in_place(kernel);
    know_spaces(&self, kernel);
  }
  LLVMDisposeBuilder(self.builder);
  return FXC_CHANGED;
}
