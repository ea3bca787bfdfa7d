/* Numbers of aspects, for adapters, images and FALX_DEVICE_ASPECTS. C11 and C++17. */
#ifndef FALX_ASPECTS_H
#define FALX_ASPECTS_H

enum falx_aspect {
#define FALX_ASPECT(name, NAME, number, kernel_flag) FALX_ASPECT_##NAME = number,
#include "falx/aspects.def"
#undef FALX_ASPECT
};

#endif
