/* Compiling, launching, comparing. */
#include "tests/fuzz/kernel_runner.h"

#include "compiler/diagnostics.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"
#include "falx/image.h"
#include "falx/native_cpu.h"
#include "tests/fuzz/kernel_model.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, LEVELS = 4 };

struct buffer {
  unsigned char *mapping, *data;
  size_t size, mapped;
  unsigned char *initial, *expected;
};

struct runner {
  LLVMOrcLLJITRef jit;
  LLVMTargetMachineRef machines[FXC_ISA_COUNT][LEVELS];
  struct fxc_diagnostics *diagnostics;
  unsigned serial;
  struct buffer buffers[A_N];
};

/* ---- set up ---- */

bool runner_has_isa(enum fxc_isa isa) {
  return isa == FXC_ISA_BASELINE || (isa == FXC_ISA_V3 ? __builtin_cpu_supports("x86-64-v3")
                                                       : __builtin_cpu_supports("x86-64-v4"));
}

static bool is_error(LLVMErrorRef error) {
  if (!error)
    return false;
  char *message = LLVMGetErrorMessage(error);
  fprintf(stderr, "%s\n", message);
  LLVMDisposeErrorMessage(message);
  return true;
}

float __extendhfsf2(_Float16 value);
_Float16 __truncsfhf2(float value);
_Float16 __truncdfhf2(double value);

static void define_symbols(LLVMOrcLLJITRef jit) {
  static const struct {
    const char *name;
    void *address;
  } symbols[] = {
      {"model_id", (void *)model_id},           {"model_group", (void *)model_group},
      {"model_barrier", (void *)model_barrier}, {"model_group_memory", (void *)model_group_memory},
      {"__extendhfsf2", (void *)__extendhfsf2}, {"__truncsfhf2", (void *)__truncsfhf2},
      {"__truncdfhf2", (void *)__truncdfhf2}};
  enum { COUNT = sizeof symbols / sizeof *symbols };
  LLVMOrcCSymbolMapPair pairs[COUNT];
  for (unsigned i = 0; i < COUNT; i++) {
    pairs[i].Name = LLVMOrcLLJITMangleAndIntern(jit, symbols[i].name);
    pairs[i].Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)symbols[i].address;
    pairs[i].Sym.Flags = (LLVMJITSymbolFlags){LLVMJITSymbolGenericFlagsExported, 0};
  }
  if (is_error(LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit),
                                     LLVMOrcAbsoluteSymbols(pairs, COUNT))))
    abort();
}

struct runner *runner_create(void) {
  struct runner *r = fxc_must(calloc(1, sizeof *r));
  r->diagnostics = fxc_diagnostics_create();
  struct fxc_options options = {.target = &fxc_native_cpu};
  LLVMTargetMachineRef first = fxc_machine_create(&options, true, r->diagnostics);
  if (!first || is_error(LLVMOrcCreateLLJIT(&r->jit, NULL)))
    abort();
  LLVMDisposeTargetMachine(first);
  define_symbols(r->jit);
  return r;
}

void runner_destroy(struct runner *r) {
  for (unsigned i = 0; i < FXC_ISA_COUNT; i++)
    for (unsigned level = 0; level < LEVELS; level++)
      if (r->machines[i][level])
        LLVMDisposeTargetMachine(r->machines[i][level]);
  is_error(LLVMOrcDisposeLLJIT(r->jit));
  fxc_diagnostics_destroy(r->diagnostics);
  free(r);
}

static LLVMTargetMachineRef machine_of(struct runner *r, enum fxc_isa isa, int level) {
  struct fxc_options options = {
      .target = &fxc_native_cpu, .opt_level = level, .cpu = fxc_isa_cpu(isa)};
  if (!r->machines[isa][level])
    r->machines[isa][level] = fxc_machine_create(&options, true, r->diagnostics);
  return r->machines[isa][level];
}

/* ---- compiling ---- */

struct code {
  void *address;
  LLVMOrcResourceTrackerRef tracker;
  unsigned lanes; /* 1 where the kernel was left scalar */
  size_t frame;   /* bytes of it that a work-group takes */
  bool is_by_items;
};

static bool verify(LLVMModuleRef module, const char *after, FILE *out) {
  char *message = NULL;
  bool is_broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (is_broken)
    fprintf(out, "the module is broken after %s: %s\n", after, message);
  LLVMDisposeMessage(message);
  return !is_broken;
}

