/* The description of an image: kernel records, masks of removed arguments, names, imports,
 * device requirements (property sets of include/falx/image.h). */
#include <stdlib.h>
#include <string.h>

#include "compiler/image/model.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/requirements.h"
#include "compiler/memory.h"
#include "compiler/target.h"
#include "support/aspects.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- what the code uses ---- */

/* The union of the flags of functions. */
static unsigned flags_of(const struct fxc_function_list *functions) {
  unsigned flags = 0;
  for (size_t k = 0; k < functions->items.count; k++) {
    LLVMValueRef function = functions->items.items[k];
    if (fxc_is_spirv_function(name_of(function), "ControlBarrier"))
      flags |= FALX_KERNEL_USES_BARRIER;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        flags |= fxc_instruction_flags(i);
  }
  return flags;
}

/* ---- one kernel ---- */

static LLVMValueRef *operands_of(LLVMValueRef node, unsigned *out_count) {
  *out_count = node ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  LLVMValueRef *operands = fxc_must(calloc(*out_count + 1, sizeof *operands));
  if (node)
    LLVMGetMDNodeOperands(node, operands);
  return operands;
}

static void add_attributes(struct fxc_image_list *list, struct fxc_image *image,
                           LLVMValueRef kernel, struct falx_kernel_record *record) {
  struct fxc_kernel_attribute_value value;
  if (fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value))
    fxc_kernel_attribute_extents(&value, record->reqd_work_group_size);
  if (fxc_kernel_attribute_get(kernel, FXC_REQD_SUB_GROUP_SIZE, &value))
    record->reqd_sub_group_size = value.numbers[0];
  if (fxc_kernel_attribute_get(kernel, FXC_WORK_GROUP_SIZE_HINT, &value)) {
    uint32_t hint[3];
    fxc_kernel_attribute_extents(&value, hint);
    fxc_image_add_bytes(list, image, FALX_SET_WORK_GROUP_HINTS, name_of(kernel), hint, sizeof hint);
  }
  const char *why = fxc_string_attribute(kernel, FXC_NOT_VECTORIZED);
  if (why)
    fxc_image_add_bytes(list, image, FALX_SET_NOT_VECTORIZED, name_of(kernel), why,
                        strlen(why) + 1);
  if (fxc_kernel_attribute_get(kernel, FXC_DEVICE_HAS, &value) && value.count)
    fxc_image_add_bytes(list, image, FALX_SET_DEVICE_REQUIREMENTS, name_of(kernel), value.numbers,
                        value.count * sizeof *value.numbers);
}

