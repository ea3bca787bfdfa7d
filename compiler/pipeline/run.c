/* The engine: runs the steps of each target's list, and writes the output. */
#include "compiler/pipeline/run.h"

#include <llvm-c/Analysis.h>
#include <string.h>
#include <sys/resource.h>

#include "compiler/diagnostics.h"
#include "compiler/image/merge.h"
#include "compiler/image/read.h"
#include "compiler/memory.h"
#include "compiler/passes/spec_constants.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/compiled.h"
#include "compiler/pipeline/link.h"
#include "compiler/pipeline/spirv_inputs.h"
#include "compiler/target.h"
#include "compiler/verify/verify.h"
#include "support/file.h"
#include "support/map.h"

double fxc_cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static _Thread_local double told; /* CPU seconds of this thread's steps */

double fxc_told_seconds(void) {
  return told;
}

bool fxc_fence(struct fxc_run *run, LLVMModuleRef module, const char *step) {
  double now = fxc_cpu_seconds();
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
  char *message = NULL;
  if (module && fxc_verify_is_wanted() &&
      LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
    fxc_report(run->diagnostics, FXC_ERROR, NULL, "internal error: broken module after %s: %s",
               step, message);
    LLVMDisposeMessage(message);
    return false;
  }
  LLVMDisposeMessage(message);
  run->started = fxc_cpu_seconds();
  return true;
}

fxc_steps *fxc_run_passes(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps) {
  for (; *steps && (*steps)->run; steps++)
    if ((*steps)->run(module) == FXC_FAILED || !fxc_fence(run, module->ir, (*steps)->name) ||
        !fxc_verify_after(module, (*steps)->name))
      return NULL;
  return steps;
}

bool fxc_run_steps(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps) {
  steps = fxc_run_passes(run, module, steps);
  return steps && (!*steps || (*steps)->stage(run, module, steps + 1));
}

bool fxc_stage_generate(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest) {
  return module->options->target->generate(run, module) && fxc_run_steps(run, module, rest);
}

/* ---- jobs ---- */

/* The exports for target of the libraries on the link line. */
static bool read_libraries(struct fxc_run *run, const char *target, struct fxs_map *out_names) {
  bool is_fine = true;
  for (size_t i = 0; i < run->pipeline->libraries.count && is_fine; i++)
    is_fine =
        fxc_read_exports(run->pipeline->libraries.items[i], target, out_names, run->diagnostics);
  return is_fine;
}

/* Reads and links the inputs; advances steps past the link. */
static LLVMModuleRef link_inputs(struct fxc_run *run, const struct fxc_module *like,
                                 fxc_steps **steps) {
  fxc_steps *first = *steps;
  while (**steps != &fxc_link_pass)
    ++*steps;
  ++*steps;
  return run->pipeline->specialization
             ? fxc_read_bitcode(run->context, run->job->inputs.items[0], run->diagnostics)
             : fxc_link(run, like, first);
}

static bool lower(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps,
                  struct fxs_map *elsewhere) {
  const struct fxc_target *target = run->options.target;
  if (target->prepare && !target->prepare(&run->options, module->ir, run->diagnostics))
    return false;
  module->machine = fxc_machine_create(&run->options, run->pipeline->is_pic, run->diagnostics);
  if (!module->machine || !read_libraries(run, target->name, elsewhere) ||
      !fxc_spirv_exports(run, elsewhere))
    return false;
  run->options.elsewhere = elsewhere;
  return fxc_fence(run, module->ir, "link") && fxc_verify_after(module, "link") &&
         fxc_run_steps(run, module, steps);
}

