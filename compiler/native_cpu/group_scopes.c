/* Which accesses of a kernel are to the same block of a work-group's memory, for LLVM's alias
 * analysis. Only what is computed from the block's own address reaches it, unless that address goes
 * elsewhere: so totals that sub-groups hand on stay in registers beside whatever else the kernel
 * accesses. */
#include <stdio.h>
#include <string.h>

#include "compiler/ir/map.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "support/vector.h"

enum { MOST_BLOCKS = 64 };

typedef FXS_VECTOR(LLVMMetadataRef) node_list;

struct kernel_blocks {
  LLVMContextRef context;
  struct fxc_map scopes; /* of accesses */
  node_list all;
};

/* The operand with the address of a memory access, or -1. */
static int address_of(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return 0;
  case LLVMStore:
    return 1;
  default:
    return -1;
  }
}

static bool is_address_alone(LLVMValueRef access, LLVMValueRef pointer) {
  int address = address_of(access), count = LLVMGetNumOperands(access);
  for (int k = 0; k < count; k++)
    if ((LLVMGetOperand(access, (unsigned)k) == pointer) != (k == address))
      return false;
  return address >= 0;
}

static bool is_same_pointer(LLVMValueRef i) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         fxc_is_source_name(LLVMGetValueName2(callee, &length), "__falx_group_pointer");
}

/* Whether the pointer is used for accesses alone; they get the scope, unless it is NULL. */
static bool give_scope(struct kernel_blocks *self, LLVMValueRef pointer, LLVMMetadataRef scope) {
  bool is_alone = true;
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && is_alone; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((LLVMIsAGetElementPtrInst(user) || is_same_pointer(user)) &&
        LLVMGetOperand(user, 0) == pointer)
      is_alone = give_scope(self, user, scope);
    else
      is_alone = LLVMIsAInstruction(user) && is_address_alone(user, pointer);
    if (is_alone && scope && address_of(user) >= 0)
      fxc_map_put(&self->scopes, user, scope);
  }
  return is_alone;
}

/* Their names are strings, as clones of the kernel have the same blocks. */
static LLVMMetadataRef make_scope(LLVMContextRef context, LLVMValueRef kernel, size_t number) {
  size_t length;
  const char *kernel_name = LLVMGetValueName2(kernel, &length);
  char name[64];
  int count = snprintf(name, sizeof name, FXC_GROUP_SCOPE "%zu", number);
  LLVMMetadataRef domain = LLVMMDStringInContext2(context, kernel_name, length);
  LLVMMetadataRef operands[2] = {LLVMMDStringInContext2(context, name, (size_t)count),
                                 LLVMMDNodeInContext2(context, &domain, 1)};
  return LLVMMDNodeInContext2(context, operands, 2);
}

/* Adds scopes, but for `except`, to those that the instruction has. */
static void add_scopes(struct kernel_blocks *self, LLVMValueRef i, const char *kind_name,
                       const LLVMMetadataRef *scopes, size_t count, LLVMMetadataRef except) {
  unsigned kind = fxc_metadata_kind(self->context, kind_name);
  node_list all = {0};
  fxc_node_list before = {0};
  fxc_node_operands(LLVMGetMetadata(i, kind), &before);
  for (size_t k = 0; k < before.count; k++)
    fxc_push(&all, LLVMValueAsMetadata(before.items[k]));
  fxs_vector_free(&before);
  for (size_t k = 0; k < count; k++)
    if (scopes[k] != except)
      fxc_push(&all, scopes[k]);
  if (all.count)
    LLVMSetMetadata(i, kind,
                    LLVMMetadataAsValue(self->context,
                                        LLVMMDNodeInContext2(self->context, all.items, all.count)));
  fxs_vector_free(&all);
}

void fxc_scope_group_memory(LLVMValueRef kernel, const LLVMValueRef *blocks, size_t count) {
  struct kernel_blocks self = {.context = LLVMGetTypeContext(LLVMTypeOf(kernel))};
  for (size_t k = 0; k < count && k < MOST_BLOCKS; k++) {
    if (!give_scope(&self, blocks[k], NULL))
      continue;
    LLVMMetadataRef scope = make_scope(self.context, kernel, k);
    give_scope(&self, blocks[k], scope);
    fxc_push(&self.all, scope);
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b && self.all.count;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (address_of(i) < 0)
        continue;
      LLVMMetadataRef own = fxc_map_get(&self.scopes, i);
      if (own)
        add_scopes(&self, i, "alias.scope", &own, 1, NULL);
      add_scopes(&self, i, "noalias", self.all.items, self.all.count, own);
    }
  fxc_map_free(&self.scopes);
  fxs_vector_free(&self.all);
}

LLVMValueRef fxc_group_block(LLVMValueRef access) {
  LLVMContextRef context = LLVMGetModuleContext(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(access))));
  LLVMValueRef list = LLVMGetMetadata(access, fxc_metadata_kind(context, "alias.scope"));
  unsigned length;
  LLVMValueRef scope, operands[2];
  if (!list || LLVMGetMDNodeNumOperands(list) != 1)
    return NULL;
  LLVMGetMDNodeOperands(list, &scope);
  if (LLVMGetMDNodeNumOperands(scope) != 2)
    return NULL;
  LLVMGetMDNodeOperands(scope, operands);
  LLVMValueRef name = operands[0];
  const char *text = name && LLVMIsAMDString(name) ? LLVMGetMDString(name, &length) : NULL;
  return text && length > strlen(FXC_GROUP_SCOPE) &&
                 memcmp(text, FXC_GROUP_SCOPE, strlen(FXC_GROUP_SCOPE)) == 0
             ? scope
             : NULL;
}
