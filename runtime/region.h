/* Boxes of elements in buffers or behind pointers: checks, shapes and their copies and fills. */
#ifndef FALX_RUNTIME_REGION_H
#define FALX_RUNTIME_REGION_H

#include "runtime/submit.h"

/* The box fits its memory, and the memory the buffer; what says whose it is, for the sentence. */
falx_status fxr_region_check(const struct falx_region *region, const char *what);
/* base: device pointer of the buffer, or the region's own pointer. */
falx_status fxr_region_copy(const struct falx_region *destination, void *destination_base,
                            const struct falx_region *source, const void *source_base,
                            struct fxr_work *out_work);
void fxr_region_fill(const struct falx_region *destination, void *base, const void *pattern,
                     struct fxr_work *out_work);
/* FXR_WORK_COPY_BOX and FILL_BOX, row by row where the adapter has no better way. */
falx_status fxr_region_enqueue(falx_queue_t queue, const struct fxr_work *work,
                               struct fxa_event *const *waits, size_t wait_count,
                               falx_event_t event);

#endif
