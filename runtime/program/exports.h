/* Kernels and variables that modules export by name: docs/c-api.md. */
#ifndef FALX_RUNTIME_EXPORTS_H
#define FALX_RUNTIME_EXPORTS_H

#include "falx/falx.h"

/* The path by which the loader knows the library; borrowed from it. */
const char *fxr_library_path(falx_library_t library);
/* "saxpy(float, const float *, float *)", cut where it does not fit; returns buffer. */
const char *fxr_export_text(falx_export_t exported, char *buffer, size_t size);

#endif
