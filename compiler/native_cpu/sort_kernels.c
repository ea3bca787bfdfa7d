/* sort-kernels: which kernels share an image. Images of native_cpu share one body of code:
 * splitting it sorts the kernels into descriptors. With --emit=table the module is split indeed, at
 * the end.
 *
 * Needs:   docs/ir.md section 7.
 * Leaves:  the run's images with all but their code. */
#include "compiler/image/split.h"

#include <llvm-c/BitWriter.h>

#include "compiler/ir/linking.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/generate.h"
#include "compiler/pipeline/images.h"
#include "compiler/run_llvm.h"

static bool keep_image(struct fxc_module *part, size_t index, void *user) {
  struct fxc_run *run = user;
  struct fxc_image *image = &run->images.images.items[run->first_image + index];
  fxc_rename_handlers(run, image, part->ir);
  bool is_fine = fxc_run_llvm(part, "globaldce");
  fxc_run_keep_bytes(run, image, LLVMWriteBitcodeToMemoryBuffer(part->ir), false);
  return is_fine;
}

bool fxc_stage_sort_kernels(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest) {
  struct fxc_groups groups = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_is_root(f))
      fxc_split_group(&groups, run->job->split, module->options->target, f);
  run->first_image = run->images.images.count;
  run->images.is_split = run->job->split != FXC_SPLIT_AUTO;
  for (size_t i = 0; i < groups.items.count; i++) {
    const struct fxc_group *group = &groups.items.items[i];
    fxc_image_describe(&run->images, fxc_run_add_image(run), module, group->functions.items,
                       group->functions.count, i == 0);
  }
  bool is_empty =
      !groups.items.count && LLVMGetNamedMetadataNumOperands(module->ir, FXC_LOCAL_EXPORTS);
  if (is_empty) /* says why none serves */
    fxc_image_describe(&run->images, fxc_run_add_image(run), module, NULL, 0, true);
  bool is_fine = fxc_image_check_scopes(&run->images, run->first_image, module) &&
                 fxc_fence(run, NULL, "sort-kernels") && fxc_run_steps(run, module, rest);
  if (is_fine && run->pipeline->emit == FXC_EMIT_TABLE)
    is_fine =
        is_empty ? keep_image(module, 0, run) : fxc_split_each(module, &groups, keep_image, run);
  fxc_groups_free(&groups);
  return is_fine;
}
