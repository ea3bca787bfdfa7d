/* Prefetches for later work-groups (docs/barriers.md). A work-group with barriers loads its
 * input, works on it in local memory for hundreds of instructions, and stores its results:
 * neither the hardware prefetcher nor out-of-order execution reaches the next work-group's
 * memory. */
#include <string.h>

#include "compiler/ir/loops.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/split.h"

/* AHEAD: work-groups in dimension 0. One is too late; three to six gain nothing more. */
enum { AHEAD = 2, MAX_DEPTH = 16, MAX_ACCESSES = 8, LINE = 64 };

/* Cache levels, as llvm.prefetch counts locality. */
enum level { NEAR = 2, NEAREST = 3 };

struct prefetcher {
  struct fxc_item_loops *self;
  struct fxc_cfg cfg;
  struct fxc_loops loops;
  bool *has_barrier; /* by loop */
  unsigned count;    /* accesses that are prefetched */
  LLVMBuilderRef at;
  struct fxc_map values; /* values of this work-group to those of the later one */
};

static LLVMValueRef ahead(struct prefetcher *p, LLVMValueRef value, unsigned depth);

static LLVMValueRef id_ahead(struct prefetcher *p, LLVMValueRef call, enum fxc_builtin builtin) {
  LLVMValueRef number = LLVMGetOperand(call, 1);
  LLVMValueRef distance = fxc_loops_constant(p->self, AHEAD);
  if (!LLVMIsAConstantInt(number) || LLVMConstIntGetZExtValue(number) != 0)
    return call;
  if (builtin == FXC_GLOBAL_ID) {
    LLVMValueRef size = fxc_state_builtin(p->self->module->ir, FXC_LOCAL_SIZE);
    LLVMValueRef operands[2] = {LLVMGetOperand(call, 0), number};
    LLVMValueRef items = LLVMBuildCall2(p->at, LLVMGlobalGetValueType(size), size, operands, 2, "");
    distance = LLVMBuildMul(p->at, items, distance, "");
  }
  return LLVMBuildAdd(p->at, call, distance, "");
}

/* The same computation without flags such as inbounds: they do not hold past the last
 * work-group. */
static LLVMValueRef compute(struct prefetcher *p, LLVMValueRef value,
                            const fxc_value_list *operands) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMTypeRef type = LLVMTypeOf(value);
  switch (opcode) {
  case LLVMGetElementPtr:
    return LLVMBuildGEP2(p->at, LLVMGetGEPSourceElementType(value), operands->items[0],
                         operands->items + 1, (unsigned)operands->count - 1, "");
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
    return LLVMBuildCast(p->at, opcode, operands->items[0], type, "");
  default:
    return LLVMBuildBinOp(p->at, opcode, operands->items[0], operands->items[1], "");
  }
}

static bool is_computed(LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMGetElementPtr:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMOr:
    return LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind;
  default:
    return false;
  }
}

/* The value AHEAD work-groups later; value itself if it depends on no id, or in an unknown way. */
static LLVMValueRef ahead(struct prefetcher *p, LLVMValueRef value, unsigned depth) {
  enum fxc_builtin builtin;
  LLVMValueRef known = fxc_map_get(&p->values, value);
  if (known || !LLVMIsAInstruction(value) || depth > MAX_DEPTH)
    return known ? known : value;
  if (fxc_loops_is_builtin(value, &builtin)) {
    known =
        builtin == FXC_GLOBAL_ID || builtin == FXC_GROUP_ID ? id_ahead(p, value, builtin) : value;
  } else if (is_computed(value)) {
    fxc_value_list operands = {0};
    bool is_other = false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
      LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
      fxc_push(&operands, ahead(p, operand, depth + 1));
      is_other |= operands.items[i] != operand;
    }
    known = is_other ? compute(p, value, &operands) : value;
    fxs_vector_free(&operands);
  } else {
    known = value;
  }
  fxc_map_put(&p->values, value, known);
  return known;
}

/* ---- accesses ---- */

struct access {
  LLVMValueRef address; /* NULL: none */
  LLVMTypeRef type;
  bool is_write;
};

static struct access access_of(LLVMValueRef i) {
  struct access access = {.is_write =
                              LLVMIsAStoreInst(i) || fxc_loops_is_call_of(i, "llvm.masked.store.")};
  if (!access.is_write && !LLVMIsALoadInst(i) && !fxc_loops_is_call_of(i, "llvm.masked.load."))
    return access;
  access.address = LLVMGetOperand(i, access.is_write);
  access.type = LLVMTypeOf(access.is_write ? LLVMGetOperand(i, 0) : i);
  if (!LLVMIsACallInst(i) && LLVMGetVolatile(i))
    access.address = NULL;
  return access;
}

