/* Memory shared between work-items. Private memory is an alloca; everything else may be reached
 * by all. */
#include "compiler/native_cpu/item_memory.h"

#include <string.h>

#include "compiler/ir/address.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

typedef FXS_VECTOR(LLVMValueRef) value_list;

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool is_intrinsic(LLVMValueRef call, const char *prefix) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) && !strncmp(name_of(callee), prefix, strlen(prefix));
}

void fxc_move_instruction(LLVMValueRef instruction, LLVMBuilderRef builder) {
  char *name = fxc_must(strdup(name_of(instruction)));
  LLVMInstructionRemoveFromParent(instruction);
  LLVMInsertIntoBuilderWithName(builder, instruction, name);
  free(name);
}

/* ---- private memory with the same content in all work-items ---- */

/* How the body uses one alloca. */
struct uses {
  LLVMValueRef alloca;
  LLVMBasicBlockRef first;         /* where it is written; NULL: anywhere */
  value_list writes, reads, marks; /* marks: lifetime markers */
};

static bool is_read_only_argument(LLVMValueRef value) {
  if (!LLVMIsAArgument(value))
    return false;
  LLVMValueRef function = LLVMGetParamParent(value);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (LLVMGetParam(function, i) == value)
      return LLVMGetEnumAttributeAtIndex(function, i + 1, fxc_attribute_kind("noalias")) &&
             LLVMGetEnumAttributeAtIndex(function, i + 1, fxc_attribute_kind("readonly"));
  return false;
}

bool fxc_item_memory_is_argument(LLVMValueRef pointer) {
  return is_read_only_argument(fxc_object_of(pointer));
}

static bool is_elsewhere(const struct uses *uses, LLVMValueRef instruction) {
  return uses->first && LLVMGetInstructionParent(instruction) != uses->first;
}

/* True if value is the same for all work-items and can be computed before them. */
static bool is_invariant(const struct uses *uses, LLVMValueRef value) {
  if (LLVMIsAConstant(value) || LLVMIsAArgument(value) || value == uses->alloca)
    return true;
  if (!LLVMIsAInstruction(value) || is_elsewhere(uses, value))
    return false;
  if (LLVMIsALoadInst(value)) {
    if (LLVMGetVolatile(value) || LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic ||
        !fxc_item_memory_is_argument(LLVMGetOperand(value, 0)))
      return false;
  } else if (!LLVMIsAGetElementPtrInst(value) && !LLVMIsACastInst(value)) {
    return false;
  }
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (!is_invariant(uses, LLVMGetOperand(value, (unsigned)i)))
      return false;
  return true;
}

static bool is_constant_source(LLVMValueRef pointer) {
  LLVMValueRef object = fxc_object_of(pointer);
  return is_read_only_argument(object) ||
         (LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object));
}

/* Classifies the uses of pointer, which is the alloca or points into it; false if there is a use
 * of another kind, or a write that is not the same for all work-items. */
static bool collect(struct uses *uses, LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user)) {
      fxc_push(&uses->reads, user);
    } else if (LLVMIsAGetElementPtrInst(user)) {
      if (!collect(uses, user))
        return false;
    } else if (LLVMIsAStoreInst(user)) {
      if (LLVMGetOperand(user, 0) == pointer || LLVMGetVolatile(user) || is_elsewhere(uses, user) ||
          LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic ||
          !is_invariant(uses, LLVMGetOperand(user, 0)) || !is_invariant(uses, pointer))
        return false;
      fxc_push(&uses->writes, user);
    } else if (LLVMIsACallInst(user) && is_intrinsic(user, "llvm.lifetime")) {
      fxc_push(&uses->marks, user);
    } else if (LLVMIsACallInst(user) && is_intrinsic(user, "llvm.memcpy")) {
      if (LLVMGetOperand(user, 0) != pointer) {
        fxc_push(&uses->reads, user);
        continue;
      }
      if (is_elsewhere(uses, user) || !is_invariant(uses, pointer) ||
          !is_constant_source(LLVMGetOperand(user, 1)) ||
          !is_invariant(uses, LLVMGetOperand(user, 1)) ||
          !LLVMIsAConstantInt(LLVMGetOperand(user, 2)))
        return false;
      fxc_push(&uses->writes, user);
    } else {
      return false;
    }
  }
  return true;
}

static bool is_among(const value_list *list, LLVMValueRef value) {
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i] == value)
      return true;
  return false;
}

