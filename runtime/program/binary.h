/* Programs that are built by the driver, or taken from the persistent cache, where an earlier
 * process left what the driver had made of them. */
#ifndef FALX_RUNTIME_BINARY_H
#define FALX_RUNTIME_BINARY_H

#include <stddef.h>

#include "falx/adapter.h"

/* As fxa_table.program_create for the device of a context. images: the main one first. Called
 * without a lock, while the images stay. The adapter's own error where it fails. */
falx_status fxr_binary_make(falx_context_t context, falx_device_t device,
                            const struct falx_image *const *images, size_t count,
                            struct fxa_program **out_program);

#endif
