/* Sub-devices, by clCreateSubDevices. The driver makes new ones at each call, so they are kept: the
 * same part is the same device. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

struct ocl_partition {
  struct ocl_partition *next;
  uint32_t property, domain;
  size_t *counts, count; /* as in falx_partition */
  struct fxa_device *parts;
  size_t part_count;
};

struct fxs_mutex ocl_partitions_lock = FXS_MUTEX_INIT;

enum { MOST_PARTS = 4096 };

static bool is_same(const struct ocl_partition *partition, const struct falx_partition *how) {
  return partition->property == how->property &&
         (how->property != FALX_PARTITION_BY_AFFINITY_DOMAIN || partition->domain == how->domain) &&
         partition->count == how->count &&
         (!how->count ||
          memcmp(partition->counts, how->counts, how->count * sizeof *how->counts) == 0);
}

/* The driver's words for how: zero ends the list, and for counts those within it, too. NULL: no
 * memory. */
static intptr_t *properties_of(const struct falx_partition *how) {
  intptr_t *properties = calloc(how->count + 4, sizeof *properties);
  if (!properties)
    return NULL;
  switch (how->property) {
  case FALX_PARTITION_EQUALLY:
    properties[0] = CL_DEVICE_PARTITION_EQUALLY;
    properties[1] = (intptr_t)how->counts[0];
    break;
  case FALX_PARTITION_BY_COUNTS:
    properties[0] = CL_DEVICE_PARTITION_BY_COUNTS;
    for (size_t i = 0; i < how->count; i++)
      properties[1 + i] = (intptr_t)how->counts[i];
    break;
  default:
    properties[0] = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
    properties[1] = (intptr_t)1 << (how->domain - FALX_AFFINITY_NUMA);
  }
  return properties;
}

static void destroy(struct ocl_partition *partition) {
  for (size_t i = 0; i < partition->part_count; i++) {
    ocl_partitions_free(&partition->parts[i]);
    ocl_cl.clReleaseDevice(partition->parts[i].handle);
  }
  free(partition->parts);
  free(partition->counts);
  free(partition);
}

void ocl_partitions_free(struct fxa_device *device) {
  for (struct ocl_partition *next; device->partitions; device->partitions = next) {
    next = device->partitions->next;
    destroy(device->partitions);
  }
}

/* Fills in the parts. partition has what it is kept by. */
static cl_int divide(const struct fxa_device *device, const intptr_t *properties,
                     struct ocl_partition *partition) {
  cl_uint count = 0;
  cl_int error = ocl_cl.clCreateSubDevices(device->handle, properties, 0, NULL, &count);
  if (error != CL_SUCCESS || count > MOST_PARTS)
    return error == CL_SUCCESS ? CL_OUT_OF_RESOURCES : error;
  cl_device_id *handles = calloc(count ? count : 1, sizeof *handles);
  partition->parts = calloc(count ? count : 1, sizeof *partition->parts);
  error = handles && partition->parts
              ? ocl_cl.clCreateSubDevices(device->handle, properties, count, handles, NULL)
              : CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS) {
    partition->part_count = count;
    for (cl_uint i = 0; i < count; i++) {
      partition->parts[i] = *device; /* the driver answers for itself only what its size decides */
      partition->parts[i].handle = handles[i];
      partition->parts[i].partitions = NULL;
    }
  }
  free(handles);
  return error;
}

static falx_status make(struct fxa_device *device, const struct falx_partition *how,
                        struct ocl_partition **out_partition) {
  struct ocl_partition *partition = calloc(1, sizeof *partition);
  intptr_t *properties = properties_of(how);
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  if (partition && properties) {
    partition->property = how->property;
    partition->domain = how->domain;
    partition->counts = malloc(how->count ? how->count * sizeof *how->counts : 1);
    if (partition->counts) {
      if (how->count)
        memcpy(partition->counts, how->counts, how->count * sizeof *how->counts);
      partition->count = how->count;
      error = divide(device, properties, partition);
    }
  }
  free(properties);
  if (error != CL_SUCCESS) {
    if (partition)
      destroy(partition);
    return ocl_failed(error, "the driver does not divide the device");
  }
  partition->next = device->partitions;
  device->partitions = partition;
  *out_partition = partition;
  return FALX_SUCCESS;
}

falx_status ocl_device_partition(struct fxa_device *device, const struct falx_partition *how,
                                 struct fxa_device **out_devices, size_t capacity,
                                 size_t *out_count) {
  falx_status status = FALX_SUCCESS;
  *out_count = 0;
  fxs_mutex_lock(&ocl_partitions_lock);
  struct ocl_partition *partition = device->partitions;
  while (partition && !is_same(partition, how))
    partition = partition->next;
  if (!partition)
    status = make(device, how, &partition);
  if (status == FALX_SUCCESS) {
    for (size_t i = 0; i < partition->part_count && i < capacity; i++)
      out_devices[i] = &partition->parts[i];
    *out_count = partition->part_count;
  }
  fxs_mutex_unlock(&ocl_partitions_lock);
  return status;
}

/* With the lock held. Writes the handles, unless NULL; answers their number. */
static size_t list(const struct fxa_device *device, cl_device_id *out_handles) {
  size_t count = 1;
  if (out_handles)
    out_handles[0] = device->handle;
  for (const struct ocl_partition *partition = device->partitions; partition;
       partition = partition->next)
    for (size_t i = 0; i < partition->part_count; i++)
      count += list(&partition->parts[i], out_handles ? out_handles + count : NULL);
  return count;
}

cl_device_id *ocl_with_parts(struct fxa_device *const *devices, size_t count, cl_uint *out_count) {
  size_t all = 0, at = 0;
  fxs_mutex_lock(&ocl_partitions_lock);
  for (size_t i = 0; i < count; i++)
    all += list(devices[i], NULL);
  cl_device_id *handles = calloc(all ? all : 1, sizeof *handles);
  for (size_t i = 0; i < count && handles; i++)
    at += list(devices[i], handles + at);
  fxs_mutex_unlock(&ocl_partitions_lock);
  *out_count = (cl_uint)at;
  return handles;
}

/* ---- What the device can be divided by ---- */

uint32_t ocl_affinity_domains(cl_bitfield domains) {
  return (uint32_t)(domains & 31) << FALX_AFFINITY_NUMA; /* NUMA, then the caches, as in falx.h */
}

uint32_t ocl_partition_properties(const intptr_t *properties, size_t count, cl_bitfield domains) {
  uint32_t bits = 0;
  for (size_t i = 0; i < count; i++)
    if (properties[i] == CL_DEVICE_PARTITION_EQUALLY)
      bits |= 1u << FALX_PARTITION_EQUALLY;
    else if (properties[i] == CL_DEVICE_PARTITION_BY_COUNTS)
      bits |= 1u << FALX_PARTITION_BY_COUNTS;
    else if (properties[i] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN &&
             ocl_affinity_domains(domains))
      bits |= 1u << FALX_PARTITION_BY_AFFINITY_DOMAIN;
  return bits;
}
