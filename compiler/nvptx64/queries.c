#include "compiler/nvptx64/queries.h"

#include <string.h>

#include "compiler/ir/callgraph.h"
#include "compiler/ir/inline_callers.h"
#include "compiler/ir/map.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"
#include "support/map.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool is_of_launch(enum fxc_builtin builtin) {
  return builtin == FXC_GLOBAL_ID || builtin == FXC_GLOBAL_SIZE || builtin == FXC_GLOBAL_OFFSET;
}

/* Whether a declared function might ask anything, or wait for others. */
static bool is_unseen(const struct fxc_module *module, LLVMValueRef function) {
  const char *name = name_of(function);
  if (!LLVMIsDeclaration(function))
    return false;
  if (LLVMGetIntrinsicID(function))
    return strncmp(name, "llvm.nvvm.", strlen("llvm.nvvm.")) == 0;
  if (fxc_is_spirv_function(name, "ControlBarrier") || strstr(name, "__spirv_GroupNonUniform"))
    return true;
  return strncmp(name, "_Z", 2) == 0 && fxc_builtin_of_spirv(name) == FXC_BUILTIN_COUNT
             ? !fxc_is_spirv_function(name, "MemoryBarrier")
             : module->options->elsewhere && fxs_map_has(module->options->elsewhere, name);
}

/* Whether the kernel depends on how its work-items are grouped, or cannot be known not to. */
static bool has_groups(const struct fxc_module *module, const struct fxc_function_list *reached,
                       const struct fxc_map *visited) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(module->ir); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == module->options->target->local_space &&
        fxc_map_has(visited, g))
      return true;
  for (size_t k = 0; k < reached->items.count; k++) {
    LLVMValueRef function = reached->items.items[k];
    if (is_unseen(module, function))
      return true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        enum fxc_builtin builtin = fxc_builtin_called(i);
        bool is_elsewhere = k > 0; /* in a function that is not part of the kernel */
        if ((LLVMIsACallInst(i) && !LLVMIsAFunction(LLVMGetCalledValue(i))) ||
            (builtin != FXC_BUILTIN_COUNT && (is_elsewhere || !is_of_launch(builtin))))
          return true;
      }
  }
  return false;
}

struct fxc_queries fxc_find_queries(const struct fxc_module *module, LLVMValueRef kernel) {
  struct fxc_queries queries = {0};
  unsigned most = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      enum fxc_builtin builtin = fxc_builtin_called(i);
      if (builtin == FXC_BUILTIN_COUNT || !fxc_builtins[builtin].has_dimension)
        continue;
      LLVMValueRef dimension = LLVMGetOperand(i, 0);
      unsigned count =
          LLVMIsAConstantInt(dimension) ? (unsigned)LLVMConstIntGetZExtValue(dimension) + 1 : 3;
      if (is_of_launch(builtin))
        most = count > most ? count : most;
      queries.needs_launch_range |=
          is_of_launch(builtin) ||
          ((builtin == FXC_GROUP_ID || builtin == FXC_GROUP_COUNT) && count > 1);
    }
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  fxc_reach(kernel, &visited, &reached);
  if (most && !has_groups(module, &reached, &visited))
    queries.guarded = most < 3 ? most : 3;
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  return queries;
}

bool fxc_inline_queries(struct fxc_module *module) {
  bool is_any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    enum fxc_builtin builtin =
        LLVMIsDeclaration(f) ? fxc_builtin_of_spirv(name_of(f)) : FXC_BUILTIN_COUNT;
    if (is_of_launch(builtin) || builtin == FXC_GROUP_ID || builtin == FXC_GROUP_COUNT)
      is_any |= fxc_mark_callers(f);
  }
  return !is_any || fxc_run_llvm(module, "always-inline,globaldce");
}
