/* vectorize: a kernel gets a form that computes several work-items at once.
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  beside each @K.NativeCPUKernel that can be vectorized @K.NativeCPUKernel.v<N>: the
 *          same for N work-items that follow each other in dimension 0; and …v<N>.masked, for
 *          fewer; for kernels with "falx-several-rows" …v<N>.packed, the same for work-items that
 *          follow each other by their linear local id. !falx.vector on the scalar kernel names
 *          them. Scalar kernels are in the shape that the vectorizer works on: loops simplified,
 *          no switch.
 * Refuses: a required sub-group size that cannot be met. Any other kernel that cannot be vectorized
 *          stays as it is, with a remark that says why, and "falx-not-vectorized".
 * Tests:   tests/passes/vectorize. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/ir/switches.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/vector_forms.h"
#include "compiler/run_llvm.h"
#include "support/strbuf.h"
#include "support/vector.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#define KERNEL_SUFFIX ".NativeCPUKernel"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- canonical form of the scalar kernel ---- */

/* What optimize-early does at higher levels. */
static const char unoptimized[] = "sroa,simplifycfg,loop(loop-unroll-full),sroa";
/* Brings loops and branches into canonical form, before anything is decided. */
static const char simplify[] =
    "instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,"
    "loop-mssa(loop-instsimplify,loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop(loop-deletion,loop-unroll-full),sroa,gvn<no-pre>,instcombine<no-verify-fixpoint>,dse,"
    "loop-mssa(licm),simplifycfg";
static const char canonicalize[] =
    "lower-switch,fix-irreducible,mergereturn,scalarizer<load-store>,"
    "loop-simplify,lcssa";
static const char clean_up[] = "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>";

/* The successor of block's predecessor that is not block. */
static LLVMBasicBlockRef other_way(LLVMBasicBlockRef block, LLVMBasicBlockRef *out_from) {
  LLVMValueRef branch = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    if (branch)
      return NULL;
    branch = LLVMGetUser(use);
  }
  if (!branch || !LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
    return NULL;
  *out_from = LLVMGetInstructionParent(branch);
  return LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block);
}

/* A call that does not return ends in `unreachable`, but the vector form needs a single exit.
 * The block branches to where the other lanes continue, so that these need no mask behind it;
 * else to a return. Control never gets there. */
static void lead_on(struct fxc_vec *v) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(v->context);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->scalar); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMGetInstructionOpcode(end) != LLVMUnreachable)
      continue;
    LLVMBasicBlockRef from, to = other_way(b, &from);
    LLVMInstructionEraseFromParent(end);
    LLVMPositionBuilderAtEnd(builder, b);
    if (!to) {
      LLVMBuildRetVoid(builder);
      continue;
    }
    LLVMBuildBr(builder, to);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
      for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == from) {
          LLVMValueRef value = LLVMGetIncomingValue(phi, i);
          LLVMAddIncoming(phi, &value, &b, 1);
          break;
        }
  }
  LLVMDisposeBuilder(builder);
}

/* ---- what cannot be vectorized ---- */

static bool refuse(struct fxc_vec *v, LLVMValueRef at, const char *reason) {
  v->reason = reason;
  v->reason_at = at;
  return false;
}

static bool is_supported(LLVMTypeRef type, unsigned depth) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind:
  case LLVMIntegerTypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return true;
  case LLVMStructTypeKind:
    for (unsigned i = 0, count = LLVMCountStructElementTypes(type); i < count; i++)
      if (count > 8 || depth > 0 || !is_supported(LLVMStructGetTypeAtIndex(type, i), depth + 1))
        return false;
    return true;
  default:
    return false;
  }
}

static bool check_instruction(struct fxc_vec *v, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMCall) {
    const char *problem = fxc_vec_call_problem(v, i);
    if (problem)
      return refuse(v, i, problem);
  }
  if (opcode == LLVMInvoke || opcode == LLVMIndirectBr || opcode == LLVMCallBr ||
      opcode == LLVMVAArg || opcode == LLVMSwitch)
    return refuse(v, i, "it contains what has no vector form");
  if (opcode == LLVMAlloca && !LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
    return refuse(v, i, "it has an array of variable length");
  if ((opcode == LLVMExtractValue || opcode == LLVMInsertValue) && LLVMGetNumIndices(i) != 1)
    return refuse(v, i, "it works on nested structures as values");
  if (opcode == LLVMStore && LLVMIsAGlobalVariable(LLVMGetOperand(i, 1)) &&
      !strncmp(name_of(LLVMGetOperand(i, 1)), "__prof", 6))
    return refuse(v, i, "it counts how often its lines run");
  return true;
}

