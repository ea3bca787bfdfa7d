/* Selects the images of a program. Each import is resolved by the first module, in order of
 * registration, that exports it for the device, whatever else the program contains: so programs
 * that share an image agree about its imports. */
#include "runtime/program/link.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/platform/device.h"
#include "support/map.h"
#include "support/strbuf.h"

struct link {
  struct fxr_image_registry *registry;
  falx_device_t device;
  struct fxr_image_list *list;
  struct fxs_map resolved; /* names already resolved */
};

static falx_status no_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to link device images");
}

static const char *path_of(const struct fxr_image *image, char *buffer, size_t size) {
  return fxr_module_path(image->module->desc, buffer, size);
}

static bool is_same_kind(const struct fxr_image *a, const struct fxr_image *b) {
  return strcmp(a->image->target, b->image->target) == 0 && a->image->format == b->image->format;
}

/* ---- Errors ---- */

/* "foo" for "_Z3fooi"; the name itself if it is not that simple. */
static const char *source_name(const char *name, char *buffer, size_t size) {
  char *end;
  unsigned long length = strncmp(name, "_Z", 2) == 0 ? strtoul(name + 2, &end, 10) : 0;
  if (!length || length >= size || strlen(end) < length)
    return name;
  memcpy(buffer, end, length);
  buffer[length] = '\0';
  return buffer;
}

/* Why an export with the right name cannot be used. */
static void explain_candidate(const struct link *link, const struct fxr_image *importer,
                              const struct fxr_image_export *export, struct fxs_strbuf *out) {
  char path[512];
  const struct fxr_image *image = export->symbol.image;
  fxs_strbuf_printf(out, "; %s has it, but ", path_of(image, path, sizeof path));
  fxr_error_clear();
  if (!is_same_kind(image, importer))
    fxs_strbuf_printf(out, "for %s: add %s to -fsycl-targets= there", image->image->target,
                      importer->image->target);
  else if (export->is_local)
    fxs_strbuf_puts(out, "it uses a work-group barrier, group memory or sub-group functions, and "
                         "can be called from its own image only: define it in a header");
  else if (image->problem)
    fxs_strbuf_printf(out, "cannot be read: %s", image->problem);
  else if (!fxr_image_rank(link->device, image))
    fxs_strbuf_printf(out, "not for this device: %s", falx_error_detail());
  else
    fxs_strbuf_puts(out, "in another form");
}

static falx_status report_missing(const struct link *link, const struct fxr_image *importer,
                                  const char *name) {
  char path[512], pretty[256];
  struct fxs_strbuf text = {0};
  const struct fxr_symbol *symbol = NULL;
  while ((symbol = fxr_symbols_next(&link->registry->exports, name, symbol)))
    explain_candidate(link, importer, (const struct fxr_image_export *)symbol, &text);
  const char *before = ". Searched: ";
  for (const struct fxr_module *m = link->registry->first; m && !text.length; m = m->next)
    if (m->image_count) {
      fxs_strbuf_printf(&text, "%s%s", before, fxr_module_path(m->desc, path, sizeof path));
      before = ", ";
      for (; m->next && m->next->handle == m->handle; m = m->next)
        continue; /* one file may hold several modules */
    }
  const char *shown = source_name(name, pretty, sizeof pretty);
  fxr_error(
      FALX_ERROR_BUILD,
      "device image %zu of %s, for %s, needs the function '%s'%s%s%s, which no loaded library "
      "offers%s",
      (size_t)(importer - importer->module->images), path_of(importer, path, sizeof path),
      importer->image->target, shown, shown == name ? "" : " (", shown == name ? "" : name,
      shown == name ? "" : ")", fxs_strbuf_text(&text));
  fxs_strbuf_free(&text);
  return FALX_ERROR_BUILD;
}

static falx_status check_image(const struct fxr_image *image) {
  char path[512];
  if (!image->problem)
    return FALX_SUCCESS;
  return fxr_error(FALX_ERROR_BUILD, "the device image of %s cannot be read: %s",
                   path_of(image, path, sizeof path), image->problem);
}

