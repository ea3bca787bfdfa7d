/* The pipeline of falx-post-link, in order. The fences are the sections of docs/ir.md. */
#include "compiler/passes/pipeline.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <sys/resource.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/image/merge.h"
#include "compiler/image/model.h"
#include "compiler/image/read.h"
#include "compiler/image/split.h"
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "compiler/passes/codegen.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/isa.h"
#include "compiler/passes/kernel_attributes.h"
#include "compiler/passes/native_linking.h"
#include "compiler/passes/optimize.h"
#include "compiler/passes/parts.h"
#include "compiler/passes/prepare_native_cpu.h"
#include "compiler/passes/spec_constants.h"
#include "compiler/passes/variants.h"
#include "support/file.h"
#include "support/map.h"

struct run {
  const struct fxc_pipeline *pipeline;
  const struct fxc_job *job;
  struct fxc_diagnostics *diagnostics;
  LLVMContextRef context;
  struct fxc_image_list images;
  LLVMModuleRef native; /* lowered, not yet optimized to the end: it takes the descriptors */
  LLVMTargetMachineRef native_machine;
  struct fxc_options native_options;
  const char *variant;     /* processor whose variant is being lowered; NULL for the first */
  bool is_whole;           /* one body of code: there is to be one of each variable */
  fxc_buffer_list objects; /* of variants and parts, generated apart */
  struct run *parts[FXC_ISA_COUNT]; /* of variants: own the strings of their images */
  unsigned step;
  double started; /* CPU seconds */
};

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static _Thread_local double told; /* CPU seconds of this thread's steps */

/* After a step: time, dump, and in debug builds the verifier. */
static bool fence(struct run *run, LLVMModuleRef module, const char *step) {
  double now = cpu_seconds();
  told += now - run->started;
  const char *dot = run->variant ? "." : "", *variant = run->variant ? run->variant : "";
  if (run->pipeline->is_timed)
    fprintf(stderr, "%8.2f ms  %s%s%s\n", 1e3 * (now - run->started), step, dot, variant);
  if (module && run->pipeline->save_temps) {
    struct fxs_strbuf path = {0};
    fxs_strbuf_printf(&path, "%s.%02u.%s%s%s.ll", run->pipeline->save_temps, run->step++, step, dot,
                      variant);
    char *text = LLVMPrintModuleToString(module);
    int status = fxs_file_write(fxs_strbuf_text(&path), text, strlen(text));
    if (status)
      fxc_report(run->diagnostics, FXC_ERROR, NULL, "cannot write '%s': %s", fxs_strbuf_text(&path),
                 strerror(status));
    LLVMDisposeMessage(text);
    fxs_strbuf_free(&path);
    if (status)
      return false;
  }
#ifndef NDEBUG
  char *message = NULL;
  if (module && LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
    fxc_report(run->diagnostics, FXC_ERROR, NULL, "internal error: broken module after %s: %s",
               step, message);
    LLVMDisposeMessage(message);
    return false;
  }
  LLVMDisposeMessage(message);
#endif
  run->started = cpu_seconds();
  return true;
}

static bool pass(struct run *run, struct fxc_module *module, fxc_pass_run *function,
                 const char *name) {
  return function(module) != FXC_FAILED && fence(run, module->ir, name);
}

static bool step(struct run *run, struct fxc_module *module, bool is_done, const char *name) {
  return is_done && fence(run, module->ir, name);
}

/* What entry stands for, while it has its early name; NULL if it is gone. */
static LLVMValueRef code_of(struct run *run, LLVMModuleRef module, const struct fxc_entry *entry) {
  if (entry->kind == FALX_ENTRY_KERNEL)
    return LLVMGetNamedFunction(module, entry->name);
  bool is_slot = fxc_is_slot(entry->kind);
  const char *symbol = fxc_must(
      fxs_arena_printf(&run->images.arena, "%s%s", entry->name, fxc_image_suffix(entry->kind)));
  return is_slot ? LLVMGetNamedGlobal(module, symbol) : LLVMGetNamedFunction(module, symbol);
}