/* Once shapes are known: varying values must be of types that fit into vectors. */
static bool check_shapes(struct fxc_vec *v, LLVMValueRef i, unsigned block) {
  bool is_varying = fxc_shape_of(&v->shapes, i).kind == FXC_SHAPE_VARYING;
  LLVMTypeRef type = LLVMTypeOf(i);
  if (LLVMIsAStoreInst(i)) {
    type = LLVMTypeOf(LLVMGetOperand(i, 0));
    is_varying = true;
  }
  if (is_varying && !is_supported(type, 0))
    return refuse(v, i, "it works on arrays or other types as values that vectors cannot hold");
  if (LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
      !strcmp(name_of(LLVMGetCalledValue(i)), "__falx_ncpu_barrier") && v->shapes.is_masked[block])
    return refuse(v, i, "its work-items may reach a barrier on different paths");
  return true;
}

static bool for_each(struct fxc_vec *v, bool is_after_shapes) {
  for (unsigned b = 0; b < v->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i))
      if (is_after_shapes ? !check_shapes(v, i, b) : !check_instruction(v, i))
        return false;
  return true;
}

/* ---- forms ---- */

static bool uses_sub_groups(LLVMValueRef kernel) {
  if (fxc_string_attribute(kernel, FXC_SUB_GROUP_BARRIER))
    return true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i)))
        continue;
      const char *name = name_of(LLVMGetCalledValue(i));
      enum fxc_builtin builtin = fxc_builtin_of_state(name);
      if (fxc_vec_is_sub_group(name) ||
          (builtin != FXC_BUILTIN_COUNT && builtin >= FXC_SUB_GROUP_SIZE))
        return true;
    }
  return false;
}

static void copy_parameters(LLVMValueRef from, LLVMValueRef to) {
  for (unsigned i = 0, count = LLVMCountParams(from); i < count; i++) {
    fxc_copy_attributes(from, i + 1, to, i + 1);
    fxc_copy_name(LLVMGetParam(from, i), LLVMGetParam(to, i));
  }
}

/* Of what is in v, beside kernel. */
static LLVMValueRef make_form(struct fxc_vec *v, LLVMValueRef kernel, const char *suffix) {
  enum { MOST = 256 };
  LLVMTypeRef type = LLVMGlobalGetValueType(v->scalar), own[MOST], *types = own;
  unsigned count = LLVMCountParamTypes(type);
  bool is_masked = *suffix;
  struct fxs_strbuf name = {0};
  if (count + 1 > MOST)
    types = fxc_must(malloc((count + 1) * sizeof *types));
  LLVMGetParamTypes(type, types);
  types[count] = v->i32;
  type = LLVMFunctionType(LLVMGetReturnType(type), types, count + is_masked, 0);
  if (types != own)
    free(types);
  fxs_strbuf_printf(&name, "%s.v%u%s", name_of(kernel), v->lanes, suffix);
  v->out = fxc_function_like(v->scalar, type, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  LLVMSetComdat(v->out, NULL);
  LLVMSetLinkage(v->out, LLVMInternalLinkage);
  copy_parameters(v->scalar, v->out);
  v->active = is_masked ? LLVMGetParam(v->out, count) : NULL;
  v->entry_mask = NULL;
  fxc_vec_emit(v);
  return fxc_run_llvm_on(v->module, v->out, clean_up) ? v->out : NULL;
}

static uint64_t element_size(void *context, LLVMValueRef pointer) {
  return fxc_vec_element_size(context, pointer);
}

static bool is_common(void *context, LLVMValueRef alloca) {
  const struct fxc_vec *v = context;
  return fxc_map_has(&v->common, alloca);
}

static void find_shapes(struct fxc_vec *v) {
  fxc_vec_lay_out(v);
  v->shapes = (struct fxc_shapes){.cfg = &v->cfg,
                                  .dominators = &v->dominators,
                                  .postdominators = &v->postdominators,
                                  .loops = &v->loops,
                                  .layout = v->layout,
                                  .call = fxc_vec_call_shape,
                                  .element = element_size,
                                  .is_common = is_common,
                                  .context = v};
  fxc_shapes_build(&v->shapes);
}

static bool analyse(struct fxc_vec *v) {
  if (fxc_has_attribute(v->scalar, (unsigned)LLVMAttributeFunctionIndex, "sanitize_address"))
    return refuse(v, v->scalar, "AddressSanitizer checks it, one work-item at a time");
  if (fxc_string_attribute(v->scalar, FXC_CHECKED))
    return refuse(v, v->scalar, "-fsycl-check= checks it, one work-item at a time");
  fxc_cfg_build(&v->cfg, v->scalar);
  fxc_domtree_build(&v->dominators, &v->cfg);
  fxc_loops_build(&v->loops, &v->dominators);
  if (v->loops.has_irreducible)
    return refuse(v, v->scalar, "it has loops with several entries");
  if (!fxc_postdom_build(&v->postdominators, &v->cfg))
    return refuse(v, v->scalar, "it has a loop without an end");
  if (!for_each(v, false))
    return false;
  find_shapes(v);
  while (fxc_vec_refuse_common(v)) {
    fxc_shapes_free(&v->shapes);
    fxc_map_free(&v->elements);
    fxc_map_free(&v->common);
    find_shapes(v);
  }
  return for_each(v, true);
}

static void forget(struct fxc_vec *v) {
  fxc_shapes_free(&v->shapes);
  fxc_postdom_free(&v->postdominators);
  fxc_loops_free(&v->loops);
  fxc_domtree_free(&v->dominators);
  fxc_cfg_free(&v->cfg);
  fxc_map_free(&v->elements);
  fxc_map_free(&v->common);
  fxc_map_free(&v->refused);
  fxc_map_free(&v->bits);
  fxc_map_free(&v->narrow);
  fxc_map_free(&v->slotted);
  fxc_map_free(&v->far);
  fxc_map_free(&v->unplanned);
  fxs_arena_release(&v->arena);
}

/* Where the kernel is in the source: what it stores is written there, what it calls may be a
 * header's.
 */
static LLVMValueRef place_of(struct fxc_vec *v) {
  LLVMValueRef any = v->scalar;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->scalar); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMInstructionGetDebugLoc(i))
        continue;
      if (LLVMIsAStoreInst(i))
        return i;
      if (any == v->scalar)
        any = i;
    }
  return any;
}

