/* Tables: images as files, between falx-post-link and falx-offload-wrapper (docs/tools.md). */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/image/model.h"
#include "compiler/memory.h"
#include "compiler/target.h"
#include "support/base64.h"
#include "support/file.h"

#define HEADER "[Code|Properties|Symbols]"

static const struct {
  enum falx_image_format format;
  const char *extension;
} formats[] = {{FALX_IMAGE_FORMAT_NATIVE, "bc"},
               {FALX_IMAGE_FORMAT_SPIRV, "spv"},
               {FALX_IMAGE_FORMAT_PTX, "ptx"}};

/* Precede the names of entries. */
static const char *const kind_words[] = {
    [FALX_ENTRY_KERNEL] = "",
    [FALX_ENTRY_EXPORT] = "export ",
    [FALX_ENTRY_IMPORT] = "import ",
    [FALX_ENTRY_EXPORT_ROWS] = "export rows ",
    [FALX_ENTRY_IMPORT_ROWS] = "import rows ",
};

/* ---- properties ---- */

void fxc_properties_print(const struct fxc_image *image, struct fxs_strbuf *out) {
  for (size_t i = 0; i < image->sets.count; i++) {
    const struct fxc_property_set *set = &image->sets.items[i];
    fxs_strbuf_printf(out, "[%s]\n", set->name);
    for (size_t k = 0; k < set->properties.count; k++) {
      const struct fxc_property *property = &set->properties.items[k];
      if (property->type == FALX_PROPERTY_UINT32) {
        fxs_strbuf_printf(out, "%s=1|%" PRIu64 "\n", property->name, property->size);
        continue;
      }
      char *text = fxc_must(fxs_base64_encode(property->bytes, property->size));
      fxs_strbuf_printf(out, "%s=2|%s\n", property->name, text);
      free(text);
    }
  }
}

static bool parse_property(struct fxc_image_list *list, struct fxc_image *image, const char *set,
                           char *line) {
  char *equals = strrchr(line, '|');
  if (!equals || equals - line < 2 || equals[-2] != '=')
    return false;
  const char *value = equals + 1;
  char type = equals[-1];
  equals[-2] = '\0';
  if (type == '1') {
    char *end;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    if (end == value || *end || errno || number > UINT32_MAX)
      return false;
    fxc_image_add_number(list, image, set, line, (uint32_t)number);
    return true;
  }
  size_t size;
  unsigned char *bytes = type == '2' ? fxs_base64_decode(value, strlen(value), &size) : NULL;
  if (!bytes)
    return false;
  fxc_image_add_bytes(list, image, set, line, bytes, size);
  free(bytes);
  return true;
}

bool fxc_properties_parse(struct fxc_image_list *list, struct fxc_image *image, const char *text,
                          const char **out_error) {
  const char *set = NULL;
  unsigned number = 1;
  for (const char *at = text; *at; number++) {
    size_t length = strcspn(at, "\n");
    char *line = fxc_must(fxs_arena_strndup(&list->arena, at, length));
    at += length + (at[length] == '\n');
    if (!length)
      continue;
    if (line[0] == '[' && line[length - 1] == ']') {
      line[length - 1] = '\0';
      set = line + 1;
    } else if (!set || !parse_property(list, image, set, line)) {
      *out_error = fxc_must(fxs_arena_printf(
          &list->arena, "line %u is neither '[SET NAME]' nor 'name=type|value'", number));
      return false;
    }
  }
  return true;
}

/* ---- writing ---- */

