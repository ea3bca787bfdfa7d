/* The registry of device images. Registering notes two pointers; everything else happens when a
 * kernel is looked up, and is undone exactly when the module unregisters. */
#include "runtime/image.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"
#include "runtime/lifetime.h"
#include "support/map.h"
#include "support/strbuf.h"

FALX_API void falx_register_images(const struct falx_image_desc *desc, const void *module) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!desc || !fxr_runtime_may_register())
    return;
  struct fxr_module *entry = calloc(1, sizeof *entry);
  fxs_mutex_lock(&registry->lock);
  if (entry) {
    entry->desc = desc;
    entry->handle = module;
    *(registry->last ? &registry->last->next : &registry->first) = entry;
    registry->last = entry;
    registry->has_unparsed = true;
  } else {
    registry->has_lost = true; /* said when a kernel is not found */
  }
  fxs_mutex_unlock(&registry->lock);
}

/* ---- Reading descriptors ---- */

static const struct falx_property_set *find_set(const struct falx_image *image, const char *name) {
  for (const struct falx_property_set *set = image->sets_begin;
       image->sets_begin && set < image->sets_end; set++)
    if (set->name && strcmp(set->name, name) == 0)
      return set;
  return NULL;
}

static size_t set_size(const struct falx_property_set *set) {
  return set && set->begin && set->end > set->begin ? (size_t)(set->end - set->begin) : 0;
}

const char *fxr_image_cpu(const struct fxr_image *image) {
  const struct falx_property_set *set = find_set(image->image, FALX_SET_NATIVE);
  for (size_t i = 0; i < set_size(set); i++) {
    const struct falx_property *property = &set->begin[i];
    if (property->name && strcmp(property->name, FALX_NATIVE_CPU) == 0 && property->size &&
        property->type == FALX_PROPERTY_BYTE_ARRAY && property->value &&
        ((const char *)property->value)[property->size - 1] == 0)
      return property->value;
  }
  return NULL;
}

__attribute__((format(printf, 2, 3))) static char *text(bool *out_ok, const char *format, ...) {
  struct fxs_strbuf buffer = {0};
  va_list args;
  va_start(args, format);
  fxs_strbuf_vprintf(&buffer, format, args);
  va_end(args);
  char *result = fxs_strbuf_take(&buffer);
  *out_ok = result != NULL;
  return result;
}

/* u64 count, then one bit per argument; leaves the kernel without a mask if it is malformed. */
static const char *read_omitted(const struct falx_property *property,
                                struct fxr_image_kernel *kernel) {
  uint64_t count;
  if (property->type != FALX_PROPERTY_BYTE_ARRAY || !property->value ||
      property->size < sizeof count)
    return "its mask of removed arguments is too short";
  memcpy(&count, property->value, sizeof count);
  if (count / 8 + (count % 8 != 0) > property->size - sizeof count)
    return "its mask of removed arguments is too short";
  if (count != kernel->record->arg_count)
    return "its mask of removed arguments is for another number of arguments";
  kernel->omitted = (const unsigned char *)property->value + sizeof count;
  kernel->omitted_count = count;
  return NULL;
}

static const char *read_kernel(const struct falx_property *property, struct fxr_image *image,
                               const struct falx_property_set *masks,
                               const struct falx_property_set *requirements,
                               struct fxr_image_kernel *kernel) {
  if (!property->name || property->type != FALX_PROPERTY_BYTE_ARRAY)
    return "its record is of another type than bytes";
  if ((uintptr_t)property->value % _Alignof(struct falx_kernel_record))
    return "its record is not aligned to 4 bytes";
  const char *problem = fxr_kernel_record_check(property->value, property->size);
  if (problem)
    return problem;
  kernel->name = property->name;
  kernel->hash = fxs_hash(property->name, strlen(property->name));
  kernel->record = property->value;
  kernel->image = image;
  for (size_t i = 0; i < set_size(requirements); i++) {
    const struct falx_property *list = &requirements->begin[i];
    if (list->name && strcmp(list->name, kernel->name) == 0 && list->value &&
        list->type == FALX_PROPERTY_BYTE_ARRAY &&
        (uintptr_t)list->value % _Alignof(uint32_t) == 0) {
      kernel->aspects = list->value;
      kernel->aspect_count = list->size / sizeof *kernel->aspects;
    }
  }
  for (size_t i = 0; i < set_size(masks); i++)
    if (masks->begin[i].name && strcmp(masks->begin[i].name, kernel->name) == 0)
      return read_omitted(&masks->begin[i], kernel);
  return NULL;
}