static bool bring_into_shape(struct fxc_vec *v) {
  if (!fxc_run_llvm_on(v->module, v->scalar, simplify))
    return false;
  lead_on(v);
  fxc_take_switches_apart(v->scalar, FXC_ANY_DESTINATIONS);
  return fxc_run_llvm_on(v->module, v->scalar, canonicalize);
}

/* Routes and slots; false, with a reason, if there are none. */
static bool plan(struct fxc_vec *v) {
  v->routes = fxc_new(&v->arena, v->cfg.count, sizeof *v->routes);
  if (!fxc_vec_linearize(v))
    return false;
  fxc_vec_plan_slots(v);
  return true;
}

/* Adds the packed form; without one, sub-groups end with their rows. False after an error. */
static bool add_packed(const struct fxc_vec *v, struct fxc_vector_forms *forms) {
  struct fxc_vec w = {.module = v->module,
                      .context = v->context,
                      .layout = v->layout,
                      .i1 = v->i1,
                      .i8 = v->i8,
                      .i32 = v->i32,
                      .i64 = v->i64,
                      .scalar = fxc_vec_packed_copy(v),
                      .lanes = v->lanes,
                      .preferred = v->lanes};
  bool is_fine = bring_into_shape(&w);
  if (is_fine && analyse(&w) && plan(&w)) {
    forms->packed = make_form(&w, v->scalar, ".packed");
    is_fine = forms->packed != NULL;
    if (w.shapes.id_bound < LLVMConstIntGetZExtValue(forms->id_bound))
      forms->id_bound = LLVMConstInt(v->i64, w.shapes.id_bound, 0);
  }
  if (w.reason && v->module->options->remarks_missed)
    fxc_report(v->module->diagnostics, FXC_REMARK, w.reason_at,
               "sub-groups end with the rows of a work-group, however short: %s "
               "[-Rpass-missed=falx-vectorize]",
               w.reason);
  forget(&w);
  LLVMDeleteFunction(w.scalar);
  return is_fine;
}

