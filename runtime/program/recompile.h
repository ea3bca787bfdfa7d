/* Kernels compiled again in the background, with what is the same in all their launches: local
 * range, scalar arguments, ranges of accessors (FALX_RECOMPILE, docs/specialization.md). */
#ifndef FALX_RUNTIME_RECOMPILE_H
#define FALX_RUNTIME_RECOMPILE_H

#include "runtime/program/image.h"
#include "runtime/program/kernel.h"

struct fxr_runtime;

/* What is known of a kernel's launches, and its versions. */
struct fxr_profile;
/* NULL: FALX_RECOMPILE is not set, the image keeps no code, the device's kernels are not compiled
 * again, or out of memory. With the image registry's lock held, as is fxr_profile_free. */
struct fxr_profile *fxr_profile_create(const struct fxr_image_kernel *source,
                                       const struct fxr_kernel *kernel);
void fxr_profile_free(struct fxr_profile *profile); /* NULL is allowed */

/* The kernel for a launch: the version whose assumptions hold, if there is one, else kernel
 * itself. Notes the launch; the one that makes the kernel hot has it compiled. Thread-safe. */
struct fxr_kernel *fxr_profile_choose(struct fxr_kernel *kernel,
                                      const struct falx_kernel_site *site, const void *functor,
                                      const struct falx_nd_range *range);

/* Late shutdown, before contexts are freed. The compiler and the thread that waits for it end
 * earlier, when exit runs what was registered for it. */
void fxr_recompile_end(struct fxr_runtime *runtime);

#endif
