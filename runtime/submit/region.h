/* Boxes of elements in buffers or behind pointers: checks, shapes, and the resulting work. */
#ifndef FALX_RUNTIME_REGION_H
#define FALX_RUNTIME_REGION_H

#include "runtime/queue/work.h"

/* Checks that the box fits its memory, and the memory the buffer; what names it in the message. */
falx_status fxr_region_check(const struct falx_region *region, const char *what);
/* base: device pointer of the buffer, or the region's own pointer. */
falx_status fxr_region_copy(const struct falx_region *destination, void *destination_base,
                            const struct falx_region *source, const void *source_base,
                            struct fxr_work *out_work);
void fxr_region_fill(const struct falx_region *destination, void *base, const void *pattern,
                     struct fxr_work *out_work);

#endif