/* Late names: the registered name of a kernel is a symbol of the host too (the name of its type).
 */
static void rename_handlers(struct run *run, struct fxc_image *image, LLVMModuleRef module) {
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

/* In an object of our own nobody else needs them. */
static void hide_handlers(struct run *run, LLVMModuleRef module) {
  for (size_t i = 0; i < run->images.images.count; i++) {
    const struct fxc_image *image = &run->images.images.items[i];
    for (size_t k = 0; image->format == FALX_IMAGE_FORMAT_NATIVE && k < image->entries.count; k++) {
      LLVMValueRef code = LLVMGetNamedFunction(module, image->entries.items[k].symbol);
      if (!code)
        code = LLVMGetNamedGlobal(module, image->entries.items[k].symbol);
      if (!code || (!LLVMIsAGlobalVariable(code) && LLVMIsDeclaration(code)))
        continue;
      LLVMSetVisibility(code, LLVMDefaultVisibility);
      LLVMSetLinkage(code, LLVMInternalLinkage);
    }
  }
}

static struct fxc_image *add_image(struct run *run, enum falx_image_format format) {
  struct fxc_image *image = fxc_image_add(&run->images, run->job->options.target, format);
  if (run->job->compile_options)
    image->compile_options = run->job->compile_options;
  if (run->job->link_options)
    image->link_options = run->job->link_options;
  return image;
}

static void keep_bytes(struct run *run, struct fxc_image *image, LLVMMemoryBufferRef buffer,
                       bool is_text) {
  size_t size = LLVMGetBufferSize(buffer);
  unsigned char *copy = fxc_new(&run->images.arena, size + 1, 1);
  memcpy(copy, LLVMGetBufferStart(buffer), size);
  image->bytes = copy;
  image->size = size + is_text; /* PTX is zero-terminated */
  LLVMDisposeMemoryBuffer(buffer);
}

/* ---- native_cpu ---- */

/* What native_cpu images are made of: subhandlers, and entries of exports. */
static bool is_root(LLVMValueRef function) {
  return fxc_function_metadata(function, "falx.dispatch") || fxc_export_of(function) ||
         fxc_export_rows_of(function);
}

/* Profiles and debuggers show which variant a function is of. */
static void rename_functions(struct run *run, LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMInternalLinkage) {
      size_t length;
      char *name = fxc_must(fxs_arena_printf(&run->images.arena, "%s.%s",
                                             LLVMGetValueName2(f, &length), run->variant));
      LLVMSetValueName2(f, name, strlen(name));
    }
}

/* In a thread of its own. */
static LLVMMemoryBufferRef generate_part(struct fxc_module *part, unsigned number, void *user) {
  const struct run *whole = user;
  char name[64];
  snprintf(name, sizeof name, "%s%spart-%u", whole->variant ? whole->variant : "",
           whole->variant ? "." : "", number);
  struct run run = {.pipeline = whole->pipeline,
                    .job = whole->job,
                    .diagnostics = part->diagnostics,
                    .variant = name,
                    .step = whole->step,
                    .started = cpu_seconds()};
  if (!step(&run, part, fxc_optimize_late(part), "optimize"))
    return NULL;
  LLVMMemoryBufferRef object = fxc_generate(part);
  if (object && fence(&run, NULL, "generate"))
    return object;
  if (object)
    LLVMDisposeMemoryBuffer(object);
  return NULL;
}

