#include "compiler/native_cpu/generate.h"

#include <string.h>

#include "compiler/ir/linking.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/pipeline/codegen.h"

bool fxc_is_root(LLVMValueRef function) {
  return fxc_function_metadata(function, "falx.dispatch") || fxc_export_of(function) ||
         fxc_export_rows_of(function);
}

/* What entry stands for, while it has its early name; NULL if it is gone. */
static LLVMValueRef code_of(struct fxc_run *run, LLVMModuleRef module,
                            const struct fxc_entry *entry) {
  if (entry->kind == FALX_ENTRY_KERNEL)
    return LLVMGetNamedFunction(module, entry->name);
  bool is_slot = fxc_is_slot(entry->kind);
  const char *symbol = fxc_must(
      fxs_arena_printf(&run->images.arena, "%s%s", entry->name, fxc_image_suffix(entry->kind)));
  return is_slot ? LLVMGetNamedGlobal(module, symbol) : LLVMGetNamedFunction(module, symbol);
}

void fxc_rename_handlers(struct fxc_run *run, struct fxc_image *image, LLVMModuleRef module) {
  for (size_t i = 0; i < image->entries.count; i++) {
    struct fxc_entry *entry = &image->entries.items[i];
    if (entry->kind == FALX_ENTRY_HOST_GLOBAL)
      continue;
    LLVMValueRef code = code_of(run, module, entry);
    entry->symbol = fxc_image_symbol(&run->images, image, entry->kind, entry->name);
    if (!code) /* images of one module share slots: it has its new name already */
      continue;
    LLVMSetValueName2(code, entry->symbol, strlen(entry->symbol));
    LLVMSetVisibility(code, LLVMHiddenVisibility);
    LLVMSetLinkage(code, LLVMWeakODRLinkage);
  }
}

void fxc_rename_functions(struct fxc_run *run, LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMInternalLinkage) {
      size_t length;
      char *name = fxc_must(fxs_arena_printf(&run->images.arena, "%s.%s",
                                             LLVMGetValueName2(f, &length), run->variant));
      LLVMSetValueName2(f, name, strlen(name));
    }
}

bool fxc_generate_native(struct fxc_run *run, struct fxc_module *module) {
  if (run->pipeline->emit == FXC_EMIT_TABLE) /* sort-kernels keeps the images' bitcode */
    return true;
  if (!run->is_part)
    for (size_t i = run->first_image; i < run->images.images.count; i++)
      fxc_rename_handlers(run, &run->images.images.items[i], module->ir);
  bool is_alone = !run->is_part && !run->variant && !run->variants.count;
  if (is_alone)
    return true;
  if (run->variant && !run->is_part)
    fxc_rename_functions(run, module->ir);
  LLVMMemoryBufferRef object = fxc_generate(module);
  if (!object)
    return false;
  fxc_push(&run->objects, object);
  return fxc_fence(run, NULL, "generate");
}
