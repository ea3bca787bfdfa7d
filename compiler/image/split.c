/* Assigns kernels to images.
 *
 * auto: kernels with the same imports share an image, so that kernels without imports run even if
 * other imports are missing. Images compiled at run time are of one source each, too; on native_cpu
 * all images share one body of code.
 *
 * In an image compiled at run time, a kernel that the device cannot run would prevent the others
 * from running: kernels with different requirements are in different images, whatever the mode
 * (DL-5). */
#include "compiler/image/split.h"

#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/requirements.h"
#include "compiler/memory.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"
#include "support/strbuf.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static int compare_names(const void *left, const void *right) {
  return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The name of the function of another image that function stands for, NULL if it is none. */
static const char *import_of(const struct fxc_groups *groups, LLVMValueRef function) {
  const char *name = fxc_import_of(function);
  name = name ? name : fxc_import_rows_of(function);
  bool is_elsewhere = !name && groups->is_elsewhere && LLVMIsDeclaration(function) &&
                      groups->is_elsewhere(groups->options, name_of(function));
  return is_elsewhere ? name_of(function) : name;
}

/* The imports that function reaches, on one line. */
static const char *imports_of(struct fxc_groups *groups, LLVMValueRef function) {
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  FXS_VECTOR(const char *) names = {0};
  struct fxs_strbuf line = {0};
  fxc_reach(function, &visited, &reached);
  for (size_t i = 0; i < reached.items.count; i++) {
    const char *name = import_of(groups, reached.items.items[i]);
    if (name)
      fxc_push(&names, name);
  }
  if (names.count)
    qsort(names.items, names.count, sizeof *names.items, compare_names);
  for (size_t i = 0; i < names.count; i++)
    if (i == 0 || strcmp(names.items[i], names.items[i - 1]) != 0)
      fxs_strbuf_printf(&line, "%s\n", names.items[i]);
  const char *key = fxc_must(fxs_arena_strdup(&groups->arena, fxs_strbuf_text(&line)));
  fxs_strbuf_free(&line);
  fxs_vector_free(&names);
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  return key;
}

