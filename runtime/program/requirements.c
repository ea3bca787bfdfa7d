/* What a kernel requires of its device, checked against the device's properties. */
#include "runtime/program/requirements.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/platform/device.h"
#include "support/aspects.h"

/* ---- the device ---- */

/* A query result of any length, which the caller frees; NULL if the device has none. */
static falx_status ask_list(falx_device_t device, falx_device_info info, uint64_t **out_list,
                            size_t *out_size) {
  size_t size;
  *out_list = NULL;
  falx_status status = fxr_device_ask(device, info, 0, NULL, &size);
  *out_size = size;
  if (status != FALX_SUCCESS || !size)
    return status;
  if (!(*out_list = malloc(size)))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for what the device '%s' can do",
                     device->name);
  status = fxr_device_ask(device, info, size, *out_list, out_size);
  if (status == FALX_SUCCESS && *out_size)
    return FALX_SUCCESS;
  free(*out_list);
  *out_list = NULL;
  return status;
}

/* Requirement KL-9: what depends on the actual device. */
static falx_status check_flags(const struct fxr_image_kernel *kernel, falx_device_t device) {
  char pretty[512];
  const struct fxs_aspect *lacking = NULL;
  for (size_t i = 0; !lacking && i < FXS_ASPECT_COUNT; i++)
    if (kernel->record->flags & device->lacks & fxs_aspects[i].kernel_flag)
      lacking = &fxs_aspects[i];
  if (!lacking)
    return FALX_SUCCESS;
  return fxr_error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                   "kernel %s uses %s, which the device '%s' lacks: ask for sycl::aspect::%s when "
                   "choosing the device",
                   fxr_kernel_pretty_name(kernel->symbol.name, pretty, sizeof pretty),
                   lacking->number == FALX_ASPECT_FP64   ? "double"
                   : lacking->number == FALX_ASPECT_FP16 ? "half"
                                                         : "64-bit atomics",
                   device->name, lacking->name);
}

static const char *name_of(uint32_t aspect, char buffer[32]) {
  const char *name = fxs_aspect_name(aspect);
  if (!name)
    snprintf(buffer, 32, "number %u", aspect);
  return name ? name : buffer;
}

static falx_status check_aspects(const struct fxr_image_kernel *kernel, falx_device_t device) {
  char pretty[512], number[32];
  size_t size;
  uint64_t *list = NULL;
  falx_status status =
      kernel->aspect_count ? ask_list(device, FALX_DEVICE_ASPECTS, &list, &size) : FALX_SUCCESS;
  const uint32_t *aspects = (const uint32_t *)list;
  for (size_t i = 0; aspects && i < kernel->aspect_count && status == FALX_SUCCESS; i++) {
    bool has_it = false;
    for (size_t k = 0; k < size / sizeof *aspects; k++)
      has_it |= aspects[k] == kernel->aspects[i];
    if (!has_it)
      status = fxr_error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                         "kernel %s asks for sycl::aspect::%s with device_has, which the "
                         "device '%s' lacks: ask for the aspect when choosing the device",
                         fxr_kernel_pretty_name(kernel->symbol.name, pretty, sizeof pretty),
                         name_of(kernel->aspects[i], number), device->name);
  }
  free(list);
  return status;
}

static falx_status check_sub_group(const struct fxr_image_kernel *kernel, falx_device_t device) {
  char pretty[512], text[128];
  uint32_t required = kernel->record->reqd_sub_group_size;
  size_t size, used = 0;
  uint64_t *sizes = NULL;
  falx_status status =
      required ? ask_list(device, FALX_DEVICE_SUB_GROUP_SIZES, &sizes, &size) : FALX_SUCCESS;
  if (status != FALX_SUCCESS)
    return status;
  bool has_it = !sizes;
  text[0] = 0;
  for (size_t i = 0; sizes && i < size / sizeof *sizes; i++) {
    has_it |= sizes[i] == required;
    if (used < sizeof text)
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%llu", i ? ", " : "",
                               (unsigned long long)sizes[i]);
  }
  free(sizes);
  return has_it ? FALX_SUCCESS
                : fxr_error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                            "kernel %s requires sub-groups of %u work-items, which the device '%s' "
                            "does not have: its sizes are %s",
                            fxr_kernel_pretty_name(kernel->symbol.name, pretty, sizeof pretty),
                            required, device->name, text);
}