/* False: out of memory. What is wrong with the image becomes its problem. */
static bool parse_image(struct fxr_image *image) {
  bool is_ok = true;
  const struct falx_image *source = image->image;
  if (source->version != FALX_IMAGE_VERSION || source->kind != FALX_IMAGE_KIND_SYCL ||
      !source->target) {
    image->problem =
        text(&is_ok, "version %u and kind %u, this runtime knows version %u and kind %u",
             source->version, source->kind, FALX_IMAGE_VERSION, FALX_IMAGE_KIND_SYCL);
    return is_ok;
  }
  const struct falx_property_set *records = find_set(source, FALX_SET_KERNEL_RECORDS);
  const struct falx_property_set *masks = find_set(source, FALX_SET_KERNEL_PARAM_OPT);
  const struct falx_property_set *imports = find_set(source, FALX_SET_IMPORTED);
  const struct falx_property_set *requirements = find_set(source, FALX_SET_DEVICE_REQUIREMENTS);
  image->imports = set_size(imports) ? imports : NULL;
  size_t count = set_size(records);
  if (count == 0)
    return true;
  image->kernels = calloc(count, sizeof *image->kernels);
  if (!image->kernels)
    return false;
  for (size_t i = 0; i < count; i++) {
    const char *problem =
        read_kernel(&records->begin[i], image, masks, requirements, &image->kernels[i]);
    if (problem) {
      image->problem =
          text(&is_ok, "kernel %s: %s",
               records->begin[i].name ? records->begin[i].name : "without a name", problem);
      return is_ok;
    }
  }
  image->kernel_count = count;
  return true;
}

static void free_images(struct fxr_module *module) {
  for (size_t i = 0; i < module->image_count; i++) {
    free(module->images[i].kernels);
    free(module->images[i].problem);
  }
  free(module->images);
  free(module->problem);
  module->images = NULL;
  module->problem = NULL;
  module->image_count = 0;
}

static bool parse_module(struct fxr_module *module) {
  bool is_ok = true;
  const struct falx_image_desc *desc = module->desc;
  if (desc->version != FALX_IMAGE_DESC_VERSION) {
    module->problem = text(&is_ok, "descriptor version %u, this runtime knows version %u",
                           desc->version, FALX_IMAGE_DESC_VERSION);
    return is_ok;
  }
  if (desc->image_count == 0)
    return true;
  module->images = calloc(desc->image_count, sizeof *module->images);
  if (!module->images)
    return false;
  module->image_count = desc->image_count;
  for (size_t i = 0; is_ok && i < module->image_count; i++) {
    module->images[i].image = &desc->images[i];
    module->images[i].module = module;
    is_ok = parse_image(&module->images[i]);
  }
  if (!is_ok)
    free_images(module);
  return is_ok;
}

/* ---- The index ---- */

static void put(struct fxr_image_registry *registry, struct fxr_image_kernel *kernel) {
  /* At the end, so that the module registered first is found first. */
  struct fxr_image_kernel **link = &registry->buckets[kernel->hash & (registry->bucket_count - 1)];
  while (*link)
    link = &(*link)->next;
  kernel->next = NULL;
  *link = kernel;
}

static bool grow_index(struct fxr_image_registry *registry, size_t kernel_count) {
  size_t size = registry->bucket_count ? registry->bucket_count : 64;
  while (size < kernel_count * 2)
    size *= 2;
  if (size == registry->bucket_count)
    return true;
  struct fxr_image_kernel **buckets = calloc(size, sizeof(struct fxr_image_kernel *));
  if (!buckets)
    return false;
  struct fxr_image_kernel **old = registry->buckets;
  size_t old_count = registry->bucket_count;
  registry->buckets = buckets;
  registry->bucket_count = size;
  for (size_t i = 0; i < old_count; i++)
    for (struct fxr_image_kernel *kernel = old[i], *next; kernel; kernel = next) {
      next = kernel->next;
      put(registry, kernel);
    }
  free(old);
  return true;
}

static bool index_module(struct fxr_image_registry *registry, struct fxr_module *module) {
  size_t count = 0;
  for (size_t i = 0; i < module->image_count; i++)
    count += module->images[i].kernel_count;
  if (!grow_index(registry, registry->kernel_count + count))
    return false;
  for (size_t i = 0; i < module->image_count; i++)
    for (size_t k = 0; k < module->images[i].kernel_count; k++)
      put(registry, &module->images[i].kernels[k]);
  registry->kernel_count += count;
  return true;
}

static void unindex_module(struct fxr_image_registry *registry, struct fxr_module *module) {
  for (size_t i = 0; i < module->image_count; i++)
    for (size_t k = 0; k < module->images[i].kernel_count; k++) {
      struct fxr_image_kernel *kernel = &module->images[i].kernels[k];
      struct fxr_image_kernel **link =
          &registry->buckets[kernel->hash & (registry->bucket_count - 1)];
      while (*link != kernel)
        link = &(*link)->next;
      *link = kernel->next;
      registry->kernel_count--;
    }
}