static uint32_t add_record(struct fxc_image_list *list, struct fxc_image *image,
                           LLVMValueRef kernel, uint32_t flags) {
  size_t count;
  unsigned ignored;
  struct fxc_kernel_param *params = fxc_kernel_params(kernel, &count);
  size_t size = FALX_KERNEL_RECORD_SIZE(count ? count : 1);
  struct falx_kernel_record *record = fxc_new(&list->arena, 1, size);
  record->version = FALX_KERNEL_RECORD_VERSION;
  record->param_count = (uint32_t)count;
  for (size_t i = 0; i < count; i++) {
    record->params[i] = params[i].is;
    record->arg_count += params[i].count;
    if (fxc_is_local_param(&params[i].is))
      flags |= FALX_KERNEL_USES_LOCAL_MEMORY;
  }
  free(params);
  LLVMValueRef omit = fxc_function_node(kernel, "falx.omit");
  if (!fxc_function_metadata(kernel, "falx.params") && omit)
    record->arg_count = (uint32_t)LLVMGetMDNodeNumOperands(omit);
  LLVMValueRef functor = fxc_function_node(kernel, "falx.functor");
  if (functor) {
    record->functor_size = fxc_metadata_integer(functor, 0);
    record->functor_align = fxc_metadata_integer(functor, 1);
  }
  add_attributes(list, image, kernel, record);
  LLVMValueRef frame = fxc_function_node(kernel, "falx.frame");
  if (frame) {
    record->sub_group_size = fxc_metadata_integer(frame, 0);
    record->frame_bytes = fxc_metadata_integer(frame, 1);
    record->frame_sub_group_bytes = fxc_metadata_integer(frame, 2);
    record->frame_item_bytes = fxc_metadata_integer(frame, 3);
  }
  LLVMValueRef cost = fxc_function_node(kernel, "falx.cost");
  if (cost)
    record->item_cost = fxc_metadata_integer(cost, 0);
  LLVMValueRef dispatch = fxc_function_node(kernel, "falx.dispatch");
  if (dispatch)
    flags |= fxc_metadata_integer(dispatch, 0);
  if (fxc_string_attribute(kernel, FXC_LAUNCH_MEMORY))
    flags |= FALX_KERNEL_USES_LOCAL_MEMORY | FALX_KERNEL_USES_LAUNCH_MEMORY;
  if (fxc_string_attribute(kernel, FXC_ARGUMENTS_IN_MEMORY))
    flags |= FALX_KERNEL_ARGUMENTS_IN_MEMORY;
  record->flags = flags;
  fxc_image_add_bytes(list, image, FALX_SET_KERNEL_RECORDS, name_of(kernel), record, size);

  LLVMValueRef *bits = operands_of(omit, &ignored);
  bool has_omitted = false;
  uint64_t total = ignored;
  unsigned char *mask = fxc_new(&list->arena, 8 + (ignored + 7) / 8, 1);
  memcpy(mask, &total, sizeof total);
  for (unsigned i = 0; i < ignored; i++)
    if (bits[i] && LLVMIsAConstantInt(bits[i]) && LLVMConstIntGetZExtValue(bits[i])) {
      mask[8 + i / 8] |= (unsigned char)(1u << i % 8);
      has_omitted = true;
    }
  free(bits);
  if (has_omitted)
    fxc_image_add_bytes(list, image, FALX_SET_KERNEL_PARAM_OPT, name_of(kernel), mask,
                        8 + (ignored + 7) / 8);
  return flags;
}

/* ---- imports and exports (requirements DL-1, DL-2) ---- */

static bool is_import(LLVMValueRef function, const struct fxc_target *target) {
  const char *name = name_of(function);
  if (target->has_cuda_functions && !strcmp(name, "vprintf"))
    return false; /* the driver's */
  if (!LLVMIsDeclaration(function) || LLVMGetIntrinsicID(function) || !LLVMGetFirstUse(function))
    return false;
  if (!strncmp(name, "__", 2) || !strncmp(name, "llvm.", 5))
    return false;
  if (!strncmp(name, "_Z", 2)) {
    char *rest;
    strtoul(name + 2, &rest, 10);
    return strncmp(rest, "__", 2) != 0;
  }
  return true;
}

static void add_exports_and_imports(struct fxc_image_list *list, struct fxc_image *image,
                                    LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (fxc_is_export(f)) {
      fxc_image_add_number(list, image, FALX_SET_EXPORTED, name_of(f), FALX_SYMBOL_GLOBAL);
      fxc_image_add_entry(list, image, FALX_ENTRY_EXPORT, name_of(f), NULL);
    } else if (is_import(f, image->target)) {
      fxc_image_add_number(list, image, FALX_SET_IMPORTED, name_of(f), FALX_SYMBOL_GLOBAL);
    }
  }
}

/* Exports without an entry, once per module: in its first image. */
static void add_local_exports(struct fxc_image_list *list, struct fxc_image *image,
                              LLVMModuleRef module) {
  unsigned count = LLVMGetNamedMetadataNumOperands(module, FXC_LOCAL_EXPORTS), length;
  LLVMValueRef *nodes = fxc_must(calloc(count + 1, sizeof *nodes)), name;
  LLVMGetNamedMetadataOperands(module, FXC_LOCAL_EXPORTS, nodes);
  for (unsigned i = 0; i < count; i++) {
    LLVMGetMDNodeOperands(nodes[i], &name);
    fxc_image_add_number(list, image, FALX_SET_EXPORTED, LLVMGetMDString(name, &length),
                         FALX_SYMBOL_LOCAL);
  }
  free(nodes);
}