static falx_status check_work_group(const struct fxr_image_kernel *kernel, falx_device_t device) {
  char pretty[512];
  const uint32_t *required = kernel->record->reqd_work_group_size;
  uint64_t items = 1, limit, limits[3];
  size_t limit_size = 0, limits_size = 0;
  if (!required[0])
    return FALX_SUCCESS;
  falx_status status =
      fxr_device_ask(device, FALX_DEVICE_MAX_WORK_GROUP_SIZE, sizeof limit, &limit, &limit_size);
  if (status == FALX_SUCCESS)
    status = fxr_device_ask(device, FALX_DEVICE_MAX_WORK_ITEM_SIZES, sizeof limits, limits,
                            &limits_size);
  if (status != FALX_SUCCESS || !limit_size || !limits_size)
    return status;
  bool fits = true;
  for (int d = 0; d < 3; d++)
    if (required[d])
      fits = fits && required[d] <= limits[d] &&
             !__builtin_mul_overflow(items, (uint64_t)required[d], &items) && items <= limit;
  return fits ? FALX_SUCCESS
              : fxr_error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                          "kernel %s requires larger work-groups than the device '%s' has: its "
                          "limit is %llu work-items",
                          fxr_kernel_pretty_name(kernel->symbol.name, pretty, sizeof pretty),
                          device->name, (unsigned long long)limit);
}

falx_status fxr_requirements_check(const struct fxr_image_kernel *kernel, falx_device_t device) {
  falx_status status = check_flags(kernel, device);
  if (status == FALX_SUCCESS)
    status = check_aspects(kernel, device);
  if (status == FALX_SUCCESS)
    status = check_sub_group(kernel, device);
  if (status == FALX_SUCCESS)
    status = check_work_group(kernel, device);
  return status;
}

/* ---- a launch ---- */

/* As SYCL writes it: the fastest dimension last. */
static const char *extents_text(char buffer[80], const uint32_t *extents, uint32_t count) {
  int used = snprintf(buffer, 80, "{");
  for (uint32_t i = count; i-- > 0;)
    used += snprintf(buffer + used, 80 - (size_t)used, "%u%s", extents[i], i ? ", " : "}");
  return buffer;
}

static falx_status refuse(const char *name, const uint32_t *required, uint32_t count,
                          const char *problem, size_t wanted, size_t given) {
  char pretty[512], text[80];
  return fxr_error(FALX_ERROR_ND_RANGE,
                   "kernel %s: its reqd_work_group_size is %s, but %s: %zu where %zu is given",
                   fxr_kernel_pretty_name(name, pretty, sizeof pretty),
                   extents_text(text, required, count), problem, wanted, given);
}

falx_status fxr_requirements_check_range(const char *name, const struct falx_kernel_record *record,
                                         const struct falx_nd_range *range) {
  const uint32_t *required = record->reqd_work_group_size;
  uint32_t count = 0;
  bool is_one = true;
  for (; count < 3 && required[count]; count++)
    is_one &= required[count] == 1;
  if (!count)
    return FALX_SUCCESS;
  if (count != range->dimensions && !is_one)
    return refuse(name, required, count, "the launch has another number of dimensions", count,
                  range->dimensions);
  for (uint32_t i = 0; i < range->dimensions; i++) {
    size_t wanted = i < count ? required[i] : 1;
    if (range->has_local && range->local[i] != wanted)
      return refuse(name, required, count, "the local range is another one", wanted,
                    range->local[i]);
    if (!range->has_local && range->global[i] % wanted)
      return refuse(name, required, count, "the global range is no multiple of it", wanted,
                    range->global[i]);
  }
  return FALX_SUCCESS;
}

falx_status fxr_requirements_sub_group(const struct fxr_image_kernel *kernel, falx_device_t device,
                                       uint32_t *out_size) {
  const struct falx_kernel_record *record = kernel->record;
  size_t size = 0;
  uint64_t *sizes = NULL;
  *out_size = record->sub_group_size ? record->sub_group_size : record->reqd_sub_group_size;
  if (*out_size)
    return FALX_SUCCESS;
  *out_size = 1;
  if (kernel->symbol.image->image->format == FALX_IMAGE_FORMAT_NATIVE)
    return FALX_SUCCESS;
  falx_status status = ask_list(device, FALX_DEVICE_SUB_GROUP_SIZES, &sizes, &size);
  for (size_t i = 0; sizes && i < size / sizeof *sizes; i++)
    *out_size = sizes[i] > *out_size ? (uint32_t)sizes[i] : *out_size;
  free(sizes);
  return status;
}
