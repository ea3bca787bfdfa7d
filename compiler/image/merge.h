/* Merges relocatable objects: the objects of variants and parts become one file. */
#ifndef FALX_COMPILER_IMAGE_MERGE_H
#define FALX_COMPILER_IMAGE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

struct fxc_object {
  const unsigned char *data; /* aligned to 8 bytes */
  size_t size;
};

/* Objects are 64-bit little-endian ELF, of one machine, made by LLVM in this process. Their
 * sections are kept separate; global symbols of the same name are merged, and hidden defined
 * ones become local, since nobody else may see them. The caller frees out_data. False if an
 * object is of another kind, or has more sections than its header can count. */
bool fxc_merge_objects(const struct fxc_object *objects, size_t count, unsigned char **out_data,
                       size_t *out_size);

#endif
