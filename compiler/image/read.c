/* Reads the images out of a file's bytes. */
#include "compiler/image/read.h"

#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/image/read_elf.h"
#include "compiler/memory.h"
#include "support/archive.h"
#include "support/file.h"
#include "support/offload.h"

#define MOST_RECORDS (1u << 20) /* properties, entries and images of one file */
#define ARCHIVE_DEPTH 4

static void problem(struct fxc_reading *reading, const char *origin, const char *what) {
  if (reading->problems.count < 100)
    fxc_push(&reading->problems,
             *origin
                 ? (const char *)fxc_must(fxs_arena_printf(&reading->arena, "%s: %s", origin, what))
                 : what);
}

static struct fxc_read_image *add_image(struct fxc_reading *reading, const char *origin) {
  struct fxc_read_image image = {.origin = origin};
  fxc_push(&reading->images, image);
  return &reading->images.items[reading->images.count - 1];
}

static bool spend(struct fxc_reading *reading) {
  return reading->budget && reading->budget--;
}

/* ---- descriptors ---- */

struct walk {
  struct fxc_reading *reading;
  struct fxc_elf_memory memory;
  const char *origin;
};

static struct fxc_place field(struct fxc_place record, size_t offset) {
  record.offset += offset;
  return record;
}

static bool pointer_at(struct walk *walk, struct fxc_place record, size_t offset,
                       struct fxc_place *out_target) {
  return fxc_elf_pointer(&walk->memory, field(record, offset), out_target);
}

static const char *string_at(struct walk *walk, struct fxc_place record, size_t offset) {
  struct fxc_place target;
  return pointer_at(walk, record, offset, &target) ? fxc_elf_string(&walk->memory, target) : NULL;
}

/* The records between two pointers into the same array. */
static bool range_at(struct walk *walk, struct fxc_place record, size_t offset, size_t item_size,
                     struct fxc_place *out_first, uint64_t *out_count) {
  struct fxc_place end;
  *out_count = 0;
  if (!pointer_at(walk, record, offset, out_first) || !pointer_at(walk, record, offset + 8, &end))
    return false;
  if (out_first->section == 0 && end.section == 0)
    return true;
  if (out_first->section != end.section || end.offset < out_first->offset ||
      (end.offset - out_first->offset) % item_size)
    return false;
  uint64_t size = end.offset - out_first->offset;
  *out_count = size / item_size;
  return size == 0 || fxc_elf_bytes(&walk->memory, *out_first, size);
}

static bool read_property(struct walk *walk, struct fxc_place at, struct fxc_read_set *set) {
  struct fxc_read_property property = {
      .name = string_at(walk, at, offsetof(struct falx_property, name))};
  const unsigned char *type =
      fxc_elf_bytes(&walk->memory, field(at, offsetof(struct falx_property, type)), 4);
  const unsigned char *size =
      fxc_elf_bytes(&walk->memory, field(at, offsetof(struct falx_property, size)), 8);
  struct fxc_place value;
  if (!property.name || !type || !size || !spend(walk->reading) ||
      !pointer_at(walk, at, offsetof(struct falx_property, value), &value))
    return false;
  memcpy(&property.type, type, sizeof property.type);
  memcpy(&property.size, size, sizeof property.size);
  if (property.type != FALX_PROPERTY_UINT32 && property.size) {
    property.bytes = fxc_elf_bytes(&walk->memory, value, property.size);
    if (!property.bytes)
      return false;
  }
  fxc_push(&set->properties, property);
  return true;
}

static bool read_sets(struct walk *walk, struct fxc_place image_at, struct fxc_read_image *image) {
  struct fxc_place set_at, at;
  uint64_t set_count, count;
  if (!range_at(walk, image_at, offsetof(struct falx_image, sets_begin),
                sizeof(struct falx_property_set), &set_at, &set_count))
    return false;
  for (uint64_t i = 0; i < set_count; i++) {
    struct fxc_place record = field(set_at, i * sizeof(struct falx_property_set));
    struct fxc_read_set set = {
        .name = string_at(walk, record, offsetof(struct falx_property_set, name))};
    if (!set.name || !spend(walk->reading) ||
        !range_at(walk, record, offsetof(struct falx_property_set, begin),
                  sizeof(struct falx_property), &at, &count))
      return false;
    fxc_push(&image->sets, set);
    for (uint64_t k = 0; k < count; k++)
      if (!read_property(walk, field(at, k * sizeof(struct falx_property)),
                         &image->sets.items[image->sets.count - 1]))
        return false;
  }
  return true;
}

static bool read_entries(struct walk *walk, struct fxc_place image_at,
                         struct fxc_read_image *image) {
  bool is_native = image->format == FALX_IMAGE_FORMAT_NATIVE;
  size_t size = is_native ? sizeof(struct falx_native_entry) : sizeof(struct falx_image_entry);
  size_t name_offset = is_native ? offsetof(struct falx_native_entry, name)
                                 : offsetof(struct falx_image_entry, name);
  struct fxc_place at;
  uint64_t count;
  if (!range_at(walk, image_at,
                is_native ? offsetof(struct falx_image, binary_begin)
                          : offsetof(struct falx_image, entries_begin),
                size, &at, &count))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    const char *name = string_at(walk, field(at, i * size), name_offset);
    if (!name || !spend(walk->reading))
      return false;
    fxc_push(&image->entries, name);
  }
  if (!is_native)
    return true;
  const char *end = string_at(walk, field(at, count * size), name_offset);
  image->size = count * size;
  return end && !strcmp(end, FALX_NATIVE_END);
}