/* Optimizes and generates in parts, if module is worth it. */
static bool lower_parts(struct run *run, struct fxc_module *module, size_t first, bool *out_done) {
  fxc_buffer_list *objects = &run->objects;
  FXS_VECTOR(LLVMValueRef) roots = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (is_root(f))
      fxc_push(&roots, f);
  unsigned parts = fxc_parts_count(module, roots.items, roots.count);
  bool is_fine = true;
  *out_done = (parts > 1 || fxc_parts_has_cold(module)) && run->pipeline->emit == FXC_EMIT_OBJECT &&
              !run->is_whole;
  if (*out_done) {
    for (size_t i = first; i < run->images.images.count; i++)
      rename_handlers(run, &run->images.images.items[i], module->ir);
    if (run->variant)
      rename_functions(run, module->ir);
    double before = told;
    is_fine = fxc_parts_generate(module, roots.items, roots.count, parts, run->pipeline->is_pic,
                                 generate_part, run, objects);
    run->started += told - before; /* parts were this thread's, too */
    is_fine = is_fine && fence(run, NULL, "cut");
  }
  fxs_vector_free(&roots);
  return is_fine;
}

struct table_rows {
  struct run *run;
  size_t first; /* image */
};

static bool keep_image(struct fxc_module *part, size_t index, void *user) {
  const struct table_rows *rows = user;
  struct fxc_image *image = &rows->run->images.images.items[rows->first + index];
  rename_handlers(rows->run, image, part->ir);
  bool is_fine = fxc_run_llvm(part, "globaldce");
  keep_bytes(rows->run, image, LLVMWriteBitcodeToMemoryBuffer(part->ir), false);
  return is_fine;
}

/* Document 000: a variable with property device_image_scope is in one image. False after a report.
 */
static bool check_scopes(struct run *run, size_t first) {
  struct fxs_map owners = {0};
  bool is_fine = true;
  for (size_t i = first; i < run->images.images.count; i++) {
    const struct fxc_image *image = &run->images.images.items[i];
    for (size_t s = 0; s < image->sets.count; s++) {
      const struct fxc_property_set *set = &image->sets.items[s];
      for (size_t k = 0; !strcmp(set->name, FALX_SET_DEVICE_GLOBALS) && k < set->properties.count;
           k++) {
        const struct falx_device_global *variable = set->properties.items[k].bytes;
        const char *name = set->properties.items[k].name;
        if (!variable->device_image_scope)
          continue;
        if (fxs_map_has(&owners, name)) {
          char *pretty = fxc_demangle(name);
          fxc_report(run->diagnostics, FXC_ERROR, NULL,
                     "device_global variable %s with property \"device_image_scope\" is used in "
                     "more than one device image; use -fsycl-device-code-split=off, or leave the "
                     "property out",
                     pretty);
          free(pretty);
          is_fine = false;
        }
        if (!fxs_map_put(&owners, name, NULL))
          fxc_must(NULL);
      }
    }
  }
  fxs_map_free(&owners);
  return is_fine;
}

/* For the module's machine: from one work-item to code that is ready to be generated, or objects.
 */