/* False after an error was reported. */
static bool vectorize(struct fxc_vec *v) {
  if (v->module->options->opt_level == 0 && !fxc_run_llvm_on(v->module, v->scalar, unoptimized))
    return false;
  if (!bring_into_shape(v))
    return false;
  bool is_fine = true;
  if (analyse(v)) {
    bool has_groups = uses_sub_groups(v->scalar);
    v->lanes = fxc_vec_lanes(v, has_groups);
    LLVMValueRef at;
    const char *better =
        has_groups || v->module->options->vector_lanes ? NULL : fxc_vec_better_scalar(v, &at);
    if (better)
      refuse(v, at, better);
    else if (plan(v)) {
      struct fxc_vector_forms forms = {.lanes = v->lanes,
                                       .uses_sub_groups = has_groups,
                                       .id_bound = LLVMConstInt(v->i64, v->shapes.id_bound, 0)};
      if (has_groups && fxc_vec_is_packed(v))
        is_fine = add_packed(v, &forms);
      v->ends_with_rows = !forms.packed && fxc_string_attribute(v->scalar, FXC_SEVERAL_ROWS);
      forms.vector = is_fine ? make_form(v, v->scalar, "") : NULL;
      forms.masked = forms.vector ? make_form(v, v->scalar, ".masked") : NULL;
      is_fine = forms.masked != NULL;
      if (is_fine)
        fxc_note_vector_forms(v->scalar, &forms);
    }
  }
  /* A program has code for several processors, and each of them is reported. */
  const char *cpu = fxc_string_attribute(v->scalar, "target-cpu");
  if (v->reason && is_fine && v->required) {
    fxc_report(v->module->diagnostics, FXC_ERROR, v->reason_at,
               "the kernel requires sub-groups of %u work-items, and on native_cpu they are "
               "vectors, but it cannot be vectorized: %s%s",
               v->required, v->reason,
               v->module->options->opt_level ? "" : "; with -O1 and up more kernels can be");
    is_fine = false;
  } else if (v->reason && is_fine && v->module->options->remarks_missed)
    fxc_report(v->module->diagnostics, FXC_REMARK, v->reason_at,
               "kernel not vectorized%s%s: %s [-Rpass-missed=falx-vectorize]", cpu ? " for " : "",
               cpu ? cpu : "", v->reason);
  else if (is_fine && v->module->options->remarks_passed)
    fxc_report(v->module->diagnostics, FXC_REMARK, place_of(v),
               "kernel vectorized%s%s, %u work-items at once [-Rpass=falx-vectorize]",
               cpu ? " for " : "", cpu ? cpu : "", v->lanes);
  if (v->reason)
    fxc_set_string_attribute(v->scalar, FXC_NOT_VECTORIZED, v->reason);
  forget(v);
  return is_fine;
}

/* The sub-group size that reqd_sub_group_size asks for; 0 if it makes no difference, or if no
 * vector is that wide: then the kernel cannot be launched. */
static unsigned required_lanes(LLVMValueRef kernel) {
  struct fxc_kernel_attribute_value value;
  unsigned lanes =
      fxc_kernel_attribute_get(kernel, FXC_REQD_SUB_GROUP_SIZE, &value) ? value.numbers[0] : 0;
  return lanes & (lanes - 1) || lanes > 64 || !uses_sub_groups(kernel) ? 0 : lanes;
}

/* The default sub-group size; 0 if the kernel has none, or options say otherwise. */
static unsigned preferred_lanes(const struct fxc_module *module, LLVMValueRef kernel) {
  int lanes = fxc_default_sub_group(kernel);
  bool is_off = module->options->no_vectorize || module->options->vector_lanes;
  return lanes <= 1 || is_off || !uses_sub_groups(kernel) ? 0 : (unsigned)lanes;
}

enum fxc_result fxc_vectorize(struct fxc_module *module) {
  bool is_off = module->options->no_vectorize || module->options->vector_lanes == 1;
  FXS_VECTOR(LLVMValueRef) kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    const char *name = name_of(f);
    size_t length = strlen(name), suffix = strlen(KERNEL_SUFFIX);
    if (!LLVMIsDeclaration(f) && length > suffix && !strcmp(name + length - suffix, KERNEL_SUFFIX))
      fxc_push(&kernels, f);
  }
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  enum fxc_result result = FXC_SAME;
  for (size_t i = 0; i < kernels.count && result != FXC_FAILED; i++) {
    struct fxc_vec v = {.module = module,
                        .context = context,
                        .layout = LLVMGetModuleDataLayout(module->ir),
                        .i1 = LLVMInt1TypeInContext(context),
                        .i8 = LLVMInt8TypeInContext(context),
                        .i32 = LLVMInt32TypeInContext(context),
                        .i64 = LLVMInt64TypeInContext(context),
                        .scalar = kernels.items[i],
                        .required = required_lanes(kernels.items[i]),
                        .preferred = preferred_lanes(module, kernels.items[i]),
                        .is_rows = fxc_string_attribute(kernels.items[i], FXC_ROWS) != NULL};
    bool is_unoptimized =
        module->options->opt_level < 2 ||
        fxc_has_attribute(v.scalar, (unsigned)LLVMAttributeFunctionIndex, "optnone");
    if (v.required ? v.required == 1 : !v.preferred && (is_off || is_unoptimized)) {
      fxc_set_string_attribute(v.scalar, FXC_NOT_VECTORIZED,
                               v.required ? "it requires sub-groups of one work-item"
                               : is_off   ? "options say so"
                                          : "it was compiled with less than -O2");
      if (module->options->remarks_missed && !v.required && !is_off)
        fxc_report(module->diagnostics, FXC_REMARK, place_of(&v),
                   "kernel not vectorized: it was compiled with less than -O2 "
                   "[-Rpass-missed=falx-vectorize]");
      continue;
    }
    result = vectorize(&v) ? FXC_CHANGED : FXC_FAILED;
  }
  fxs_vector_free(&kernels);
  return result;
}
