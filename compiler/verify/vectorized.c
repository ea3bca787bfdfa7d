/* native_cpu between vectorize and work-item-loops: vector forms of kernels (docs/ir.md, 6).
 *
 * - !falx.vector is on scalar kernels only: {i32 N, i32 whether it uses sub-groups, i64 exclusive
 *   upper bound of the ids, ptr v<N>, ptr v<N>.masked, ptr v<N>.packed}, N a power of two from 2
 *   to 64, the i64 from 1 to 2^31; the masked and the packed form are optional.
 * - The forms are internal, @K.NativeCPUKernel.v<N> of the kernel's type, …v<N>.masked and
 *   …v<N>.packed with an additional i32.
 * - A form has as many barriers as its kernel.
 * - Forms call no sub-group function: those that remain elsewhere are for one work-item. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/verify/checker.h"

enum { LANES, USES_SUB_GROUPS, ID_BOUND, FORM, MASKED, PACKED, OPERANDS, MOST_LANES = 64 };

static uint64_t number_of(LLVMValueRef operand, unsigned bits, uint64_t none) {
  return operand && LLVMIsAConstantInt(operand) && fxc_is_integer(LLVMTypeOf(operand), bits)
             ? LLVMConstIntGetZExtValue(operand)
             : none;
}

/* The type of kernel's forms: its parameters, and the number of active work-items. */
static bool has_form_type(LLVMValueRef kernel, LLVMValueRef form, bool is_masked) {
  unsigned count = LLVMCountParams(kernel);
  if (LLVMCountParams(form) != count + is_masked ||
      LLVMGetReturnType(LLVMGlobalGetValueType(form)) !=
          LLVMGetReturnType(LLVMGlobalGetValueType(kernel)))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (LLVMTypeOf(LLVMGetParam(form, i)) != LLVMTypeOf(LLVMGetParam(kernel, i)))
      return false;
  return !is_masked || fxc_is_integer(LLVMTypeOf(LLVMGetParam(form, count)), 32);
}

static void check_form(struct fxc_verifier *v, LLVMValueRef kernel, LLVMValueRef form,
                       uint64_t lanes, const char *kind) {
  char suffix[32];
  const char *name = fxc_value_name(form), *of = v->function.name;
  snprintf(suffix, sizeof suffix, ".v%u%s", (unsigned)lanes, kind);
  if (strncmp(name, of, strlen(of)) != 0 || strcmp(name + strlen(of), suffix) != 0 ||
      LLVMIsDeclaration(form) || LLVMGetLinkage(form) != LLVMInternalLinkage)
    fxc_broken(v, kernel, "a vector form of '%s' is internal, and '%s%s': '%s' is not", of, of,
               suffix, name);
  if (!has_form_type(kernel, form, *kind))
    fxc_broken(v, kernel, "a vector form has its kernel's type%s: '%s' has another",
               *kind ? " and an i32 more" : "", name);
}

static void check_note(struct fxc_verifier *v, LLVMValueRef kernel) {
  LLVMValueRef node = v->function.notes[FXC_NOTE_VECTOR], operands[OPERANDS] = {NULL};
  unsigned count = LLVMIsAMDNode(node) ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  if (count >= MASKED && count <= OPERANDS)
    LLVMGetMDNodeOperands(node, operands);
  uint64_t lanes = number_of(operands[LANES], 32, 0),
           sub_groups = number_of(operands[USES_SUB_GROUPS], 32, 2),
           bound = number_of(operands[ID_BOUND], 64, 0);
  if (lanes < 2 || lanes > MOST_LANES || lanes & (lanes - 1) || sub_groups > 1 || !bound ||
      bound > 1ull << 31 || !operands[FORM] || !LLVMIsAFunction(operands[FORM]) ||
      (operands[MASKED] && !LLVMIsAFunction(operands[MASKED])) ||
      (operands[PACKED] && !LLVMIsAFunction(operands[PACKED]))) {
    fxc_broken(v, kernel,
               "!falx.vector is {i32 lanes, i32 uses sub-groups, i64 bound of ids, ptr, ptr}: that "
               "of '%s' is not",
               v->function.name);
    return;
  }
  check_form(v, kernel, operands[FORM], lanes, "");
  if (operands[MASKED])
    check_form(v, kernel, operands[MASKED], lanes, ".masked");
  if (operands[PACKED])
    check_form(v, kernel, operands[PACKED], lanes, ".packed");
}

