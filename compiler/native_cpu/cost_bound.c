/* cost-bound: an upper bound of what one work-item of a kernel costs.
 *
 * The bound is a number of instructions as they stand, each block of a loop counted as often as
 * the loop can iterate at most. There is none where a loop's exits depend on anything but
 * constants (so none for a loop that waits for memory to change), where the control flow is
 * irreducible, and for calls of what is not known here: through pointers, of other images, of
 * itself. docs/submission.md says what the runtime makes of it.
 *
 * Needs:   docs/ir.md section 6, behind group-atomics; before that most calls of the headers'
 *          functions are there yet.
 * Leaves:  !falx.cost {i32 instructions} on subhandlers, where there is a bound.
 * Refuses: nothing.
 * Tests:   tests/passes/cost-bound. */
#include "compiler/pass.h"

#include <stdint.h>
#include <string.h>

#include "compiler/ir/cfg.h"
#include "compiler/ir/compare.h"
#include "compiler/ir/domtree.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/loops.h"
#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

/* Costs saturate at MOST; a kernel of that cost, or UNBOUNDED, is never considered short. */
enum { MOST = INT32_MAX, UNBOUNDED = -1 };
enum { MOST_ITERATIONS = 1 << 16, CHAIN = 4 };
/* Of one instruction or call. */
enum { COST_USUAL = 1, COST_DIVISION = 16, COST_ATOMIC = 32, COST_LIBRARY = 128 };

struct bounds {
  struct fxc_map known; /* function to 2 + its cost; 1 while it is being computed */
};

static int64_t saturate(int64_t cost) {
  return cost > MOST ? MOST : cost;
}

/* ---- How often a loop iterates ---- */

/* One operation with a constant: a step of the induction variable, or between it and the test. */
static bool apply(LLVMValueRef operation, LLVMValueRef operand, uint64_t *value) {
  LLVMValueRef constant = LLVMGetOperand(operation, 1);
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(operation));
  if (LLVMGetOperand(operation, 0) != operand || !LLVMIsAConstantInt(constant))
    return false;
  uint64_t by = LLVMConstIntGetZExtValue(constant);
  switch (LLVMGetInstructionOpcode(operation)) {
  case LLVMAdd:
    *value += by;
    break;
  case LLVMSub:
    *value -= by;
    break;
  case LLVMMul:
    *value *= by;
    break;
  case LLVMShl:
    *value = by < bits ? *value << by : 0;
    break;
  case LLVMLShr:
    *value = by < bits ? *value >> by : 0;
    break;
  default:
    return false;
  }
  if (bits < 64)
    *value &= (UINT64_C(1) << bits) - 1;
  return true;
}

/* An induction variable: a constant at first, then changed by operations with constants. */
struct induction {
  uint64_t first;
  LLVMValueRef phi;
  LLVMValueRef steps[CHAIN]; /* from phi to its next value, in order */
  unsigned step_count;
};

static bool is_integer(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

/* The operations from phi to value, in order. False where there are others, or too many. */
static bool chain_to(LLVMValueRef phi, LLVMValueRef value, LLVMValueRef out_steps[CHAIN],
                     unsigned *out_count) {
  LLVMValueRef backwards[CHAIN];
  unsigned count = 0;
  for (; value != phi; value = LLVMGetOperand(value, 0)) {
    if (count == CHAIN || !LLVMIsABinaryOperator(value))
      return false;
    backwards[count++] = value;
  }
  for (unsigned i = 0; i < count; i++)
    out_steps[i] = backwards[count - 1 - i];
  *out_count = count;
  return true;
}

static bool find_induction(const struct fxc_loops *loops, unsigned loop, LLVMValueRef phi,
                           struct induction *out) {
  bool has_first = false;
  LLVMValueRef next = NULL;
  out->phi = phi;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    unsigned from = fxc_cfg_number(loops->cfg, LLVMGetIncomingBlock(phi, i));
    if (from == FXC_NONE)
      continue;
    if (fxc_loop_contains(loops, loop, from)) {
      if (next && next != value)
        return false;
      next = value;
    } else {
      if (!LLVMIsAConstantInt(value) ||
          (has_first && LLVMConstIntGetZExtValue(value) != out->first))
        return false;
      out->first = LLVMConstIntGetZExtValue(value);
      has_first = true;
    }
  }
  return has_first && next && chain_to(phi, next, out->steps, &out->step_count);
}

/* The phi of the loop's header that value is computed from; NULL where there is none. */
static LLVMValueRef root_of(const struct fxc_loops *loops, unsigned loop, LLVMValueRef value) {
  LLVMBasicBlockRef header = loops->cfg->blocks[loops->loops[loop].header];
  for (unsigned i = 0; i <= CHAIN; i++) {
    if (LLVMIsAPHINode(value))
      return LLVMGetInstructionParent(value) == header ? value : NULL;
    if (!LLVMIsABinaryOperator(value))
      return NULL;
    value = LLVMGetOperand(value, 0);
  }
  return NULL;
}