/* Moves value and its operands. */
static void move_with_operands(const struct uses *uses, LLVMValueRef value, LLVMBuilderRef entry) {
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != uses->first ||
      value == uses->alloca)
    return;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    move_with_operands(uses, LLVMGetOperand(value, (unsigned)i), entry);
  fxc_move_instruction(value, entry);
}

/* True if no write follows a read in the first block, which runs once for each work-item. */
static bool is_filled_first(const struct uses *uses) {
  bool is_read = false;
  for (LLVMValueRef v = LLVMGetFirstInstruction(uses->first); v; v = LLVMGetNextInstruction(v)) {
    if (is_read && is_among(&uses->writes, v))
      return false;
    is_read = is_read || is_among(&uses->reads, v);
  }
  return true;
}

static void free_uses(struct uses *uses) {
  fxs_vector_free(&uses->writes);
  fxs_vector_free(&uses->reads);
  fxs_vector_free(&uses->marks);
}

bool fxc_item_memory_holds_invariants(LLVMValueRef alloca) {
  struct uses uses = {.alloca = alloca};
  bool is_so = collect(&uses, alloca) && uses.writes.count;
  free_uses(&uses);
  return is_so;
}

static bool fill_once(struct uses *uses, LLVMBuilderRef entry) {
  if (!LLVMIsAConstantInt(LLVMGetOperand(uses->alloca, 0)) ||
      LLVMGetInstructionParent(uses->alloca) != uses->first || !collect(uses, uses->alloca) ||
      !uses->writes.count || !is_filled_first(uses))
    return false;
  for (size_t i = 0; i < uses->marks.count; i++)
    LLVMInstructionEraseFromParent(uses->marks.items[i]);
  fxc_move_instruction(uses->alloca, entry);
  for (LLVMValueRef v = LLVMGetFirstInstruction(uses->first), next; v; v = next) {
    next = LLVMGetNextInstruction(v);
    if (is_among(&uses->writes, v))
      move_with_operands(uses, v, entry); /* operands come before v, so next stays valid */
  }
  return true;
}

/* ---- private memory ---- */

enum origin { ORIGIN_SHARED, ORIGIN_PRIVATE, ORIGIN_UNKNOWN };

static enum origin worse(enum origin a, enum origin b) {
  return a > b ? a : b;
}

static bool is_uniform(const struct fxc_item_memory *memory, LLVMValueRef alloca) {
  for (size_t i = 0; i < memory->uniform.count; i++)
    if (memory->uniform.items[i] == alloca)
      return true;
  return false;
}

/* The origin of a pointer: arguments and globals are shared, allocas private; a pointer that was
 * loaded or returned may be either, once the address of an alloca has escaped. */
static enum origin origin_of(const struct fxc_item_memory *memory, LLVMValueRef pointer,
                             value_list *visited) {
  for (size_t i = 0; i < visited->count; i++)
    if (visited->items[i] == pointer)
      return ORIGIN_SHARED;
  if (LLVMIsAAllocaInst(pointer))
    return is_uniform(memory, pointer) ? ORIGIN_SHARED : ORIGIN_PRIVATE;
  if (LLVMIsAGlobalVariable(pointer) && !strncmp(name_of(pointer), "__prof", 6))
    return ORIGIN_PRIVATE; /* a counter of code coverage, which all work-items increment */
  if (LLVMIsAArgument(pointer) || LLVMIsAGlobalValue(pointer) ||
      LLVMIsAConstantPointerNull(pointer) || LLVMIsAUndefValue(pointer))
    return ORIGIN_SHARED;
  if (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) ||
      (LLVMIsAConstantExpr(pointer) && LLVMGetNumOperands(pointer)))
    return origin_of(memory, LLVMGetOperand(pointer, 0), visited);
  fxc_push(visited, pointer);
  if (LLVMIsAPHINode(pointer)) {
    enum origin origin = ORIGIN_SHARED;
    for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
      origin = worse(origin, origin_of(memory, LLVMGetIncomingValue(pointer, i), visited));
    return origin;
  }
  if (LLVMIsASelectInst(pointer))
    return worse(origin_of(memory, LLVMGetOperand(pointer, 1), visited),
                 origin_of(memory, LLVMGetOperand(pointer, 2), visited));
  return ORIGIN_UNKNOWN;
}

