/* What a pass gets and answers. docs/adding-a-pass.md shows how to add one.
 *
 * A pass is one function over one device module. It reports problems to the diagnostics sink and
 * never prints. FXC_FAILED means: an error was reported and the module may be half changed. */
#ifndef FALX_COMPILER_PASSES_PASS_H
#define FALX_COMPILER_PASSES_PASS_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

enum fxc_result { FXC_SAME, FXC_CHANGED, FXC_FAILED };

enum fxc_target { FXC_TARGET_NATIVE_CPU, FXC_TARGET_SPIR64, FXC_TARGET_NVPTX64 };

struct fxc_diagnostics; /* compiler/diagnostics.h */
struct fxs_map;         /* support/map.h */

struct fxc_options {
  enum fxc_target target;
  int opt_level;        /* 0 to 3 */
  bool debug;           /* the user asked for -g: keep debug information */
  bool allow_undefined; /* imports may stay undefined (-fsycl-allow-device-image-dependencies) */
  /* Names of functions that linked libraries export: they may stay undefined, but where the value
   * is NULL, as only their own image can call them. NULL for none. */
  const struct fxs_map *elsewhere;
  bool allow_recursion, allow_function_pointers, allow_virtual;
  const char *host;     /* triple of the program that device code is for; NULL for this machine's */
  const char *cpu;      /* -march, NULL for the baseline */
  const char *tune;     /* -mtune, NULL for cpu */
  const char *features; /* extra target features, NULL for none */
  bool no_vectorize;    /* -fno-falx-vectorize */
  unsigned vector_lanes;               /* work-items at once; 0: as the machine's vectors hold */
  bool remarks_passed, remarks_missed; /* -Rpass=, -Rpass-missed=falx-vectorize */
  unsigned isas; /* native_cpu: 1 << enum fxc_isa for each variant wanted; 0: one, for cpu */
};

/* Everything a pass may touch. Borrowed for the call. */
struct fxc_module {
  LLVMModuleRef ir;
  const struct fxc_options *options;
  struct fxc_diagnostics *diagnostics;
  LLVMTargetMachineRef machine; /* NULL where the module is not lowered for a machine */
};

typedef enum fxc_result fxc_pass_run(struct fxc_module *module);

struct fxc_pass {
  const char *name; /* as in falx-opt -passes= */
  const char *summary;
  fxc_pass_run *run;
};

/* passes.def: FXC_PASS(function_stem, "name", "summary") */
#define FXC_PASS(stem, name, summary) fxc_pass_run fxc_##stem;
#include "compiler/passes/passes.def"
#undef FXC_PASS

const struct fxc_pass *fxc_pass_find(const char *name); /* NULL if there is none */
const struct fxc_pass *fxc_pass_all(size_t *out_count);

#endif
