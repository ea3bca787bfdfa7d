/* Which kernels go into which image.
 *
 * auto is off for native_cpu (nothing is compiled at run time, so nothing is gained by a split) and
 * per_source elsewhere. */
#include "compiler/image/split.h"

#include <llvm-c/Comdat.h>
#include <string.h>

#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static const char *key_of(enum fxc_split split, enum fxc_target target, LLVMValueRef function) {
  static const char id[] = "falx-module-id";
  if (split == FXC_SPLIT_AUTO)
    split = target == FXC_TARGET_NATIVE_CPU ? FXC_SPLIT_OFF : FXC_SPLIT_PER_SOURCE;
  if (split == FXC_SPLIT_OFF)
    return "";
  if (split == FXC_SPLIT_PER_KERNEL)
    return name_of(function);
  LLVMAttributeRef source = LLVMGetStringAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, id, sizeof id - 1);
  unsigned length;
  return source ? LLVMGetStringAttributeValue(source, &length) : "";
}

void fxc_split_group(struct fxc_groups *groups, enum fxc_split split, enum fxc_target target,
                     LLVMValueRef function) {
  const char *key = key_of(split, target, function);
  struct fxc_group *group = NULL;
  for (size_t i = 0; i < groups->items.count && !group; i++)
    if (!strcmp(groups->items.items[i].key, key))
      group = &groups->items.items[i];
  if (!group) {
    struct fxc_group created = {.key = fxc_must(fxs_arena_strdup(&groups->arena, key))};
    fxc_push(&groups->items, created);
    group = &groups->items.items[groups->items.count - 1];
  }
  fxc_push(&group->functions, function);
}

void fxc_groups_free(struct fxc_groups *groups) {
  for (size_t i = 0; i < groups->items.count; i++)
    fxs_vector_free(&groups->items.items[i].functions);
  fxs_vector_free(&groups->items);
  fxs_arena_release(&groups->arena);
}

LLVMModuleRef fxc_split_extract(LLVMModuleRef module, const struct fxc_groups *groups,
                                const struct fxc_group *group) {
  LLVMModuleRef copy = LLVMCloneModule(module);
  for (size_t i = 0; i < groups->items.count; i++) {
    const struct fxc_group *other = &groups->items.items[i];
    for (size_t k = 0; other != group && k < other->functions.count; k++) {
      LLVMValueRef function = LLVMGetNamedFunction(copy, name_of(other->functions.items[k]));
      LLVMSetComdat(function, NULL);
      LLVMSetVisibility(function, LLVMDefaultVisibility);
      LLVMSetLinkage(function, LLVMInternalLinkage);
      /* Nothing calls a kernel: gone. An export that this image calls stays, as its own copy. */
      if (!LLVMGetFirstUse(function))
        LLVMDeleteFunction(function);
    }
  }
  return copy;
}
