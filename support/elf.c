/* ELF64 reader and its one edit. */
#include "support/elf.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool fxs_elf_is(const void *data, size_t size) {
  return size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}

static Elf64_Shdr header_at(const struct fxs_elf *elf, size_t index) {
  Elf64_Shdr header; /* copied: the table need not be aligned in a hostile file */
  memcpy(&header, elf->data + elf->table_offset + index * sizeof header, sizeof header);
  return header;
}

bool fxs_elf_open(const void *data, size_t size, struct fxs_elf *out_elf) {
  Elf64_Ehdr header;
  *out_elf = (struct fxs_elf){0};
  if (!fxs_elf_is(data, size) || size < sizeof header)
    return false;
  memcpy(&header, data, sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
    return false;
  struct fxs_elf elf = {.data = data,
                        .size = size,
                        .type = header.e_type,
                        .machine = header.e_machine,
                        .section_count = header.e_shnum,
                        .table_offset = header.e_shoff,
                        .names_index = header.e_shstrndx};
  if (header.e_shoff == 0) {
    elf.section_count = 0;
  } else {
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > size ||
        size - header.e_shoff < sizeof(Elf64_Shdr))
      return false;
    /* Counts too large for the header are stored in section 0. */
    Elf64_Shdr first = header_at(&elf, 0);
    if (elf.section_count == 0)
      elf.section_count = first.sh_size;
    if (elf.names_index == SHN_XINDEX)
      elf.names_index = first.sh_link;
    if (elf.section_count > (size - header.e_shoff) / sizeof(Elf64_Shdr))
      return false;
  }
  *out_elf = elf;
  return true;
}

static bool lies_inside(const struct fxs_elf *elf, uint64_t offset, uint64_t size) {
  return offset <= elf->size && size <= elf->size - offset;
}

bool fxs_elf_section(const struct fxs_elf *elf, size_t index, struct fxs_elf_section *out_section) {
  *out_section = (struct fxs_elf_section){0};
  if (index >= elf->section_count || elf->names_index >= elf->section_count)
    return false;
  Elf64_Shdr header = header_at(elf, index), names = header_at(elf, elf->names_index);
  if (!lies_inside(elf, names.sh_offset, names.sh_size) || header.sh_name >= names.sh_size)
    return false;
  const char *name = (const char *)elf->data + names.sh_offset + header.sh_name;
  if (!memchr(name, 0, names.sh_size - header.sh_name))
    return false;
  bool has_bytes = header.sh_type != SHT_NOBITS && header.sh_type != SHT_NULL;
  if (has_bytes && !lies_inside(elf, header.sh_offset, header.sh_size))
    return false;
  *out_section = (struct fxs_elf_section){
      .name = name,
      .type = header.sh_type,
      .link = header.sh_link,
      .info = header.sh_info,
      .flags = header.sh_flags,
      .address = header.sh_addr,
      .size = header.sh_size,
      .alignment = header.sh_addralign,
      .entry_size = header.sh_entsize,
      .data = has_bytes ? elf->data + header.sh_offset : NULL,
  };
  return true;
}

bool fxs_elf_find(const struct fxs_elf *elf, const char *name,
                  struct fxs_elf_section *out_section) {
  for (size_t i = 1; i < elf->section_count; ++i)
    if (fxs_elf_section(elf, i, out_section) && strcmp(out_section->name, name) == 0)
      return true;
  *out_section = (struct fxs_elf_section){0};
  return false;
}

static size_t align8(size_t size) {
  return (size + 7) & ~(size_t)7;
}

/* A count too large for the header goes into section 0. */
static void store_count(unsigned char *data, size_t table_at, size_t count) {
  Elf64_Ehdr header;
  Elf64_Shdr first;
  memcpy(&header, data, sizeof header);
  header.e_shoff = table_at;
  header.e_shnum = count < SHN_LORESERVE ? (Elf64_Half)count : 0;
  memcpy(data, &header, sizeof header);
  if (count < SHN_LORESERVE)
    return;
  memcpy(&first, data + table_at, sizeof first);
  first.sh_size = count;
  memcpy(data + table_at, &first, sizeof first);
}

int fxs_elf_add_section(const struct fxs_elf *elf, const char *name, uint32_t type,
                        const void *contents, size_t contents_size, unsigned char **out_data,
                        size_t *out_size) {
  struct fxs_elf_section names;
  *out_data = NULL;
  *out_size = 0;
  if (elf->type != ET_REL || elf->section_count < 1 ||
      !fxs_elf_section(elf, elf->names_index, &names) || !names.data)
    return EINVAL;

  /* Layout: old bytes, contents, new names, new table. The old table is overwritten if it ends
   * the file, as compilers place it; the old names stay unused. */
  size_t old_table = elf->section_count * sizeof(Elf64_Shdr);
  size_t kept = elf->table_offset + old_table == elf->size ? elf->table_offset : elf->size;
  size_t contents_at = align8(kept), names_at = align8(contents_at + contents_size);
  size_t name_size = strlen(name) + 1, names_size = names.size + name_size;
  size_t table_at = align8(names_at + names_size);
  size_t total = table_at + old_table + sizeof(Elf64_Shdr);
  if (contents_size > SIZE_MAX / 4 || names_size > UINT32_MAX)
    return EINVAL;
  unsigned char *data = calloc(1, total);
  if (!data)
    return ENOMEM;
  memcpy(data, elf->data, kept);
  if (contents_size)
    memcpy(data + contents_at, contents, contents_size);
  memcpy(data + names_at, names.data, names.size);
  memcpy(data + names_at + names.size, name, name_size);
  memcpy(data + table_at, elf->data + elf->table_offset, old_table);

  Elf64_Shdr changed = header_at(elf, elf->names_index);
  changed.sh_offset = names_at;
  changed.sh_size = names_size;
  memcpy(data + table_at + elf->names_index * sizeof changed, &changed, sizeof changed);
  Elf64_Shdr fresh = {.sh_name = (uint32_t)names.size,
                      .sh_type = type,
                      .sh_flags = SHF_EXCLUDE,
                      .sh_offset = contents_at,
                      .sh_size = contents_size,
                      .sh_addralign = 8};
  memcpy(data + table_at + old_table, &fresh, sizeof fresh);
  store_count(data, table_at, elf->section_count + 1);
  *out_data = data;
  *out_size = total;
  return 0;
}