static bool read_image(struct walk *walk, struct fxc_place at, const char *producer) {
  const unsigned char *head = fxc_elf_bytes(&walk->memory, at, sizeof(struct falx_image));
  uint16_t version;
  if (!head || !spend(walk->reading))
    return false;
  memcpy(&version, head, sizeof version);
  if (version != FALX_IMAGE_VERSION) {
    problem(walk->reading, walk->origin, "an image has a version that this tool does not know");
    return true;
  }
  struct fxc_read_image *image = add_image(walk->reading, walk->origin);
  image->producer = producer;
  image->format = head[offsetof(struct falx_image, format)];
  image->target = string_at(walk, at, offsetof(struct falx_image, target));
  image->compile_options = string_at(walk, at, offsetof(struct falx_image, compile_options));
  image->link_options = string_at(walk, at, offsetof(struct falx_image, link_options));
  if (!image->target || !image->compile_options || !image->link_options) {
    image->target = "";
    return false;
  }
  if (image->format != FALX_IMAGE_FORMAT_NATIVE) {
    struct fxc_place code;
    if (!range_at(walk, at, offsetof(struct falx_image, binary_begin), 1, &code, &image->size))
      return false;
    image->bytes = image->size ? fxc_elf_bytes(&walk->memory, code, image->size) : NULL;
  }
  return read_entries(walk, at, image) && read_sets(walk, at, image);
}

static bool read_descriptor(struct walk *walk, struct fxc_place at) {
  const unsigned char *head = fxc_elf_bytes(&walk->memory, at, sizeof(struct falx_image_desc));
  uint16_t version, count;
  struct fxc_place images;
  if (!head)
    return false;
  memcpy(&version, head, sizeof version);
  memcpy(&count, head + offsetof(struct falx_image_desc, image_count), sizeof count);
  if (version != FALX_IMAGE_DESC_VERSION) {
    problem(walk->reading, walk->origin, "a descriptor has a version that this tool does not know");
    return true;
  }
  const char *producer = string_at(walk, at, offsetof(struct falx_image_desc, producer));
  if (!producer || !pointer_at(walk, at, offsetof(struct falx_image_desc, images), &images))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!read_image(walk, field(images, i * sizeof(struct falx_image)), producer))
      return false;
  return true;
}

/* ---- containers ---- */

static void read_offload(struct fxc_reading *reading, const unsigned char *data, size_t size,
                         const char *origin) {
  struct fxs_offload record;
  size_t position = 0;
  enum fxs_offload_step step;
  while ((step = fxs_offload_next(data, size, &position, &record)) == FXS_OFFLOAD_RECORD &&
         spend(reading)) {
    const char *target = fxs_offload_string(&record, FXS_OFFLOAD_KEY_TARGET);
    if (!target)
      target = fxs_offload_string(&record, "triple");
    struct fxc_read_image *image = add_image(reading, origin);
    image->target = target ? target : "";
    image->bytes = record.image;
    image->size = record.image_size;
    image->format = record.image_kind == FXS_OFFLOAD_BITCODE ? FALX_IMAGE_FORMAT_BITCODE
                    : record.image_kind == FXS_OFFLOAD_PTX   ? FALX_IMAGE_FORMAT_PTX
                    : record.image_kind == FXS_OFFLOAD_SPIRV ? FALX_IMAGE_FORMAT_SPIRV
                                                             : FALX_IMAGE_FORMAT_NONE;
  }
  if (step == FXS_OFFLOAD_BROKEN)
    problem(reading, origin, "an offload record is broken or of an unknown version");
}

static void read_elf(struct fxc_reading *reading, const struct fxs_elf *elf, const char *origin) {
  struct fxs_elf_section section;
  for (size_t i = 0; i < elf->section_count; i++)
    if (fxs_elf_section(elf, i, &section) && section.data &&
        !strcmp(section.name, FXS_OFFLOAD_SECTION))
      read_offload(reading, section.data, section.size, origin);
  struct walk walk = {.reading = reading, .origin = origin};
  if (!fxc_elf_memory_open(&walk.memory, elf)) {
    problem(reading, origin, "the section table is broken");
    fxc_elf_memory_free(&walk.memory);
    return;
  }
  bool is_object = elf->type == 1; /* ET_REL */
  for (size_t i = 0; i < elf->section_count; i++) {
    if (!fxs_elf_section(elf, i, &section) || !section.data ||
        strcmp(section.name, FALX_IMAGE_DESC_SECTION))
      continue;
    for (uint64_t at = 0; section.size - at >= sizeof(struct falx_image_desc);
         at += sizeof(struct falx_image_desc)) {
      struct fxc_place place = is_object ? (struct fxc_place){(uint32_t)i, at}
                                         : (struct fxc_place){FXC_LINKED, section.address + at};
      if (!read_descriptor(&walk, place)) {
        problem(reading, origin, "an image descriptor is broken");
        break;
      }
    }
  }
  fxc_elf_memory_free(&walk.memory);
}

