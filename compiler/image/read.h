/* Reads the images in a file: objects, fat objects, archives, linked programs and shared
 * libraries, offload records, bitcode. The input is untrusted: every access is checked. */
#ifndef FALX_COMPILER_IMAGE_READ_H
#define FALX_COMPILER_IMAGE_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "falx/image.h"
#include "support/arena.h"
#include "support/map.h"
#include "support/vector.h"

struct fxc_diagnostics;

struct fxc_read_property {
  const char *name;
  uint32_t type;              /* enum falx_property_type, or any value */
  const unsigned char *bytes; /* NULL for a number */
  uint64_t size;              /* bytes, or the number */
};

struct fxc_read_set {
  const char *name;
  FXS_VECTOR(struct fxc_read_property) properties;
};

struct fxc_read_image {
  const char *origin;   /* archive member or section that contains it, "" for the file itself */
  const char *producer; /* NULL for device code not wrapped yet */
  const char *target;
  const char *compile_options, *link_options; /* NULL before wrapping */
  unsigned format;                            /* enum falx_image_format, or any value */
  const unsigned char *bytes;                 /* in the file; NULL for native code */
  uint64_t size;
  FXS_VECTOR(const char *) entries; /* native_cpu: the registration array without its end marker */
  FXS_VECTOR(struct fxc_read_set) sets;
};

/* Zero-initialise. Strings live in the arena or in the file's bytes. */
struct fxc_reading {
  struct fxs_arena arena;
  FXS_VECTOR(struct fxc_read_image) images;
  FXS_VECTOR(const char *) problems; /* what could not be read, one sentence each */
  size_t budget;                     /* remaining records that may be read; private */
};

/* Adds the images in data. False if it is not of a kind that can contain images. */
bool fxc_read(struct fxc_reading *reading, const unsigned char *data, size_t size);
void fxc_reading_free(struct fxc_reading *reading);

/* A kernel's record, validated against its size; false if it is invalid. */
bool fxc_read_record(const struct fxc_read_property *property,
                     const struct falx_kernel_record **out_record);

/* Adds the names of the exports in the file's images for target, a name as in -fsycl-targets=;
 * the value is NULL if only its own image can call it. False after a report. */
bool fxc_read_exports(const char *path, const char *target, struct fxs_map *names,
                      struct fxc_diagnostics *diagnostics);

#endif