static bool parse_new(struct fxr_image_registry *registry) {
  if (!registry->has_unparsed)
    return true;
  for (struct fxr_module *module = registry->first; module; module = module->next) {
    if (module->is_parsed)
      continue;
    if (!parse_module(module))
      return false;
    if (!index_module(registry, module)) {
      free_images(module);
      return false;
    }
    module->is_parsed = true;
  }
  registry->has_unparsed = false;
  return true;
}

/* ---- Lookup ---- */

/* The name is known, but not for target: says for which. */
static falx_status explain_target(const struct fxr_image_registry *registry, const char *name,
                                  uint64_t hash, const void *module, const char *target) {
  char path[512], pretty[512];
  struct fxs_strbuf where = {0};
  for (struct fxr_image_kernel *kernel = registry->buckets[hash & (registry->bucket_count - 1)];
       kernel; kernel = kernel->next)
    if (kernel->hash == hash && strcmp(kernel->name, name) == 0 &&
        (!module || kernel->image->module->handle == module))
      fxs_strbuf_printf(&where, "%s%s (in %s)", where.length ? ", " : "",
                        kernel->image->image->target,
                        fxr_module_path(kernel->image->module->desc, path, sizeof path));
  fxr_error(FALX_ERROR_NO_KERNEL,
            "kernel %s has no image for the device's target %s; it has one for: %s. Add %s to "
            "-fsycl-targets= and build again, or choose another device with "
            "ONEAPI_DEVICE_SELECTOR",
            fxr_kernel_pretty_name(name, pretty, sizeof pretty), target, fxs_strbuf_text(&where),
            target);
  fxs_strbuf_free(&where);
  return FALX_ERROR_NO_KERNEL;
}

static void list_images(const struct fxr_image_registry *registry, struct fxs_strbuf *out) {
  char path[512];
  for (const struct fxr_module *module = registry->first; module; module = module->next) {
    const char *file = fxr_module_path(module->desc, path, sizeof path);
    if (module->problem)
      fxs_strbuf_printf(out, "; %s: cannot be read: %s", file, module->problem);
    for (size_t i = 0; i < module->image_count; i++) {
      const struct fxr_image *image = &module->images[i];
      fxs_strbuf_printf(out, "; %s: image %zu for %s, ", file, i,
                        image->image->target ? image->image->target : "no target");
      if (image->problem)
        fxs_strbuf_printf(out, "cannot be read: %s", image->problem);
      else
        fxs_strbuf_printf(out, "%zu kernel%s", image->kernel_count,
                          image->kernel_count == 1 ? "" : "s");
    }
  }
}

static falx_status explain_absence(const struct fxr_image_registry *registry, const char *name) {
  char pretty[512];
  const char *shown = fxr_kernel_pretty_name(name, pretty, sizeof pretty);
  struct fxs_strbuf list = {0};
  list_images(registry, &list);
  if (!registry->first)
    fxr_error(FALX_ERROR_NO_KERNEL,
              "kernel %s is in no device image: none was registered at all. Link the program with "
              "falx++ -fsycl, and compile every file with kernels with -fsycl",
              shown);
  else
    fxr_error(FALX_ERROR_NO_KERNEL,
              "kernel %s%s%s%s is in no device image. Either the object with it was not linked by "
              "falx++ -fsycl, or a lambda that only the host compilation sees (#ifndef "
              "__SYCL_DEVICE_ONLY__) shifts the numbers of those after it: give the kernel a "
              "name%s. Registered%s",
              shown, shown == name ? "" : " (", shown == name ? "" : name, shown == name ? "" : ")",
              registry->has_lost ? "; a registration was lost for want of memory" : "",
              fxs_strbuf_text(&list));
  fxs_strbuf_free(&list);
  return FALX_ERROR_NO_KERNEL;
}

static uint32_t rank_of(falx_device_t device, const struct fxr_image *image) {
  return device->ops->image_rank ? device->ops->image_rank(device->handle, image->image) : 1;
}

