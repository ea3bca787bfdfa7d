/* Device images while they are built: what becomes struct falx_image. */
#ifndef FALX_COMPILER_IMAGE_MODEL_H
#define FALX_COMPILER_IMAGE_MODEL_H

#include <stdint.h>

#include "compiler/ir/callgraph.h"
#include "compiler/module.h"
#include "falx/image.h"
#include "support/arena.h"
#include "support/strbuf.h"
#include "support/vector.h"

struct fxc_property {
  const char *name;
  enum falx_property_type type;
  const void *bytes; /* NULL for a number */
  uint64_t size;     /* bytes, or the number */
};

struct fxc_property_set {
  const char *name;
  FXS_VECTOR(struct fxc_property) properties;
};

struct fxc_entry {
  const char *name; /* as registered */
  enum falx_entry_kind kind;
  const char *symbol; /* native_cpu: of the subhandler, entry or slot; else NULL */
};

struct fxc_image {
  const struct fxc_target *target;
  enum falx_image_format format;
  const char *compile_options, *link_options;
  const char *needs; /* what its kernels need of the device; NULL: any may share an image */
  const void *bytes; /* NULL for native_cpu, whose array is built from the entries */
  size_t size;
  FXS_VECTOR(struct fxc_entry) entries;
  FXS_VECTOR(struct fxc_property_set) sets;
};

/* Owns everything the images point to. */
struct fxc_image_list {
  struct fxs_arena arena;
  FXS_VECTOR(struct fxc_image) images;
  bool is_split; /* an option says which kernels share an image */
};

struct fxc_image *fxc_image_add(struct fxc_image_list *list, const struct fxc_target *target,
                                enum falx_image_format format);
void fxc_image_list_free(struct fxc_image_list *list);

/* Names and bytes are copied. */
void fxc_image_add_entry(struct fxc_image_list *list, struct fxc_image *image,
                         enum falx_entry_kind kind, const char *name, const char *symbol);
void fxc_image_add_number(struct fxc_image_list *list, struct fxc_image *image, const char *set,
                          const char *name, uint32_t value);
void fxc_image_add_bytes(struct fxc_image_list *list, struct fxc_image *image, const char *set,
                         const char *name, const void *bytes, uint64_t size);

/* The suffix of names of that kind. */
const char *fxc_image_suffix(enum falx_entry_kind kind);
static inline bool fxc_is_slot(enum falx_entry_kind kind) {
  return kind == FALX_ENTRY_IMPORT || kind == FALX_ENTRY_IMPORT_ROWS ||
         kind == FALX_ENTRY_DEVICE_GLOBAL;
}

/* The symbol of a kernel's subhandler, an export's entry or an import's slot: the name with a
 * suffix, since the name itself is a symbol of the host, and the processor's name unless that is
 * the baseline. */
const char *fxc_image_symbol(struct fxc_image_list *list, const struct fxc_image *image,
                             enum falx_entry_kind kind, const char *name);

/* ---- properties.c ---- */

/* Fills image's entries and property sets from the module; functions are the kernels that the
 * image contains (native_cpu: the subhandlers, and the entries of exports). is_first: the
 * module's first image, which also describes what belongs to none of them. */
void fxc_image_describe(struct fxc_image_list *list, struct fxc_image *image,
                        const struct fxc_module *module, const LLVMValueRef *functions,
                        size_t count, bool is_first);

/* ---- device_globals.c ---- */

/* Adds the device_globals that functions use. met: those already added to this image. */
void fxc_device_globals_describe(struct fxc_image_list *list, struct fxc_image *image,
                                 const struct fxc_module *module,
                                 const struct fxc_function_list *functions, struct fxc_map *met);

/* Document 000: a variable with property device_image_scope may be in only one of the images from
 * first on, which are module's. False after a report. */
bool fxc_image_check_scopes(const struct fxc_image_list *list, size_t first,
                            const struct fxc_module *module);

/* ---- wrap.c ---- */

/* Adds descriptors and registration of all images to module; with symbol, the descriptor is
 * exported under that name instead of registered. Declares subhandlers that module does not
 * define. */
void fxc_wrap(LLVMModuleRef module, const struct fxc_image_list *list, const char *producer,
              const char *symbol);

/* An empty module for them, of the program's architecture and ABI: options are for a target of
 * the host, machine is theirs. NULL after a report. */
LLVMModuleRef fxc_image_module(LLVMContextRef context, struct fxc_options *options,
                               LLVMTargetMachineRef machine, struct fxc_diagnostics *diagnostics);

/* ---- table.c ---- */

/* Text of a .prop file. */
void fxc_properties_print(const struct fxc_image *image, struct fxs_strbuf *out);
/* Parses it; false with a message in out_error (arena). */
bool fxc_properties_parse(struct fxc_image_list *list, struct fxc_image *image, const char *text,
                          const char **out_error);
/* Images of the tables' rows; false after a report. */
bool fxc_table_read(struct fxc_image_list *list, const char *path, const struct fxc_target *target,
                    struct fxc_diagnostics *diagnostics);
/* Writes path and its companions path_<n>.{bc,prop,sym}: one row per image, whose bytes are the
 * code; false after a report. */
bool fxc_table_write(const struct fxc_image_list *list, const char *path,
                     struct fxc_diagnostics *diagnostics);

#endif