/* Or the same as text, as device code for spir64 is. */
static bool is_bitcode(const unsigned char *data, size_t size) {
  static const char text[] = "; ModuleID";
  if (size >= sizeof text - 1 && memcmp(data, text, sizeof text - 1) == 0)
    return true;
  return size >= 4 && (!memcmp(data, "BC\xC0\xDE", 4) || !memcmp(data, "\xDE\xC0\x17\x0B", 4));
}

static bool read_any(struct fxc_reading *reading, const unsigned char *data, size_t size,
                     const char *origin, unsigned depth) {
  if (fxs_archive_is(data, size)) {
    struct fxs_archive archive;
    size_t position = 0;
    enum fxs_archive_step step = FXS_ARCHIVE_BROKEN;
    struct fxs_archive_member *member = fxc_must(malloc(sizeof *member)); /* too big for the
                                                                           * stack */
    if (depth < ARCHIVE_DEPTH && fxs_archive_open(data, size, &archive))
      while ((step = fxs_archive_next(&archive, &position, member)) == FXS_ARCHIVE_MEMBER &&
             spend(reading))
        if (member->data)
          read_any(reading, member->data, member->size,
                   fxc_must(fxs_arena_printf(&reading->arena, "%s%s%s", origin, *origin ? ":" : "",
                                             member->name)),
                   depth + 1);
    free(member);
    if (step == FXS_ARCHIVE_BROKEN)
      problem(reading, origin, "the archive is broken or nested too deeply");
    return true;
  }
  if (fxs_elf_is(data, size)) {
    struct fxs_elf elf;
    if (fxs_elf_open(data, size, &elf))
      read_elf(reading, &elf, origin);
    else
      problem(reading, origin, "this is no 64-bit little-endian ELF file, or it is broken");
    return true;
  }
  if (fxs_offload_is(data, size)) {
    read_offload(reading, data, size, origin);
    return true;
  }
  if (!is_bitcode(data, size))
    return false;
  struct fxc_read_image *image = add_image(reading, origin);
  image->target = "";
  image->format = FALX_IMAGE_FORMAT_BITCODE;
  image->bytes = data;
  image->size = size;
  return true;
}

bool fxc_read(struct fxc_reading *reading, const unsigned char *data, size_t size) {
  reading->budget = MOST_RECORDS;
  return read_any(reading, data, size, "", 0);
}

void fxc_reading_free(struct fxc_reading *reading) {
  for (size_t i = 0; i < reading->images.count; i++) {
    struct fxc_read_image *image = &reading->images.items[i];
    for (size_t k = 0; k < image->sets.count; k++)
      fxs_vector_free(&image->sets.items[k].properties);
    fxs_vector_free(&image->sets);
    fxs_vector_free(&image->entries);
  }
  fxs_vector_free(&reading->images);
  fxs_vector_free(&reading->problems);
  fxs_arena_release(&reading->arena);
}

bool fxc_read_record(const struct fxc_read_property *property,
                     const struct falx_kernel_record **out_record) {
  const struct falx_kernel_record *record = (const void *)property->bytes;
  *out_record = record;
  return property->type == FALX_PROPERTY_BYTE_ARRAY && record &&
         (uintptr_t)record % _Alignof(struct falx_kernel_record) == 0 &&
         property->size >= offsetof(struct falx_kernel_record, params) &&
         record->version == FALX_KERNEL_RECORD_VERSION &&
         record->param_count <= (property->size - offsetof(struct falx_kernel_record, params)) /
                                    sizeof(struct falx_kernel_param);
}

bool fxc_read_exports(const char *path, const char *target, struct fxs_map *names,
                      struct fxc_diagnostics *diagnostics) {
  struct fxs_file file;
  int status = fxs_file_map(path, &file);
  if (status) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "cannot read '%s': %s", path, strerror(status));
    return false;
  }
  struct fxc_reading reading = {0};
  fxc_read(&reading, file.data, file.size);
  for (size_t i = 0; i < reading.images.count; i++) {
    const struct fxc_read_image *image = &reading.images.items[i];
    for (size_t k = 0; image->producer && !strcmp(image->target, target) && k < image->sets.count;
         k++) {
      const struct fxc_read_set *set = &image->sets.items[k];
      for (size_t p = 0; !strcmp(set->name, FALX_SET_EXPORTED) && p < set->properties.count; p++) {
        const struct fxc_read_property *property = &set->properties.items[p];
        bool is_global = property->size == FALX_SYMBOL_GLOBAL;
        if ((is_global || !fxs_map_has(names, property->name)) &&
            !fxs_map_put(names, property->name, is_global ? names : NULL))
          fxc_must(NULL);
      }
    }
  }
  fxc_reading_free(&reading);
  fxs_file_free(&file);
  return true;
}
