/* Checks the invariants of docs/ir.md between passes.
 *
 * Each checker has one file here, for one section of docs/ir.md; its head comment lists the
 * invariants. They run on a module between two passes: with --verify-each after every step of
 * the pipeline, in falx-opt --verify-each before and after each pass. */
#ifndef FALX_COMPILER_VERIFY_VERIFY_H
#define FALX_COMPILER_VERIFY_VERIFY_H

#include "compiler/pass.h"

/* The progress of a module: the steps of passes.def, which is in pipeline order. */
enum fxc_stage {
  FXC_AFTER_FRONT_END,
#define FXC_PASS(stem, name, summary) FXC_AFTER_##stem,
#define FXC_STAGE FXC_PASS
#define FXC_JOIN FXC_PASS
#include "compiler/passes.def"
#undef FXC_PASS
#undef FXC_STAGE
#undef FXC_JOIN
  FXC_STAGE_COUNT
};

/* The stage after a step; FXC_STAGE_COUNT if there is no such step. */
enum fxc_stage fxc_stage_after(const char *step);

/* Checks the invariants of stage. when is for messages: "after vectorize". is_whole: the module
 * comes from the pipeline; others, as in tests of a pass, may lack metadata of kernels, their
 * subhandlers, and marks of functions' origins. False after reports. */
bool fxc_verify(const struct fxc_module *module, enum fxc_stage stage, const char *when,
                bool is_whole);

/* Checks a whole module after a step of the pipeline, if options->verify_each. False after
 * reports. */
bool fxc_verify_after(const struct fxc_module *module, const char *step);

/* FALX_VERIFY_EACH=1 in the environment, or a debug build without FALX_VERIFY_EACH=0. The variable
 * is ignored in set-user-id programs. */
bool fxc_verify_is_wanted(void);

#endif