/* True if the address may be read back from somewhere: it is stored, passed, or converted to a
 * number. */
static bool escapes(LLVMValueRef pointer, value_list *visited) {
  for (size_t i = 0; i < visited->count; i++)
    if (visited->items[i] == pointer)
      return false;
  fxc_push(visited, pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
      continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
      continue;
    if (LLVMIsACallInst(user) &&
        (is_intrinsic(user, "llvm.mem") || is_intrinsic(user, "llvm.lifetime")))
      continue;
    if (!LLVMIsAGetElementPtrInst(user) && !LLVMIsAPHINode(user) && !LLVMIsASelectInst(user) &&
        !LLVMIsAAddrSpaceCastInst(user))
      return true;
    if (escapes(user, visited))
      return true;
  }
  return false;
}

bool fxc_item_memory_is_shared(const struct fxc_item_memory *memory, LLVMValueRef pointer) {
  value_list visited = {0};
  enum origin origin = origin_of(memory, pointer, &visited);
  fxs_vector_free(&visited);
  return origin == ORIGIN_SHARED || (origin == ORIGIN_UNKNOWN && !memory->has_escaped);
}

void fxc_item_memory_mark(const struct fxc_item_memory *memory, LLVMValueRef instruction) {
  bool is_parallel = false;
  if (LLVMIsALoadInst(instruction))
    is_parallel = fxc_item_memory_is_shared(memory, LLVMGetOperand(instruction, 0));
  else if (LLVMIsAStoreInst(instruction))
    is_parallel = fxc_item_memory_is_shared(memory, LLVMGetOperand(instruction, 1));
  else if (LLVMIsACallInst(instruction) && /* declared as writing, though they do not */
           (is_intrinsic(instruction, "llvm.assume") ||
            is_intrinsic(instruction, "llvm.experimental.noalias.scope.decl")))
    is_parallel = true;
  else if (LLVMIsACallInst(instruction) && is_intrinsic(instruction, "llvm.memset"))
    is_parallel = fxc_item_memory_is_shared(memory, LLVMGetOperand(instruction, 0));
  else if (LLVMIsACallInst(instruction) &&
           (is_intrinsic(instruction, "llvm.memcpy") || is_intrinsic(instruction, "llvm.memmove")))
    is_parallel = fxc_item_memory_is_shared(memory, LLVMGetOperand(instruction, 0)) &&
                  fxc_item_memory_is_shared(memory, LLVMGetOperand(instruction, 1));
  if (is_parallel)
    fxc_item_memory_set_parallel(memory, instruction);
}

void fxc_item_memory_set_parallel(const struct fxc_item_memory *memory, LLVMValueRef instruction) {
  unsigned kind = fxc_metadata_kind(memory->context, "llvm.access.group");
  LLVMValueRef group = LLVMMetadataAsValue(memory->context, memory->access_group);
  LLVMValueRef old = LLVMGetMetadata(instruction, kind);
  if (old) { /* a group, or a list of groups */
    unsigned count = (unsigned)LLVMGetMDNodeNumOperands(old);
    LLVMValueRef *values = fxc_must(malloc((count + 1) * sizeof *values));
    LLVMMetadataRef *groups = fxc_must(malloc((count + 2) * sizeof *groups));
    LLVMGetMDNodeOperands(old, values);
    for (unsigned i = 0; i < count; i++)
      groups[i] = LLVMValueAsMetadata(values[i]);
    if (!count)
      groups[count++] = LLVMValueAsMetadata(old);
    groups[count++] = memory->access_group;
    group =
        LLVMMetadataAsValue(memory->context, LLVMMDNodeInContext2(memory->context, groups, count));
    free(values);
    free(groups);
  }
  LLVMSetMetadata(instruction, kind, group);
}

bool fxc_item_memory_escapes(LLVMValueRef alloca) {
  value_list visited = {0};
  bool answer = escapes(alloca, &visited);
  fxs_vector_free(&visited);
  return answer;
}

void fxc_item_memory_add(struct fxc_item_memory *memory, LLVMValueRef alloca,
                         LLVMBasicBlockRef first, LLVMBuilderRef entry) {
  struct uses uses = {.alloca = alloca, .first = first};
  if (fill_once(&uses, entry)) {
    fxc_push(&memory->uniform, alloca);
  } else {
    memory->has_escaped = memory->has_escaped || fxc_item_memory_escapes(alloca);
  }
  free_uses(&uses);
}
