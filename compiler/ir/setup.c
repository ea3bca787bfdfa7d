/* Hoists the set-up of a function: every use of every private object that the entry block fills
 * is examined. An object qualifies if everything that writes to it can move and nothing reads it
 * in between; an instruction can move if its operands are constants, parameters or have moved. */
#include "compiler/ir/setup.h"

#include "compiler/ir/map.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "support/vector.h"

#include <string.h>

typedef FXS_VECTOR(LLVMValueRef) value_vector;

struct setup {
  LLVMBasicBlockRef block;
  struct fxc_map movable;  /* instructions that can move as far as their operands go */
  struct fxc_map position; /* instruction of the block to 1 + its place */
};

static bool is_memory_copy(LLVMValueRef value) {
  if (!LLVMIsACallInst(value) || !LLVMIsAFunction(LLVMGetCalledValue(value)))
    return false;
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(value), &length);
  return strncmp(name, "llvm.memcpy.", 12) == 0 &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(value, 3)) == 0; /* not volatile */
}

static bool is_plain_access(LLVMValueRef value) {
  return (LLVMIsALoadInst(value) || LLVMIsAStoreInst(value)) && !LLVMGetVolatile(value) &&
         LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic;
}

/* The object that a pointer with constant offsets points into; NULL if an offset is not
 * constant. */
static LLVMValueRef object_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer)) {
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++)
      if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, i)))
        return NULL;
    pointer = LLVMGetOperand(pointer, 0);
  }
  return pointer;
}

/* A parameter that points to memory which only changes through it during the call. */
static bool is_block(LLVMValueRef value) {
  if (!value || !LLVMIsAArgument(value))
    return false;
  LLVMValueRef function = LLVMGetParamParent(value);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (LLVMGetParam(function, i) == value)
      return fxc_has_attribute(function, i + 1, "byval") ||
             (fxc_has_attribute(function, i + 1, "noalias") &&
              fxc_has_attribute(function, i + 1, "readonly"));
  return false;
}

static bool is_known(const struct setup *setup, LLVMValueRef value) {
  return LLVMIsAArgument(value) || LLVMIsAConstant(value) || LLVMIsAAllocaInst(value) ||
         fxc_map_has(&setup->movable, value);
}

/* The destination of a store or copy into an object, else NULL. */
static LLVMValueRef destination(LLVMValueRef i) {
  return LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1)
         : is_memory_copy(i) ? LLVMGetOperand(i, 0)
                             : NULL;
}

static bool can_move(const struct setup *setup, LLVMValueRef i) {
  for (int k = 0, count = LLVMGetNumOperands(i); k < count; k++)
    if (!is_known(setup, LLVMGetOperand(i, (unsigned)k)))
      return false;
  if (LLVMIsAGetElementPtrInst(i))
    return object_of(i) != NULL;
  if (LLVMIsALoadInst(i))
    return is_plain_access(i) && is_block(object_of(LLVMGetOperand(i, 0)));
  LLVMValueRef object = destination(i) ? object_of(destination(i)) : NULL;
  if (!object || !LLVMIsAAllocaInst(object))
    return false;
  return LLVMIsAStoreInst(i) ? is_plain_access(i) && !LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) &&
                                   !LLVMIsAGetElementPtrInst(LLVMGetOperand(i, 0))
                             : is_block(object_of(LLVMGetOperand(i, 1)));
}

/* The uses of one object, through all pointers derived from it. */
struct uses {
  const struct setup *setup;
  struct fxc_map seen;
  bool is_fine;                  /* every use is a read, or a write that can move */
  size_t first_read, last_write; /* in the entry block: 1 + place; 0 where there is none */
};

static void look_at(struct uses *uses, LLVMValueRef pointer) {
  if (fxc_map_has(&uses->seen, pointer))
    return;
  fxc_map_put(&uses->seen, pointer, pointer);
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && uses->is_fine; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    size_t place = (size_t)fxc_map_get(&uses->setup->position, user);
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) {
      look_at(uses, user);
    } else if (destination(user) == pointer) {
      uses->is_fine = fxc_map_has(&uses->setup->movable, user) &&
                      (!is_memory_copy(user) || LLVMGetOperand(user, 1) != pointer);
      uses->last_write = place > uses->last_write ? place : uses->last_write;
    } else if (LLVMIsALoadInst(user) || is_memory_copy(user)) {
      if (place && (!uses->first_read || place < uses->first_read))
        uses->first_read = place;
    } else {
      uses->is_fine = LLVMIsAICmpInst(user) != NULL;
    }
  }
}

/* An alloca that is only filled and read, or memory that nobody writes to. */
static bool is_constant_after(const struct setup *setup, LLVMValueRef object) {
  struct uses uses = {.setup = setup, .is_fine = true};
  look_at(&uses, object);
  fxc_map_free(&uses.seen);
  return uses.is_fine && (!uses.first_read || uses.last_write < uses.first_read);
}

static bool qualifies(const struct setup *setup, struct fxc_map *verdicts, LLVMValueRef object) {
  static char yes, no;
  if (!fxc_map_has(verdicts, object))
    fxc_map_put(verdicts, object, is_constant_after(setup, object) ? &yes : &no);
  return fxc_map_get(verdicts, object) == &yes;
}

/* Drops writes to and reads from objects that do not qualify, then everything that depends on
 * them, until nothing changes: an object whose writes stay does not qualify either. */
static void settle(struct setup *setup, value_vector *candidates) {
  for (bool changed = true; changed;) {
    struct fxc_map verdicts = {0}, kept = {0};
    changed = false;
    for (size_t c = 0; c < candidates->count; c++) {
      LLVMValueRef i = candidates->items[c];
      LLVMValueRef to = destination(i);
      LLVMValueRef from = LLVMIsALoadInst(i)  ? LLVMGetOperand(i, 0)
                          : is_memory_copy(i) ? LLVMGetOperand(i, 1)
                                              : NULL;
      bool stays = (to && !qualifies(setup, &verdicts, object_of(to))) ||
                   (from && !qualifies(setup, &verdicts, object_of(from)));
      for (int k = 0, count = LLVMGetNumOperands(i); k < count && !stays; k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        stays = LLVMIsAInstruction(operand) && !LLVMIsAAllocaInst(operand) &&
                !fxc_map_has(&kept, operand);
      }
      if (!stays)
        fxc_map_put(&kept, i, i);
      changed = changed || (stays && fxc_map_has(&setup->movable, i));
    }
    fxc_map_free(&verdicts);
    fxc_map_free(&setup->movable);
    setup->movable = kept;
  }
}

unsigned fxc_hoist_setup(LLVMBasicBlockRef block, LLVMBuilderRef to) {
  struct setup setup = {.block = block};
  value_vector candidates = {0};
  size_t place = 0;
  unsigned moved = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    fxc_map_put(&setup.position, i, (void *)++place);
    if (!can_move(&setup, i))
      continue;
    fxc_map_put(&setup.movable, i, i);
    fxc_push(&candidates, i);
  }
  settle(&setup, &candidates);
  for (size_t c = 0; c < candidates.count; c++) {
    LLVMValueRef i = candidates.items[c];
    if (!fxc_map_has(&setup.movable, i))
      continue;
    size_t length;
    char *name = fxc_must(strdup(LLVMGetValueName2(i, &length)));
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilderWithName(to, i, name);
    free(name);
    moved++;
  }
  fxs_vector_free(&candidates);
  fxc_map_free(&setup.movable);
  fxc_map_free(&setup.position);
  return moved;
}