static bool run_job(struct fxc_run *run) {
  struct fxs_map elsewhere = {0};
  struct fxc_spec_constants constants = {0};
  struct fxc_module module = {
      .options = &run->options, .diagnostics = run->diagnostics, .constants = &constants};
  size_t first = run->images.images.count;
  run->options = run->job->options;
  run->options.specialization = run->pipeline->specialization;
  fxc_steps *steps = run->options.target->steps;
  module.ir = link_inputs(run, &module, &steps);
  if (!module.ir)
    return false;
  if (!run->options.specialization)
    fxc_complete_options(&run->options, module.ir, &run->images.arena);
  bool is_fine = lower(run, &module, steps, &elsewhere);
  for (size_t i = first; is_fine && i < run->images.images.count; i++)
    is_fine = fxc_spec_constants_describe(&constants, &module, &run->images,
                                          &run->images.images.items[i]);
  is_fine = is_fine && fxc_spirv_images(run);
  fxc_spec_constants_free(&constants);
  run->options.elsewhere = NULL;
  fxs_map_free(&elsewhere);
  if (run->options.target->is_host && is_fine && !run->host && !run->objects.count) {
    run->host = module.ir;
    run->host_machine = module.machine;
    run->host_options = run->options;
    return true;
  }
  LLVMDisposeModule(module.ir);
  if (module.machine)
    LLVMDisposeTargetMachine(module.machine);
  return is_fine;
}

/* ---- output ---- */

/* Without native_cpu the object contains only descriptors. */
static bool host_module(struct fxc_run *run) {
  if (run->host)
    return true;
  run->host_options =
      (struct fxc_options){.target = &fxc_native_cpu, .host = run->job->options.host};
  run->host_machine =
      fxc_machine_create(&run->host_options, run->pipeline->is_pic, run->diagnostics);
  if (!run->host_machine)
    return false;
  run->host =
      fxc_image_module(run->context, &run->host_options, run->host_machine, run->diagnostics);
  return run->host != NULL;
}

/* In a separate object they are not needed by anything else. */
static void hide_handlers(struct fxc_run *run, LLVMModuleRef module) {
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

static bool write_object(struct fxc_run *run, const void *data, size_t size) {
  int status = fxs_file_write(run->pipeline->output, data, size);
  if (status)
    fxc_report(run->diagnostics, FXC_ERROR, NULL, "cannot write '%s': %s", run->pipeline->output,
               strerror(status));
  return !status;
}

/* Merges the objects of variants with the descriptors. Consumes descriptors. */
static bool merge(struct fxc_run *run, LLVMMemoryBufferRef descriptors) {
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

static bool emit_object(struct fxc_run *run) {
  if (!host_module(run))
    return false;
  hide_handlers(run, run->host);
  if (run->images.images.count)
    fxc_wrap(run->host, &run->images, run->pipeline->producer,
             run->pipeline->specialization ? FALX_SPECIALIZED_SYMBOL : NULL);
  struct fxc_module module = {.ir = run->host,
                              .options = &run->host_options,
                              .diagnostics = run->diagnostics,
                              .machine = run->host_machine};
  if (!fxc_fence(run, module.ir, "wrap"))
    return false;
  LLVMMemoryBufferRef object = fxc_generate(&module);
  if (!object || !fxc_fence(run, NULL, "generate"))
    return false;
  if (run->objects.count)
    return merge(run, object) && fxc_fence(run, NULL, "merge");
  bool is_fine = write_object(run, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
  LLVMDisposeMemoryBuffer(object);
  return is_fine;
}

bool fxc_pipeline_run(const struct fxc_pipeline *pipeline, struct fxc_diagnostics *diagnostics) {
  struct fxc_run run = {.pipeline = pipeline,
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
  if (run.host)
    LLVMDisposeModule(run.host);
  if (run.host_machine)
    LLVMDisposeTargetMachine(run.host_machine);
  for (size_t i = 0; i < run.objects.count; i++)
    LLVMDisposeMemoryBuffer(run.objects.items[i]);
  fxs_vector_free(&run.objects);
  for (size_t i = 0; i < run.variants.count; i++)
    fxc_image_list_free(&run.variants.items[i]->images);
  fxs_vector_free(&run.variants);
  fxc_image_list_free(&run.images);
  LLVMContextDispose(run.context);
  return is_fine && !fxc_has_errors(diagnostics);
}
