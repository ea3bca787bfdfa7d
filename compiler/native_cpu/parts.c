/* parts: partitions a large module. falx-post-link spends most of its time in LLVM, on the pipeline
 * and code generation of kernels that do not depend on each other. The parts are distributed over
 * as many threads as there are processors, each with an LLVM context of its own.
 *
 * Needs:   docs/ir.md section 7, images described.
 * Leaves:  what the steps behind it leave: one object for each part. */

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/cold.h"
#include "compiler/native_cpu/generate.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/link.h"
#include "compiler/run_llvm.h"
#include "support/arena.h"

/* The number of instructions worth a part: about fifteen kernels of a few statements, half a
 * second of LLVM's time; the overhead of a part is a twentieth of that. */
enum { PART_SIZE = 4000, MOST_PARTS = 64, COLD_SIZE = 1000 };

/* One part: its bitcode, then its object. */
struct part {
  LLVMMemoryBufferRef bitcode, object;
  bool is_cold;
  struct fxc_diagnostics *diagnostics;
};

typedef FXS_VECTOR(LLVMValueRef) root_list;

struct cut {
  const struct fxc_module *module;
  const struct fxc_run *run;
  fxc_steps *steps;
  struct part *parts;
  unsigned count;
  unsigned next; /* atomic */
};

static bool has_to_stay_whole(const struct fxc_module *module) {
  size_t length;
  LLVMGetModuleInlineAsm(module->ir, &length);
  return length || module->options->debug || module->options->opt_level == 0;
}

static bool has_cold_part(const struct fxc_module *module) {
  size_t size = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_function_metadata(f, FXC_COLD))
      size += fxc_instruction_count(f);
  return size >= COLD_SIZE && !has_to_stay_whole(module);
}

/* How many parts the module is worth, not counting that of cold functions: depends on its size
 * alone, so that the output does not depend on the machine. 1 if it has to stay whole. roots are
 * the symbols that others use. */
static unsigned count_parts(const struct fxc_module *module, const LLVMValueRef *roots,
                            size_t count) {
  size_t size = 0;
  if (has_to_stay_whole(module))
    return 1;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    size += fxc_instruction_count(f);
  for (size_t i = 0; i < count; i++)
    if (LLVMGetComdat(roots[i]))
      return 1;
  size_t parts = size / PART_SIZE;
  parts = parts < count ? parts : count;
  parts = parts < MOST_PARTS ? parts : MOST_PARTS;
  return parts ? (unsigned)parts : 1;
}

/* ---- partitioning ---- */

/* Defined by another part. */
static void leave_out(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (LLVMGetFirstUse(function)) {
    LLVMValueRef declared = fxc_function_like(function, LLVMGlobalGetValueType(function), "");
    LLVMSetVisibility(declared, LLVMHiddenVisibility);
    LLVMSetLinkage(declared, LLVMExternalLinkage);
    LLVMReplaceAllUsesWith(function, declared);
    LLVMDeleteFunction(function);
    LLVMSetValueName2(declared, name, strlen(name));
  } else {
    LLVMDeleteFunction(function);
  }
}

static void keep(struct fxc_module *module, LLVMModuleRef ir, const char *const *names,
                 size_t count, size_t first, size_t end) {
  struct fxc_module kept = *module;
  kept.ir = ir;
  for (size_t i = 0; i < count; i++)
    if (i < first || i >= end)
      leave_out(ir, names[i]);
  fxc_run_llvm(&kept, "globaldce");
}

/* Bitcode of parts first to end, whose roots are names from starts[first] to starts[end].
 * Halving makes the cost that of a few copies of the module, however many parts there are. */
static void cut(struct cut *self, struct fxc_module *module, LLVMModuleRef ir,
                const char *const *names, const size_t *starts, unsigned first, unsigned end) {
  if (end - first == 1) {
    self->parts[first].bitcode = LLVMWriteBitcodeToMemoryBuffer(ir);
    return;
  }
  unsigned middle = first + (end - first) / 2;
  size_t begin = starts[first], total = starts[end] - begin, half = starts[middle] - begin;
  LLVMModuleRef other = LLVMCloneModule(ir);
  keep(module, ir, names + begin, total, 0, half);
  cut(self, module, ir, names, starts, first, middle);
  keep(module, other, names + begin, total, half, total);
  cut(self, module, other, names, starts, middle, end);
  LLVMDisposeModule(other);
}

