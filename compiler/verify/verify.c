/* One traversal of the module, which calls every checker for each function and call; reports. */
#include "compiler/verify/verify.h"

#include <llvm-c/Target.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/target.h"
#include "compiler/verify/checker.h"
#include "compiler/verify/roles.h"
#include "support/strbuf.h"

enum { MOST_REPORTS = 10 };

static const struct fxc_checker *const checkers[] = {
    &fxc_check_builtins,   &fxc_check_lowered,   &fxc_check_linked,   &fxc_check_launch_values,
    &fxc_check_images,     &fxc_check_arguments, &fxc_check_prepared, &fxc_check_linking,
    &fxc_check_vectorized, &fxc_check_loops,     &fxc_check_code,
};
enum { CHECKER_COUNT = sizeof checkers / sizeof *checkers };

enum fxc_stage fxc_stage_after(const char *step) {
  size_t count;
  const struct fxc_pass *const *passes = fxc_pass_all(&count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(passes[i]->name, step) == 0)
      return (enum fxc_stage)(FXC_AFTER_FRONT_END + 1 + i);
  return FXC_STAGE_COUNT;
}

bool fxc_verify_is_wanted(void) {
  const char *value = secure_getenv("FALX_VERIFY_EACH");
#ifdef NDEBUG
  return value && strcmp(value, "1") == 0;
#else
  return !value || strcmp(value, "0") != 0;
#endif
}

/* ---- the sink ---- */

void fxc_broken(struct fxc_verifier *v, LLVMValueRef value, const char *format, ...) {
  if (v->broken++ >= MOST_REPORTS)
    return;
  struct fxs_strbuf text = {0};
  va_list args;
  va_start(args, format);
  fxs_strbuf_vprintf(&text, format, args);
  va_end(args);
  fxc_report(v->module->diagnostics, FXC_ERROR, value,
             "the module is not as docs/ir.md says %s: %s [%s]", v->when, fxs_strbuf_text(&text),
             v->checker->section);
  fxs_strbuf_free(&text);
}

/* ---- the traversal ---- */

static bool is_asked_about(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
  case LLVMInvoke:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return true;
  case LLVMLoad:
  case LLVMStore:
    return LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
  default:
    return false;
  }
}

static void walk_function(struct fxc_verifier *v, LLVMValueRef function) {
  fxc_enter_function(v, function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!is_asked_about(i))
        continue;
      fxc_note_call(v, i);
      for (unsigned c = 0; c < CHECKER_COUNT; c++) {
        v->checker = checkers[c];
        if (v->checker->instruction)
          v->checker->instruction(v, i);
      }
    }
  for (unsigned c = 0; c < CHECKER_COUNT; c++) {
    v->checker = checkers[c];
    if (v->checker->function)
      v->checker->function(v, function);
  }
  if (v->function.barriers.count)
    fxc_map_put(&v->barrier_counts, function, (void *)(uintptr_t)(v->function.barriers.count + 1));
}

bool fxc_verify(const struct fxc_module *module, enum fxc_stage stage, const char *when,
                bool is_whole) {
  struct fxc_verifier v = {.module = module,
                           .context = LLVMGetModuleContext(module->ir),
                           .layout = LLVMGetModuleDataLayout(module->ir),
                           .stage = stage,
                           .when = when,
                           .is_whole = is_whole,
                           .is_native = module->options->target->is_host};
  fxc_find_roles(&v);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMGetIntrinsicID(f))
      walk_function(&v, f);
  for (unsigned c = 0; c < CHECKER_COUNT; c++) {
    v.checker = checkers[c];
    if (v.checker->module)
      v.checker->module(&v);
  }
  if (v.broken > MOST_REPORTS)
    fxc_report(module->diagnostics, FXC_NOTE, NULL, "%u more of the kind are not shown",
               v.broken - MOST_REPORTS);
  fxs_vector_free(&v.function.barriers);
  fxc_map_free(&v.roles);
  fxc_map_free(&v.barrier_counts);
  return !v.broken;
}

bool fxc_verify_after(const struct fxc_module *module, const char *step) {
  char when[64];
  snprintf(when, sizeof when, "after %s", step);
  return !module->options->verify_each || fxc_verify(module, fxc_stage_after(step), when, true);
}
