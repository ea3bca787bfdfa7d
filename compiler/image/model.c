/* Device images while they are built. */
#include "compiler/image/model.h"

#include <string.h>

#include "compiler/ir/device_globals.h"
#include "compiler/ir/linking.h"
#include "compiler/memory.h"

struct fxc_image *fxc_image_add(struct fxc_image_list *list, const struct fxc_target *target,
                                enum falx_image_format format) {
  struct fxc_image image = {
      .target = target, .format = format, .compile_options = "", .link_options = ""};
  fxc_push(&list->images, image);
  return &list->images.items[list->images.count - 1];
}

void fxc_image_list_free(struct fxc_image_list *list) {
  for (size_t i = 0; i < list->images.count; i++) {
    struct fxc_image *image = &list->images.items[i];
    for (size_t k = 0; k < image->sets.count; k++)
      fxs_vector_free(&image->sets.items[k].properties);
    fxs_vector_free(&image->sets);
    fxs_vector_free(&image->entries);
  }
  fxs_vector_free(&list->images);
  fxs_arena_release(&list->arena);
}

void fxc_image_add_entry(struct fxc_image_list *list, struct fxc_image *image,
                         enum falx_entry_kind kind, const char *name, const char *symbol) {
  struct fxc_entry entry = {.name = fxc_must(fxs_arena_strdup(&list->arena, name)), .kind = kind};
  if (symbol)
    entry.symbol = fxc_must(fxs_arena_strdup(&list->arena, symbol));
  fxc_push(&image->entries, entry);
}

static void add(struct fxc_image_list *list, struct fxc_image *image, const char *set,
                struct fxc_property property) {
  struct fxc_property_set *found = NULL;
  for (size_t i = 0; i < image->sets.count && !found; i++)
    if (!strcmp(image->sets.items[i].name, set))
      found = &image->sets.items[i];
  if (!found) {
    struct fxc_property_set created = {.name = fxc_must(fxs_arena_strdup(&list->arena, set))};
    fxc_push(&image->sets, created);
    found = &image->sets.items[image->sets.count - 1];
  }
  property.name = fxc_must(fxs_arena_strdup(&list->arena, property.name));
  fxc_push(&found->properties, property);
}

void fxc_image_add_number(struct fxc_image_list *list, struct fxc_image *image, const char *set,
                          const char *name, uint32_t value) {
  add(list, image, set,
      (struct fxc_property){.name = name, .type = FALX_PROPERTY_UINT32, .size = value});
}

void fxc_image_add_bytes(struct fxc_image_list *list, struct fxc_image *image, const char *set,
                         const char *name, const void *bytes, uint64_t size) {
  unsigned char *copy = fxc_new(&list->arena, size, 1);
  if (size)
    memcpy(copy, bytes, size);
  add(list, image, set,
      (struct fxc_property){
          .name = name, .type = FALX_PROPERTY_BYTE_ARRAY, .bytes = copy, .size = size});
}

static const char *cpu_of(const struct fxc_image *image) {
  for (size_t i = 0; i < image->sets.count; i++) {
    const struct fxc_property_set *set = &image->sets.items[i];
    for (size_t k = 0; !strcmp(set->name, FALX_SET_NATIVE) && k < set->properties.count; k++) {
      const struct fxc_property *property = &set->properties.items[k];
      if (!strcmp(property->name, FALX_NATIVE_CPU) && property->bytes && property->size &&
          !((const char *)property->bytes)[property->size - 1])
        return property->bytes;
    }
  }
  return "generic";
}

const char *fxc_image_suffix(enum falx_entry_kind kind) {
  static const char *const suffixes[] = {[FALX_ENTRY_KERNEL] = ".falx_kernel",
                                         [FALX_ENTRY_EXPORT] = FXC_EXPORT_SUFFIX,
                                         [FALX_ENTRY_IMPORT] = FXC_SLOT_SUFFIX,
                                         [FALX_ENTRY_EXPORT_ROWS] = FXC_ROWS_SUFFIX,
                                         [FALX_ENTRY_IMPORT_ROWS] = FXC_ROWS_SLOT_SUFFIX,
                                         [FALX_ENTRY_DEVICE_GLOBAL] = FXC_GLOBAL_SUFFIX};
  return suffixes[kind];
}

#define CPU(id, name, cpu, bits) cpu,
static const char *const isas[] = {FALX_NATIVE_ISAS(CPU)}; /* the baseline first */
#undef CPU

const char *fxc_image_symbol(struct fxc_image_list *list, const struct fxc_image *image,
                             enum falx_entry_kind kind, const char *name) {
  const char *cpu = cpu_of(image);
  bool is_baseline = !strcmp(cpu, "generic") || !strcmp(cpu, isas[0]);
  return fxc_must(fxs_arena_printf(&list->arena, "%s%s%s%s", name, fxc_image_suffix(kind),
                                   is_baseline ? "" : ".", is_baseline ? "" : cpu));
}
