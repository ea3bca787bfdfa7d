/* Images of PTX texts, of which the driver without a GPU reads the kernels' names and parameters.
 */
#ifndef FALX_TESTS_CUDA_IMAGE_H
#define FALX_TESTS_CUDA_IMAGE_H

#include <string.h>

#include "falx/image.h"

#define PTX_HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

/* Without entries and properties. */
static inline struct falx_image cuda_ptx_image(const char *ptx) {
  return (struct falx_image){.version = FALX_IMAGE_VERSION,
                             .kind = FALX_IMAGE_KIND_SYCL,
                             .format = FALX_IMAGE_FORMAT_PTX,
                             .target = FALX_TARGET_NVPTX64,
                             .compile_options = "",
                             .link_options = "",
                             .binary_begin = (const unsigned char *)ptx,
                             .binary_end = (const unsigned char *)ptx + strlen(ptx) + 1};
}

#endif
