/* Bounds-checked reader of little-endian ELF64 files, and one edit: adding a section to an object.
 *
 * Everything points into the bytes given, which the caller keeps. */
#ifndef FALX_SUPPORT_ELF_H
#define FALX_SUPPORT_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fxs_elf {
  const unsigned char *data;
  size_t size;
  uint16_t type;    /* ET_REL, ET_EXEC, ET_DYN */
  uint16_t machine; /* EM_… */
  size_t section_count;
  /* ---- private ---- */
  uint64_t table_offset;
  size_t names_index;
};

struct fxs_elf_section {
  const char *name; /* zero-terminated inside the file */
  uint32_t type, link, info;
  uint64_t flags, address, size, alignment, entry_size;
  const unsigned char *data; /* NULL if it has no bytes in the file */
};

bool fxs_elf_is(const void *data, size_t size); /* has the magic of an ELF file */

/* False if the file is not a little-endian ELF64 file or its section table exceeds the file. */
bool fxs_elf_open(const void *data, size_t size, struct fxs_elf *out_elf);
/* False if index, name or contents are out of bounds. */
bool fxs_elf_section(const struct fxs_elf *elf, size_t index, struct fxs_elf_section *out_section);
/* The first section of that name; false if none. */
bool fxs_elf_find(const struct fxs_elf *elf, const char *name, struct fxs_elf_section *out_section);

/* A copy of a relocatable object with one more section, which linkers leave out of their output.
 * The caller frees *out_data. Returns 0, ENOMEM, or EINVAL if elf is not an object that can be
 * edited this way. */
int fxs_elf_add_section(const struct fxs_elf *elf, const char *name, uint32_t type,
                        const void *contents, size_t contents_size, unsigned char **out_data,
                        size_t *out_size);

#endif
