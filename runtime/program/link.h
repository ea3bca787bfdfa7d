/* Selects the images of a program (requirements DL-7 to DL-9; docs/device-linking.md). */
#ifndef FALX_RUNTIME_LINK_H
#define FALX_RUNTIME_LINK_H

#include "runtime/program/image.h"
#include "support/vector.h"

struct fxr_image_list {
  FXS_VECTOR(struct fxr_image *) items;
};

/* With the registry's lock held. image, then the images that it needs, directly or indirectly,
 * in order of registration. The caller frees the list, also after a failure. ERROR_BUILD if an
 * import has no export (the text names it and where it was searched) or an image cannot be read;
 * ERROR_MEMORY_ALLOCATION. */
falx_status fxr_link_collect(struct fxr_image_registry *registry, falx_device_t device,
                             struct fxr_image *image, struct fxr_image_list *out_list);

#endif