static bool lower_variant(struct run *run, struct fxc_module *module) {
  fxc_set_machine_attributes(module);
  if (!pass(run, module, fxc_lower_math, "lower-math") ||
      !pass(run, module, fxc_vectorize, "vectorize") ||
      !pass(run, module, fxc_sub_groups, "sub-groups") ||
      !pass(run, module, fxc_row_entries, "row-entries"))
    return false;
  if (!module->options->debug)
    LLVMStripModuleDebugInfo(module->ir); /* remarks may have needed it until here */
  if (!pass(run, module, fxc_work_item_loops, "work-item-loops") ||
      !pass(run, module, fxc_plain_atomics, "plain-atomics"))
    return false;
  struct fxc_groups groups = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (is_root(f))
      fxc_split_group(&groups, run->job->split, FXC_TARGET_NATIVE_CPU, f);
  size_t first = run->images.images.count;
  for (size_t i = 0; i < groups.items.count; i++) {
    const struct fxc_group *group = &groups.items.items[i];
    struct fxc_image *image = add_image(run, FALX_IMAGE_FORMAT_NATIVE);
    fxc_image_describe(&run->images, image, module, group->functions.items, group->functions.count,
                       i == 0);
  }
  bool is_empty =
      !groups.items.count && LLVMGetNamedMetadataNumOperands(module->ir, FXC_LOCAL_EXPORTS);
  if (is_empty) {
    struct fxc_image *image = add_image(run, FALX_IMAGE_FORMAT_NATIVE); /* says why none serves */
    fxc_image_describe(&run->images, image, module, NULL, 0, true);
  }
  bool is_done = false;
  bool is_fine = check_scopes(run, first) && fence(run, NULL, "split") &&
                 pass(run, module, fxc_bind_imports, "bind-imports") &&
                 lower_parts(run, module, first, &is_done);
  if (is_done || !is_fine) {
    fxc_groups_free(&groups);
    return is_fine;
  }
  is_fine = step(run, module, fxc_optimize_late(module), "optimize") &&
            (!fxc_has_address_checks(module->ir) ||
             step(run, module, fxc_run_llvm(module, "asan"), "asan"));
  if (run->pipeline->emit == FXC_EMIT_OBJECT)
    for (size_t i = 0; is_fine && i < groups.items.count; i++)
      rename_handlers(run, &run->images.images.items[first + i], module->ir);
  else if (is_fine) {
    struct table_rows rows = {run, first};
    is_fine = is_empty ? keep_image(module, 0, &rows)
                       : fxc_split_each(module, &groups, keep_image, &rows);
  }
  fxc_groups_free(&groups);
  return is_fine;
}

/* Counters of coverage and profiles: there is to be one set of them. What the adapter fills, each
 * image has for itself. */
static bool has_variables(LLVMModuleRef module) {
  size_t length;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g) && !LLVMIsGlobalConstant(g) && !LLVMIsExternallyInitialized(g) &&
        strncmp(LLVMGetValueName2(g, &length), "llvm.", 5) != 0)
      return true;
  return false;
}

/* Ready to be merged with other objects. */
static bool generate(struct run *run, struct fxc_module *module) {
  if (run->objects.count) /* in parts */
    return true;
  LLVMMemoryBufferRef object = fxc_generate(module);
  if (object)
    fxc_push(&run->objects, object);
  return object && fence(run, NULL, "generate");
}

/* In a thread of its own. */
static bool lower_other_variant(struct fxc_module *module, void *user) {
  struct run *run = user;
  run->diagnostics = module->diagnostics;
  run->variant = module->options->cpu;
  run->started = cpu_seconds();
  if (!lower_variant(run, module))
    return false;
  if (!run->objects.count)
    rename_functions(run, module->ir);
  return run->pipeline->emit == FXC_EMIT_TABLE || generate(run, module);
}

/* What a variant has made follows what was made before; its arena stays. */
static void take_variant(struct run *run, struct run *part) {
  for (size_t i = 0; i < part->images.images.count; i++)
    fxc_push(&run->images.images, part->images.images.items[i]);
  part->images.images.count = 0;
  for (size_t i = 0; i < part->objects.count; i++)
    fxc_push(&run->objects, part->objects.items[i]);
  fxs_vector_free(&part->objects);
}

static bool lower_native(struct run *run, struct fxc_module *module) {
  if (!pass(run, module, fxc_lower_device_globals, "lower-device-globals") ||
      !pass(run, module, fxc_prepare_native_cpu, "prepare-native-cpu") ||
      !pass(run, module, fxc_wide_vectors, "wide-vectors") ||
      !pass(run, module, fxc_group_atomics, "group-atomics") ||
      !pass(run, module, fxc_export_rows, "export-rows"))
    return false;
  unsigned isas = module->options->isas, others = isas & (isas - 1); /* module is the first's */
  run->is_whole = has_variables(module->ir) || fxc_has_address_checks(module->ir);
  if (!others || run->is_whole)
    return lower_variant(run, module);
  struct fxc_variant variants[FXC_ISA_COUNT];
  LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module->ir);
  for (unsigned i = 0; i < FXC_ISA_COUNT; i++) {
    if (!(others >> i & 1))
      continue;
    struct run *part = fxc_new(&run->images.arena, 1, sizeof *part);
    *part = (struct run){.pipeline = run->pipeline, .job = run->job, .step = run->step};
    run->parts[i] = part;
    fxc_variant_start(&variants[i], module, bitcode, (enum fxc_isa)i, run->pipeline->is_pic,
                      lower_other_variant, part);
  }
  bool is_fine = lower_variant(run, module) &&
                 (run->pipeline->emit == FXC_EMIT_TABLE || generate(run, module));
  for (unsigned i = 0; i < FXC_ISA_COUNT; i++) {
    if (!(others >> i & 1))
      continue;
    is_fine = fxc_variant_join(&variants[i], run->diagnostics) && is_fine;
    take_variant(run, run->parts[i]);
  }
  LLVMDisposeMemoryBuffer(bitcode);
  return is_fine;
}

