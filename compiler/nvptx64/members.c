#include "compiler/nvptx64/members.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "support/vector.h"

/* A use of the variable at a constant offset, or at that of the member in which an index chooses.
 */
struct use {
  LLVMValueRef user;
  unsigned operand;
  uint64_t offset;
};

struct write {
  LLVMValueRef copy, from; /* a copy of a parameter, or NULL */
  uint64_t begin, end;
};

struct variable {
  LLVMValueRef kernel;
  LLVMTargetDataRef data;
  FXS_VECTOR(struct use) reads;
  FXS_VECTOR(struct write) writes;
};

bool fxc_is_in_place(LLVMValueRef kernel, LLVMValueRef value) {
  for (unsigned i = 0; LLVMIsAArgument(value) && i < LLVMCountParams(kernel); i++)
    if (LLVMGetParam(kernel, i) == value)
      return fxc_has_attribute(kernel, i + 1, "byval") &&
             fxc_has_attribute(kernel, i + 1, "readonly");
  return false;
}

static bool is_intrinsic(LLVMValueRef call, const char *prefix) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix)) == 0;
}

static void add_read(struct variable *self, LLVMValueRef user, unsigned operand, uint64_t offset) {
  struct use use = {user, operand, offset};
  fxc_push(&self->reads, use);
}

static void add_write(struct variable *self, LLVMValueRef copy, LLVMValueRef from, uint64_t begin,
                      uint64_t size) {
  struct write write = {copy, from, begin, begin + size};
  fxc_push(&self->writes, write);
}

static bool follow(struct variable *self, LLVMValueRef address, uint64_t offset, bool is_chosen);

static bool follow_index(struct variable *self, LLVMValueRef gep, uint64_t offset, bool is_chosen) {
  LLVMTypeRef element = LLVMGetGEPSourceElementType(gep);
  LLVMValueRef index = LLVMGetOperand(gep, 1);
  if (is_chosen)
    return follow(self, gep, offset, true);
  if (LLVMGetNumOperands(gep) != 2)
    return false; /* LLVM makes those of constants of one index, bytes */
  if (LLVMIsAConstantInt(index))
    return follow(self, gep,
                  offset + (uint64_t)LLVMConstIntGetSExtValue(index) *
                               LLVMABISizeOfType(self->data, element),
                  false);
  add_read(self, gep, 0, offset);
  return follow(self, gep, offset, true);
}

static bool follow_copy(struct variable *self, LLVMValueRef copy, LLVMValueRef address,
                        uint64_t offset, bool is_chosen) {
  LLVMValueRef size = LLVMGetOperand(copy, 2), from = LLVMGetOperand(copy, 1);
  if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(LLVMGetOperand(copy, 3)))
    return false;
  if (LLVMGetOperand(copy, 0) == address)
    add_write(self, copy, !is_chosen && fxc_is_in_place(self->kernel, from) ? from : NULL, offset,
              LLVMConstIntGetZExtValue(size));
  if (from == address && !is_chosen)
    add_read(self, copy, 1, offset);
  return true;
}

/* Collects what is done with an address in the variable. False if it may get out of sight. */
static bool follow(struct variable *self, LLVMValueRef address, uint64_t offset, bool is_chosen) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool is_seen = true;
    if (LLVMIsALoadInst(user)) {
      if (!is_chosen)
        add_read(self, user, 0, offset);
    } else if (LLVMIsAStoreInst(user)) {
      is_seen = LLVMGetOperand(user, 1) == address;
      add_write(self, NULL, NULL, offset,
                LLVMStoreSizeOfType(self->data, LLVMTypeOf(LLVMGetOperand(user, 0))));
    } else if (LLVMIsAGetElementPtrInst(user)) {
      is_seen = LLVMGetOperand(user, 0) == address && follow_index(self, user, offset, is_chosen);
    } else if (is_intrinsic(user, "llvm.memcpy.")) {
      is_seen = follow_copy(self, user, address, offset, is_chosen);
    } else {
      is_seen = is_intrinsic(user, "llvm.lifetime.");
    }
    if (!is_seen)
      return false;
  }
  return true;
}

static bool is_written_once(const struct variable *self, const struct write *write) {
  for (size_t i = 0; i < self->writes.count; i++) {
    const struct write *other = &self->writes.items[i];
    if (other != write && other->begin < write->end && write->begin < other->end)
      return false;
  }
  return true;
}

static void redirect(struct variable *self, const struct write *write, LLVMBuilderRef builder) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(write->from));
  for (size_t i = 0; i < self->reads.count; i++) {
    const struct use *read = &self->reads.items[i];
    if (read->offset < write->begin || read->offset >= write->end)
      continue;
    LLVMValueRef distance =
        LLVMConstInt(LLVMInt64TypeInContext(context), read->offset - write->begin, false);
    LLVMPositionBuilderBefore(builder, read->user);
    LLVMSetOperand(read->user, read->operand,
                   LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), write->from,
                                         &distance, 1, ""));
  }
}

/* A load that is wider than the part has bytes of the next one. */
static bool fits(const struct variable *self, const struct write *write) {
  for (size_t i = 0; i < self->reads.count; i++) {
    const struct use *read = &self->reads.items[i];
    uint64_t size = 1;
    if (LLVMIsALoadInst(read->user))
      size = LLVMStoreSizeOfType(self->data, LLVMTypeOf(read->user));
    else if (is_intrinsic(read->user, "llvm.memcpy."))
      size = LLVMConstIntGetZExtValue(LLVMGetOperand(read->user, 2));
    uint64_t end = read->offset + size;
    bool is_outside = end <= write->begin || read->offset >= write->end;
    if (!is_outside && (read->offset < write->begin || end > write->end))
      return false;
  }
  return true;
}

static void read_in_place(LLVMValueRef kernel, LLVMValueRef alloca, LLVMBuilderRef builder) {
  struct variable self = {.kernel = kernel,
                          .data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel))};
  if (follow(&self, alloca, 0, false))
    for (size_t i = 0; i < self.writes.count; i++) {
      const struct write *write = &self.writes.items[i];
      if (write->from && is_written_once(&self, write) && fits(&self, write))
        redirect(&self, write, builder);
    }
  fxs_vector_free(&self.reads);
  fxs_vector_free(&self.writes);
}

void fxc_read_members_in_place(LLVMValueRef kernel) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(kernel)));
  FXS_VECTOR(LLVMValueRef) variables = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
      fxc_push(&variables, i);
  for (size_t i = 0; i < variables.count; i++)
    read_in_place(kernel, variables.items[i], builder);
  fxs_vector_free(&variables);
  LLVMDisposeBuilder(builder);
}
