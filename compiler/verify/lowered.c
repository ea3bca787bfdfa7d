/* Kernels between the front end and prepare-native-cpu (docs/ir.md, 0 and 1).
 *
 * - A kernel has the calling convention of its target, ptx_kernel for nvptx64, otherwise
 *   spir_kernel, returns void, and is never called.
 * - !falx.functor is {i32 size, i32 align}, align a power of two; !falx.params has a node {i32
 *   kind, i32 dimensions, i32 size, i32 offset} per member, of a known kind, within size. A kernel
 *   has both or none; after lower-kernels every kernel has them.
 * - After lower-kernels no parameter is a struct or an array; byval ones have an alignment. For
 *   spir64 and nvptx64 other pointers are in address space 1, or 3 for local accessors; for
 *   native_cpu all are in 0. The number of parameters is that of !falx.params and !falx.omit, and
 *   what group-memory and ptx-ids add.
 * - Init functions of special types are internal.
 * - Kernel attributes are numbers followed by the source position: one to three nonzero sizes, one
 *   for reqd_sub_group_size; any number of aspects for device_has. */
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/passes/lower_kernels_layout.h"
#include "compiler/target.h"
#include "compiler/verify/checker.h"

/* ---- notes ---- */

static bool is_power_of_two(uint64_t value) {
  return value && !(value & (value - 1));
}

static void check_member(struct fxc_verifier *v, LLVMValueRef member, uint64_t size) {
  uint64_t numbers[4];
  if (!fxc_read_numbers(member, 32, 4, 4, numbers, NULL)) {
    fxc_broken(v, v->function.value,
               "a node of !falx.params is {i32 kind, i32 dimensions, i32 size, i32 offset}: '%s' "
               "has another",
               v->function.name);
    return;
  }
  if (numbers[0] > FALX_PARAM_LOCAL_ACCESSOR || numbers[1] > 3)
    fxc_broken(v, v->function.value,
               "a node of !falx.params has a known kind and at most 3 dimensions: '%s' has kind "
               "%u, dimensions %u",
               v->function.name, (unsigned)numbers[0], (unsigned)numbers[1]);
  if (size && numbers[2] + numbers[3] > size)
    fxc_broken(v, v->function.value,
               "members lie within the function object: one of '%s' has %u bytes from %u on, of %u",
               v->function.name, (unsigned)numbers[2], (unsigned)numbers[3], (unsigned)size);
}

static void check_object(struct fxc_verifier *v) {
  LLVMValueRef params = v->function.notes[FXC_NOTE_PARAMS];
  LLVMValueRef functor = v->function.notes[FXC_NOTE_FUNCTOR];
  uint64_t object[2] = {0, 0};
  if (functor &&
      (!fxc_read_numbers(functor, 32, 2, 2, object, NULL) || !is_power_of_two(object[1])))
    fxc_broken(v, v->function.value,
               "!falx.functor is {i32 size, i32 align}, a power of two: that of '%s' is not",
               v->function.name);
  if (params && !functor)
    fxc_broken(v, v->function.value, "who has !falx.params has !falx.functor: '%s' has not",
               v->function.name);
  if (!params || !LLVMIsAMDNode(params))
    return;
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(params);
  LLVMValueRef *members = fxc_must(calloc(count + 1, sizeof *members));
  if (count)
    LLVMGetMDNodeOperands(params, members);
  for (unsigned i = 0; i < count; i++)
    check_member(v, members[i], object[0]);
  free(members);
}

static void check_attribute(struct fxc_verifier *v, enum fxc_note note) {
  LLVMValueRef node = v->function.notes[note];
  if (!node)
    return;
  bool is_list = note == FXC_NOTE_DEVICE_HAS, is_fine = LLVMIsAMDNode(node) != NULL;
  unsigned count = is_fine ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0, length;
  LLVMValueRef *operands = fxc_must(calloc(count + 1, sizeof *operands));
  if (count)
    LLVMGetMDNodeOperands(node, operands);
  is_fine = count && operands[count - 1] && LLVMGetMDString(operands[count - 1], &length) &&
            (is_list || (count > 1 && count <= (note == FXC_NOTE_REQD_SUB_GROUP_SIZE ? 2 : 4)));
  for (unsigned i = 0; is_fine && i + 1 < count; i++)
    is_fine = operands[i] && LLVMIsAConstantInt(operands[i]) &&
              fxc_is_integer(LLVMTypeOf(operands[i]), 32) &&
              (is_list || LLVMConstIntGetZExtValue(operands[i]));
  free(operands);
  if (!is_fine)
    fxc_broken(v, v->function.value,
               "!%s is i32 numbers and the place in the source: that of '%s' is not",
               fxc_note_names[note], v->function.name);
}