/* Takes the module. */
static bool load(struct runner *r, LLVMModuleRef module, LLVMTargetMachineRef machine,
                 struct code *out_code, FILE *out) {
  char name[24], *message = NULL;
  LLVMValueRef entry = LLVMGetNamedFunction(module, "K");
  snprintf(name, sizeof name, "kernel%u", r->serial++);
  LLVMSetValueName2(entry, name, strlen(name));
  LLVMSetVisibility(entry, LLVMDefaultVisibility);
  LLVMSetLinkage(entry, LLVMExternalLinkage);
  LLVMMemoryBufferRef object = NULL;
  bool is_fine =
      !LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &object);
  LLVMDisposeModule(module);
  if (!is_fine) {
    fprintf(out, "no code: %s\n", message);
    LLVMDisposeMessage(message);
    return false;
  }
  out_code->tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(r->jit));
  LLVMOrcExecutorAddress address = 0;
  if (is_error(LLVMOrcLLJITAddObjectFileWithRT(r->jit, out_code->tracker, object)) ||
      is_error(LLVMOrcLLJITLookup(r->jit, &address, name)))
    return false;
  out_code->address = (void *)(uintptr_t)address;
  return true;
}

static void unload(struct code *code) {
  if (!code->tracker)
    return;
  is_error(LLVMOrcResourceTrackerRemove(code->tracker));
  LLVMOrcReleaseResourceTracker(code->tracker);
  code->tracker = NULL;
}

static LLVMModuleRef emit(struct runner *r, LLVMContextRef context, const struct kernel *kernel,
                          const bool *dropped, bool is_model, FILE *out) {
  LLVMModuleRef module = kernel_emit(kernel, context, is_model, dropped);
  LLVMTargetMachineRef machine = machine_of(r, FXC_ISA_BASELINE, 0);
  char *triple = LLVMGetTargetMachineTriple(machine);
  LLVMSetTarget(module, triple);
  LLVMDisposeMessage(triple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  if (verify(module, "generation", out))
    return module;
  LLVMDisposeModule(module);
  return NULL;
}

static void print_diagnostics(struct runner *r, FILE *out) {
  fxc_diagnostics_print(r->diagnostics, "vectorize_fuzz", out);
}

/* What the vectorizer gets. */
static LLVMModuleRef prepare(struct runner *r, LLVMContextRef context, const struct kernel *kernel,
                             const bool *dropped, int early, FILE *out) {
  struct fxc_options options = {.target = &fxc_native_cpu, .opt_level = 2};
  struct fxc_module module = {.ir = emit(r, context, kernel, dropped, false, out),
                              .options = &options,
                              .diagnostics = r->diagnostics,
                              .machine = machine_of(r, FXC_ISA_BASELINE, 2)};
  if (!module.ir)
    return NULL;
  bool is_fine = early == 0 || (fxc_describe_builtins(&module) != FXC_FAILED &&
                                fxc_relax_convergence(&module) != FXC_FAILED &&
                                fxc_optimize_early(&module) != FXC_FAILED);
  if (is_fine && early == 2)
    is_fine = fxc_run_llvm(&module, "function(sroa,jump-threading,correlated-propagation,"
                                    "simplifycfg,instcombine<no-verify-fixpoint>,loop-mssa("
                                    "loop-rotate,licm),gvn,dse)");
  is_fine = is_fine && fxc_prepare_native_cpu(&module) != FXC_FAILED &&
            verify(module.ir, "prepare-native-cpu", out) &&
            fxc_deferrable_atomics(&module) != FXC_FAILED;
  print_diagnostics(r, out);
  if (is_fine)
    return module.ir;
  LLVMDisposeModule(module.ir);
  return NULL;
}

/* As the adapter counts them (adapters/native_cpu/kernel.c). */
static size_t frame_bytes(LLVMValueRef handler, const struct kernel *k) {
  LLVMValueRef frame = fxc_function_node(handler, "falx.frame");
  if (!frame)
    return 0;
  size_t lanes = fxc_metadata_integer(frame, 0), rows = k->local[1] * k->local[2];
  lanes = lanes ? lanes : 1;
  size_t row = (k->local[0] + lanes - 1) / lanes, align = FALX_NATIVE_FRAME_ALIGN;
  size_t scratch = row * rows * fxc_metadata_integer(frame, 2);
  return fxc_metadata_integer(frame, 1) + (scratch + align - 1) / align * align +
         row * lanes * rows * fxc_metadata_integer(frame, 3);
}

static bool compile_variant(struct runner *r, LLVMModuleRef prepared, const struct kernel *k,
                            const struct variant *variant, struct code *out_code, FILE *out) {
  struct fxc_options options = {.target = &fxc_native_cpu,
                                .opt_level = 2,
                                .cpu = fxc_isa_cpu(variant->isa),
                                .no_vectorize = variant->lanes == 1,
                                .vector_lanes = variant->lanes};
  struct fxc_module module = {.ir = LLVMCloneModule(prepared),
                              .options = &options,
                              .diagnostics = r->diagnostics,
                              .machine = machine_of(r, variant->isa, variant->late)};
  fxc_set_machine_attributes(&module);
  bool is_fine = fxc_vectorize(&module) != FXC_FAILED && verify(module.ir, "vectorize", out);
  LLVMValueRef scalar = LLVMGetNamedFunction(module.ir, "K.NativeCPUKernel");
  LLVMValueRef handler = LLVMGetNamedFunction(module.ir, "K");
  out_code->lanes = scalar && fxc_function_metadata(scalar, "falx.vector") ? variant->lanes : 1;
  LLVMValueRef dispatch = fxc_function_node(handler, "falx.dispatch");
  out_code->is_by_items =
      dispatch && fxc_metadata_integer(dispatch, 0) & FALX_KERNEL_DISPATCH_ITEMS;
  is_fine =
      is_fine && fxc_sub_groups(&module) != FXC_FAILED && verify(module.ir, "sub-groups", out) &&
      fxc_work_item_loops(&module) != FXC_FAILED && verify(module.ir, "work-item-loops", out) &&
      fxc_aggregate_atomics(&module) != FXC_FAILED && verify(module.ir, "aggregate-atomics", out);
  out_code->frame = frame_bytes(LLVMGetNamedFunction(module.ir, "K"), k);
  options.opt_level = variant->late;
  is_fine = is_fine && fxc_optimize(&module) != FXC_FAILED;
  print_diagnostics(r, out);
  if (is_fine)
    return load(r, module.ir, module.machine, out_code, out);
  LLVMDisposeModule(module.ir);
  return false;
}

bool runner_write(struct runner *r, const struct kernel *kernel, const bool *dropped,
                  const struct variant *variant, const char *path) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = prepare(r, context, kernel, dropped, variant->early, stderr);
  char *message = NULL;
  bool is_fine = module && !LLVMPrintModuleToFile(module, path, &message);
  LLVMDisposeMessage(message);
  if (module)
    LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return is_fine;
}

