/* Sub-devices (SYCL 2020, 4.6.4.4; docs/sub-devices.md). They live as long as the devices they are
 * parts of, and the same part is the same device. */
#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/platform.h"

static falx_status ask_number(falx_device_t device, falx_device_info info, uint32_t *out_number) {
  size_t size;
  *out_number = 0;
  return fxr_device_ask(device, info, sizeof *out_number, out_number, &size);
}

static falx_status check_counts(falx_device_t device, const struct falx_partition *how) {
  uint32_t units;
  falx_status status = ask_number(device, FALX_DEVICE_COMPUTE_UNITS, &units);
  if (status != FALX_SUCCESS)
    return status;
  size_t sum = 0;
  if (!how->counts || how->count < 1 ||
      (how->property == FALX_PARTITION_EQUALLY && how->count != 1))
    return fxr_error(FALX_ERROR_INVALID, "a partition of device '%s' without compute units",
                     device->name);
  for (size_t i = 0; i < how->count; i++) {
    if (how->counts[i] == 0 || how->counts[i] > units - sum)
      return fxr_error(
          FALX_ERROR_INVALID,
          "a partition of device '%s': part %zu is of %zu compute units, %zu of %u are "
          "left",
          device->name, i, how->counts[i], units - sum, units);
    sum += how->counts[i];
  }
  return FALX_SUCCESS;
}

/* The largest domains that divide the device. */
static falx_status choose_domain(falx_device_t device, struct falx_partition *io_how) {
  uint32_t domains;
  falx_status status = ask_number(device, FALX_DEVICE_AFFINITY_DOMAINS, &domains);
  if (io_how->domain == FALX_AFFINITY_NEXT)
    for (io_how->domain = FALX_AFFINITY_NUMA;
         io_how->domain < FALX_AFFINITY_NEXT && !(domains >> io_how->domain & 1); io_how->domain++)
      continue;
  if (status != FALX_SUCCESS)
    return status;
  return io_how->domain < FALX_AFFINITY_NEXT && domains >> io_how->domain & 1
             ? FALX_SUCCESS
             : fxr_error(FALX_ERROR_NOT_SUPPORTED,
                         "device '%s' cannot be divided by this affinity domain "
                         "(info::device::partition_affinity_domains)",
                         device->name);
}

static falx_status check(falx_device_t device, struct falx_partition *how) {
  uint32_t properties;
  falx_status status = ask_number(device, FALX_DEVICE_PARTITION_PROPERTIES, &properties);
  if (status != FALX_SUCCESS)
    return status;
  if (!device->ops->device_partition || how->property > FALX_PARTITION_BY_AFFINITY_DOMAIN ||
      how->property == FALX_PARTITION_NONE || !(properties >> how->property & 1))
    return fxr_error(FALX_ERROR_NOT_SUPPORTED,
                     "device '%s' cannot be divided so (info::device::partition_properties)",
                     device->name);
  return how->property == FALX_PARTITION_BY_AFFINITY_DOMAIN ? choose_domain(device, how)
                                                            : check_counts(device, how);
}

/* With the lock held. NULL: out of memory. */
static falx_device_t find_or_make(falx_device_t parent, struct fxa_device *handle,
                                  const struct falx_partition *how) {
  struct falx_device *sub = parent->platform->sub_devices;
  while (sub && sub->handle != handle)
    sub = sub->next;
  if (sub || !(sub = malloc(sizeof *sub)))
    return sub;
  *sub = *parent; /* what adapters say of a device, but for its size, is true of its parts */
  sub->handle = handle;
  sub->reason = NULL;
  sub->parent = parent;
  sub->property = how->property;
  sub->domain =
      how->property == FALX_PARTITION_BY_AFFINITY_DOMAIN ? how->domain : FALX_AFFINITY_NONE;
  sub->next = parent->platform->sub_devices;
  parent->platform->sub_devices = sub;
  return sub;
}

falx_status falx_device_partition(falx_device_t device, const struct falx_partition *how,
                                  falx_device_t *out_devices, size_t capacity, size_t *out_count) {
  FXR_CALL(runtime);
  *out_count = 0;
  if (!runtime)
    return fxr_runtime_status();
  if (!device || !how)
    return fxr_error(FALX_ERROR_INVALID, "a partition of no device, or into nothing");
  struct falx_partition exact = *how;
  falx_status status = check(device, &exact);
  struct fxa_device **handles = NULL;
  size_t count = 0;
  if (status != FALX_SUCCESS)
    return status;
  if (capacity && !(handles = calloc(capacity, sizeof(struct fxa_device *))))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for sub-devices");
  fxs_mutex_lock(&runtime->discovery->lock);
  fxr_error_clear();
  status = device->ops->device_partition(device->handle, &exact, handles, capacity, &count);
  if (status != FALX_SUCCESS)
    fxr_error_from_adapter(status, device->platform->adapter->name, "a partition of a device");
  for (size_t i = 0; status == FALX_SUCCESS && i < count && i < capacity; i++)
    if (!(out_devices[i] = find_or_make(device, handles[i], &exact)))
      status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for sub-devices");
  fxs_mutex_unlock(&runtime->discovery->lock);
  free(handles);
  if (status == FALX_SUCCESS)
    *out_count = count;
  return status;
}

falx_device_t falx_device_parent(falx_device_t device, uint32_t *out_property,
                                 uint32_t *out_domain) {
  FXR_CALL(runtime);
  bool is_known = device && runtime;
  *out_property = is_known ? device->property : FALX_PARTITION_NONE;
  *out_domain = is_known ? device->domain : FALX_AFFINITY_NONE;
  return is_known ? device->parent : NULL;
}
