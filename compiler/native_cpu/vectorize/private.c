/* Private memory: which variables are laid out element by element.
 *
 * Each lane has its own copy of a variable. Lane after lane (array of structures), element k of
 * all lanes is far apart and has to be gathered. If every access uses elements of one size, the
 * variable is laid out element after element (structure of arrays): address = start + offset *
 * lanes + lane * size, so that an element with a uniform index is one vector. A variable that holds
 * the same for all lanes, such as a captured array, has one copy. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/ir/address.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/item_memory.h"

#include <string.h>

enum { MOST_CELLS = 64 }; /* of a copy or fill that is written out element by element */

static bool is_intrinsic(LLVMValueRef call, const char *prefix) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  return LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix));
}

LLVMValueRef fxc_vec_private_root(LLVMValueRef pointer) {
  return LLVMIsAAllocaInst(fxc_object_of(pointer));
}

uint64_t fxc_vec_element_size(const struct fxc_vec *v, LLVMValueRef pointer) {
  LLVMValueRef root = fxc_vec_private_root(pointer);
  return root ? (uint64_t)(uintptr_t)fxc_map_get(&v->elements, root) : 0;
}

/* ---- which variables ---- */

struct layout {
  struct fxc_vec *v;
  uint64_t size; /* of every access so far; 0 before the first */
};

static bool takes(struct layout *l, LLVMValueRef access, LLVMTypeRef type) {
  uint64_t size = LLVMABISizeOfType(l->v->layout, type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || LLVMGetVolatile(access) ||
      LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic ||
      8 * size != LLVMSizeOfTypeInBits(l->v->layout, type) || (l->size && l->size != size))
    return false;
  l->size = size;
  return true;
}

/* A fill or copy whose length is known and short. */
static bool takes_block(struct layout *l, LLVMValueRef call) {
  LLVMValueRef length = LLVMGetArgOperand(call, 2);
  if (!LLVMIsAConstantInt(length) || !LLVMIsNull(LLVMGetArgOperand(call, 3)))
    return false;
  if (is_intrinsic(call, "llvm.memset"))
    return LLVMIsAConstantInt(LLVMGetArgOperand(call, 1)) &&
           (!l->size || LLVMConstIntGetZExtValue(length) / l->size <= MOST_CELLS);
  return false;
}

static bool collect(struct layout *l, LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user)) {
      if (!takes(l, user, LLVMTypeOf(user)))
        return false;
    } else if (LLVMIsAStoreInst(user)) {
      if (LLVMGetOperand(user, 0) == pointer ||
          !takes(l, user, LLVMTypeOf(LLVMGetOperand(user, 0))))
        return false;
    } else if (LLVMIsAGetElementPtrInst(user)) {
      if (LLVMGetOperand(user, 0) != pointer || !collect(l, user))
        return false;
    } else if (!LLVMIsACallInst(user) ||
               !(fxc_vec_is_ignored(user) ||
                 (is_intrinsic(user, "llvm.memset") && takes_block(l, user)))) {
      return false;
    }
  }
  return true;
}

/* True if every step of every address, and every length, is a whole number of elements. */
static bool is_aligned(struct layout *l, LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && is_intrinsic(user, "llvm.memset")) {
      uint64_t length = LLVMConstIntGetZExtValue(LLVMGetArgOperand(user, 2));
      if (length % l->size || length / l->size > MOST_CELLS)
        return false;
    }
    if (!LLVMIsAGetElementPtrInst(user))
      continue;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
    for (unsigned i = 1, count = (unsigned)LLVMGetNumOperands(user); i < count; i++) {
      LLVMValueRef index = LLVMGetOperand(user, i);
      uint64_t step;
      if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
        step = LLVMOffsetOfElement(l->v->layout, type, member);
        type = LLVMStructGetTypeAtIndex(type, member);
      } else {
        if (i > 1)
          type = LLVMGetElementType(type);
        step = LLVMABISizeOfType(l->v->layout, type);
        if (LLVMIsAConstantInt(index))
          step *= LLVMConstIntGetZExtValue(index);
      }
      if (step % l->size)
        return false;
    }
    if (!is_aligned(l, user))
      return false;
  }
  return true;
}

void fxc_vec_lay_out(struct fxc_vec *v) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->scalar); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
        continue;
      if (!fxc_map_has(&v->refused, i) && fxc_item_memory_holds_invariants(i)) {
        fxc_map_put(&v->common, i, i);
        continue;
      }
      struct layout l = {.v = v};
      uint64_t bytes = LLVMABISizeOfType(v->layout, LLVMGetAllocatedType(i)) *
                       LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
      if (collect(&l, i) && l.size && bytes % l.size == 0 && is_aligned(&l, i))
        fxc_map_put(&v->elements, i, (void *)(uintptr_t)l.size);
    }
}

