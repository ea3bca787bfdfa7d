/* A device module in the pipeline, with the options that passes use. */
#ifndef FALX_COMPILER_MODULE_H
#define FALX_COMPILER_MODULE_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

struct fxc_diagnostics;    /* compiler/diagnostics.h */
struct fxc_spec_constants; /* compiler/passes/spec_constants.h */
struct fxc_specialization;
struct fxc_target; /* compiler/target.h */
struct fxs_map;    /* support/map.h */

struct fxc_options {
  const struct fxc_target *target;
  int opt_level;        /* 0 to 3; before the link, -1: as compiled */
  bool debug;           /* -g was given: keep debug information */
  bool allow_undefined; /* imports may stay undefined (-fsycl-allow-device-image-dependencies) */
  /* Names of functions that linked libraries export: they may stay undefined, unless the value
   * is NULL: those only their own image can call. NULL for none. */
  const struct fxs_map *elsewhere;
  bool allow_recursion, allow_function_pointers, allow_virtual;
  const char *host;      /* triple of the program that contains the device code; NULL for this
                          * machine's */
  const char *cpu;       /* -march, NULL for the baseline */
  const char *tune;      /* -mtune, NULL for cpu */
  const char *features;  /* extra target features, NULL for none */
  bool no_vectorize;     /* -fno-falx-vectorize */
  unsigned checks;       /* native_cpu: FALX_CHECK_… of falx/check.h; 0: none */
  bool verify_each;      /* check docs/ir.md between passes */
  unsigned vector_lanes; /* work-items at once; 0: as the machine's vectors hold */
  bool remarks_passed, remarks_missed; /* -Rpass=, -Rpass-missed=falx-vectorize */
  bool embed_ir;      /* images keep the code of their kernels (docs/specialization.md) */
  bool wide_ids;      /* nvptx64: ids of 64 bits (-fno-sycl-id-queries-fit-in-int) */
  unsigned isas;      /* native_cpu: 1 << enum fxc_isa for each variant wanted; 0: one, for cpu */
  bool is_isa_chosen; /* isas is set after the link: all, unless the inputs name a processor */
  /* Values that the program has set for specialization constants; NULL: they have their defaults.
   */
  const struct fxc_specialization *specialization;
};

/* Everything a pass may access. Borrowed for the call. */
struct fxc_module {
  LLVMModuleRef ir;
  const struct fxc_options *options;
  struct fxc_diagnostics *diagnostics;
  LLVMTargetMachineRef machine;         /* NULL if the module is not lowered for a machine */
  struct fxc_spec_constants *constants; /* found by spec-constants; NULL: not requested */
};

#endif
