/* What a kernel asks of its device (SYCL 2020, 5.7 and 5.8). */
#ifndef FALX_RUNTIME_REQUIREMENTS_H
#define FALX_RUNTIME_REQUIREMENTS_H

#include "runtime/device.h"
#include "runtime/image.h"

/* ERROR_KERNEL_NOT_SUPPORTED where the device cannot run the kernel. */
falx_status fxr_requirements_check(const struct fxr_image_kernel *kernel, falx_device_t device);

/* Whether a launch has the work-group size that the kernel requires; ERROR_ND_RANGE if not. */
falx_status fxr_requirements_check_range(const char *name, const struct falx_kernel_record *record,
                                         const struct falx_nd_range *range);

#endif
