/* One relocatable object from several: what variants are generated into apart becomes one file. */
#ifndef FALX_COMPILER_IMAGE_MERGE_H
#define FALX_COMPILER_IMAGE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

struct fxc_object {
  const unsigned char *data; /* aligned to 8 bytes */
  size_t size;
};

/* Objects are 64-bit little-endian ELF, of one machine, made by LLVM in this process. Their
 * sections stand side by side; global symbols of one name become one, and hidden ones that are
 * defined become local, as nobody else is to see them. out_data is the caller's to free. False if
 * an object is of another kind, or has more sections than its header counts. */
bool fxc_merge_objects(const struct fxc_object *objects, size_t count, unsigned char **out_data,
                       size_t *out_size);

#endif
