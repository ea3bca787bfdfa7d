/* Everything between front end and system linker: the ordered list of steps, for one or more
 * targets at once. */
#ifndef FALX_COMPILER_PIPELINE_PIPELINE_H
#define FALX_COMPILER_PIPELINE_PIPELINE_H

#include "compiler/image/split.h"
#include "compiler/module.h"
#include "support/vector.h"

enum fxc_emit { FXC_EMIT_OBJECT, FXC_EMIT_TABLE };

struct fxc_paths {
  const char **items;
  size_t count, capacity;
};

struct fxc_input_name {
  const char *path, *name;
};

/* One --target= group. */
struct fxc_job {
  struct fxc_options options;
  enum fxc_split split;
  const char *compile_options, *link_options; /* for a compiler at run time; NULL for none */
  struct fxc_paths inputs, lazy; /* lazy: linked only if they define an undefined symbol */
  FXS_VECTOR(struct fxc_input_name)
  names; /* what messages call some of them, such as the objects
          * that they were taken out of */
};

struct fxc_specialization; /* compiler/passes/spec_constants.h */

struct fxc_pipeline {
  FXS_VECTOR(struct fxc_job) jobs;
  struct fxc_paths libraries; /* files with images whose exports need not be defined here */
  /* The single input is code of FALX_SET_SPECIALIZATION. NULL: inputs come from the front end. */
  const struct fxc_specialization *specialization;
  enum fxc_emit emit;
  bool is_pic;
  bool is_timed;          /* print the time of each step to standard error */
  const char *save_temps; /* prefix of the IR after each step, NULL for none */
  const char *output;
  const char *producer; /* recorded in the descriptor */
};

/* False after a report; there is no output then. */
bool fxc_pipeline_run(const struct fxc_pipeline *pipeline, struct fxc_diagnostics *diagnostics);

#endif
