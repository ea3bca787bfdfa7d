/* Everything between front end and system linker: the ordered list of steps, for one or several
 * targets at once. */
#ifndef FALX_COMPILER_PASSES_PIPELINE_H
#define FALX_COMPILER_PASSES_PIPELINE_H

#include "compiler/passes/link.h"
#include "compiler/passes/pass.h"
#include "support/vector.h"

enum fxc_split { FXC_SPLIT_AUTO, FXC_SPLIT_OFF, FXC_SPLIT_PER_SOURCE, FXC_SPLIT_PER_KERNEL };
enum fxc_emit { FXC_EMIT_OBJECT, FXC_EMIT_TABLE };

/* One --target= group. */
struct fxc_job {
  struct fxc_options options;
  enum fxc_split split;
  const char *compile_options, *link_options; /* for a compiler at run time; NULL for none */
  struct fxc_paths inputs, lazy; /* lazy: linked only where they define what is undefined */
};

struct fxc_specialization; /* compiler/passes/spec_constants.h */

struct fxc_pipeline {
  FXS_VECTOR(struct fxc_job) jobs;
  struct fxc_paths libraries; /* files with images whose exports need no definition here */
  /* The one input is code of FALX_SET_SPECIALIZATION. NULL: inputs are what the front end wrote. */
  const struct fxc_specialization *specialization;
  enum fxc_emit emit;
  bool is_pic;
  bool is_timed;          /* print the time of each step on standard error */
  const char *save_temps; /* prefix of the IR after each step, NULL for none */
  const char *output;
  const char *producer; /* noted in the descriptor */
};

/* False after a report; then there is no output. */
bool fxc_pipeline_run(const struct fxc_pipeline *pipeline, struct fxc_diagnostics *diagnostics);

#endif