static void prefetch(struct prefetcher *p, const struct access *access, unsigned lanes,
                     enum level level) {
  p->values = (struct fxc_map){0};
  LLVMValueRef first = ahead(p, access->address, 0);
  fxc_map_free(&p->values);
  if (first == access->address || p->count == MAX_ACCESSES)
    return;
  p->count++;
  LLVMModuleRef module = p->self->module->ir;
  unsigned id = LLVMLookupIntrinsicID("llvm.prefetch", strlen("llvm.prefetch"));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, &p->self->pointer, 1);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(p->self->context), i32 = p->self->i32;
  unsigned long long bytes =
      lanes * LLVMABISizeOfType(LLVMGetModuleDataLayout(module), access->type);
  for (unsigned long long at = 0; at < bytes; at += LINE) {
    LLVMValueRef offset = fxc_loops_constant(p->self, at);
    LLVMValueRef line = at ? LLVMBuildGEP2(p->at, i8, first, &offset, 1, "") : first;
    LLVMValueRef operands[4] = {line, LLVMConstInt(i32, access->is_write, 0),
                                LLVMConstInt(i32, level, 0), LLVMConstInt(i32, 1, 0)};
    LLVMBuildCall2(p->at, LLVMGlobalGetValueType(function), function, operands, 4, "");
  }
}

/* ---- loops ---- */

/* True for the block of a loop over lanes that the vectorizer made. */
static bool is_over_lanes(const struct prefetcher *p, LLVMBasicBlockRef block) {
  LLVMValueRef lane = LLVMGetFirstInstruction(block), next = NULL;
  if (!LLVMIsAPHINode(lane) || LLVMCountIncoming(lane) != 2)
    return false;
  for (unsigned i = 0; i < 2; i++)
    if (LLVMGetIncomingBlock(lane, i) == block)
      next = LLVMGetIncomingValue(lane, i);
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
  if (!next || !LLVMIsABranchInst(jump) || !LLVMIsConditional(jump))
    return false;
  LLVMValueRef is_last = LLVMGetCondition(jump);
  return LLVMIsAICmpInst(is_last) && LLVMGetICmpPredicate(is_last) == LLVMIntEQ &&
         LLVMGetOperand(is_last, 0) == next && LLVMIsAConstantInt(LLVMGetOperand(is_last, 1)) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(is_last, 1)) == p->self->lanes;
}

/* A lane's access is prefetched before that loop, at the first lane's address. */
static void look_at_lanes(struct prefetcher *p, LLVMBasicBlockRef block, enum level level) {
  LLVMValueRef lane = LLVMGetFirstInstruction(block);
  LLVMBasicBlockRef before = LLVMGetIncomingBlock(lane, LLVMGetIncomingBlock(lane, 0) == block);
  for (LLVMValueRef i = lane; i; i = LLVMGetNextInstruction(i)) {
    struct access access = access_of(i);
    if (!access.address || LLVMIsACallInst(i) || !LLVMIsAGetElementPtrInst(access.address))
      continue;
    access.address = LLVMGetOperand(access.address, 0);
    if (LLVMIsAInstruction(access.address) && LLVMGetInstructionParent(access.address) == block)
      continue;
    LLVMPositionBuilderBefore(p->at, LLVMGetBasicBlockTerminator(before));
    prefetch(p, &access, p->self->lanes, level);
  }
}

static void find_barriers(struct prefetcher *p) {
  p->has_barrier = fxc_new(&p->cfg.arena, p->loops.count + 1, sizeof *p->has_barrier);
  for (unsigned b = 0; b < p->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(p->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i))
      for (unsigned loop = fxc_barrier_id(i) ? p->loops.innermost[b] : FXC_NONE; loop != FXC_NONE;
           loop = p->loops.loops[loop].parent)
        p->has_barrier[loop] = true;
}

/* Memory that a loop around barriers accesses repeatedly is cached already. Other loops may
 * access much memory: it is prefetched to the second-level cache only. Addresses in local memory
 * depend on no work-group's id. */
static void look_at(struct prefetcher *p, unsigned number) {
  LLVMBasicBlockRef block = p->cfg.blocks[number];
  unsigned loop = p->loops.innermost[number];
  bool is_over_all_lanes = loop != FXC_NONE && is_over_lanes(p, block);
  if (is_over_all_lanes)
    loop = p->loops.loops[loop].parent;
  enum level level = loop == FXC_NONE ? NEAREST : NEAR;
  for (; loop != FXC_NONE; loop = p->loops.loops[loop].parent)
    if (p->has_barrier[loop])
      return;
  if (is_over_all_lanes) {
    look_at_lanes(p, block, level);
    return;
  }
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    struct access access = access_of(i);
    LLVMPositionBuilderBefore(p->at, i);
    if (access.address && LLVMGetTypeKind(access.type) == LLVMVectorTypeKind)
      prefetch(p, &access, 1, level);
  }
}

void fxc_loops_prefetch(struct fxc_item_loops *self, const struct fxc_form *form) {
  struct prefetcher p = {.self = self, .at = LLVMCreateBuilderInContext(self->context)};
  struct fxc_domtree tree;
  fxc_cfg_build(&p.cfg, form->function);
  fxc_domtree_build(&tree, &p.cfg);
  fxc_loops_build(&p.loops, &tree);
  find_barriers(&p);
  for (unsigned b = 0; b < p.cfg.count; b++)
    look_at(&p, b);
  fxc_loops_free(&p.loops);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&p.cfg);
  LLVMDisposeBuilder(p.at);
}