/* ---- memory ---- */

/* A page that nobody may touch on either side, one of them right beside the data. */
static void map_buffer(struct buffer *b, size_t size, bool is_at_start) {
  size_t pages = (size + PAGE - 1) / PAGE * PAGE;
  b->size = size;
  b->mapped = pages + 2 * PAGE;
  b->mapping = mmap(NULL, b->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (b->mapping == MAP_FAILED || mprotect(b->mapping + PAGE, pages, PROT_READ | PROT_WRITE))
    abort();
  b->data = b->mapping + PAGE + (is_at_start ? 0 : pages - size);
  b->initial = fxc_must(malloc(size));
  b->expected = fxc_must(malloc(size));
}

static void unmap_buffer(struct buffer *b) {
  if (!b->mapping)
    return;
  munmap(b->mapping, b->mapped);
  free(b->initial);
  free(b->expected);
  *b = (struct buffer){0};
}

static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static void put_real(unsigned char *to, double value, enum type type) {
  float single = (float)value;
  _Float16 half = (_Float16)single;
  memcpy(to,
         type == T_F16   ? (void *)&half
         : type == T_F32 ? (void *)&single
                         : (void *)&value,
         type_bytes(type));
}

static double some_real(uint64_t *state) {
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 1e30, -1e-40, 65504, 3e9, 1e19, 0.5};
  uint64_t random = next_random(state);
  switch (random % 16) {
  case 0:
    return special[random / 16 % 10];
  case 1:
    return random & 16 ? __builtin_inf() : __builtin_nan("");
  case 2:
    return (double)(int64_t)random;
  default:
    return (double)((int64_t)(random / 16 % 512) - 128) / 4;
  }
}

static void fill_typed(unsigned char *data, size_t size, enum type type, uint64_t *state) {
  for (size_t i = 0; i + type_bytes(type) <= size; i += type_bytes(type)) {
    uint64_t random = next_random(state);
    uint64_t number = (uint64_t)((int64_t)random >> random % 61);
    if (type_is_float(type))
      put_real(data + i, some_real(state), type);
    else
      memcpy(data + i, &number, type_bytes(type));
  }
}

