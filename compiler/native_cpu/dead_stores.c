/* dead-stores: what a work-group leaves in its memory, and nobody reads.
 *
 * Once the steps of a tree or a scan are done in registers, nothing may be left that reads the
 * local memory between them. Memory of a work-group is worth nothing behind the group, so stores
 * into it are done for nobody.
 *
 * Needs:   docs/ir.md section 7: accesses say which block of a group's memory they are to, others
 *          that they are not; functions with all the code of their work-groups are no parts.
 * Leaves:  no store into a block that the function does not read.
 * Refuses: nothing.
 * Tests:   tests/passes/dead-stores. */
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "support/vector.h"

struct block { /* of memory */
  LLVMValueRef scope;
  bool is_read;
};

struct function_blocks {
  LLVMContextRef context;
  LLVMValueRef function;
  LLVMValueRef state; /* the last parameter, unless optimization has removed it: then NULL */
  FXS_VECTOR(struct block) blocks;
  FXS_VECTOR(LLVMValueRef) stores;
};

static bool has_scope(LLVMValueRef list, LLVMValueRef scope) {
  bool is_there = false;
  unsigned count = list ? LLVMGetMDNodeNumOperands(list) : 0;
  LLVMValueRef *scopes = fxc_must(calloc(count + 1, sizeof *scopes));
  if (count)
    LLVMGetMDNodeOperands(list, scopes);
  for (unsigned k = 0; k < count; k++)
    is_there |= LLVMValueAsMetadata(scopes[k]) == LLVMValueAsMetadata(scope);
  free(scopes);
  return is_there;
}

static bool is_masked_store(LLVMValueRef i) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
  return strncmp(name, "llvm.masked.store.", strlen("llvm.masked.store.")) == 0;
}

static bool is_plain_store(LLVMValueRef i) {
  return LLVMIsAStoreInst(i)
             ? !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic
             : is_masked_store(i);
}

/* What an address is computed from. */
static LLVMValueRef base_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
    address = LLVMGetOperand(address, 0);
  return address;
}

/* Variables of the function and of the program, and the state, are no memory of a work-group. */
static bool is_elsewhere(const struct function_blocks *self, LLVMValueRef address) {
  LLVMValueRef base = base_of(address);
  return LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base) || base == self->state;
}

/* Whether the instruction may read memory of which it does not say anything. */
static bool may_read(const struct function_blocks *self, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    return !is_elsewhere(self, LLVMGetOperand(i, 0));
  case LLVMStore:
    return !is_plain_store(i);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg:
  case LLVMInvoke:
    return true;
  case LLVMCall:
    return !is_masked_store(i) && !fxc_touches_no_memory(i);
  default:
    return false;
  }
}

static struct block *find_block(struct function_blocks *self, LLVMValueRef scope) {
  for (size_t k = 0; k < self->blocks.count; k++)
    if (LLVMValueAsMetadata(self->blocks.items[k].scope) == LLVMValueAsMetadata(scope))
      return &self->blocks.items[k];
  return NULL;
}

/* The state holds no block: what one is computed from is another parameter, or loaded. */
static void find_stores(struct function_blocks *self) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(self->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef scope = is_plain_store(i) ? fxc_group_block(i) : NULL;
      if (!scope)
        continue;
      fxc_push(&self->stores, i);
      LLVMValueRef base = base_of(LLVMGetOperand(i, 1));
      if (base == self->state || !(LLVMIsAArgument(base) || LLVMIsALoadInst(base)))
        self->state = NULL;
      if (!find_block(self, scope))
        fxc_push(&self->blocks, ((struct block){scope, false}));
    }
}

static void find_reads(struct function_blocks *self) {
  unsigned kind = fxc_metadata_kind(self->context, "noalias");
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(self->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!may_read(self, i))
        continue;
      LLVMValueRef others = LLVMGetMetadata(i, kind);
      for (size_t k = 0; k < self->blocks.count; k++)
        self->blocks.items[k].is_read |= !has_scope(others, self->blocks.items[k].scope);
    }
}

static size_t remove_dead(struct function_blocks *self) {
  size_t count = 0;
  for (size_t k = 0; k < self->stores.count; k++) {
    LLVMValueRef store = self->stores.items[k];
    if (find_block(self, fxc_group_block(store))->is_read)
      continue;
    LLVMInstructionEraseFromParent(store);
    count++;
  }
  return count;
}

enum fxc_result fxc_dead_stores(struct fxc_module *module) {
  bool has_changed = false;
  if (module->options->opt_level < 2)
    return FXC_SAME;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    struct function_blocks self = {
        .context = LLVMGetModuleContext(module->ir), .function = f, .state = LLVMGetLastParam(f)};
    if (LLVMIsDeclaration(f) || fxc_string_attribute(f, FXC_PART))
      continue;
    find_stores(&self);
    if (self.stores.count)
      find_reads(&self);
    bool is_dead = remove_dead(&self) != 0;
    has_changed |= is_dead;
    fxs_vector_free(&self.blocks);
    fxs_vector_free(&self.stores);
    if (is_dead && !fxc_run_llvm_on(module, f, "adce"))
      return FXC_FAILED;
  }
  return has_changed ? FXC_CHANGED : FXC_SAME;
}