/* ---- targets whose images are bytes ---- */

/* False after a report. */
static bool can_generate(struct run *run, const struct fxc_module *module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) ||
        (fxc_builtin_of_spirv(name) == FXC_BUILTIN_COUNT &&
         !fxc_is_spirv_function(name, "ControlBarrier") &&
         !fxc_is_spirv_function(name, "MemoryBarrier")))
      continue;
    fxc_report(run->diagnostics, FXC_ERROR, LLVMGetUser(LLVMGetFirstUse(f)),
               "work-item functions are not supported on %s yet; leave it out of -fsycl-targets=",
               fxc_target_name(module->options->target));
    return false;
  }
  return true;
}

static bool lower_group(struct run *run, struct fxc_module *module) {
  bool is_ptx = module->options->target == FXC_TARGET_NVPTX64;
  if (!pass(run, module, fxc_internalize, "internalize") ||
      !step(run, module, fxc_optimize_early(module), "optimize-early") ||
      (module->options->opt_level > 0 &&
       !pass(run, module, fxc_drop_arguments, "drop-arguments")) ||
      !step(run, module, fxc_optimize_late(module), "optimize"))
    return false;
  struct fxc_image *image =
      add_image(run, is_ptx ? FALX_IMAGE_FORMAT_PTX : FALX_IMAGE_FORMAT_SPIRV);
  FXS_VECTOR(LLVMValueRef) kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && fxc_is_kernel(f))
      fxc_push(&kernels, f);
  fxc_image_describe(&run->images, image, module, kernels.items, kernels.count, false);
  fxs_vector_free(&kernels);
  LLVMMemoryBufferRef code = fxc_generate(module);
  if (!code)
    return false;
  keep_bytes(run, image, code, is_ptx);
  return fence(run, NULL, "generate");
}

static bool lower_part(struct fxc_module *module, size_t index, void *user) {
  struct run *run = user;
  struct fxc_module part = *module;
  (void)index;
  part.machine = fxc_machine_create(module->options, run->pipeline->is_pic, run->diagnostics);
  bool is_fine = part.machine && lower_group(run, &part);
  if (part.machine)
    LLVMDisposeTargetMachine(part.machine);
  return is_fine;
}

static bool lower_groups(struct run *run, struct fxc_module *module) {
  struct fxc_groups groups = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (fxc_is_kernel(f) || fxc_is_export(f)))
      fxc_split_group(&groups, run->job->split, module->options->target, f);
  bool is_fine = fxc_split_each(module, &groups, lower_part, run);
  fxc_groups_free(&groups);
  return is_fine;
}

/* ---- jobs ---- */

/* What the libraries on the link line export for target. */
static bool read_libraries(struct run *run, const char *target, struct fxs_map *out_names) {
  bool is_fine = true;
  for (size_t i = 0; i < run->pipeline->libraries.count && is_fine; i++)
    is_fine =
        fxc_read_exports(run->pipeline->libraries.items[i], target, out_names, run->diagnostics);
  return is_fine;
}