static bool is_in_charge(const struct fxc_verifier *v) {
  return v->is_native && FXC_BETWEEN(v, FXC_AFTER_prepare_native_cpu, FXC_AFTER_optimize);
}

static bool is_form(enum fxc_role role) {
  return role == FXC_ROLE_FORM || role == FXC_ROLE_MASKED_FORM;
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (!is_in_charge(v) || LLVMIsDeclaration(function))
    return;
  bool is_time = FXC_BETWEEN(v, FXC_AFTER_vectorize, FXC_AFTER_work_item_loops);
  bool is_kernel = v->function.role == FXC_ROLE_ONE_ITEM || v->function.role == FXC_ROLE_ROWS;
  bool is_rows = v->function.role == FXC_ROLE_ROWS; /* work-item-loops does not process these */
  if (v->function.notes[FXC_NOTE_VECTOR]) {
    if (!is_kernel || (!is_time && !is_rows))
      fxc_broken(v, function,
                 "!falx.vector is on kernels, between vectorize and work-item-loops: '%s' has one",
                 v->function.name);
    else
      check_note(v, function);
  }
  if (is_form(v->function.role) && !is_time && !strstr(v->function.name, ".falx_rows."))
    fxc_broken(v, function,
               "vector forms are there between vectorize and work-item-loops: there is '%s'",
               v->function.name);
}

static void check_instruction(struct fxc_verifier *v, LLVMValueRef instruction) {
  LLVMValueRef callee = is_form(v->function.role) ? fxc_direct_callee(instruction) : NULL;
  if (callee && is_in_charge(v) && fxc_role_of(v, callee) == FXC_ROLE_SUB_GROUP)
    fxc_broken(v, instruction, "a vector form calls no sub-group function: it calls '%s'",
               fxc_value_name(callee));
}

static size_t barriers_in(const struct fxc_verifier *v, LLVMValueRef function) {
  size_t count = (size_t)(uintptr_t)fxc_map_get(&v->barrier_counts, function);
  return count ? count - 1 : 0;
}

static void check_module(struct fxc_verifier *v) {
  if (!is_in_charge(v) || !FXC_BETWEEN(v, FXC_AFTER_vectorize, FXC_AFTER_work_item_loops))
    return;
  for (LLVMValueRef f = LLVMGetFirstFunction(v->module->ir); f; f = LLVMGetNextFunction(f)) {
    if (!is_form(fxc_role_of(v, f)))
      continue;
    const char *name = fxc_value_name(f), *end = strstr(name, FXC_ONE_ITEM_SUFFIX ".v");
    LLVMValueRef kernel = LLVMGetNamedFunctionWithLength(
        v->module->ir, name, (size_t)(end - name) + strlen(FXC_ONE_ITEM_SUFFIX));
    if (!kernel)
      fxc_broken(v, f, "a vector form stands beside its kernel: there is none for '%s'", name);
    else if (barriers_in(v, kernel) != barriers_in(v, f))
      fxc_broken(v, f, "a vector form has its kernel's barriers: '%s' has %zu, not %zu", name,
                 barriers_in(v, f), barriers_in(v, kernel));
  }
}

const struct fxc_checker fxc_check_vectorized = {.section = "6, vector forms",
                                                 .instruction = check_instruction,
                                                 .function = check_function,
                                                 .module = check_module};
