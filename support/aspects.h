/* Names of aspects, for messages of the compiler and the runtime. */
#ifndef FALX_SUPPORT_ASPECTS_H
#define FALX_SUPPORT_ASPECTS_H

#include <stdint.h>

/* As sycl::aspect spells it (SYCL 2020, 4.6.4.5); NULL where there is none of that number. */
const char *fxs_aspect_name(uint32_t aspect);

#endif