static bool run_job(struct run *run) {
  struct fxc_options options = run->job->options;
  struct fxs_map elsewhere = {0};
  struct fxc_spec_constants constants = {0};
  size_t first_image = run->images.images.count;
  struct fxc_module module = {.options = &options, .diagnostics = run->diagnostics};
  bool is_native = options.target == FXC_TARGET_NATIVE_CPU, is_fine = false;
  if (is_native && options.isas && !(options.isas & 1u << FXC_ISA_BASELINE))
    options.cpu = fxc_isa_cpu((enum fxc_isa)__builtin_ctz(options.isas));
  module.ir = run->pipeline->specialization
                  ? fxc_read_bitcode(run->context, run->job->inputs.items[0], run->diagnostics)
                  : fxc_link(run->context, &module, &run->job->inputs, &run->job->lazy);
  if (!module.ir)
    return false;
  if (options.isas && is_native && !fxc_is_x86(&options))
    fxc_report(run->diagnostics, FXC_ERROR, NULL, "--isa= is for x86_64, not for %s; leave it out",
               fxc_target_triple(&options));
  else if (!is_native || fxc_take_processor(&options, module.ir, run->diagnostics))
    module.machine = fxc_machine_create(&options, run->pipeline->is_pic, run->diagnostics);
  if (!module.machine)
    goto done;
  if (is_native)
    fxc_set_abi(module.ir, &options);
  options.elsewhere = &elsewhere;
  is_fine = read_libraries(run, fxc_target_name(options.target), &elsewhere) &&
            fence(run, module.ir, "lower-kernels, link") && pass(run, &module, fxc_check, "check");
  is_fine = is_fine && (module.options->target != FXC_TARGET_NVPTX64 || can_generate(run, &module));
  if (!is_fine)
    goto done;
  bool has_remarks = options.remarks_passed || options.remarks_missed;
  if (!options.debug && !has_remarks && !(is_native && fxc_has_required_sub_groups(module.ir)))
    LLVMStripModuleDebugInfo(module.ir); /* positions were for the diagnostics so far */
  if (!fxc_spec_constants_take(&module, run->pipeline->specialization,
                               is_native && !run->pipeline->specialization, &constants) ||
      !fence(run, module.ir, "spec-constants")) {
    is_fine = false;
    goto done;
  }
  if (!pass(run, &module, fxc_device_globals, "device-globals")) {
    is_fine = false;
    goto done;
  }
  if (is_native)
    is_fine = pass(run, &module, fxc_export_entries, "export-entries") &&
              pass(run, &module, fxc_internalize, "internalize") &&
              step(run, &module, fxc_optimize_early(&module), "optimize-early") &&
              (module.options->opt_level == 0 ||
               pass(run, &module, fxc_drop_arguments, "drop-arguments")) &&
              lower_native(run, &module);
  else
    is_fine = lower_groups(run, &module);
  for (size_t i = first_image; is_fine && i < run->images.images.count; i++)
    is_fine = fxc_spec_constants_describe(&constants, &module, &run->images,
                                          &run->images.images.items[i]);
done:
  fxc_spec_constants_free(&constants);
  options.elsewhere = NULL;
  fxs_map_free(&elsewhere);
  if (is_native && is_fine && !run->native && !run->objects.count) {
    run->native = module.ir;
    run->native_machine = module.machine;
    run->native_options = *module.options;
    return true;
  }
  if (module.ir)
    LLVMDisposeModule(module.ir);
  if (module.machine)
    LLVMDisposeTargetMachine(module.machine);
  return is_fine;
}

/* Without native_cpu the object holds nothing but descriptors. */
static bool host_module(struct run *run) {
  if (run->native)
    return true;
  run->native_options =
      (struct fxc_options){.target = FXC_TARGET_NATIVE_CPU, .host = run->job->options.host};
  run->native_machine =
      fxc_machine_create(&run->native_options, run->pipeline->is_pic, run->diagnostics);
  if (!run->native_machine)
    return false;
  run->native = LLVMModuleCreateWithNameInContext("falx.images", run->context);
  LLVMSetTarget(run->native, fxc_target_triple(&run->native_options));
  fxc_set_abi(run->native, &run->native_options);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(run->native_machine);
  LLVMSetModuleDataLayout(run->native, layout);
  LLVMDisposeTargetData(layout);
  return true;
}