/* The name is known for the target, but the device runs none of the images: says why not. */
static falx_status explain_rank(const struct fxr_image_registry *registry, const char *name,
                                uint64_t hash, const void *module, falx_device_t device) {
  char path[512], pretty[512];
  struct fxs_strbuf reasons = {0};
  for (struct fxr_image_kernel *kernel = registry->buckets[hash & (registry->bucket_count - 1)];
       kernel; kernel = kernel->next) {
    const struct fxr_image *image = kernel->image;
    if (kernel->hash != hash || strcmp(kernel->name, name) != 0 ||
        (module && image->module->handle != module) ||
        strcmp(image->image->target, device->platform->info.target) != 0)
      continue;
    fxr_error_clear();
    if (rank_of(device, image) == 0)
      fxs_strbuf_printf(&reasons, "; image %zu of %s: %s", (size_t)(image - image->module->images),
                        fxr_module_path(image->module->desc, path, sizeof path),
                        falx_error_detail());
  }
  fxr_error(FALX_ERROR_NO_KERNEL, "kernel %s has no image that the device '%s' can run%s",
            fxr_kernel_pretty_name(name, pretty, sizeof pretty), device->name,
            fxs_strbuf_text(&reasons));
  fxs_strbuf_free(&reasons);
  return FALX_ERROR_NO_KERNEL;
}

falx_status fxr_image_find_kernel(struct fxr_image_registry *registry, const char *name,
                                  const void *module, falx_device_t device,
                                  const struct fxr_image_kernel **out_kernel) {
  const char *target = device->platform->info.target;
  *out_kernel = NULL;
  if (!parse_new(registry))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for the tables of device images");
  if (!registry->buckets)
    return explain_absence(registry, name);
  const struct fxr_image_kernel *best = NULL;
  uint32_t best_rank = 0;
  bool is_known = false, is_in_module = false, is_for_target = false;
  uint64_t hash = fxs_hash(name, strlen(name));
  for (const struct fxr_image_kernel *kernel =
           registry->buckets[hash & (registry->bucket_count - 1)];
       kernel; kernel = kernel->next) {
    if (kernel->hash != hash || strcmp(kernel->name, name) != 0)
      continue;
    bool is_own = kernel->image->module->handle == module;
    if (is_own && !is_in_module) { /* what other modules have does not count */
      is_for_target = false;
      best = NULL;
    }
    is_known = true;
    is_in_module |= is_own;
    if (strcmp(kernel->image->image->target, target) != 0 || is_own != is_in_module)
      continue;
    is_for_target = true;
    uint32_t rank = rank_of(device, kernel->image);
    if (rank && (!best || (kernel->image->module == best->image->module && rank > best_rank))) {
      best = kernel;
      best_rank = rank;
    }
  }
  if (best) {
    *out_kernel = best;
    return FALX_SUCCESS;
  }
  if (!is_known)
    return explain_absence(registry, name);
  module = is_in_module ? module : NULL;
  return is_for_target ? explain_rank(registry, name, hash, module, device)
                       : explain_target(registry, name, hash, module, target);
}

/* ---- Going away ---- */

static struct fxr_module **find_module(struct fxr_image_registry *registry,
                                       const struct falx_image_desc *desc, const void *module) {
  struct fxr_module **link = &registry->first;
  while (*link && !((*link)->desc == desc && (*link)->handle == module))
    link = &(*link)->next;
  return link;
}

static bool has_programs(const struct fxr_module *module) {
  for (size_t i = 0; i < module->image_count; i++)
    if (module->images[i].programs)
      return true;
  return false;
}

static void remove_module(struct fxr_image_registry *registry, struct fxr_module **link) {
  struct fxr_module *module = *link;
  *link = module->next;
  if (registry->last == module) {
    registry->last = NULL;
    for (struct fxr_module *m = registry->first; m; m = m->next)
      registry->last = m;
  }
  unindex_module(registry, module);
  free_images(module);
  free(module);
  if (registry->kernel_count == 0) {
    free(registry->buckets);
    registry->buckets = NULL;
    registry->bucket_count = 0;
  }
}

FALX_API void falx_unregister_images(const struct falx_image_desc *desc, const void *module) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!desc || !fxr_runtime_may_register())
    return;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched =
      runtime ? atomic_load_explicit(&runtime->sched, memory_order_acquire) : NULL;
  fxs_mutex_lock(&registry->lock);
  struct fxr_module *entry = *find_module(registry, desc, module);
  if (entry && has_programs(entry) && sched) {
    fxs_mutex_unlock(&registry->lock);
    runtime->sched_hooks->quiesce(sched);
    fxs_mutex_lock(&registry->lock);
  }
  struct fxr_module **link = find_module(registry, desc, module);
  if (*link) {
    for (size_t i = 0; runtime && i < (*link)->image_count; i++)
      fxr_programs_forget_image(runtime, &(*link)->images[i], NULL);
    link = find_module(registry, desc, module); /* the lock may have been let go meanwhile */
    if (*link)
      remove_module(registry, link);
  }
  fxs_mutex_unlock(&registry->lock);
}

void fxr_image_registry_free(struct fxr_image_registry *registry) {
  fxs_mutex_lock(&registry->lock);
  while (registry->first)
    remove_module(registry, &registry->first);
  fxs_mutex_unlock(&registry->lock);
}
