/* SPIR-V modules among the inputs become images as they are. Their functions with linkage are the
 * image's exports and imports; a kernel of theirs has no record, and cannot be launched. */
#include "compiler/pipeline/spirv_inputs.h"

#include <stdio.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/pipeline/images.h"
#include "compiler/target.h"
#include "support/file.h"
#include "support/map.h"

enum { MAGIC = 0x07230203, HEADER = 5, BOUND = 3 };
enum { OP_FUNCTION = 54, OP_DECORATE = 71, LINKAGE_ATTRIBUTES = 41 };

bool fxc_is_spirv(const char *path) {
  uint32_t magic = 0;
  FILE *file = fopen(path, "rb");
  bool is_spirv = file && fread(&magic, sizeof magic, 1, file) == 1 && magic == MAGIC;
  if (file)
    fclose(file);
  return is_spirv;
}

/* ---- reading ---- */

struct module {
  const char *path;
  struct fxs_file file;
  const uint32_t *words;
  size_t count;
  bool *is_function; /* of each id */
};

typedef void visit_symbol(void *user, const char *name, bool is_export);

/* The number of words of the instruction at i; 0: it is none. */
static size_t length_at(const struct module *module, size_t i) {
  size_t length = module->words[i] >> 16;
  return length <= module->count - i ? length : 0;
}

static bool find_functions(struct module *module) {
  uint32_t bound = module->words[BOUND];
  module->is_function = fxc_must(calloc((size_t)bound + 1, sizeof *module->is_function));
  for (size_t i = HEADER, length; i < module->count; i += length) {
    length = length_at(module, i);
    if (!length)
      return false;
    if ((module->words[i] & 0xffff) != OP_FUNCTION)
      continue;
    if (length < 3 || module->words[i + 2] >= bound)
      return false;
    module->is_function[module->words[i + 2]] = true;
  }
  return true;
}

static bool open_module(struct module *module, const char *path, struct fxc_diagnostics *sink) {
  *module = (struct module){.path = path};
  int status = fxs_file_read(path, &module->file);
  if (status) {
    fxc_report(sink, FXC_ERROR, NULL, "cannot read '%s': %s", path, strerror(status));
    return false;
  }
  module->words = (const uint32_t *)(const void *)module->file.data;
  module->count = module->file.size / sizeof *module->words;
  if (module->count > HEADER && module->words[BOUND] <= module->count && find_functions(module))
    return true;
  fxc_report(sink, FXC_ERROR, NULL, "'%s' is no whole SPIR-V module", path);
  return false;
}

static void close_module(struct module *module) {
  free(module->is_function);
  fxs_file_free(&module->file);
}

/* OpDecorate id LinkageAttributes name kind: 0 is an export, 1 an import. */
static void visit(const struct module *module, visit_symbol *symbol, void *user) {
  for (size_t i = HEADER; i < module->count; i += length_at(module, i)) {
    const uint32_t *words = &module->words[i];
    size_t length = length_at(module, i), bytes = length > 4 ? (length - 4) * sizeof *words : 0;
    if ((words[0] & 0xffff) != OP_DECORATE || !bytes || words[2] != LINKAGE_ATTRIBUTES ||
        words[1] >= module->words[BOUND] || !module->is_function[words[1]])
      continue;
    const char *name = (const char *)&words[3];
    if (memchr(name, 0, bytes) && words[length - 1] <= 1)
      symbol(user, name, words[length - 1] == 0);
  }
}

/* ---- images ---- */

static void add_name(void *names, const char *name, bool is_export) {
  if (is_export)
    fxc_must(fxs_map_put(names, name, names) ? names : NULL);
}

struct adding {
  struct fxc_image_list *list;
  struct fxc_image *image;
};

static void add_symbol(void *user, const char *name, bool is_export) {
  struct adding *to = user;
  if (is_export) {
    fxc_image_add_number(to->list, to->image, FALX_SET_EXPORTED, name, FALX_SYMBOL_GLOBAL);
    fxc_image_add_entry(to->list, to->image, FALX_ENTRY_EXPORT, name, NULL);
  } else if (strncmp(name, "__", 2) != 0) {
    fxc_image_add_number(to->list, to->image, FALX_SET_IMPORTED, name, FALX_SYMBOL_GLOBAL);
  }
}

static bool is_taken(const struct fxc_run *run, size_t input) {
  return run->job->options.target->format == FALX_IMAGE_FORMAT_SPIRV &&
         fxc_is_spirv(run->job->inputs.items[input]);
}

bool fxc_spirv_exports(struct fxc_run *run, struct fxs_map *names) {
  bool is_fine = true;
  for (size_t i = 0; i < run->job->inputs.count && is_fine; i++) {
    struct module module;
    if (!is_taken(run, i))
      continue;
    is_fine = open_module(&module, run->job->inputs.items[i], run->diagnostics);
    if (is_fine)
      visit(&module, add_name, names);
    close_module(&module);
  }
  return is_fine;
}

bool fxc_spirv_images(struct fxc_run *run) {
  bool is_fine = true;
  for (size_t i = 0; i < run->job->inputs.count && is_fine; i++) {
    struct module module;
    if (!is_taken(run, i))
      continue;
    is_fine = open_module(&module, run->job->inputs.items[i], run->diagnostics);
    if (is_fine) {
      struct adding adding = {&run->images, fxc_run_add_image(run)};
      visit(&module, add_symbol, &adding);
      fxc_run_keep_bytes(run, adding.image,
                         LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)module.file.data,
                                                                   module.file.size, module.path),
                         false);
    }
    close_module(&module);
  }
  return is_fine;
}
