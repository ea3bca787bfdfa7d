/* The interface of passes. docs/adding-a-pass.md shows how to add one.
 *
 * A pass is one function over one device module. It reports problems to the diagnostics sink and
 * never prints. FXC_FAILED means: an error was reported and the module may be half changed. */
#ifndef FALX_COMPILER_PASS_H
#define FALX_COMPILER_PASS_H

#include <stddef.h>

#include "compiler/module.h"

enum fxc_result { FXC_SAME, FXC_CHANGED, FXC_FAILED };
typedef enum fxc_result fxc_pass_run(struct fxc_module *module);

/* A stage of falx-post-link turns one module into several, or produces the output from it. It
 * runs the steps after it itself, once per module. False after a report. */
struct fxc_run; /* compiler/pipeline/run.h */
struct fxc_pass;
typedef const struct fxc_pass *const fxc_steps; /* elements of a NULL-terminated list */
typedef bool fxc_stage_run(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest);

/* A pass, which falx-opt can also run; a stage; or neither: the join, where the steps for each
 * single input end. */
struct fxc_pass {
  const char *name; /* as in falx-opt -passes= */
  const char *summary;
  fxc_pass_run *run;    /* NULL: a stage */
  fxc_stage_run *stage; /* NULL: a pass */
};

/* passes.def: FXC_PASS(function stem, name, summary), and FXC_STAGE and FXC_JOIN alike. */
#define FXC_PASS(stem, name, summary)                                                              \
  fxc_pass_run fxc_##stem;                                                                         \
  extern const struct fxc_pass fxc_##stem##_pass;
#define FXC_STAGE(stem, name, summary)                                                             \
  fxc_stage_run fxc_stage_##stem;                                                                  \
  extern const struct fxc_pass fxc_##stem##_pass;
#define FXC_JOIN(stem, name, summary) extern const struct fxc_pass fxc_##stem##_pass;
#include "compiler/passes.def"
#undef FXC_PASS
#undef FXC_STAGE
#undef FXC_JOIN

const struct fxc_pass *fxc_pass_find(const char *name); /* NULL if there is none; no stages */
/* All, in the order of passes.def, including stages. */
const struct fxc_pass *const *fxc_pass_all(size_t *out_count);

#endif