/* Moves cold functions out of module, and returns their bitcode. */
static LLVMMemoryBufferRef cut_cold(struct fxc_module *module, const char *const *roots,
                                    size_t count) {
  FXS_VECTOR(const char *) names = {0};
  struct fxs_arena arena = {0};
  size_t length;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_function_metadata(f, FXC_COLD)) {
      LLVMSetLinkage(f, LLVMExternalLinkage);
      LLVMSetVisibility(f, LLVMHiddenVisibility);
      fxc_push(&names, fxc_must(fxs_arena_strdup(&arena, LLVMGetValueName2(f, &length))));
    }
  LLVMModuleRef cold = LLVMCloneModule(module->ir);
  keep(module, cold, roots, count, 0, 0);
  keep(module, module->ir, names.items, names.count, 0, 0);
  LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(cold);
  LLVMDisposeModule(cold);
  fxs_vector_free(&names);
  fxs_arena_release(&arena);
  return bitcode;
}

static size_t weight_of(LLVMValueRef root, const struct fxc_map *roots) {
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  size_t weight = fxc_instruction_count(root);
  fxc_reach(root, &visited, &reached);
  for (size_t i = 0; i < reached.items.count; i++)
    if (!fxc_map_has(roots, reached.items.items[i]))
      weight += fxc_instruction_count(reached.items.items[i]);
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  return weight;
}

/* Code that several roots have in common becomes a root: the outlined parts of kernels, each of
 * which is a function anyway. */
static void add_common_roots(root_list *roots) {
  struct fxc_map owners = {
      0}; /* function to the root that reaches it, or to itself if there are several */
  struct fxc_function_list common = {0};
  for (size_t r = 0; r < roots->count; r++) {
    struct fxc_map visited = {0};
    struct fxc_function_list reached = {0};
    fxc_reach(roots->items[r], &visited, &reached);
    for (size_t i = 0; i < reached.items.count; i++) {
      LLVMValueRef f = reached.items.items[i], owner = fxc_map_get(&owners, f);
      if (!owner) {
        fxc_map_put(&owners, f, roots->items[r]);
      } else if (owner != f && fxc_string_attribute(f, FXC_PART) &&
                 !fxc_function_metadata(f, FXC_COLD)) {
        fxc_map_put(&owners, f, f);
        fxc_push(&common.items, f);
      }
    }
    fxs_vector_free(&reached.items);
    fxc_map_free(&visited);
  }
  for (size_t i = 0; i < common.items.count; i++)
    fxc_push(roots, common.items.items[i]);
  fxs_vector_free(&common.items);
  fxc_map_free(&owners);
}

/* Parts of about the same weight, each with at least one root. */
static void choose_starts(const LLVMValueRef *roots, size_t count, unsigned parts, size_t *starts) {
  struct fxs_arena arena = {0};
  size_t *sums = fxc_new(&arena, count + 1, sizeof *sums);
  struct fxc_map known = {0};
  for (size_t i = 0; i < count; i++)
    fxc_map_put(&known, roots[i], roots[i]);
  for (size_t i = 0; i < count; i++)
    sums[i + 1] = sums[i] + weight_of(roots[i], &known);
  fxc_map_free(&known);
  starts[0] = 0;
  for (unsigned part = 1; part < parts; part++) {
    size_t at = starts[part - 1] + 1;
    while (at < count - (parts - part) && sums[at] < sums[count] / parts * part)
      at++;
    starts[part] = at;
  }
  starts[parts] = count;
  fxs_arena_release(&arena);
}

/* ---- threads ---- */

/* The object of one part, numbered from 1; NULL after a report to part->diagnostics. */
static LLVMMemoryBufferRef generate_part(const struct cut *self, struct fxc_module *part,
                                         unsigned number) {
  const struct fxc_run *whole = self->run;
  char name[64];
  snprintf(name, sizeof name, "%s%spart-%u", whole->variant ? whole->variant : "",
           whole->variant ? "." : "", number);
  struct fxc_run run = {.pipeline = whole->pipeline,
                        .job = whole->job,
                        .diagnostics = part->diagnostics,
                        .variant = name,
                        .is_part = true,
                        .step = whole->step,
                        .started = fxc_cpu_seconds()};
  bool is_fine = fxc_run_steps(&run, part, self->steps);
  LLVMMemoryBufferRef object = run.objects.count ? run.objects.items[0] : NULL;
  fxs_vector_free(&run.objects);
  if (is_fine || !object)
    return object;
  LLVMDisposeMemoryBuffer(object);
  return NULL;
}

