/* The registry of device images. Registration stores two pointers; everything else happens when
 * a kernel is looked up, and is undone when the module unregisters. */
#include "runtime/program/image.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/device_global.h"
#include "runtime/program/program.h"
#include "support/strbuf.h"

static struct fxr_image_registry images = {.lock = FXS_MUTEX_INIT_ROW(FXR_ROW_TABLES)};

struct fxr_image_registry *fxr_runtime_images(void) {
  return &images;
}

/* With the lock held. NULL: none is left. */
static struct fxr_module *take_reserve(struct fxr_image_registry *registry) {
  for (size_t i = 0; i < FXR_RESERVE_MODULES; i++)
    if (!registry->reserve[i].desc) {
      registry->reserve[i].is_reserve = true;
      return &registry->reserve[i];
    }
  return NULL;
}

static void free_module(struct fxr_module *module) {
  if (module->is_reserve)
    *module = (struct fxr_module){0};
  else
    free(module);
}

FALX_API void falx_register_images(const struct falx_image_desc *desc, const void *module) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!desc || !fxr_runtime_may_register())
    return;
  struct fxr_module *entry = calloc(1, sizeof *entry);
  fxs_mutex_lock(&registry->lock);
  if (!entry)
    entry = take_reserve(registry);
  if (entry) {
    entry->desc = desc;
    entry->handle = module;
    entry->number = registry->last ? registry->last->number + 1 : 0;
    *(registry->last ? &registry->last->next : &registry->first) = entry;
    registry->last = entry;
    registry->has_unparsed = true;
    registry->present++;
  } else {
    registry->has_lost = true; /* reported when a kernel is not found */
  }
  bool is_most = registry->present > registry->most;
  if (is_most)
    registry->most = registry->present;
  fxs_mutex_unlock(&registry->lock);
  if (is_most)
    fxr_runtime_watch_exit();
}

/* ---- Reading descriptors ---- */

static const struct falx_property_set *find_set(const struct falx_image *image, const char *name) {
  for (const struct falx_property_set *set = image->sets_begin;
       image->sets_begin && set < image->sets_end; set++)
    if (set->name && strcmp(set->name, name) == 0)
      return set;
  return NULL;
}

size_t fxr_property_count(const struct falx_property_set *set) {
  return set && set->begin && set->end > set->begin ? (size_t)(set->end - set->begin) : 0;
}

/* A zero-terminated text; NULL without. */
static const char *text_of(const struct fxr_image *image, const char *set_name, const char *name) {
  const struct falx_property_set *set = find_set(image->image, set_name);
  for (size_t i = 0; i < fxr_property_count(set); i++) {
    const struct falx_property *property = &set->begin[i];
    if (property->name && strcmp(property->name, name) == 0 && property->size &&
        property->type == FALX_PROPERTY_BYTE_ARRAY && property->value &&
        ((const char *)property->value)[property->size - 1] == 0)
      return property->value;
  }
  return NULL;
}

const char *fxr_image_cpu(const struct fxr_image *image) {
  return text_of(image, FALX_SET_NATIVE, FALX_NATIVE_CPU);
}

const char *fxr_image_kernel_why_scalar(const struct fxr_image_kernel *kernel) {
  return text_of(kernel->symbol.image, FALX_SET_NOT_VECTORIZED, kernel->symbol.name);
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

/* u64 count, then one bit per argument; a malformed one leaves the kernel without a mask. */
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
  fxr_symbol_init(&kernel->symbol, property->name, image);
  kernel->record = property->value;
  for (size_t i = 0; i < fxr_property_count(requirements); i++) {
    const struct falx_property *list = &requirements->begin[i];
    if (list->name && strcmp(list->name, kernel->symbol.name) == 0 && list->value &&
        list->type == FALX_PROPERTY_BYTE_ARRAY &&
        (uintptr_t)list->value % _Alignof(uint32_t) == 0) {
      kernel->aspects = list->value;
      kernel->aspect_count = list->size / sizeof *kernel->aspects;
    }
  }
  for (size_t i = 0; i < fxr_property_count(masks); i++)
    if (masks->begin[i].name && strcmp(masks->begin[i].name, kernel->symbol.name) == 0)
      return read_omitted(&masks->begin[i], kernel);
  return NULL;
}

/* False: out of memory. */
static bool parse_exports(struct fxr_image *image, const struct falx_property_set *set) {
  size_t count = fxr_property_count(set);
  image->exports = count ? calloc(count, sizeof *image->exports) : NULL;
  if (count && !image->exports)
    return false;
  for (size_t i = 0; i < count; i++) {
    const struct falx_property *property = &set->begin[i];
    if (!property->name || property->type != FALX_PROPERTY_UINT32)
      continue;
    struct fxr_image_export *export = &image->exports[image->export_count++];
    fxr_symbol_init(&export->symbol, property->name, image);
    export->is_local = property->size == FALX_SYMBOL_LOCAL;
  }
  return true;
}

/* NULL if there are none, or the set is malformed: the program's build then finds its slots
 * unbound. */
static const struct falx_property_set *find_globals(const struct falx_image *image) {
  const struct falx_property_set *set = find_set(image, FALX_SET_DEVICE_GLOBALS);
  for (size_t i = 0; i < fxr_property_count(set); i++)
    if (!set->begin[i].name || set->begin[i].type != FALX_PROPERTY_BYTE_ARRAY ||
        !set->begin[i].value || set->begin[i].size < sizeof(struct falx_device_global) ||
        (uintptr_t)set->begin[i].value % _Alignof(struct falx_device_global))
      return NULL;
  return set;
}

