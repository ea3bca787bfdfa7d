/* A device, as the rest of the runtime sees it. */
#ifndef FALX_RUNTIME_DEVICE_H
#define FALX_RUNTIME_DEVICE_H

#include <stdbool.h>

#include "falx/adapter.h"

/* Constant after discovery; lives until the adapters end. */
struct falx_device {
  const struct fxa_table *ops; /* of its adapter; optional operations may be NULL */
  struct fxa_device *handle;   /* the adapter's */
  falx_platform_t platform;
  uint32_t index;       /* among the platform's devices, as the selector counts */
  uint32_t type;        /* falx_device_type */
  uint32_t lacks;       /* enum falx_kernel_flags: kernels with any of these cannot run here */
  uint32_t lacks_usm;   /* 1 << falx_usm_kind for each that it cannot allocate */
  uint32_t links;       /* 1 << enum falx_image_format for each whose images it links */
  bool is_host_unified; /* the device works on host memory in place */
  char name[256];
  char *reason; /* why the selector excludes it; NULL if it is offered */
  /* ---- of a sub-device (partition.c) ---- */
  falx_device_t parent;      /* NULL: a whole device */
  uint32_t property, domain; /* falx_partition_property, falx_affinity_domain */
  struct falx_device *next;  /* of the platform's sub-devices; discovery.lock */
};

/* Leaves *out_size at 0 if the device does not know the query, or the answer is larger than
 * size. A query that fails says nothing about the device: that is an error, with its text. */
falx_status fxr_device_ask(const struct falx_device *device, falx_device_info info, size_t size,
                           void *value, size_t *out_size);

#endif
