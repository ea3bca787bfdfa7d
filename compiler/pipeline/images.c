#include "compiler/pipeline/images.h"

#include <string.h>

#include "compiler/image/split.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "compiler/passes/check_names.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/target.h"

struct fxc_image *fxc_run_add_image(struct fxc_run *run) {
  const struct fxc_target *target = run->job->options.target;
  struct fxc_image *image = fxc_image_add(&run->images, target, target->format);
  if (run->job->compile_options)
    image->compile_options = run->job->compile_options;
  if (run->job->link_options)
    image->link_options = run->job->link_options;
  return image;
}

void fxc_run_keep_bytes(struct fxc_run *run, struct fxc_image *image, LLVMMemoryBufferRef buffer,
                        bool is_text) {
  size_t size = LLVMGetBufferSize(buffer);
  unsigned char *copy = fxc_new(&run->images.arena, size + 1, 1);
  memcpy(copy, LLVMGetBufferStart(buffer), size);
  image->bytes = copy;
  image->size = size + is_text; /* PTX is zero-terminated */
  LLVMDisposeMemoryBuffer(buffer);
}

struct split {
  struct fxc_run *run;
  fxc_steps *rest;
};

static bool lower_image(struct fxc_module *module, size_t index, void *user) {
  const struct split *split = user;
  struct fxc_module image = *module;
  (void)index;
  image.machine =
      fxc_machine_create(module->options, split->run->pipeline->is_pic, split->run->diagnostics);
  bool is_fine = image.machine && fxc_run_steps(split->run, &image, split->rest);
  if (image.machine)
    LLVMDisposeTargetMachine(image.machine);
  return is_fine;
}

bool fxc_stage_split(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest) {
  struct fxc_groups groups = {.is_elsewhere = fxc_may_be_elsewhere, .options = module->options};
  struct split split = {run, rest};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (fxc_is_kernel(f) || fxc_is_export(f)))
      fxc_split_group(&groups, run->job->split, module->options->target, f);
  size_t first = run->images.images.count;
  run->images.is_split = run->job->split != FXC_SPLIT_AUTO;
  bool is_fine = fxc_split_each(module, &groups, lower_image, &split);
  for (size_t i = 0; is_fine && i < groups.items.count; i++)
    if (groups.items.items[i].needs)
      run->images.images.items[first + i].needs =
          fxc_must(fxs_arena_strdup(&run->images.arena, groups.items.items[i].needs));
  is_fine = is_fine && fxc_image_check_scopes(&run->images, first, module);
  fxc_groups_free(&groups);
  return is_fine;
}

bool fxc_generate_image(struct fxc_run *run, struct fxc_module *module) {
  struct fxc_image *image = fxc_run_add_image(run);
  FXS_VECTOR(LLVMValueRef) kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && fxc_is_kernel(f) && !fxc_string_attribute(f, FXC_HELPER))
      fxc_push(&kernels, f);
  fxc_image_describe(&run->images, image, module, kernels.items, kernels.count, false);
  fxs_vector_free(&kernels);
  LLVMMemoryBufferRef code = fxc_generate_apart(module);
  if (!code)
    return false;
  fxc_run_keep_bytes(run, image, code, image->format == FALX_IMAGE_FORMAT_PTX);
  return fxc_fence(run, NULL, "generate");
}