/* What function requires of the device. */
static const char *needs_of(struct fxc_groups *groups, LLVMValueRef function) {
  static const enum fxc_kernel_attribute attributes[] = {FXC_REQD_WORK_GROUP_SIZE,
                                                         FXC_REQD_SUB_GROUP_SIZE, FXC_DEVICE_HAS};
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  struct fxc_kernel_attribute_value value;
  struct fxs_strbuf text = {0};
  unsigned flags = 0;
  fxc_reach(function, &visited, &reached);
  for (size_t n = 0; n < reached.items.count; n++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(reached.items.items[n]); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        flags |= fxc_instruction_flags(i);
  fxs_strbuf_printf(&text, "%x", flags);
  for (size_t a = 0; a < sizeof attributes / sizeof *attributes; a++)
    if (fxc_kernel_attribute_get(function, attributes[a], &value)) {
      fxs_strbuf_printf(&text, "\n%zu", a);
      for (uint32_t i = 0; i < value.count; i++)
        fxs_strbuf_printf(&text, " %u", value.numbers[i]);
    }
  const char *needs = fxc_must(fxs_arena_strdup(&groups->arena, fxs_strbuf_text(&text)));
  fxs_strbuf_free(&text);
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  return needs;
}

static const char *source_of(LLVMValueRef function) {
  const char *source = fxc_string_attribute(function, "falx-module-id");
  return source ? source : "";
}

static const char *key_of(struct fxc_groups *groups, enum fxc_split split,
                          const struct fxc_target *target, LLVMValueRef function) {
  const char *imports = split == FXC_SPLIT_AUTO ? imports_of(groups, function) : "";
  if (split == FXC_SPLIT_AUTO && target->format == FALX_IMAGE_FORMAT_NATIVE)
    return imports;
  if (split == FXC_SPLIT_AUTO)
    return fxc_must(fxs_arena_printf(&groups->arena, "%s\n%s", source_of(function), imports));
  if (split == FXC_SPLIT_OFF)
    return "";
  if (split == FXC_SPLIT_PER_KERNEL) { /* an export's entries stay together */
    const char *name = fxc_export_of(function);
    name = name ? name : fxc_export_rows_of(function);
    return name ? name : name_of(function);
  }
  return source_of(function);
}

void fxc_split_group(struct fxc_groups *groups, enum fxc_split split,
                     const struct fxc_target *target, LLVMValueRef function) {
  const char *key = key_of(groups, split, target, function), *needs = NULL;
  if (target->format != FALX_IMAGE_FORMAT_NATIVE) {
    needs = needs_of(groups, function);
    key = fxc_must(fxs_arena_printf(&groups->arena, "%s\n%s", key, needs));
  }
  uintptr_t known = (uintptr_t)fxs_map_get(&groups->index, key);
  if (!known) {
    struct fxc_group created = {.key = fxc_must(fxs_arena_strdup(&groups->arena, key)),
                                .needs = needs};
    fxc_push(&groups->items, created);
    known = groups->items.count;
    fxc_must(fxs_map_put(&groups->index, key, (void *)known) ? groups : NULL);
  }
  fxc_push(&groups->items.items[known - 1].functions, function);
}

void fxc_groups_free(struct fxc_groups *groups) {
  for (size_t i = 0; i < groups->items.count; i++)
    fxs_vector_free(&groups->items.items[i].functions);
  fxs_vector_free(&groups->items);
  fxs_map_free(&groups->index);
  fxs_arena_release(&groups->arena);
}

struct split {
  const struct fxc_module *module;
  const char **names;   /* of all functions, group by group */
  const size_t *starts; /* of each group in names */
  fxc_split_work *work;
  void *user;
};

/* Removes names first to end from ir's entry points. */
static bool hide(struct split *self, LLVMModuleRef ir, size_t first, size_t end) {
  for (size_t i = first; i < end; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(ir, self->names[i]);
    LLVMSetComdat(function, NULL);
    LLVMSetVisibility(function, LLVMDefaultVisibility);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    /* Kernels are never called: deleted. An export that this image calls stays, as its own copy. */
    if (!LLVMGetFirstUse(function))
      LLVMDeleteFunction(function);
  }
  struct fxc_module part = *self->module;
  part.ir = ir;
  return first == end || fxc_run_llvm(&part, "globaldce");
}

/* Splits groups first to end, which ir contains, by halves, so that each group is not copied
 * once for every other one. */
static bool split(struct split *self, LLVMModuleRef ir, size_t first, size_t end) {
  if (end - first == 1) {
    struct fxc_module part = *self->module;
    part.ir = ir;
    return self->work(&part, first, self->user);
  }
  size_t middle = first + (end - first) / 2;
  LLVMModuleRef other = LLVMCloneModule(ir);
  bool is_fine = hide(self, ir, self->starts[middle], self->starts[end]) &&
                 split(self, ir, first, middle) &&
                 hide(self, other, self->starts[first], self->starts[middle]) &&
                 split(self, other, middle, end);
  LLVMDisposeModule(other);
  return is_fine;
}

bool fxc_split_each(const struct fxc_module *module, const struct fxc_groups *groups,
                    fxc_split_work *work, void *user) {
  struct fxs_arena arena = {0};
  size_t count = groups->items.count, total = 0;
  size_t *starts = fxc_new(&arena, count + 1, sizeof *starts);
  for (size_t i = 0; i < count; i++)
    starts[i + 1] = starts[i] + groups->items.items[i].functions.count;
  const char **names = fxc_new(&arena, starts[count], sizeof *names);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < groups->items.items[i].functions.count; k++)
      names[total++] =
          fxc_must(fxs_arena_strdup(&arena, name_of(groups->items.items[i].functions.items[k])));
  struct split self = {module, names, starts, work, user};
  bool is_fine = !count || split(&self, module->ir, 0, count);
  fxs_arena_release(&arena);
  return is_fine;
}