static bool has_masked_write(const struct fxc_vec *v, LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_write = LLVMIsAStoreInst(user) || (LLVMIsACallInst(user) && !fxc_vec_is_ignored(user) &&
                                               LLVMGetOperand(user, 0) == pointer);
    if (LLVMIsAGetElementPtrInst(user)
            ? has_masked_write(v, user)
            : is_write &&
                  v->shapes.is_masked[fxc_cfg_number(&v->cfg, LLVMGetInstructionParent(user))])
      return true;
  }
  return false;
}

bool fxc_vec_refuse_common(struct fxc_vec *v) {
  size_t before = v->refused.count;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->scalar); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (fxc_map_has(&v->common, i) && has_masked_write(v, i))
        fxc_map_put(&v->refused, i, i);
  return v->refused.count > before;
}

/* ---- addresses and fills ---- */

/* The bytes that a getelementptr adds, in the scalar variable; varying is the shape wanted. */
static LLVMValueRef offset_of(struct fxc_vec *v, LLVMValueRef address, bool is_varying) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  uint64_t constant = 0;
  LLVMValueRef sum = NULL;
  LLVMTypeRef wide = is_varying ? LLVMVectorType(v->i64, v->lanes) : v->i64;
  for (unsigned i = 1, count = (unsigned)LLVMGetNumOperands(address); i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(address, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      constant += LLVMOffsetOfElement(v->layout, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
      continue;
    }
    if (i > 1)
      type = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(v->layout, type);
    if (LLVMIsAConstantInt(index)) {
      constant += size * (uint64_t)LLVMConstIntGetSExtValue(index);
      continue;
    }
    LLVMValueRef value = is_varying ? fxc_vec_vector(v, index) : fxc_vec_scalar(v, index);
    value = LLVMBuildIntCast2(v->builder, value, wide, 1, "");
    LLVMValueRef step = LLVMConstInt(v->i64, size, 0);
    value = LLVMBuildMul(v->builder, value, is_varying ? fxc_vec_splat(v, step) : step, "");
    sum = sum ? LLVMBuildAdd(v->builder, sum, value, "") : value;
  }
  LLVMValueRef rest = LLVMConstInt(v->i64, constant, 0);
  rest = is_varying ? fxc_vec_splat(v, rest) : rest;
  return sum ? LLVMBuildAdd(v->builder, sum, rest, "") : rest;
}

LLVMValueRef fxc_vec_private_address(struct fxc_vec *v, LLVMValueRef address) {
  bool is_varying = fxc_shape_of(&v->shapes, address).kind == FXC_SHAPE_VARYING;
  LLVMValueRef base = LLVMGetOperand(address, 0), offset = offset_of(v, address, is_varying);
  LLVMValueRef lanes = LLVMConstInt(v->i64, v->lanes, 0);
  offset = LLVMBuildMul(v->builder, offset, is_varying ? fxc_vec_splat(v, lanes) : lanes, "");
  base = is_varying ? fxc_vec_vector(v, base) : fxc_vec_scalar(v, base);
  return LLVMBuildGEP2(v->builder, v->i8, base, &offset, 1, "");
}

bool fxc_vec_private_fill(struct fxc_vec *v, LLVMValueRef call) {
  LLVMValueRef pointer = LLVMGetArgOperand(call, 0);
  uint64_t size = fxc_vec_element_size(v, pointer);
  if (!size || !is_intrinsic(call, "llvm.memset"))
    return false;
  uint64_t cells = LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 2)) / size;
  uint64_t byte = LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 1));
  LLVMTypeRef element = LLVMIntTypeInContext(v->context, (unsigned)(8 * size));
  LLVMValueRef fill = LLVMConstInt(element, UINT64_C(0x0101010101010101) * byte, 0);
  LLVMValueRef vector = fxc_vec_splat(v, fill);
  bool is_varying = fxc_shape_of(&v->shapes, pointer).kind == FXC_SHAPE_VARYING;
  LLVMValueRef start = is_varying ? fxc_vec_vector(v, pointer) : fxc_vec_scalar(v, pointer);
  for (uint64_t cell = 0; cell < cells; cell++) {
    LLVMValueRef offset = LLVMConstInt(v->i64, cell * size * v->lanes, 0);
    LLVMValueRef place = LLVMBuildGEP2(v->builder, v->i8, start, &offset, 1, "");
    if (!is_varying && !v->mask) {
      LLVMSetAlignment(LLVMBuildStore(v->builder, vector, place), (unsigned)size);
      continue;
    }
    LLVMTypeRef types[2] = {LLVMTypeOf(vector), LLVMTypeOf(place)};
    LLVMValueRef arguments[3] = {vector, place, fxc_vec_mask(v)};
    fxc_vec_intrinsic(v, is_varying ? "llvm.masked.scatter" : "llvm.masked.store", types, 2,
                      arguments, 3);
  }
  return true;
}