static bool write_file(const char *path, const void *data, size_t size,
                       struct fxc_diagnostics *diagnostics) {
  int status = fxs_file_write(path, data, size);
  if (status)
    fxc_report(diagnostics, FXC_ERROR, NULL, "cannot write '%s': %s", path, strerror(status));
  return !status;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* OUT without its extension. */
static char *stem_of(const char *path) {
  char *stem = fxc_must(strdup(path)), *dot = strrchr(stem, '.');
  if (dot && dot > strrchr(stem, '/') && dot != last_part(stem))
    *dot = '\0';
  return stem;
}

bool fxc_table_write(const struct fxc_image_list *list, const char *path,
                     struct fxc_diagnostics *diagnostics) {
  struct fxs_strbuf table = {0}, text = {0}, name = {0};
  char *stem = stem_of(path);
  bool is_fine = true;
  fxs_strbuf_puts(&table, HEADER "\n");
  for (size_t i = 0; i < list->images.count && is_fine; i++) {
    const struct fxc_image *image = &list->images.items[i];
    const char *extensions[3] = {"", "prop", "sym"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
      if (formats[k].format == image->format)
        extensions[0] = formats[k].extension;
    for (size_t k = 0; k < 3 && is_fine; k++) {
      name.length = text.length = 0;
      fxs_strbuf_printf(&name, "%s_%zu.%s", stem, i, extensions[k]);
      fxs_strbuf_printf(&table, "%s%c", last_part(name.data), k == 2 ? '\n' : '|');
      if (k == 1)
        fxc_properties_print(image, &text);
      for (size_t e = 0; k == 2 && e < image->entries.count; e++) {
        if (image->entries.items[e].kind >= sizeof kind_words / sizeof *kind_words)
          continue; /* addresses on the host, which only the linker knows */
        fxs_strbuf_printf(&text, "%s%s\n", kind_words[image->entries.items[e].kind],
                          image->entries.items[e].name);
      }
      is_fine = k == 0
                    ? write_file(name.data, image->bytes, image->size, diagnostics)
                    : write_file(name.data, text.length ? text.data : "", text.length, diagnostics);
    }
  }
  if (is_fine)
    is_fine = write_file(path, table.data, table.length, diagnostics);
  fxs_strbuf_free(&table);
  fxs_strbuf_free(&text);
  fxs_strbuf_free(&name);
  free(stem);
  return is_fine;
}

/* ---- reading ---- */

static bool read_file(const char *path, struct fxs_file *out_file,
                      struct fxc_diagnostics *diagnostics) {
  int status = fxs_file_read(path, out_file);
  if (status)
    fxc_report(diagnostics, FXC_ERROR, NULL, "cannot read '%s': %s", path, strerror(status));
  return !status;
}

static enum falx_image_format format_of(const char *path, const struct fxc_target *target) {
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(dot + 1, formats[i].extension) && (formats[i].format == FALX_IMAGE_FORMAT_NATIVE) ==
                                                      (target->format == FALX_IMAGE_FORMAT_NATIVE))
      return formats[i].format;
  return target->format == FALX_IMAGE_FORMAT_NATIVE ? FALX_IMAGE_FORMAT_NATIVE
                                                    : FALX_IMAGE_FORMAT_BITCODE;
}

/* One row; files[] are paths. */
static bool read_row(struct fxc_image_list *list, char *const files[3],
                     const struct fxc_target *target, struct fxc_diagnostics *diagnostics) {
  struct fxc_image *image = fxc_image_add(list, target, format_of(files[0], target));
  bool is_native = image->format == FALX_IMAGE_FORMAT_NATIVE;
  struct fxs_file file;
  if (!is_native) {
    if (!read_file(files[0], &file, diagnostics))
      return false;
    unsigned char *copy = fxc_new(&list->arena, file.size, 1);
    memcpy(copy, file.data, file.size);
    image->bytes = copy;
    image->size = file.size;
    fxs_file_free(&file);
  }
  if (!read_file(files[1], &file, diagnostics))
    return false;
  const char *error = NULL;
  bool is_fine = fxc_properties_parse(list, image, (const char *)file.data, &error);
  fxs_file_free(&file);
  if (!is_fine) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "'%s': %s", files[1], error);
    return false;
  }
  if (!read_file(files[2], &file, diagnostics))
    return false;
  for (char *save = NULL, *name = strtok_r((char *)file.data, "\n", &save); name;
       name = strtok_r(NULL, "\n", &save)) {
    enum falx_entry_kind kind = FALX_ENTRY_IMPORT_ROWS; /* prefixes of each other: the longer
                                                         * words first */
    while (strncmp(name, kind_words[kind], strlen(kind_words[kind])) != 0)
      kind--;
    name += strlen(kind_words[kind]);
    fxc_image_add_entry(list, image, kind, name,
                        is_native ? fxc_image_symbol(list, image, kind, name) : NULL);
  }
  fxs_file_free(&file);
  return true;
}

bool fxc_table_read(struct fxc_image_list *list, const char *path, const struct fxc_target *target,
                    struct fxc_diagnostics *diagnostics) {
  struct fxs_file file;
  if (!read_file(path, &file, diagnostics))
    return false;
  bool is_fine = true;
  unsigned number = 0;
  char *save = NULL;
  for (char *line = strtok_r((char *)file.data, "\n", &save); line && is_fine;
       line = strtok_r(NULL, "\n", &save)) {
    if (number++ == 0) {
      is_fine = !strcmp(line, HEADER);
      if (!is_fine)
        fxc_report(diagnostics, FXC_ERROR, NULL, "'%s' is no table: its first line is not " HEADER,
                   path);
      continue;
    }
    char *files[3] = {NULL}, *rest = NULL, *part = strtok_r(line, "|", &rest);
    for (int i = 0; i < 3 && part; i++, part = strtok_r(NULL, "|", &rest))
      files[i] = part[0] == '/'
                     ? part
                     : fxc_must(fxs_arena_printf(&list->arena, "%.*s%s",
                                                 (int)(last_part(path) - path), path, part));
    is_fine = files[2] && !part;
    if (!is_fine)
      fxc_report(diagnostics, FXC_ERROR, NULL, "'%s': line %u does not name three files", path,
                 number);
    else
      is_fine = read_row(list, files, target, diagnostics);
  }
  if (is_fine && number == 0) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "'%s' is no table: it is empty", path);
    is_fine = false;
  }
  fxs_file_free(&file);
  return is_fine;
}
