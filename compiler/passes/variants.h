/* Variants of one module, each worked on in a thread and an LLVM context of its own
 * (docs/isa-variants.md). */
#ifndef FALX_COMPILER_PASSES_VARIANTS_H
#define FALX_COMPILER_PASSES_VARIANTS_H

#include <pthread.h>

#include "compiler/passes/isa.h"

/* What is to be done with the variant's module; false after a report to module->diagnostics. */
typedef bool fxc_variant_work(struct fxc_module *module, void *user);

/* Stays where it is between start and join. Private. */
struct fxc_variant {
  struct fxc_options options;
  struct fxc_module module;
  LLVMMemoryBufferRef bitcode;
  fxc_variant_work *work;
  void *user;
  pthread_t thread;
  bool has_thread, is_fine;
};

/* bitcode, of the module as it is now, has to live until join; module lends its options. */
void fxc_variant_start(struct fxc_variant *variant, const struct fxc_module *module,
                       LLVMMemoryBufferRef bitcode, enum fxc_isa isa, bool is_pic,
                       fxc_variant_work *work, void *user);
/* Waits; what was reported goes to diagnostics. False if the work failed. */
bool fxc_variant_join(struct fxc_variant *variant, struct fxc_diagnostics *diagnostics);

#endif
