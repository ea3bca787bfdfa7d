/* What a kernel requires of its device (SYCL 2020, 5.7 and 5.8). */
#ifndef FALX_RUNTIME_REQUIREMENTS_H
#define FALX_RUNTIME_REQUIREMENTS_H

#include "runtime/platform/device.h"
#include "runtime/program/image.h"

/* ERROR_KERNEL_NOT_SUPPORTED if the device cannot run the kernel. */
falx_status fxr_requirements_check(const struct fxr_image_kernel *kernel, falx_device_t device);

/* Checks the work-group size of a launch against the one that the kernel requires;
 * ERROR_ND_RANGE if they differ. */
falx_status fxr_requirements_check_range(const char *name, const struct falx_kernel_record *record,
                                         const struct falx_nd_range *range);

/* The size of the kernel's sub-groups, or the device's largest where its driver chooses. */
falx_status fxr_requirements_sub_group(const struct fxr_image_kernel *kernel, falx_device_t device,
                                       uint32_t *out_size);

#endif