/* The imports of functions that have not been added yet. */
static void add_native_imports(struct fxc_image_list *list, struct fxc_image *image,
                               const struct fxc_function_list *functions, struct fxc_map *met) {
  for (size_t i = 0; i < functions->items.count; i++) {
    LLVMValueRef function = functions->items.items[i];
    const char *name = fxc_import_of(function), *rows = fxc_import_rows_of(function);
    if ((!name && !rows) || fxc_map_has(met, function))
      continue;
    fxc_map_put(met, function, function);
    if (name) {
      fxc_image_add_number(list, image, FALX_SET_IMPORTED, name, FALX_SYMBOL_GLOBAL);
      fxc_image_add_entry(list, image, FALX_ENTRY_IMPORT, name, name);
    } else {
      fxc_image_add_entry(list, image, FALX_ENTRY_IMPORT_ROWS, rows, rows);
    }
  }
}

void fxc_image_describe(struct fxc_image_list *list, struct fxc_image *image,
                        const struct fxc_module *module, const LLVMValueRef *functions,
                        size_t count, bool is_first) {
  uint32_t all = 0;
  bool is_native = image->format == FALX_IMAGE_FORMAT_NATIVE;
  struct fxc_map met = {0};
  for (size_t i = 0; i < count; i++) {
    struct fxc_map visited = {0};
    struct fxc_function_list reached = {0};
    fxc_reach(functions[i], &visited, &reached);
    uint32_t flags = flags_of(&reached);
    if (is_native)
      add_native_imports(list, image, &reached, &met);
    if (is_native || module->options->target->format != FALX_IMAGE_FORMAT_NATIVE)
      fxc_device_globals_describe(list, image, module, &reached, &met);
    fxs_vector_free(&reached.items);
    fxc_map_free(&visited);
    const char *name = fxc_export_of(functions[i]);
    if (name) {
      fxc_image_add_number(list, image, FALX_SET_EXPORTED, name, FALX_SYMBOL_GLOBAL);
      fxc_image_add_entry(list, image, FALX_ENTRY_EXPORT, name, name);
      all |= flags;
      continue;
    }
    name = fxc_export_rows_of(functions[i]);
    if (name) {
      fxc_image_add_entry(list, image, FALX_ENTRY_EXPORT_ROWS, name, name);
      continue;
    }
    name = name_of(functions[i]);
    fxc_image_add_entry(list, image, FALX_ENTRY_KERNEL, name, is_native ? name : NULL);
    fxc_image_add_bytes(list, image, FALX_SET_KERNEL_NAMES, name, "", 0);
    all |= add_record(list, image, functions[i], flags);
  }
  uint32_t needed[FXS_ASPECT_COUNT];
  size_t needed_count = 0;
  for (size_t i = 0; i < FXS_ASPECT_COUNT; i++)
    if (all & fxs_aspects[i].kernel_flag)
      needed[needed_count++] = fxs_aspects[i].number;
  if (needed_count)
    fxc_image_add_bytes(list, image, FALX_SET_DEVICE_REQUIREMENTS, "aspects", needed,
                        needed_count * sizeof *needed);
  fxc_image_add_number(list, image, FALX_SET_MISC, "optLevel",
                       (uint32_t)module->options->opt_level);
  if (list->is_split)
    fxc_image_add_number(list, image, FALX_SET_MISC, FALX_MISC_SPLIT, 1);
  if (is_native && module->machine) {
    char *cpu = LLVMGetTargetMachineCPU(module->machine);
    fxc_image_add_bytes(list, image, FALX_SET_NATIVE, FALX_NATIVE_CPU, cpu, strlen(cpu) + 1);
    LLVMDisposeMessage(cpu);
  }
  if (!is_native)
    add_exports_and_imports(list, image, module->ir);
  else if (is_first)
    add_local_exports(list, image, module->ir);
  fxc_map_free(&met);
}
