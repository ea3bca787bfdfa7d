/* Loads and stores of integers that SPIR-V does not have, such as the i48 that the optimizer makes
 * of a copied array of three shorts: LLVM 22's back end would access 64 bits instead, and write
 * over what follows. Each becomes accesses of 32, 16 and 8 bits. */
#include "compiler/spir64/split_accesses.h"

#include "compiler/memory.h"
#include "support/vector.h"

enum { MOST_PARTS = 3 };

struct access {
  LLVMValueRef instruction;
  LLVMValueRef parts[MOST_PARTS]; /* of a load, lowest first */
};

typedef FXS_VECTOR(struct access) access_list;

/* Bits of the integer that the load or store accesses, if it has to be split; else 0. */
static unsigned odd_bits(LLVMValueRef i) {
  bool is_load = LLVMIsALoadInst(i) != NULL;
  if (!is_load && !LLVMIsAStoreInst(i))
    return 0;
  LLVMTypeRef type = LLVMTypeOf(is_load ? i : LLVMGetOperand(i, 0));
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return 0;
  unsigned bits = LLVMGetIntTypeWidth(type);
  return bits < 64 && bits % 8 == 0 && (bits & (bits - 1)) != 0 ? bits : 0;
}

/* Of the part that begins at the bit offset of bits. */
static unsigned part_bits(unsigned bits, unsigned offset) {
  unsigned part = 32;
  while (part > bits - offset)
    part /= 2;
  return part;
}

static LLVMValueRef part_address(LLVMBuilderRef builder, LLVMValueRef pointer, unsigned offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  LLVMValueRef bytes = LLVMConstInt(LLVMInt64TypeInContext(context), offset / 8, false);
  return offset ? LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), pointer, &bytes, 1,
                                        "")
                : pointer;
}

/* The access of a part is as aligned and as volatile as the whole's is there. */
static void finish_part(LLVMValueRef part, LLVMValueRef whole, unsigned offset) {
  unsigned alignment = LLVMGetAlignment(whole), bytes = offset / 8;
  LLVMSetAlignment(part, bytes && (bytes & -bytes) < alignment ? bytes & -bytes : alignment);
  LLVMSetVolatile(part, LLVMGetVolatile(whole));
}

static void split_load(LLVMBuilderRef builder, struct access *access) {
  LLVMValueRef load = access->instruction;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(load));
  unsigned bits = odd_bits(load), offset = 0;
  LLVMPositionBuilderBefore(builder, load);
  for (int p = 0; offset < bits; p++) {
    unsigned part = part_bits(bits, offset);
    access->parts[p] = LLVMBuildLoad2(builder, LLVMIntTypeInContext(context, part),
                                      part_address(builder, LLVMGetOperand(load, 0), offset), "");
    finish_part(access->parts[p], load, offset);
    offset += part;
  }
}

static void split_store(LLVMBuilderRef builder, LLVMValueRef store, const access_list *loads) {
  LLVMValueRef value = LLVMGetOperand(store, 0), whole = NULL;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(value));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  const struct access *loaded = NULL;
  for (size_t i = 0; i < loads->count && !loaded; i++)
    if (loads->items[i].instruction == value)
      loaded = &loads->items[i];
  unsigned bits = odd_bits(store), offset = 0;
  LLVMPositionBuilderBefore(builder, store);
  if (!loaded)
    whole = LLVMBuildZExt(builder, value, i64, "");
  for (int p = 0; offset < bits; p++) {
    unsigned part = part_bits(bits, offset);
    LLVMValueRef number =
        loaded ? loaded->parts[p]
               : LLVMBuildTrunc(builder,
                                LLVMBuildLShr(builder, whole, LLVMConstInt(i64, offset, false), ""),
                                LLVMIntTypeInContext(context, part), "");
    finish_part(
        LLVMBuildStore(builder, number, part_address(builder, LLVMGetOperand(store, 1), offset)),
        store, offset);
    offset += part;
  }
  LLVMInstructionEraseFromParent(store);
}

/* ---- what else than stores uses the loaded number ---- */

static bool is_odd(LLVMTypeRef type) {
  unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
  return bits > 1 && bits < 64 && (bits < 8 || (bits & (bits - 1)) != 0);
}

static LLVMValueRef wide_constant(LLVMValueRef constant) {
  return LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(constant))),
                      LLVMConstIntGetZExtValue(constant), false);
}

