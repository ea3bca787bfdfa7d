/* Kernels whose unused parameters are gone (docs/ir.md, 5).
 *
 * - !falx.omit has an i1 per argument, 1 for those removed; at least one is.
 * - From drop-arguments to prepare-native-cpu, or ptx-parameters, every parameter of a kernel is
 * used
 *   (-O1 and up). */
#include "compiler/verify/checker.h"

#include <stdlib.h>

#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"

static void check_omit(struct fxc_verifier *v, LLVMValueRef function) {
  LLVMValueRef omit = v->function.notes[FXC_NOTE_OMIT];
  if (!omit)
    return;
  unsigned count = LLVMIsAMDNode(omit) ? (unsigned)LLVMGetMDNodeNumOperands(omit) : 0, all, kept;
  uint64_t *bits = fxc_must(calloc(count + 1, sizeof *bits));
  if (!count || !fxc_read_numbers(omit, 1, 1, count, bits, NULL))
    fxc_broken(v, function, "!falx.omit is an i1 for each argument: that of '%s' is not",
               v->function.name);
  else if (fxc_count_arguments(v, &all, &kept) && all != count)
    fxc_broken(v, function,
               "!falx.omit has a bit for each argument that !falx.params stands for: that of '%s' "
               "has %u for %u",
               v->function.name, count, all);
  free(bits);
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  check_omit(v, function);
  if (v->function.role != FXC_ROLE_KERNEL || !v->module->options->opt_level ||
      fxc_has_attribute(function, (unsigned)LLVMAttributeFunctionIndex, "optnone") ||
      !FXC_BETWEEN(v, FXC_AFTER_drop_arguments, FXC_AFTER_prepare_native_cpu) ||
      (fxc_is_ptx(v) && v->stage >= FXC_AFTER_ptx_parameters))
    return;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (!LLVMGetFirstUse(LLVMGetParam(function, i)))
      fxc_broken(v, function,
                 "after drop-arguments a kernel has no parameter without a use: parameter %u of "
                 "'%s' has none",
                 i, v->function.name);
}

const struct fxc_checker fxc_check_arguments = {.section = "5, arguments",
                                                .function = check_function};
