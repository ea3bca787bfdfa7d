/* Pointers in ELF files. */
#include "compiler/image/read_elf.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right) {
  const struct fxc_place *a = &((const struct fxc_pointer *)left)->at;
  const struct fxc_place *b = &((const struct fxc_pointer *)right)->at;
  if (a->section != b->section)
    return a->section < b->section ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static uint64_t word(const unsigned char *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

/* Relocations that store a plain 64-bit address, with a symbol or relative to the load address. */
static bool is_absolute(uint16_t machine, uint32_t type) {
  return (machine == EM_X86_64 && type == R_X86_64_64) ||
         (machine == EM_AARCH64 && type == R_AARCH64_ABS64) ||
         (machine == EM_RISCV && type == R_RISCV_64);
}

static bool is_relative(uint16_t machine, uint32_t type) {
  return (machine == EM_X86_64 && type == R_X86_64_RELATIVE) ||
         (machine == EM_AARCH64 && type == R_AARCH64_RELATIVE) ||
         (machine == EM_RISCV && type == R_RISCV_RELATIVE);
}

static bool add_relocations(struct fxc_elf_memory *memory, const struct fxs_elf_section *table) {
  const struct fxs_elf *elf = memory->elf;
  bool is_object = elf->type == ET_REL;
  struct fxs_elf_section symbols = {0};
  if (is_object && (!fxs_elf_section(elf, table->link, &symbols) || !symbols.data))
    return true;
  for (uint64_t at = 0; table->data && table->size - at >= sizeof(Elf64_Rela);
       at += sizeof(Elf64_Rela)) {
    Elf64_Rela entry;
    memcpy(&entry, table->data + at, sizeof entry);
    uint32_t type = (uint32_t)ELF64_R_TYPE(entry.r_info);
    struct fxc_pointer pointer = {{is_object ? table->info : FXC_LINKED, entry.r_offset},
                                  {FXC_LINKED, (uint64_t)entry.r_addend}};
    if (is_object) {
      uint64_t index = ELF64_R_SYM(entry.r_info);
      Elf64_Sym symbol;
      if (!is_absolute(elf->machine, type) || index >= symbols.size / sizeof symbol)
        continue;
      memcpy(&symbol, symbols.data + index * sizeof symbol, sizeof symbol);
      pointer.target.section = symbol.st_shndx < SHN_LORESERVE ? symbol.st_shndx : 0;
      pointer.target.offset = symbol.st_value + (uint64_t)entry.r_addend;
    } else if (!is_relative(elf->machine, type)) {
      continue;
    }
    if (!fxs_vector_push(&memory->pointers, pointer))
      return false;
  }
  return true;
}

bool fxc_elf_memory_open(struct fxc_elf_memory *memory, const struct fxs_elf *elf) {
  *memory = (struct fxc_elf_memory){.elf = elf};
  for (size_t i = 0; i < elf->section_count; i++) {
    struct fxs_elf_section section;
    if (!fxs_elf_section(elf, i, &section))
      return false;
    if (elf->type != ET_REL && !(section.flags & SHF_ALLOC))
      continue;
    if (!fxs_vector_push(&memory->sections, section))
      return false;
    if (section.type == SHT_RELA && !add_relocations(memory, &section))
      return false;
  }
  if (memory->pointers.count)
    qsort(memory->pointers.items, memory->pointers.count, sizeof *memory->pointers.items, compare);
  return true;
}

void fxc_elf_memory_free(struct fxc_elf_memory *memory) {
  fxs_vector_free(&memory->sections);
  fxs_vector_free(&memory->pointers);
}

/* The part of the section from place on. */
static const unsigned char *rest_of(const struct fxc_elf_memory *memory, struct fxc_place place,
                                    uint64_t *out_left) {
  if (place.section != FXC_LINKED) {
    if (place.section == 0 || place.section >= memory->sections.count)
      return NULL;
    const struct fxs_elf_section *section = &memory->sections.items[place.section];
    if (!section->data || place.offset > section->size)
      return NULL;
    *out_left = section->size - place.offset;
    return section->data + place.offset;
  }
  for (size_t i = 0; i < memory->sections.count; i++) {
    const struct fxs_elf_section *section = &memory->sections.items[i];
    if (!section->data || place.offset < section->address ||
        place.offset - section->address > section->size ||
        (place.offset - section->address == section->size && section->size))
      continue;
    *out_left = section->size - (place.offset - section->address);
    return section->data + (place.offset - section->address);
  }
  return NULL;
}

const unsigned char *fxc_elf_bytes(const struct fxc_elf_memory *memory, struct fxc_place place,
                                   uint64_t size) {
  uint64_t left;
  const unsigned char *bytes = rest_of(memory, place, &left);
  return bytes && left >= size ? bytes : NULL;
}

const char *fxc_elf_string(const struct fxc_elf_memory *memory, struct fxc_place place) {
  uint64_t left;
  const unsigned char *bytes = rest_of(memory, place, &left);
  return bytes && memchr(bytes, 0, left) ? (const char *)bytes : NULL;
}

bool fxc_elf_pointer(const struct fxc_elf_memory *memory, struct fxc_place place,
                     struct fxc_place *out_target) {
  const unsigned char *bytes = fxc_elf_bytes(memory, place, 8);
  *out_target = FXC_NULL_PLACE;
  if (!bytes)
    return false;
  struct fxc_pointer key = {.at = place};
  const struct fxc_pointer *found =
      memory->pointers.count
          ? bsearch(&key, memory->pointers.items, memory->pointers.count, sizeof key, compare)
          : NULL;
  if (found && (found->target.section || memory->elf->type != ET_REL))
    *out_target = found->target;
  else if (!found && memory->elf->type != ET_REL && word(bytes))
    *out_target = (struct fxc_place){FXC_LINKED, word(bytes)}; /* not relocated, or by DT_RELR */
  return true;
}