static void run_part(struct cut *self, unsigned number) {
  struct part *part = &self->parts[number];
  struct fxc_options options = *self->module->options;
  if (part->is_cold)
    options.opt_level = 0;
  struct fxc_module module = {.options = &options, .diagnostics = part->diagnostics};
  LLVMContextRef context = LLVMContextCreate();
  fxc_forward_diagnostics(context, part->diagnostics);
  module.machine = fxc_machine_create(&options, self->run->pipeline->is_pic, part->diagnostics);
  if (module.machine && LLVMParseBitcodeInContext2(context, part->bitcode, &module.ir)) {
    fxc_report(part->diagnostics, FXC_ERROR, NULL, "internal error: cannot copy the module");
  } else if (module.machine) {
    part->object = generate_part(self, &module, number + 1);
    LLVMDisposeModule(module.ir);
  }
  if (module.machine)
    LLVMDisposeTargetMachine(module.machine);
  LLVMContextDispose(context);
  LLVMDisposeMemoryBuffer(part->bitcode);
}

static void *run_parts(void *argument) {
  struct cut *self = argument;
  for (unsigned number;
       (number = __atomic_fetch_add(&self->next, 1, __ATOMIC_RELAXED)) < self->count;)
    run_part(self, number);
  return NULL;
}

static unsigned processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

/* On this thread and on others. */
static void work(struct cut *self) {
  pthread_t threads[MOST_PARTS + 1];
  unsigned workers = processors(), started = 0;
  while (started + 1 < workers && started + 1 < self->count &&
         !pthread_create(&threads[started], NULL, run_parts, self))
    started++;
  run_parts(self);
  for (unsigned i = 0; i < started; i++)
    pthread_join(threads[i], NULL);
}

/* Partitions module, which cannot be used afterwards, and appends the parts' objects to the run's
 * in order. Each root is external and defined by one part; internal code and constants are in each
 * part that uses them. Reports go to module's diagnostics in the same order. */
static bool generate(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps,
                     const LLVMValueRef *roots, size_t count, unsigned parts) {
  struct fxs_arena arena = {0};
  bool has_cold = has_cold_part(module);
  unsigned all = parts + has_cold;
  struct cut self = {.module = module,
                     .run = run,
                     .steps = steps,
                     .parts = fxc_new(&arena, all, sizeof *self.parts),
                     .count = all};
  const char **names = fxc_new(&arena, count, sizeof *names);
  size_t *starts = fxc_new(&arena, parts + 1, sizeof *starts), length;
  bool is_fine = true;
  choose_starts(roots, count, parts, starts);
  for (size_t i = 0; i < count; i++) {
    names[i] = fxc_must(fxs_arena_strdup(&arena, LLVMGetValueName2(roots[i], &length)));
    LLVMSetLinkage(roots[i], LLVMExternalLinkage);
    LLVMSetVisibility(roots[i], LLVMHiddenVisibility);
  }
  for (unsigned i = 0; i < all; i++)
    self.parts[i].diagnostics = fxc_diagnostics_create();
  if (has_cold) {
    self.parts[parts].is_cold = true;
    self.parts[parts].bitcode = cut_cold(module, names, count);
  }
  cut(&self, module, module->ir, names, starts, 0, parts);
  work(&self);
  for (unsigned i = 0; i < all; i++) {
    fxc_diagnostics_move(module->diagnostics, self.parts[i].diagnostics);
    fxc_diagnostics_destroy(self.parts[i].diagnostics);
    if (self.parts[i].object)
      fxc_push(&run->objects, self.parts[i].object);
    else
      is_fine = false;
  }
  fxs_arena_release(&arena);
  return is_fine;
}

bool fxc_stage_parts(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest) {
  root_list roots = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_is_root(f))
      fxc_push(&roots, f);
  if (!has_to_stay_whole(module))
    add_common_roots(&roots);
  unsigned parts = count_parts(module, roots.items, roots.count);
  bool is_fine, is_cut = (parts > 1 || has_cold_part(module)) &&
                         run->pipeline->emit == FXC_EMIT_OBJECT && !run->is_whole;
  if (is_cut) {
    for (size_t i = run->first_image; i < run->images.images.count; i++)
      fxc_rename_handlers(run, &run->images.images.items[i], module->ir);
    if (run->variant)
      fxc_rename_functions(run, module->ir);
    double before = fxc_told_seconds();
    is_fine = generate(run, module, rest, roots.items, roots.count, parts);
    run->started += fxc_told_seconds() - before; /* parts were this thread's, too */
    is_fine = is_fine && fxc_fence(run, NULL, "parts");
  } else {
    is_fine = fxc_run_steps(run, module, rest);
  }
  fxs_vector_free(&roots);
  return is_fine;
}
