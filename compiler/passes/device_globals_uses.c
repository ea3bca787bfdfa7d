#include "compiler/passes/device_globals_uses.h"

#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"

/* Puts the instructions that use value into users, and the constants between them and value. */
static void add_users(LLVMValueRef value, struct fxc_map *users) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (fxc_map_has(users, user))
      continue;
    fxc_map_put(users, user, user);
    if (!LLVMIsAInstruction(user))
      add_users(user, users);
  }
}

static LLVMValueRef first_in(LLVMValueRef function, const struct fxc_map *users) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (fxc_map_has(users, i))
        return i;
  return NULL;
}

void fxc_find_uses(LLVMValueRef variable, struct fxc_device_global_uses *out) {
  /* Lists of users have no order that lasts: the code is walked. */
  struct fxc_map users = {0};
  add_users(variable, &users);
  LLVMModuleRef module = LLVMGetGlobalParent(variable);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef site = first_in(f, &users);
    if (!site)
      continue;
    fxc_map_put(&out->sites, f, site);
    out->first = out->first ? out->first : site;
  }
  fxc_map_free(&users);
}

static LLVMValueRef first_reached(LLVMValueRef root, const struct fxc_map *sites) {
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  LLVMValueRef site = NULL;
  fxc_reach(root, &visited, &reached);
  for (size_t i = 0; i < reached.items.count && !site; i++)
    site = fxc_map_get(sites, reached.items.items[i]);
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  return site;
}

void fxc_find_roots(LLVMModuleRef module, struct fxc_device_global_uses *uses) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || (!fxc_is_kernel(f) && !fxc_is_export(f)))
      continue;
    struct fxc_root_use use = {f, first_reached(f, &uses->sites)};
    if (use.site)
      fxc_push(&uses->roots, use);
  }
}

void fxc_device_global_uses_free(struct fxc_device_global_uses *uses) {
  fxc_map_free(&uses->sites);
  fxs_vector_free(&uses->roots);
}
