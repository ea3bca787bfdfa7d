/* Kernel queries without a launch (SYCL 2020, 4.11): which kernels exist, and their properties. */
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/image.h"
#include "runtime/program/kernel.h"
#include "runtime/program/link.h"
#include "runtime/program/program.h"
#include "runtime/program/requirements.h"

/* Takes the lock and updates the tables; on failure it is not locked. */
static falx_status lock(struct fxr_image_registry *registry) {
  fxs_mutex_lock(&registry->lock);
  if (fxr_image_registry_parse(registry))
    return FALX_SUCCESS;
  fxs_mutex_unlock(&registry->lock);
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for the tables of device images");
}

/* A kernel has one image per target and processor: the name in the first is its identity. */
static const char *id_name(const struct fxr_image_kernel *kernel) {
  return fxr_image_any_kernel(fxr_runtime_images(), kernel->symbol.name,
                              kernel->symbol.image->module->handle)
      ->symbol.name;
}

static bool is_first(const struct fxr_image_registry *registry,
                     const struct fxr_image_kernel *kernel) {
  return fxr_image_any_kernel(registry, kernel->symbol.name,
                              kernel->symbol.image->module->handle) == kernel;
}

FALX_API falx_status falx_kernel_ids(struct falx_kernel_id *out_ids, size_t capacity,
                                     size_t *out_count) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!out_count || (capacity && !out_ids))
    return fxr_error(FALX_ERROR_INVALID, "falx_kernel_ids: a NULL argument");
  *out_count = 0;
  falx_status status = lock(registry);
  if (status != FALX_SUCCESS)
    return status;
  for (const struct fxr_module *m = registry->first; m; m = m->next)
    for (size_t i = 0; i < m->image_count; i++)
      for (size_t k = 0; k < m->images[i].kernel_count; k++) {
        const struct fxr_image_kernel *kernel = &m->images[i].kernels[k];
        if (!is_first(registry, kernel))
          continue;
        if (*out_count < capacity)
          out_ids[*out_count] = (struct falx_kernel_id){kernel->symbol.name, m->handle};
        ++*out_count;
      }
  fxs_mutex_unlock(&registry->lock);
  return FALX_SUCCESS;
}

FALX_API falx_status falx_kernel_identify(const char *name, const void *module,
                                          struct falx_kernel_id *out_id) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct fxr_image_registry *registry = fxr_runtime_images();
  char pretty[512];
  if (!name || !out_id)
    return fxr_error(FALX_ERROR_INVALID, "falx_kernel_identify: a NULL argument");
  falx_status status = lock(registry);
  if (status != FALX_SUCCESS)
    return status;
  const struct fxr_image_kernel *kernel = fxr_image_any_kernel(registry, name, module);
  if (kernel)
    *out_id = (struct falx_kernel_id){kernel->symbol.name, kernel->symbol.image->module->handle};
  else
    status = fxr_error(FALX_ERROR_NO_KERNEL,
                       "kernel %s is in no device image: is it launched anywhere in a file that "
                       "is compiled with -fsycl?",
                       fxr_kernel_pretty_name(name, pretty, sizeof pretty));
  fxs_mutex_unlock(&registry->lock);
  return status;
}

/* The kernel for the device. Takes the lock, unless it fails. */
static falx_status find(const struct falx_kernel_id *id, falx_device_t device,
                        const struct fxr_image_kernel **out_kernel) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!id || !id->name || !device)
    return fxr_error(FALX_ERROR_INVALID, "a kernel or device is NULL");
  falx_status status = lock(registry);
  if (status != FALX_SUCCESS)
    return status;
  status = fxr_image_find_kernel(registry, id->name, id->module, device, out_kernel);
  if (status != FALX_SUCCESS)
    fxs_mutex_unlock(&registry->lock);
  return status;
}

FALX_API falx_status falx_kernel_check(const struct falx_kernel_id *id, falx_device_t device) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  const struct fxr_image_kernel *kernel;
  falx_status status = find(id, device, &kernel);
  if (status != FALX_SUCCESS)
    return status;
  status = fxr_requirements_check(kernel, device);
  fxs_mutex_unlock(&fxr_runtime_images()->lock);
  return status;
}

/* The image of the kernel and those it links with. Takes the lock, unless it fails. If linking
 * fails (*out_linked) the list holds what was found. */
static falx_status find_linked(const struct falx_kernel_id *id, falx_device_t device,
                               struct fxr_image_list *list, falx_status *out_linked) {
  const struct fxr_image_kernel *kernel;
  falx_status status = find(id, device, &kernel);
  if (status == FALX_SUCCESS)
    *out_linked = fxr_link_collect(fxr_runtime_images(), device, kernel->symbol.image, list);
  return status;
}

FALX_API falx_status falx_kernel_dependencies(const struct falx_kernel_id *id, falx_device_t device,
                                              struct falx_kernel_id *out_ids, size_t capacity,
                                              size_t *out_count) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!out_count || (capacity && !out_ids))
    return fxr_error(FALX_ERROR_INVALID, "falx_kernel_dependencies: a NULL argument");
  *out_count = 0;
  struct fxr_image_list list = {0};
  falx_status linked, status = find_linked(id, device, &list, &linked);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = 0; linked == FALX_SUCCESS && i < list.items.count; i++) {
    const struct fxr_image *image = list.items.items[i];
    if (i == 0 && !image->is_split)
      continue;
    for (size_t k = 0; k < image->kernel_count; k++, ++*out_count)
      if (*out_count < capacity)
        out_ids[*out_count] =
            (struct falx_kernel_id){id_name(&image->kernels[k]), image->module->handle};
  }
  fxs_vector_free(&list.items);
  fxs_mutex_unlock(&fxr_runtime_images()->lock);
  return linked;
}