/* The i64 that has the bits of user, an instruction on the number whose bits wide has, or, where
 * SPIR-V has user's type, what takes user's place. NULL if there is none. */
static LLVMValueRef widened(LLVMBuilderRef builder, LLVMValueRef user, LLVMValueRef number,
                            LLVMValueRef wide) {
  LLVMTypeRef type = LLVMTypeOf(user), i64 = LLVMTypeOf(wide);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
  LLVMValueRef value = NULL;
  if (opcode == LLVMZExt || opcode == LLVMTrunc) {
    if (!is_odd(type))
      return LLVMBuildIntCast2(builder, wide, type, false, "");
    value = wide;
  } else if (LLVMGetNumOperands(user) == 2 && LLVMGetOperand(user, 0) == number &&
             LLVMIsAConstantInt(LLVMGetOperand(user, 1))) {
    LLVMValueRef constant = wide_constant(LLVMGetOperand(user, 1));
    LLVMIntPredicate predicate = opcode == LLVMICmp ? LLVMGetICmpPredicate(user) : LLVMIntSLT;
    if (predicate < LLVMIntSGT)
      return LLVMBuildICmp(builder, predicate, wide, constant, "");
    if (opcode == LLVMLShr || opcode == LLVMShl || opcode == LLVMAnd || opcode == LLVMOr ||
        opcode == LLVMXor)
      value = LLVMBuildBinOp(builder, opcode, wide, constant, "");
  }
  if (!value)
    return NULL;
  uint64_t mask = (UINT64_C(1) << LLVMGetIntTypeWidth(type)) - 1;
  return LLVMBuildAnd(builder, value, LLVMConstInt(i64, mask, false), "");
}

/* The back end takes a conversion of such a number for none: what it can be known to mean is
 * computed in 64 bits. wide: the number's bits, zeros above. */
static void replace_number(LLVMBuilderRef builder, LLVMValueRef number, LLVMValueRef wide) {
  FXS_VECTOR(LLVMValueRef) users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      fxc_push(&users, LLVMGetUser(use));
  for (size_t i = 0; i < users.count; i++) {
    LLVMValueRef user = users.items[i];
    LLVMPositionBuilderBefore(builder, user);
    LLVMValueRef value = widened(builder, user, number, wide);
    if (!value)
      continue;
    if (LLVMTypeOf(value) == LLVMTypeOf(user))
      LLVMReplaceAllUsesWith(user, value);
    else
      replace_number(builder, user, value);
    if (!LLVMGetFirstUse(user))
      LLVMInstructionEraseFromParent(user);
  }
  fxs_vector_free(&users);
  if (LLVMGetFirstUse(number)) {
    LLVMPositionBuilderBefore(builder,
                              LLVMGetNextInstruction(LLVMIsAInstruction(wide) ? wide : number));
    LLVMReplaceAllUsesWith(number, LLVMBuildTrunc(builder, wide, LLVMTypeOf(number), ""));
  }
}

static void join_load(LLVMBuilderRef builder, const struct access *access) {
  LLVMValueRef load = access->instruction;
  if (LLVMGetFirstUse(load)) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)));
    LLVMValueRef whole = NULL;
    unsigned bits = odd_bits(load), offset = 0;
    LLVMPositionBuilderBefore(builder, load);
    for (int p = 0; offset < bits; p++) {
      LLVMValueRef part = LLVMBuildShl(builder, LLVMBuildZExt(builder, access->parts[p], i64, ""),
                                       LLVMConstInt(i64, offset, false), "");
      whole = whole ? LLVMBuildOr(builder, whole, part, "") : part;
      offset += part_bits(bits, offset);
    }
    replace_number(builder, load, whole);
  }
  LLVMInstructionEraseFromParent(load);
}

bool fxc_split_accesses(LLVMModuleRef module) {
  access_list loads = {0}, stores = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (odd_bits(i)) {
          const struct access access = {.instruction = i};
          if (LLVMIsALoadInst(i))
            fxc_push(&loads, access);
          else
            fxc_push(&stores, access);
        }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < loads.count; i++)
    split_load(builder, &loads.items[i]);
  for (size_t i = 0; i < stores.count; i++)
    split_store(builder, stores.items[i].instruction, &loads);
  for (size_t i = 0; i < loads.count; i++)
    join_load(builder, &loads.items[i]);
  LLVMDisposeBuilder(builder);
  bool is_changed = loads.count + stores.count != 0;
  fxs_vector_free(&loads);
  fxs_vector_free(&stores);
  return is_changed;
}