/* ---- Resolving ---- */

static bool add(struct link *link, struct fxr_image *image) {
  if (image->is_taken)
    return true;
  if (!fxs_vector_push(&link->list->items, image))
    return false;
  image->is_taken = true;
  return true;
}

/* The image that provides name to importer; NULL if none does. */
static struct fxr_image *find_exporter(const struct link *link, const struct fxr_image *importer,
                                       const char *name) {
  const struct fxr_symbol *symbol = NULL;
  struct fxr_image *best = NULL;
  uint32_t best_rank = 0;
  while ((symbol = fxr_symbols_next(&link->registry->exports, name, symbol))) {
    struct fxr_image *image = symbol->image;
    if (best && image->module->handle != best->module->handle)
      continue;
    if (((const struct fxr_image_export *)symbol)->is_local || image->problem ||
        !is_same_kind(image, importer))
      continue;
    uint32_t rank = fxr_image_rank(link->device, image);
    if (rank > best_rank) {
      best = image;
      best_rank = rank;
    }
  }
  return best;
}

/* The extension strings of document 001. */
static falx_status check_device(const struct link *link, const struct fxr_image *importer) {
  char path[512];
  static const char *const formats[] = {"unknown", "native code", "SPIR-V", "bitcode", "PTX"};
  unsigned format = importer->image->format;
  if (format < sizeof formats / sizeof formats[0] && link->device->links >> format & 1)
    return FALX_SUCCESS;
  return fxr_error(FALX_ERROR_BUILD,
                   "device image %zu of %s imports functions, and the device '%s' does not link "
                   "images of its format, %s: define the functions in the same program or library, "
                   "without -fsycl-allow-device-image-dependencies",
                   (size_t)(importer - importer->module->images),
                   path_of(importer, path, sizeof path), link->device->name,
                   formats[format < sizeof formats / sizeof formats[0] ? format : 0]);
}

static falx_status resolve(struct link *link, const struct fxr_image *importer, const char *name) {
  if (fxs_map_has(&link->resolved, name))
    return FALX_SUCCESS;
  falx_status status = check_device(link, importer);
  if (status != FALX_SUCCESS)
    return status;
  struct fxr_image *image = find_exporter(link, importer, name);
  if (!image)
    return report_missing(link, importer, name);
  return add(link, image) && fxs_map_put(&link->resolved, name, image) ? FALX_SUCCESS : no_memory();
}

static int compare_images(const void *left, const void *right) {
  const struct fxr_image *a = *(struct fxr_image *const *)left;
  const struct fxr_image *b = *(struct fxr_image *const *)right;
  uint64_t one = a->module->number, other = b->module->number;
  return one != other ? (one > other) - (one < other) : (a > b) - (a < b);
}

falx_status fxr_link_collect(struct fxr_image_registry *registry, falx_device_t device,
                             struct fxr_image *image, struct fxr_image_list *out_list) {
  struct link link = {.registry = registry, .device = device, .list = out_list};
  falx_status status = add(&link, image) ? FALX_SUCCESS : no_memory();
  for (size_t i = 0; status == FALX_SUCCESS && i < out_list->items.count; i++) {
    const struct fxr_image *importer = out_list->items.items[i];
    status = check_image(importer);
    for (size_t k = 0; status == FALX_SUCCESS && k < fxr_property_count(importer->imports); k++)
      if (importer->imports->begin[k].name)
        status = resolve(&link, importer, importer->imports->begin[k].name);
  }
  for (size_t i = 0; i < out_list->items.count; i++)
    out_list->items.items[i]->is_taken = false;
  if (out_list->items.count > 1) /* adapters use the first that exports a name */
    qsort(out_list->items.items + 1, out_list->items.count - 1, sizeof *out_list->items.items,
          compare_images);
  fxs_map_free(&link.resolved);
  return status;
}
