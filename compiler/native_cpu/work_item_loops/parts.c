/* Outlining: LLVM's time grows faster than the size of a function, so the regions of long
 * kernels and long loop bodies become functions of their own. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/outline.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"

LLVMBasicBlockRef fxc_loops_open_part(struct fxc_item_loops *self, bool is_wanted) {
  if (!is_wanted)
    return NULL;
  LLVMBasicBlockRef first = fxc_loops_append(self, "part");
  LLVMBuildBr(self->at, first);
  LLVMPositionBuilderAtEnd(self->at, first);
  return first;
}

void fxc_loops_close_part(struct fxc_item_loops *self, LLVMBasicBlockRef first,
                          enum fxc_part_kind kind) {
  if (!first)
    return;
  struct fxc_part part = {kind, first, fxc_loops_append(self, "part.end"), self->region};
  LLVMBuildBr(self->at, part.behind);
  LLVMPositionBuilderAtEnd(self->at, part.behind);
  fxc_push(&self->parts, part);
}

bool fxc_loops_can_outline(const struct fxc_item_loops *self, LLVMValueRef kernel) {
  return !self->is_wide && self->is_optimized && !self->has_debug_info &&
         !LLVMGetSubprogram(kernel);
}

bool fxc_loops_is_long(const struct fxc_item_loops *self, const struct fxc_form *form,
                       size_t block_count) {
  enum { LONG_BODY = 512 };
  enum fxc_form_kind main = fxc_loops_main(self)->kind;
  return block_count > LONG_BODY && fxc_loops_can_outline(self, self->origin_kernel) &&
         (form->kind == main || !self->is_outlined); /* else it is in a part of its own */
}

/* What LLVM makes of an instruction: where gathers and scatters are not instructions of the
 * processor, a test, an access and a move for each lane. */
static size_t weight_of(const struct fxc_item_loops *self, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t length;
  const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
  bool is_by_lane = strncmp(name, "llvm.masked.gather", strlen("llvm.masked.gather")) == 0 ||
                    strncmp(name, "llvm.masked.scatter", strlen("llvm.masked.scatter")) == 0;
  return is_by_lane && fxc_vector_bits(self->module) < 512 ? 3 * (size_t)self->lanes : 1;
}

bool fxc_loops_is_heavy(const struct fxc_item_loops *self, LLVMValueRef form) {
  enum { HEAVY = 1500 }; /* half a second of LLVM's time, for each instruction set */
  size_t weight = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(form); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      weight += weight_of(self, i);
  return weight > HEAVY;
}

void fxc_loops_outline(struct fxc_item_loops *self) {
  static const char *const names[] = {"region", "epilogue", "body"};
  /* Where a kernel comes from does not matter to its parts, which others may share. */
  static const char *const of_kernels[] = {"falx-module-id", "falx-input", FXC_NOT_VECTORIZED};
  struct fxs_arena arena = {0};
  size_t length;
  for (size_t i = 0; i < self->parts.count; i++) {
    const struct fxc_part *part = &self->parts.items[i];
    const char *kernel = LLVMGetValueName2(self->origin_kernel, &length);
    const char *name =
        fxc_must(fxs_arena_printf(&arena, "%s.%s%u", kernel, names[part->kind], part->region));
    LLVMValueRef function = fxc_outline(part->first, part->behind, &self->locals, name);
    fxc_push(&self->functions, function);
    fxc_set_string_attribute(function, FXC_PART, "");
    for (size_t k = 0; k < sizeof of_kernels / sizeof *of_kernels; k++)
      LLVMRemoveStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       of_kernels[k], (unsigned)strlen(of_kernels[k]));
    if (part->kind == FXC_PART_EPILOGUE && self->is_outlined &&
        (!self->uses_sub_groups || self->is_heavy || self->region_count > FXC_MANY_REGIONS))
      fxc_push(&self->cold, function);
  }
  fxs_arena_release(&arena);
}