static bool write_object(struct run *run, const void *data, size_t size) {
  int status = fxs_file_write(run->pipeline->output, data, size);
  if (status)
    fxc_report(run->diagnostics, FXC_ERROR, NULL, "cannot write '%s': %s", run->pipeline->output,
               strerror(status));
  return !status;
}

/* The objects of variants and the descriptors become one. Takes descriptors. */
static bool merge(struct run *run, LLVMMemoryBufferRef descriptors) {
  FXS_VECTOR(struct fxc_object) objects = {0};
  unsigned char *data = NULL;
  size_t size = 0;
  fxc_push(&run->objects, descriptors);
  for (size_t i = 0; i < run->objects.count; i++) {
    LLVMMemoryBufferRef buffer = run->objects.items[i];
    struct fxc_object object = {(const unsigned char *)LLVMGetBufferStart(buffer),
                                LLVMGetBufferSize(buffer)};
    fxc_push(&objects, object);
  }
  bool is_fine = fxc_merge_objects(objects.items, objects.count, &data, &size);
  if (!is_fine)
    fxc_report(run->diagnostics, FXC_ERROR, NULL,
               "internal error: the code of the variants cannot be made one object; "
               "-fsycl-native-isa=baseline makes one variant");
  else
    is_fine = write_object(run, data, size);
  free(data);
  fxs_vector_free(&objects);
  return is_fine;
}

static bool emit_object(struct run *run) {
  if (!host_module(run))
    return false;
  hide_handlers(run, run->native);
  if (run->images.images.count)
    fxc_wrap(run->native, &run->images, run->pipeline->producer,
             run->pipeline->specialization ? FALX_SPECIALIZED_SYMBOL : NULL);
  struct fxc_module module = {.ir = run->native,
                              .options = &run->native_options,
                              .diagnostics = run->diagnostics,
                              .machine = run->native_machine};
  if (!fence(run, module.ir, "wrap"))
    return false;
  LLVMMemoryBufferRef object = fxc_generate(&module);
  if (!object || !fence(run, NULL, "generate"))
    return false;
  if (run->objects.count)
    return merge(run, object) && fence(run, NULL, "merge");
  bool is_fine = write_object(run, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
  LLVMDisposeMemoryBuffer(object);
  return is_fine;
}

bool fxc_pipeline_run(const struct fxc_pipeline *pipeline, struct fxc_diagnostics *diagnostics) {
  struct run run = {.pipeline = pipeline,
                    .diagnostics = diagnostics,
                    .context = LLVMContextCreate(),
                    .started = 0};
  bool is_fine = true;
  for (size_t i = 0; i < pipeline->jobs.count && is_fine; i++) {
    run.job = &pipeline->jobs.items[i];
    is_fine = run_job(&run);
  }
  if (is_fine)
    is_fine = pipeline->emit == FXC_EMIT_OBJECT
                  ? emit_object(&run)
                  : fxc_table_write(&run.images, pipeline->output, diagnostics);
  if (run.native)
    LLVMDisposeModule(run.native);
  if (run.native_machine)
    LLVMDisposeTargetMachine(run.native_machine);
  for (size_t i = 0; i < run.objects.count; i++)
    LLVMDisposeMemoryBuffer(run.objects.items[i]);
  fxs_vector_free(&run.objects);
  for (unsigned i = 0; i < FXC_ISA_COUNT; i++)
    if (run.parts[i])
      fxc_image_list_free(&run.parts[i]->images);
  fxc_image_list_free(&run.images);
  LLVMContextDispose(run.context);
  return is_fine && !fxc_has_errors(diagnostics);
}
