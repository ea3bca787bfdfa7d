/* Pointers in ELF files: the value of a pointer-sized word once the file is loaded. */
#ifndef FALX_COMPILER_IMAGE_READ_ELF_H
#define FALX_COMPILER_IMAGE_READ_ELF_H

#include <stdbool.h>
#include <stdint.h>

#include "support/elf.h"
#include "support/vector.h"

/* A location: an offset into a section of an object, an address in a linked file. */
struct fxc_place {
  uint32_t section; /* FXC_LINKED for an address */
  uint64_t offset;
};
#define FXC_LINKED UINT32_MAX
#define FXC_NULL_PLACE ((struct fxc_place){0, 0})

struct fxc_pointer {
  struct fxc_place at, target;
};

struct fxc_elf_memory {
  const struct fxs_elf *elf;
  FXS_VECTOR(struct fxs_elf_section)
  sections;                                /* all of an object's; loaded ones of a linked file */
  FXS_VECTOR(struct fxc_pointer) pointers; /* of relocations, sorted by place */
};

/* False if out of memory or the section table is invalid. */
bool fxc_elf_memory_open(struct fxc_elf_memory *memory, const struct fxs_elf *elf);
void fxc_elf_memory_free(struct fxc_elf_memory *memory);

/* size bytes at place inside one section; NULL if out of bounds. */
const unsigned char *fxc_elf_bytes(const struct fxc_elf_memory *memory, struct fxc_place place,
                                   uint64_t size);
/* A zero-terminated string; NULL if it does not end inside its section. */
const char *fxc_elf_string(const struct fxc_elf_memory *memory, struct fxc_place place);
/* The pointer at place; false if the place does not exist. A null or unresolved pointer is
 * FXC_NULL_PLACE. */
bool fxc_elf_pointer(const struct fxc_elf_memory *memory, struct fxc_place place,
                     struct fxc_place *out_target);

#endif