/* Iterations until the branch at the end of block, which every iteration passes, leaves the loop;
 * 0 where that is not known. */
static int64_t iterations_until(const struct fxc_loops *loops, unsigned loop, unsigned block) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(loops->cfg->blocks[block]);
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
    return 0;
  LLVMValueRef condition = LLVMGetCondition(branch);
  unsigned taken = fxc_cfg_number(loops->cfg, LLVMGetSuccessor(branch, 0));
  bool stays_if = fxc_loop_contains(loops, loop, taken);
  if (!LLVMIsAICmpInst(condition))
    return 0;
  LLVMValueRef tested = LLVMGetOperand(condition, 0), limit = LLVMGetOperand(condition, 1);
  if (!LLVMIsAConstantInt(limit) || !is_integer(tested))
    return 0;
  struct induction induction = {0};
  LLVMValueRef phi = root_of(loops, loop, tested), tests[CHAIN];
  unsigned test_count;
  if (!phi || !find_induction(loops, loop, phi, &induction) ||
      !chain_to(phi, tested, tests, &test_count))
    return 0;
  uint64_t value = induction.first, bound = LLVMConstIntGetZExtValue(limit);
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(tested));
  for (int64_t count = 1; count <= MOST_ITERATIONS; count++) {
    uint64_t now = value;
    for (unsigned i = 0; i < test_count; i++)
      if (!apply(tests[i], i ? tests[i - 1] : phi, &now))
        return 0;
    if (fxc_compare_integers(LLVMGetICmpPredicate(condition), now, bound, bits) != stays_if)
      return count;
    for (unsigned i = 0; i < induction.step_count; i++)
      if (!apply(induction.steps[i], i ? induction.steps[i - 1] : phi, &value))
        return 0;
  }
  return 0;
}

static bool leaves(const struct fxc_loops *loops, unsigned loop, unsigned block) {
  const struct fxc_cfg *cfg = loops->cfg;
  for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++)
    if (!fxc_loop_contains(loops, loop, cfg->successors[e]))
      return true;
  return false;
}

static bool is_in_every_iteration(const struct fxc_loops *loops, const struct fxc_domtree *tree,
                                  unsigned loop, unsigned block) {
  const struct fxc_cfg *cfg = loops->cfg;
  unsigned header = loops->loops[loop].header;
  for (unsigned e = cfg->predecessor_start[header]; e < cfg->predecessor_start[header + 1]; e++)
    if (fxc_loop_contains(loops, loop, cfg->predecessors[e]) &&
        !fxc_dominates(tree, block, cfg->predecessors[e]))
      return false;
  return true;
}

/* The smallest bound of all exits; 0 where there is none. */
static int64_t iterations(const struct fxc_loops *loops, const struct fxc_domtree *tree,
                          unsigned loop) {
  int64_t least = 0;
  for (unsigned i = 0; i < loops->loops[loop].block_count; i++) {
    unsigned block = loops->loops[loop].blocks[i];
    if (loops->innermost[block] != loop || !leaves(loops, loop, block) ||
        !is_in_every_iteration(loops, tree, loop, block))
      continue;
    int64_t count = iterations_until(loops, loop, block);
    if (count && (!least || count < least))
      least = count;
  }
  return least;
}

/* ---- What instructions cost ---- */

static int64_t cost_of_function(struct bounds *bounds, LLVMValueRef function);

