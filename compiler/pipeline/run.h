/* One run of the pipeline: state shared by its stages. */
#ifndef FALX_COMPILER_PIPELINE_RUN_H
#define FALX_COMPILER_PIPELINE_RUN_H

#include "compiler/image/model.h"
#include "compiler/pass.h"
#include "compiler/pipeline/pipeline.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMMemoryBufferRef) fxc_buffer_list;

struct fxc_run {
  const struct fxc_pipeline *pipeline;
  const struct fxc_job *job;  /* the current one */
  struct fxc_options options; /* its options, completed after linking */
  struct fxc_diagnostics *diagnostics;
  LLVMContextRef context;
  struct fxc_image_list images;
  /* The optimized host code, to which the descriptors are added. NULL: none yet. */
  LLVMModuleRef host;
  LLVMTargetMachineRef host_machine;
  struct fxc_options host_options;
  fxc_buffer_list objects; /* generated separately; to be merged with the host's */

  /* ---- native_cpu ---- */
  const char *variant;                   /* suffix of each step's name; NULL: the first */
  bool is_whole;                         /* a single body of code, which may contain each
                                          * variable only once */
  bool is_part;                          /* one of several parts of a module generated separately */
  size_t first_image;                    /* of the current module */
  FXS_VECTOR(struct fxc_run *) variants; /* in the arena; they own the strings of their images */

  unsigned step;
  double started; /* CPU seconds of this thread when the step began */
};

/* Runs the passes and stages of steps on module. False after a report. */
bool fxc_run_steps(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps);
/* Runs the passes up to the first stage. NULL after a report, else that stage. */
fxc_steps *fxc_run_passes(struct fxc_run *run, struct fxc_module *module, fxc_steps *steps);

/* Called after a step: records its time, writes a dump, runs the verifiers; module may be NULL.
 * False after a report. */
bool fxc_fence(struct fxc_run *run, LLVMModuleRef module, const char *step);

double fxc_cpu_seconds(void);
/* CPU seconds of this thread's steps. */
double fxc_told_seconds(void);

#endif
