/* Device targets. docs/adding-a-target.md shows how to add one. */
#ifndef FALX_COMPILER_TARGET_H
#define FALX_COMPILER_TARGET_H

#include "compiler/pass.h"
#include "falx/image.h"
#include "support/strbuf.h"

/* Everything that shared code needs to know about a target. */
struct fxc_target {
  const char *name;              /* FALX_TARGET_* */
  const char *triple;            /* LLVM's; NULL: the program's */
  enum falx_image_format format; /* of its images */
  fxc_steps *steps;              /* compiler/pipeline/pipeline.c */

  /* ---- device code ---- */
  bool is_host;             /* runs in the program's process: with its types and its C library */
  bool has_device_library;  /* devicelib/opencl.cl stands for its C library */
  bool has_cuda_functions;  /* and devicelib/nvptx.cl: vprintf, and what stops kernels */
  bool has_inline_assembly; /* its back end supports it */
  unsigned global_space;    /* address spaces of kernel arguments that point to memory of */
  unsigned local_space;     /* the device, and to local memory */
  unsigned generic_space;   /* and of pointers to any */

  /* Passes of LLVM that optimize its modules, from -O1 on. NULL: LLVM's own of the level. */
  const char *optimization;

  /* ---- code generation ---- */
  /* Settles options that depend on the linked module; NULL: there are none. False after a
   * report. */
  bool (*prepare)(struct fxc_options *options, LLVMModuleRef module,
                  struct fxc_diagnostics *diagnostics);
  /* position-independent code if is_pic. NULL after a report. */
  LLVMTargetMachineRef (*create_machine)(const struct fxc_options *options, bool is_pic,
                                         struct fxc_diagnostics *diagnostics);
  /* Bits of a vector register of the module's machine. NULL: LLVM must not vectorize. */
  unsigned (*vector_bits)(const struct fxc_module *module);
  /* Mends an image's code. NULL: it is right as LLVM makes it. */
  void (*mend_code)(struct fxs_strbuf *code);
  /* The last step: adds the code of an optimized module to the run's images or objects. False
   * after a report. */
  bool (*generate)(struct fxc_run *run, struct fxc_module *module);
};

/* targets.def: FXC_TARGET(stem), of compiler/<stem>/target.c. */
#define FXC_TARGET(stem)                                                                           \
  extern const struct fxc_target fxc_##stem;                                                       \
  extern fxc_steps fxc_##stem##_steps[];
#include "compiler/targets.def"
#undef FXC_TARGET

/* All, NULL-terminated. */
extern const struct fxc_target *const fxc_targets[];
const struct fxc_target *fxc_target_find(const char *name); /* NULL if there is none */
/* "native_cpu, spir64, ...", for messages. The first call is not thread-safe. */
const char *fxc_target_names(void);
/* The triple of options->target; native_cpu's is the program's. */
const char *fxc_target_triple(const struct fxc_options *options);

#endif