static void fill_cells(unsigned char *data) {
  for (unsigned i = 0; i < CELLS * CELL_CLASSES; i++) {
    uint64_t number = i * 37 % 101;
    if (i / CELLS == 7 || i / CELLS == 10) /* what is counted in float and in double */
      put_real(data + 8 * (size_t)i, (double)number, i / CELLS == 7 ? T_F32 : T_F64);
    else
      memcpy(data + 8 * (size_t)i, &number, 8);
  }
}

static void make_memory(struct runner *r, const struct kernel *k) {
  uint64_t state = k->seed ^ 0x5eed;
  static const size_t sizes[A_REGIONS] = {[A_INTS] = INPUT_BYTES,
                                          [A_FLOATS] = INPUT_BYTES,
                                          [A_DOUBLES] = INPUT_BYTES,
                                          [A_EDGE] = EDGE_BYTES,
                                          [A_NULL] = 16,
                                          [A_CELLS] = CELLS * CELL_CLASSES * 8,
                                          [A_FLAGS] = FLAGS * 4,
                                          [A_ONES] = ONES * 4};
  for (unsigned p = 0; p < A_N; p++) {
    struct buffer *b = &r->buffers[p];
    const struct region *region = p >= A_REGIONS ? &k->regions[p - A_REGIONS] : NULL;
    size_t size = region ? (region->layout == LAYOUT_CROSSED ? k->items_rounded : k->items) *
                               region->per_item * type_bytes(region->type)
                         : sizes[p];
    map_buffer(b, size, k->seed >> p & 1);
    memset(b->initial, 0, size);
    if (region)
      fill_typed(b->initial, size, region->type, &state);
    else if (p == A_INTS || p == A_EDGE)
      fill_typed(b->initial, size, T_I32, &state);
    else if (p == A_FLOATS || p == A_DOUBLES)
      fill_typed(b->initial, size, p == A_FLOATS ? T_F32 : T_F64, &state);
    else if (p == A_CELLS)
      fill_cells(b->initial);
    memcpy(b->data, b->initial, size);
    if (p <= A_EDGE)
      mprotect(b->mapping + PAGE, b->mapped - 2 * PAGE, PROT_READ);
  }
}

static void reset_memory(struct runner *r) {
  for (unsigned p = A_CELLS; p < A_N; p++)
    memcpy(r->buffers[p].data, r->buffers[p].initial, r->buffers[p].size);
}

static void keep_expected(struct runner *r) {
  for (unsigned p = A_CELLS; p < A_N; p++)
    memcpy(r->buffers[p].expected, r->buffers[p].data, r->buffers[p].size);
}

static bool is_nan(const unsigned char *at, enum type type) {
  uint64_t bits = 0;
  memcpy(&bits, at, type_bytes(type));
  static const uint64_t infinity[] = {0x7c00, 0x7f800000, UINT64_C(0x7ff0000000000000)};
  uint64_t magnitude = bits & ((UINT64_C(1) << (8 * type_bytes(type) - 1)) - 1);
  return type_is_float(type) && magnitude > infinity[type - T_F16];
}

static uint64_t bits_at(const unsigned char *at, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, at, size);
  return bits;
}

static bool is_as_expected(struct runner *r, const struct kernel *k, FILE *out) {
  static const char *const names[] = {"cells", "flags", "ones"};
  for (unsigned p = A_CELLS; p < A_N; p++) {
    const struct buffer *b = &r->buffers[p];
    enum type type = p == A_CELLS ? T_I64 : p < A_REGIONS ? T_I32 : k->regions[p - A_REGIONS].type;
    size_t size = type_bytes(type);
    for (size_t i = 0; i < b->size; i += size) {
      if (!memcmp(b->data + i, b->expected + i, size) ||
          (is_nan(b->data + i, type) && is_nan(b->expected + i, type)))
        continue;
      if (p < A_REGIONS)
        fprintf(out, "%s", names[p - A_CELLS]);
      else
        fprintf(out, "region %u", p - A_REGIONS);
      fprintf(out, ", element %zu: 0x%llx, should be 0x%llx (was 0x%llx)\n", i / size,
              (unsigned long long)bits_at(b->data + i, size),
              (unsigned long long)bits_at(b->expected + i, size),
              (unsigned long long)bits_at(b->initial + i, size));
      return false;
    }
  }
  return true;
}

/* ---- launching ---- */

struct item_call {
  struct runner *runner;
  const struct kernel *kernel;
  void *address;
};