static bool uses_constant(const struct fxr_image *image, const char *name) {
  const struct falx_property_set *set = image->spec_constants;
  bool has_it = false;
  for (size_t i = 0; i < fxr_property_count(set); i++)
    has_it |= !name || (set->begin[i].name && strcmp(set->begin[i].name, name) == 0);
  return has_it;
}

FALX_API falx_status falx_kernel_has_spec_constant(const struct falx_kernel_id *id,
                                                   falx_device_t device, const char *name,
                                                   bool *out_has) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!out_has)
    return fxr_error(FALX_ERROR_INVALID, "falx_kernel_has_spec_constant: a NULL argument");
  *out_has = false;
  struct fxr_image_list list = {0};
  falx_status linked, status = find_linked(id, device, &list, &linked);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = 0; i < list.items.count; i++)
    *out_has |= uses_constant(list.items.items[i], name);
  fxs_vector_free(&list.items);
  fxs_mutex_unlock(&fxr_runtime_images()->lock);
  return FALX_SUCCESS;
}

/* A site as a launch of the kernel would have. */
static falx_status site_of(const struct falx_kernel_id *id, falx_device_t device,
                           struct falx_kernel_site *out_site) {
  const struct fxr_image_kernel *kernel;
  falx_status status = find(id, device, &kernel);
  if (status != FALX_SUCCESS)
    return status;
  *out_site = (struct falx_kernel_site){.name = id->name,
                                        .module = id->module,
                                        .functor_size = kernel->record->functor_size,
                                        .functor_align = kernel->record->functor_align};
  fxs_mutex_unlock(&fxr_runtime_images()->lock);
  return FALX_SUCCESS;
}

FALX_API falx_status falx_kernel_build(const struct falx_kernel_id *id, falx_context_t context,
                                       falx_device_t device, const struct falx_spec_value *values,
                                       size_t value_count) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct falx_kernel_site site;
  struct fxr_kernel *built;
  struct fxr_lease *lease;
  falx_status status = site_of(id, device, &site);
  if (status != FALX_SUCCESS)
    return status;
  status = fxr_kernel_find_specialized(&site, context, device, values, value_count, &built, &lease);
  fxr_lease_release(lease);
  return status;
}

FALX_API falx_status falx_kernel_get_limits(const struct falx_kernel_id *id, falx_context_t context,
                                            falx_device_t device,
                                            struct falx_kernel_limits *out_limits) {
  FXR_CALL_MAKING(runtime);
  *out_limits = (struct falx_kernel_limits){0};
  if (!runtime)
    return fxr_runtime_status();
  size_t private_bytes = 0;
  falx_status status = falx_kernel_get_info(id, device, FALX_KERNEL_PRIVATE_MEMORY,
                                            sizeof private_bytes, &private_bytes);
  out_limits->private_bytes = private_bytes;
  if (status == FALX_SUCCESS)
    status = falx_device_get_info(device, FALX_DEVICE_MAX_WORK_GROUP_SIZE,
                                  sizeof out_limits->work_group_size, &out_limits->work_group_size,
                                  NULL);
  if (status != FALX_SUCCESS || !device->ops->kernel_limits)
    return status;
  struct falx_kernel_site site;
  struct fxr_kernel *built;
  status = site_of(id, device, &site);
  if (status == FALX_SUCCESS)
    status = fxr_kernel_find(&site, context, device, &built);
  if (status == FALX_SUCCESS)
    device->ops->kernel_limits(built->adapter_kernel, out_limits);
  return status;
}

FALX_API falx_status falx_kernel_get_info(const struct falx_kernel_id *id, falx_device_t device,
                                          falx_kernel_info info, size_t size, void *value) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  const struct fxr_image_kernel *kernel;
  falx_status status = value ? find(id, device, &kernel)
                             : fxr_error(FALX_ERROR_INVALID, "falx_kernel_get_info: value is NULL");
  if (status != FALX_SUCCESS)
    return status;
  const struct falx_kernel_record *record = kernel->record;
  uint32_t number = 0;
  size_t sizes[3] = {0, 0, 0}, bytes = sizeof number;
  const void *source = &number;
  switch (info) {
  case FALX_KERNEL_NUM_ARGS:
    number = record->arg_count;
    break;
  case FALX_KERNEL_REQUIRED_WORK_GROUP_SIZE:
    for (int d = 0; d < 3; d++)
      sizes[d] = record->reqd_work_group_size[d];
    source = sizes;
    bytes = sizeof sizes;
    break;
  case FALX_KERNEL_REQUIRED_SUB_GROUP_SIZE:
    number = record->reqd_sub_group_size;
    break;
  case FALX_KERNEL_SUB_GROUP_SIZE:
    status = fxr_requirements_sub_group(kernel, device, &number);
    break;
  case FALX_KERNEL_PRIVATE_MEMORY:
    sizes[0] = record->frame_item_bytes;
    source = sizes;
    bytes = sizeof sizes[0];
    break;
  default:
    bytes = 0;
  }
  if (status == FALX_SUCCESS && (!bytes || size < bytes))
    status = fxr_error(FALX_ERROR_INVALID,
                       "kernel information %d: unknown, or %zu bytes are too "
                       "few for it",
                       (int)info, size);
  if (status == FALX_SUCCESS)
    memcpy(value, source, bytes);
  fxs_mutex_unlock(&fxr_runtime_images()->lock);
  return status;
}
