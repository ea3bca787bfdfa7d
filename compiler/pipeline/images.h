/* Images whose code is a byte string: of targets whose code another compiler or driver reads. */
#ifndef FALX_COMPILER_PIPELINE_IMAGES_H
#define FALX_COMPILER_PIPELINE_IMAGES_H

#include "compiler/pipeline/run.h"

/* A new image of the run's job. */
struct fxc_image *fxc_run_add_image(struct fxc_run *run);
/* Copies and disposes of buffer; is_text: appends a zero. */
void fxc_run_keep_bytes(struct fxc_run *run, struct fxc_image *image, LLVMMemoryBufferRef buffer,
                        bool is_text);

/* The generate function of struct fxc_target: module is one image, for which LLVM's back end
 * generates the bytes. */
bool fxc_generate_image(struct fxc_run *run, struct fxc_module *module);

#endif