typedef void one_item(void *, void *, void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *, int32_t, int32_t, int64_t, float, int8_t);

static void *pointer_argument(struct runner *r, unsigned p) {
  return p == A_NULL ? NULL : r->buffers[p].data;
}

/* Clang's sanitizer of indirect calls reads what lies in front of the function: of generated code
 * perhaps nothing. */
#ifdef __clang__
#define CALLS_GENERATED_CODE __attribute__((no_sanitize("function")))
#else
#define CALLS_GENERATED_CODE
#endif

CALLS_GENERATED_CODE
static void run_item(void *user) {
  const struct item_call *call = user;
  const struct kernel *k = call->kernel;
  void *p[A_N];
  for (unsigned i = 0; i < A_N; i++)
    p[i] = pointer_argument(call->runner, i);
  ((one_item *)call->address)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10],
                              p[11], k->n, k->m, k->k, k->f, k->b);
}

CALLS_GENERATED_CODE
static void launch(struct runner *r, const struct kernel *k, const struct code *code) {
  struct falx_native_cpu_state state = {0};
  void *pointers[A_N], *args[PARAMETERS];
  for (unsigned p = 0; p < A_N; p++) {
    pointers[p] = pointer_argument(r, p);
    args[p] = &pointers[p];
  }
  args[A_N] = (void *)(uintptr_t)&k->n;
  args[A_M] = (void *)(uintptr_t)&k->m;
  args[A_K] = (void *)(uintptr_t)&k->k;
  args[A_F] = (void *)(uintptr_t)&k->f;
  args[A_B] = (void *)(uintptr_t)&k->b;
  for (unsigned d = 0; d < 3; d++) {
    state.global_range[d] = k->size[d];
    state.global_offset[d] = k->offset[d];
    state.local_range[d] = k->local[d];
    state.num_groups[d] = k->size[d] / k->local[d];
    state.end[d] = code->is_by_items ? k->size[d] : state.num_groups[d];
  }
  void (*handler)(void **, struct falx_native_cpu_state *) =
      (void (*)(void **, struct falx_native_cpu_state *))code->address;
  struct buffer frame = {0};
  if (code->frame) {
    size_t align = FALX_NATIVE_FRAME_ALIGN;
    map_buffer(&frame, (code->frame + align - 1) / align * align, false);
    memset(frame.data, 0xcd, frame.size);
    state.frame = frame.data;
  }
  unsigned cut = k->seed >> 8 & 1; /* now and then in two shares */
  uint64_t end = state.end[cut], half = end / 2;
  if (k->seed >> 9 & 1 && half) {
    state.end[cut] = half;
    handler(args, &state);
    state.begin[cut] = half;
    state.end[cut] = end;
  }
  handler(args, &state);
  unmap_buffer(&frame);
}

bool runner_compare(struct runner *r, const struct kernel *k, const bool *dropped,
                    const struct variant *variants, unsigned count, volatile unsigned *at,
                    struct run_counts *counts, FILE *out) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = emit(r, context, k, dropped, true, out), prepared = NULL;
  struct code model = {0};
  int early = -1;
  bool is_fine = module && load(r, module, machine_of(r, FXC_ISA_BASELINE, 0), &model, out);
  make_memory(r, k);
  struct item_call call = {r, k, model.address};
  unsigned expected_lanes = 0;
  for (unsigned i = 0; i < count && is_fine; i++) {
    struct code code = {0};
    *at = i;
    if (variants[i].early != early) {
      if (prepared)
        LLVMDisposeModule(prepared);
      early = variants[i].early;
      prepared = prepare(r, context, k, dropped, early, out);
    }
    is_fine = prepared && compile_variant(r, prepared, k, &variants[i], &code, out);
    if (!is_fine)
      break;
    unsigned lanes = k->has_groups ? code.lanes : 1;
    if (lanes != expected_lanes) {
      expected_lanes = lanes;
      reset_memory(r);
      if (!model_run(k, run_item, &call, lanes)) {
        fprintf(out, "the model waits for ever\n");
        is_fine = false;
      }
      keep_expected(r);
    }
    reset_memory(r);
    launch(r, k, &code);
    is_fine = is_fine && is_as_expected(r, k, out);
    counts->variants++;
    counts->vectorized += code.lanes > 1;
    unload(&code);
  }
  unload(&model);
  for (unsigned p = 0; p < A_N; p++)
    unmap_buffer(&r->buffers[p]);
  if (prepared)
    LLVMDisposeModule(prepared);
  LLVMContextDispose(context);
  return is_fine;
}