/* False: out of memory. A defect of the image is stored as its problem. */
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
  image->imports = fxr_property_count(imports) ? imports : NULL;
  image->globals = find_globals(source);
  image->spec_constants = find_set(source, FALX_SET_SPEC_CONSTANTS);
  image->spec_defaults = find_set(source, FALX_SET_SPEC_DEFAULTS);
  image->specialization = find_set(source, FALX_SET_SPECIALIZATION);
  const struct falx_property_set *misc = find_set(source, FALX_SET_MISC);
  for (size_t i = 0; i < fxr_property_count(misc); i++)
    image->is_split |= misc->begin[i].name && strcmp(misc->begin[i].name, FALX_MISC_SPLIT) == 0;
  if (!parse_exports(image, find_set(source, FALX_SET_EXPORTED)))
    return false;
  size_t count = fxr_property_count(records);
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

void fxr_module_free_images(struct fxr_module *module) {
  for (size_t i = 0; i < module->image_count; i++) {
    free(module->images[i].kernels);
    free(module->images[i].exports);
    free(module->images[i].problem);
  }
  free(module->images);
  free(module->problem);
  module->images = NULL;
  module->problem = NULL;
  module->image_count = 0;
}

bool fxr_module_parse(struct fxr_module *module) {
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
    fxr_module_free_images(module);
  return is_ok;
}

/* ---- The index ---- */

static bool index_module(struct fxr_image_registry *registry, struct fxr_module *module) {
  size_t kernels = 0, exports = 0;
  for (size_t i = 0; i < module->image_count; i++) {
    kernels += module->images[i].kernel_count;
    exports += module->images[i].export_count;
  }
  if (!fxr_symbols_reserve(&registry->kernels, kernels) ||
      !fxr_symbols_reserve(&registry->exports, exports) ||
      !fxr_globals_add(&registry->globals, module))
    return false;
  for (size_t i = 0; i < module->image_count; i++) {
    struct fxr_image *image = &module->images[i];
    for (size_t k = 0; k < image->kernel_count; k++)
      fxr_symbols_add(&registry->kernels, &image->kernels[k].symbol);
    for (size_t k = 0; k < image->export_count; k++)
      fxr_symbols_add(&registry->exports, &image->exports[k].symbol);
  }
  return true;
}

/* From here on lookups no longer find it. */
static void withdraw_module(struct fxr_image_registry *registry, struct fxr_module *module) {
  if (module->is_withdrawn)
    return;
  module->is_withdrawn = true;
  registry->withdrawals++;
  for (size_t i = 0; module->is_parsed && i < module->image_count; i++) {
    struct fxr_image *image = &module->images[i];
    for (size_t k = 0; k < image->kernel_count; k++)
      fxr_symbols_remove(&registry->kernels, &image->kernels[k].symbol);
    for (size_t k = 0; k < image->export_count; k++)
      fxr_symbols_remove(&registry->exports, &image->exports[k].symbol);
  }
}

bool fxr_image_registry_parse(struct fxr_image_registry *registry) {
  if (!registry->has_unparsed)
    return true;
  for (struct fxr_module *module = registry->first; module; module = module->next) {
    if (module->is_parsed || module->is_withdrawn)
      continue;
    if (!fxr_module_parse(module))
      return false;
    if (!index_module(registry, module)) {
      fxr_module_free_images(module);
      return false;
    }
    module->is_parsed = true;
  }
  registry->has_unparsed = false;
  return true;
}

/* ---- Unregistration ---- */

static struct fxr_module **find_module(struct fxr_image_registry *registry,
                                       const struct falx_image_desc *desc, const void *module) {
  struct fxr_module **link = &registry->first;
  while (*link && !((*link)->desc == desc && (*link)->handle == module))
    link = &(*link)->next;
  return link;
}

static bool has_programs(const struct fxr_module *module) {
  for (size_t i = 0; i < module->image_count; i++)
    if (module->images[i].uses)
      return true;
  return false;
}

static void remove_module(struct fxr_image_registry *registry, struct fxr_module **link) {
  struct fxr_module *module = *link;
  *link = module->next;
  registry->present--;
  if (registry->last == module) {
    registry->last = NULL;
    for (struct fxr_module *m = registry->first; m; m = m->next)
      registry->last = m;
  }
  withdraw_module(registry, module);
  fxr_globals_remove(&registry->globals, module);
  fxr_module_free_images(module);
  free_module(module);
}

FALX_API void falx_unregister_images(const struct falx_image_desc *desc, const void *module) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!desc || !fxr_runtime_may_register())
    return;
  fxs_mutex_lock(&registry->lock);
  struct fxr_module *entry = *find_module(registry, desc, module);
  if (entry) {
    bool is_in_use = has_programs(entry);
    fxs_mutex_unlock(&registry->lock);
    if (!fxr_runtime_end_commands(is_in_use))
      return;
    fxs_mutex_lock(&registry->lock);
  }
  struct fxr_runtime *runtime = fxr_runtime_peek();
  entry = *find_module(registry, desc, module);
  if (entry) {
    withdraw_module(registry, entry);
    for (size_t i = 0; runtime && i < entry->image_count; i++)
      fxr_programs_forget_image(runtime, &entry->images[i]);
    /* The lock may have been released, and earlier modules removed, meanwhile. */
    struct fxr_module **link = find_module(registry, desc, module);
    if (*link)
      remove_module(registry, link);
  }
  fxs_mutex_unlock(&registry->lock);
  if (runtime)
    fxr_programs_free_ended(runtime);
}

void fxr_image_registry_free(struct fxr_image_registry *registry) {
  fxs_mutex_lock(&registry->lock);
  while (registry->first)
    remove_module(registry, &registry->first);
  fxr_globals_free(&registry->globals);
  fxs_mutex_unlock(&registry->lock);
}