/* ---- kernels ---- */

static void check_space(struct fxc_verifier *v, unsigned index) {
  LLVMValueRef kernel = v->function.value, parameter = LLVMGetParam(kernel, index);
  LLVMTypeRef type = LLVMTypeOf(parameter);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  const struct fxc_target *target = v->module->options->target;
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
    fxc_broken(v, kernel, "aggregates are byval: parameter %u of '%s' is one as a value", index,
               v->function.name);
  if (kind != LLVMPointerTypeKind)
    return;
  unsigned space = LLVMGetPointerAddressSpace(type);
  if (fxc_type_attribute(kernel, index + 1, "byval")) {
    if (!fxc_int_attribute(kernel, index + 1, "align"))
      fxc_broken(v, kernel, "byval parameters have an alignment: parameter %u of '%s' has none",
                 index, v->function.name);
  } else if (space != target->global_space && space != target->local_space) {
    fxc_broken(v, kernel, "pointers are in address space %u or %u: parameter %u of '%s' is in %u",
               target->global_space, target->local_space, index, v->function.name, space);
  }
}

static bool has_launch_range(const struct fxc_verifier *v) {
  uint64_t flags[2];
  return fxc_is_ptx(v) &&
         fxc_read_numbers(v->function.notes[FXC_NOTE_DISPATCH], 32, 2, 2, flags, NULL) &&
         flags[0] & FALX_KERNEL_USES_LAUNCH_RANGE;
}

static void check_kernel(struct fxc_verifier *v, LLVMValueRef kernel) {
  unsigned convention = fxc_is_ptx(v) ? LLVMPTXKernelCallConv : LLVMSPIRKERNELCallConv;
  LLVMTypeRef type = LLVMGlobalGetValueType(kernel);
  if (LLVMGetFunctionCallConv(kernel) != convention)
    fxc_broken(v, kernel, "a kernel has its target's calling convention: '%s' has another",
               v->function.name);
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind)
    fxc_broken(v, kernel, "a kernel answers nothing: '%s' does", v->function.name);
  bool is_lowered = v->function.notes[FXC_NOTE_FUNCTOR] != NULL;
  if (v->stage < FXC_AFTER_lower_kernels)
    return;
  if (v->is_whole && !is_lowered)
    fxc_broken(v, kernel, "after lower-kernels a kernel has !falx.functor: '%s' has not",
               v->function.name);
  if (is_lowered && !v->function.notes[FXC_NOTE_PARAMS] && v->is_whole)
    fxc_broken(v, kernel, "who has !falx.functor has !falx.params: '%s' has not", v->function.name);
  unsigned count = LLVMCountParams(kernel), all, kept;
  unsigned added = v->stage < FXC_AFTER_group_memory
                       ? 0
                       : (fxc_function_node(kernel, "falx.frame") != NULL) +
                             (fxc_string_attribute(kernel, FXC_LAUNCH_MEMORY) != NULL);
  if (v->stage >= FXC_AFTER_ptx_ids && has_launch_range(v))
    added++;
  for (unsigned i = 0; is_lowered && i < count; i++)
    check_space(v, i);
  if (fxc_string_attribute(kernel, FXC_ARGUMENTS_IN_MEMORY)) /* one, and those of local memory */
    return;
  if (fxc_count_arguments(v, &all, &kept) && kept + added != count)
    fxc_broken(v, kernel,
               "a kernel takes what !falx.params says, less what !falx.omit does: '%s' has %u "
               "parameters, not %u",
               v->function.name, count, kept + added);
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  check_object(v);
  for (unsigned note = FXC_NOTE_REQD_WORK_GROUP_SIZE; note <= FXC_NOTE_DEVICE_HAS; note++)
    check_attribute(v, (enum fxc_note)note);
  if (v->function.role == FXC_ROLE_KERNEL)
    check_kernel(v, function);
  if (v->is_whole && v->stage >= FXC_AFTER_lower_kernels && !LLVMIsDeclaration(function) &&
      LLVMGetLinkage(function) != LLVMInternalLinkage && fxc_special_is_init(v->function.name))
    fxc_broken(v, function, "init functions are internal after lower-kernels: '%s' is not",
               v->function.name);
}

static void check_call(struct fxc_verifier *v, LLVMValueRef instruction) {
  LLVMValueRef callee = fxc_direct_callee(instruction);
  if (callee && fxc_role_of(v, callee) == FXC_ROLE_KERNEL)
    fxc_broken(v, instruction, "nothing calls a kernel: '%s' is called", fxc_value_name(callee));
}

const struct fxc_checker fxc_check_lowered = {
    .section = "0 and 1, kernels", .instruction = check_call, .function = check_function};
