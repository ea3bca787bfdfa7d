/* Reads the images out of a file's bytes: objects, fat objects, archives, linked programs and
 * shared libraries, offload records, bitcode. Trusts nothing: every access is checked. */
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
  uint32_t type;              /* enum falx_property_type, or anything */
  const unsigned char *bytes; /* NULL for a number */
  uint64_t size;              /* bytes, or the number */
};

struct fxc_read_set {
  const char *name;
  FXS_VECTOR(struct fxc_read_property) properties;
};

struct fxc_read_image {
  const char *origin;   /* archive member or section it was found in, "" for the file itself */
  const char *producer; /* NULL for device code that is not wrapped yet */
  const char *target;
  const char *compile_options, *link_options; /* NULL before wrapping */
  unsigned format;                            /* enum falx_image_format, or anything */
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
  size_t budget;                     /* records still to be read; private */
};

/* Adds what data holds. False if it is no file of a kind that can hold images. */
bool fxc_read(struct fxc_reading *reading, const unsigned char *data, size_t size);
void fxc_reading_free(struct fxc_reading *reading);

/* A kernel's record checked against its size; false if it is broken. */
bool fxc_read_record(const struct fxc_read_property *property,
                     const struct falx_kernel_record **out_record);

/* Adds the names of what the file's images for target, a name as in -fsycl-targets=, export; the
 * values are NULL where only their own image can call it. False after a report. */
bool fxc_read_exports(const char *path, const char *target, struct fxs_map *names,
                      struct fxc_diagnostics *diagnostics);

#endif