static bool starts_with(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool has_attribute(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Copies and fills of a constant number of bytes; the third operand is that number. */
static int64_t cost_of_copy(LLVMValueRef call) {
  LLVMValueRef bytes = LLVMGetOperand(call, 2);
  if (!LLVMIsAConstantInt(bytes))
    return UNBOUNDED;
  uint64_t count = LLVMConstIntGetZExtValue(bytes);
  return count > MOST ? MOST : COST_LIBRARY + (int64_t)count;
}

static int64_t cost_of_intrinsic(LLVMValueRef call, const char *name) {
  if (starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove") ||
      starts_with(name, "llvm.memset"))
    return cost_of_copy(call);
  static const struct {
    const char *prefix;
    int cost;
  } others[] = {{"llvm.dbg.", 0},
                {"llvm.lifetime.", 0},
                {"llvm.assume", 0},
                {"llvm.sin", COST_LIBRARY},
                {"llvm.cos", COST_LIBRARY},
                {"llvm.tan", COST_LIBRARY},
                {"llvm.asin", COST_LIBRARY},
                {"llvm.acos", COST_LIBRARY},
                {"llvm.atan", COST_LIBRARY},
                {"llvm.exp", COST_LIBRARY},
                {"llvm.log", COST_LIBRARY},
                {"llvm.pow", COST_LIBRARY}};
  for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
    if (starts_with(name, others[i].prefix))
      return others[i].cost;
  return COST_USUAL;
}

static bool is_floating(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Of the C library, what answers a floating-point number is mathematics. The builtins that later
 * passes replace do not wait either, and what does not return ends the program. */
static int64_t cost_of_declared(LLVMValueRef call, LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  if (LLVMGetIntrinsicID(function))
    return cost_of_intrinsic(call, name);
  if (fxc_import_of(function))
    return UNBOUNDED;
  if (fxc_builtin_of_state(name) != FXC_BUILTIN_COUNT || !strcmp(name, FXC_BARRIER_NAME))
    return COST_USUAL;
  return strstr(name, "__spirv_") || has_attribute(function, "noreturn") ||
                 is_floating(LLVMGetReturnType(LLVMGlobalGetValueType(function)))
             ? COST_LIBRARY
             : UNBOUNDED;
}

static int64_t cost_of_call(struct bounds *bounds, LLVMValueRef call) {
  LLVMValueRef function = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(function))
    return UNBOUNDED;
  return LLVMIsDeclaration(function) ? cost_of_declared(call, function)
                                     : cost_of_function(bounds, function);
}

static int64_t cost_of_instruction(struct bounds *bounds, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
  case LLVMInvoke:
    return cost_of_call(bounds, instruction);
  case LLVMCallBr:
  case LLVMIndirectBr:
    return UNBOUNDED;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMFDiv:
  case LLVMFRem:
    return COST_DIVISION;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
    return COST_ATOMIC;
  default:
    return COST_USUAL;
  }
}

static int64_t cost_of_block(struct bounds *bounds, LLVMBasicBlockRef block) {
  int64_t sum = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    int64_t cost = cost_of_instruction(bounds, i);
    if (cost == UNBOUNDED)
      return UNBOUNDED;
    sum = saturate(sum + cost);
  }
  return sum;
}

/* Blocks outside of loops once, the others as often as the loops around them iterate together. */
static int64_t cost_of_blocks(struct bounds *bounds, const struct fxc_loops *loops,
                              const struct fxc_domtree *tree) {
  int64_t *times = fxc_must(calloc(loops->count + 1, sizeof *times)), sum = 0;
  bool is_bounded = !loops->has_irreducible;
  for (unsigned i = 0; i < loops->count && is_bounded; i++) { /* outer ones first */
    unsigned parent = loops->loops[i].parent;
    int64_t count = iterations(loops, tree, i);
    is_bounded = count != 0;
    times[i] = saturate(count * (parent == FXC_NONE ? 1 : times[parent]));
  }
  for (unsigned b = 0; b < loops->cfg->count && is_bounded; b++) {
    unsigned loop = loops->innermost[b];
    int64_t cost = cost_of_block(bounds, loops->cfg->blocks[b]);
    is_bounded = cost != UNBOUNDED;
    sum = saturate(sum + cost * (loop == FXC_NONE ? 1 : times[loop]));
  }
  free(times);
  return is_bounded ? sum : UNBOUNDED;
}

static int64_t cost_of_function(struct bounds *bounds, LLVMValueRef function) {
  intptr_t known = (intptr_t)fxc_map_get(&bounds->known, function);
  if (known)
    return known == 1 ? UNBOUNDED : known - 3;
  fxc_map_put(&bounds->known, function, (void *)1); /* a call from here on is a recursion */
  struct fxc_cfg cfg = {0};
  struct fxc_domtree tree = {0};
  struct fxc_loops loops = {0};
  fxc_cfg_build(&cfg, function);
  fxc_domtree_build(&tree, &cfg);
  fxc_loops_build(&loops, &tree);
  int64_t cost = cost_of_blocks(bounds, &loops, &tree);
  fxc_loops_free(&loops);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&cfg);
  fxc_map_put(&bounds->known, function, (void *)(intptr_t)(cost + 3));
  return cost;
}

/* ---- The pass ---- */

static bool is_subhandler(LLVMValueRef function) {
  return LLVMGetLinkage(function) != LLVMInternalLinkage && !LLVMIsDeclaration(function) &&
         fxc_function_metadata(function, "falx.dispatch");
}

enum fxc_result fxc_cost_bound(struct fxc_module *module) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  unsigned kind = fxc_metadata_kind(context, "falx.cost");
  struct bounds bounds = {0};
  enum fxc_result result = FXC_SAME;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    int64_t cost = is_subhandler(f) ? cost_of_function(&bounds, f) : UNBOUNDED;
    if (cost == UNBOUNDED)
      continue;
    LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(i32, (uint64_t)cost, 0));
    LLVMGlobalSetMetadata(f, kind, LLVMMDNodeInContext2(context, &number, 1));
    result = FXC_CHANGED;
  }
  fxc_map_free(&bounds.known);
  return result;
}
