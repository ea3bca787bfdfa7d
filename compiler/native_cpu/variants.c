/* variants: the steps behind it for each instruction set (docs/isa-variants.md), each but the first
 * on a copy of the module, in a thread of its own. LLVM contexts share nothing, so the module is
 * passed as bitcode.
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  what the steps behind it leave, for each. */

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <pthread.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/link.h"
#include "compiler/pipeline/run.h"
#include "compiler/run_llvm.h"

struct variant {
  struct fxc_options options;
  struct fxc_module module;
  LLVMMemoryBufferRef bitcode; /* borrowed */
  struct fxc_run *run;
  fxc_steps *steps;
  pthread_t thread;
  bool has_thread, is_fine;
};

static bool lower(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps) {
  fxc_set_machine_attributes(module);
  return fxc_run_steps(run, module, steps);
}

static void *work(void *argument) {
  struct variant *variant = argument;
  struct fxc_module *module = &variant->module;
  LLVMContextRef context = LLVMContextCreate();
  fxc_forward_diagnostics(context, module->diagnostics);
  LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
      LLVMGetBufferStart(variant->bitcode), LLVMGetBufferSize(variant->bitcode), "variant", 0);
  if (LLVMParseBitcodeInContext2(context, bitcode, &module->ir)) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL, "internal error: cannot copy the module");
  } else {
    variant->run->started = fxc_cpu_seconds();
    variant->is_fine = lower(variant->run, module, variant->steps);
    LLVMDisposeModule(module->ir);
  }
  LLVMDisposeMemoryBuffer(bitcode);
  LLVMContextDispose(context);
  return NULL;
}

static void start(struct variant *variant, const struct fxc_run *run,
                  const struct fxc_module *module, enum fxc_isa isa) {
  variant->options = *module->options;
  variant->options.cpu = fxc_isa_cpu(isa);
  variant->module =
      (struct fxc_module){.options = &variant->options, .diagnostics = fxc_diagnostics_create()};
  *variant->run = (struct fxc_run){.pipeline = run->pipeline,
                                   .job = run->job,
                                   .diagnostics = variant->module.diagnostics,
                                   .variant = variant->options.cpu,
                                   .step = run->step};
  variant->module.machine =
      fxc_machine_create(&variant->options, run->pipeline->is_pic, variant->module.diagnostics);
  if (!variant->module.machine)
    return;
  variant->has_thread = !pthread_create(&variant->thread, NULL, work, variant);
  if (!variant->has_thread)
    work(variant);
}

/* Waits. What the variant has made follows what was made before; its arena stays. */
static bool join(struct variant *variant, struct fxc_run *run) {
  struct fxc_run *other = variant->run;
  if (variant->has_thread)
    pthread_join(variant->thread, NULL);
  fxc_diagnostics_move(run->diagnostics, variant->module.diagnostics);
  fxc_diagnostics_destroy(variant->module.diagnostics);
  if (variant->module.machine)
    LLVMDisposeTargetMachine(variant->module.machine);
  for (size_t i = 0; i < other->images.images.count; i++)
    fxc_push(&run->images.images, other->images.images.items[i]);
  other->images.images.count = 0;
  for (size_t i = 0; i < other->objects.count; i++)
    fxc_push(&run->objects, other->objects.items[i]);
  fxs_vector_free(&other->objects);
  return variant->is_fine;
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

bool fxc_stage_variants(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest) {
  struct variant variants[FXC_ISA_COUNT] = {0};
  unsigned isas = module->options->isas, others = isas & (isas - 1); /* module is the first's */
  run->is_whole = has_variables(module->ir) || fxc_has_address_checks(module->ir);
  if (!others || run->is_whole)
    return lower(run, module, rest);
  size_t first = run->variants.count;
  LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module->ir);
  for (unsigned i = 0; i < FXC_ISA_COUNT; i++) {
    if (!(others >> i & 1))
      continue;
    struct variant *variant = &variants[run->variants.count - first];
    variant->bitcode = bitcode;
    variant->steps = rest;
    variant->run = fxc_new(&run->images.arena, 1, sizeof *variant->run);
    fxc_push(&run->variants, variant->run);
    start(variant, run, module, (enum fxc_isa)i);
  }
  bool is_fine = lower(run, module, rest);
  for (size_t i = 0; i < run->variants.count - first; i++)
    is_fine = join(&variants[i], run) && is_fine;
  LLVMDisposeMemoryBuffer(bitcode);
  return is_fine;
}
