/* Merges relocatable objects like `ld -r`, without running a linker. Nothing is relocated:
 * relocations are kept and refer to the symbols of the merged table. */
#include "compiler/image/merge.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/memory.h"
#include "support/map.h"
#include "support/vector.h"

#ifndef SHT_LLVM_ADDRSIG
#define SHT_LLVM_ADDRSIG 0x6fff4c03
#endif
#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif

struct input {
  const unsigned char *data;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *sections;
  const Elf64_Sym *symbols;
  const char *names;         /* of symbols */
  const char *section_names; /* of sections */
  size_t symbol_count;
  uint32_t *section_map; /* input section index to the output's; 0: dropped */
  uint32_t *symbol_map;
};

struct merge {
  struct input *inputs;
  size_t count;
  FXS_VECTOR(Elf64_Shdr)
  sections; /* sh_offset, sh_link and sh_info as in the input until layout */
  FXS_VECTOR(const struct input *) origins; /* of sections; NULL for the tables created here */
  FXS_VECTOR(Elf64_Sym) symbols;
  FXS_VECTOR(char) names, section_names;
  struct fxs_map globals; /* name to 1 + index in symbols */
};

static uint32_t add_name(struct merge *self, bool is_section, const char *name) {
  size_t length = strlen(name) + 1, at = is_section ? self->section_names.count : self->names.count;
  for (size_t i = 0; i < length; i++)
    if (is_section)
      fxc_push(&self->section_names, name[i]);
    else
      fxc_push(&self->names, name[i]);
  return (uint32_t)at;
}

static bool open_input(struct input *input, const struct fxc_object *object) {
  const Elf64_Ehdr *header = (const void *)object->data;
  if (object->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_type != ET_REL || !header->e_shnum || header->e_shstrndx >= header->e_shnum)
    return false;
  input->data = object->data;
  input->header = header;
  input->sections = (const void *)(object->data + header->e_shoff);
  input->section_names = (const char *)object->data + input->sections[header->e_shstrndx].sh_offset;
  input->section_map = fxc_must(calloc(header->e_shnum, sizeof(uint32_t)));
  for (unsigned i = 0; i < header->e_shnum; i++) {
    const Elf64_Shdr *section = &input->sections[i];
    if (section->sh_type != SHT_SYMTAB)
      continue;
    input->symbols = (const void *)(object->data + section->sh_offset);
    input->symbol_count = section->sh_size / sizeof(Elf64_Sym);
    input->names = (const char *)object->data + input->sections[section->sh_link].sh_offset;
  }
  input->symbol_map = fxc_must(calloc(input->symbol_count + 1, sizeof(uint32_t)));
  return true;
}

/* ---- sections ---- */

static const uint32_t *group_of(const struct input *input, const Elf64_Shdr *section,
                                size_t *out_count) {
  *out_count = section->sh_size / sizeof(uint32_t);
  return (const void *)(input->data + section->sh_offset);
}

/* A section group whose name occurred before is dropped, as a linker does. */
static void drop_repeated_groups(const struct input *input, struct fxs_map *groups,
                                 bool *is_dropped) {
  for (unsigned i = 1; i < input->header->e_shnum; i++) {
    const Elf64_Shdr *section = &input->sections[i];
    if (section->sh_type != SHT_GROUP)
      continue;
    const char *name = input->names + input->symbols[section->sh_info].st_name;
    size_t count;
    const uint32_t *words = group_of(input, section, &count);
    bool is_known = fxs_map_has(groups, name);
    fxc_must(fxs_map_put(groups, name, NULL) ? groups : NULL);
    is_dropped[i] = is_known;
    for (size_t k = 1; is_known && k < count; k++)
      is_dropped[words[k]] = true;
  }
}

static void add_sections(struct merge *self, struct input *input, struct fxs_map *groups) {
  bool *is_dropped = fxc_must(calloc(input->header->e_shnum, sizeof(bool)));
  drop_repeated_groups(input, groups, is_dropped);
  for (unsigned i = 1; i < input->header->e_shnum; i++) {
    Elf64_Shdr section = input->sections[i];
    if (is_dropped[i] || section.sh_type == SHT_NULL || section.sh_type == SHT_SYMTAB ||
        section.sh_type == SHT_STRTAB || section.sh_type == SHT_LLVM_ADDRSIG ||
        (section.sh_type == SHT_RISCV_ATTRIBUTES && input->header->e_machine == EM_RISCV &&
         input != self->inputs)) /* no duplicates within one object */
      continue;
    section.sh_name = add_name(self, true, input->section_names + section.sh_name);
    input->section_map[i] = (uint32_t)self->sections.count;
    fxc_push(&self->sections, section);
    fxc_push(&self->origins, input);
  }
  free(is_dropped);
}

/* ---- symbols ---- */

static bool is_hidden(const Elf64_Sym *symbol) {
  return ELF64_ST_VISIBILITY(symbol->st_other) == STV_HIDDEN && symbol->st_shndx != SHN_UNDEF;
}

/* The symbol for the output; undefined if its section was dropped. */
static Elf64_Sym mapped(const struct input *input, const Elf64_Sym *from) {
  Elf64_Sym symbol = *from;
  if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < SHN_LORESERVE)
    symbol.st_shndx = (uint16_t)input->section_map[symbol.st_shndx];
  return symbol;
}

static uint32_t add_symbol(struct merge *self, Elf64_Sym symbol, const char *name) {
  symbol.st_name = *name ? add_name(self, false, name) : 0;
  fxc_push(&self->symbols, symbol);
  return (uint32_t)self->symbols.count - 1;
}

static void add_locals(struct merge *self, struct input *input) {
  for (size_t i = 1; i < input->symbol_count; i++)
    if (ELF64_ST_BIND(input->symbols[i].st_info) == STB_LOCAL)
      input->symbol_map[i] = add_symbol(self, mapped(input, &input->symbols[i]),
                                        input->names + input->symbols[i].st_name);
}

/* Adds either the symbols that become local (hidden and defined), or the others. */
static void add_globals(struct merge *self, struct input *input, bool wants_hidden) {
  for (size_t i = 1; i < input->symbol_count; i++) {
    Elf64_Sym symbol = mapped(input, &input->symbols[i]);
    const char *name = input->names + symbol.st_name;
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL || (wants_hidden && !is_hidden(&symbol)))
      continue;
    uintptr_t known = (uintptr_t)fxs_map_get(&self->globals, name);
    if (!known) {
      if (wants_hidden) {
        symbol.st_info = ELF64_ST_INFO(STB_LOCAL, ELF64_ST_TYPE(symbol.st_info));
        symbol.st_other = STV_DEFAULT;
      }
      known = (uintptr_t)add_symbol(self, symbol, name) + 1;
      fxc_must(fxs_map_put(&self->globals, name, (void *)known) ? self : NULL);
    }
    Elf64_Sym *merged = &self->symbols.items[known - 1];
    if (merged->st_shndx == SHN_UNDEF && symbol.st_shndx != SHN_UNDEF) {
      uint32_t at = merged->st_name;
      *merged = symbol;
      merged->st_name = at;
    } else if (merged->st_shndx == SHN_UNDEF &&
               ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL) { /* an undefined symbol that is
                                                               * needed */
      merged->st_info = ELF64_ST_INFO(STB_GLOBAL, ELF64_ST_TYPE(merged->st_info));
    }
    input->symbol_map[i] = (uint32_t)known - 1;
  }
}

/* ---- output ---- */

static size_t aligned(size_t offset, size_t align) {
  return align > 1 ? (offset + align - 1) / align * align : offset;
}

/* A section's bytes, with the section and symbol numbers in them adjusted. */
static void copy_section(const struct input *input, const Elf64_Shdr *from, unsigned char *to) {
  const unsigned char *bytes = input->data + from->sh_offset;
  memcpy(to, bytes, from->sh_size);
  if (from->sh_type == SHT_RELA) {
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= from->sh_size; at += sizeof(Elf64_Rela)) {
      Elf64_Rela rela;
      memcpy(&rela, bytes + at, sizeof rela);
      rela.r_info = ELF64_R_INFO((Elf64_Xword)input->symbol_map[ELF64_R_SYM(rela.r_info)],
                                 ELF64_R_TYPE(rela.r_info));
      memcpy(to + at, &rela, sizeof rela);
    }
  } else if (from->sh_type == SHT_GROUP) {
    size_t count;
    const uint32_t *words = group_of(input, from, &count);
    for (size_t k = 1; k < count; k++)
      memcpy(to + k * sizeof *words, &input->section_map[words[k]], sizeof *words);
  }
}

/* Maps a header's sh_link and sh_info from the input to the output. */
static void renumber(Elf64_Shdr *section, const struct input *input, uint32_t symbol_table) {
  bool names_symbol = section->sh_type == SHT_GROUP;
  bool names_section = section->sh_type == SHT_RELA || (section->sh_flags & SHF_INFO_LINK);
  section->sh_link = section->sh_type == SHT_RELA || names_symbol
                         ? symbol_table
                         : input->section_map[section->sh_link];
  if (names_symbol)
    section->sh_info = input->symbol_map[section->sh_info];
  else if (names_section)
    section->sh_info = input->section_map[section->sh_info];
}

static void add_table(struct merge *self, Elf64_Word type, const char *name, size_t size,
                      size_t align) {
  Elf64_Shdr section = {.sh_type = type, .sh_size = size, .sh_addralign = align};
  section.sh_name = add_name(self, true, name);
  fxc_push(&self->sections, section);
  fxc_push(&self->origins, NULL);
}

static unsigned char *write_object(struct merge *self, uint32_t local_count, size_t *out_size) {
  uint32_t symbol_table = (uint32_t)self->sections.count;
  add_table(self, SHT_SYMTAB, ".symtab", self->symbols.count * sizeof(Elf64_Sym), 8);
  add_table(self, SHT_STRTAB, ".strtab", self->names.count, 1);
  add_table(self, SHT_STRTAB, ".shstrtab", 0, 1);
  Elf64_Shdr *sections = self->sections.items;
  const void *tables[] = {self->symbols.items, self->names.items, self->section_names.items};
  sections[symbol_table].sh_link = symbol_table + 1;
  sections[symbol_table].sh_info = local_count;
  sections[symbol_table].sh_entsize = sizeof(Elf64_Sym);
  sections[symbol_table + 2].sh_size = self->section_names.count;

  size_t offset = sizeof(Elf64_Ehdr);
  size_t *places = fxc_must(calloc(self->sections.count, sizeof *places));
  for (size_t i = 1; i < self->sections.count; i++) {
    places[i] = offset = aligned(offset, sections[i].sh_addralign);
    offset += sections[i].sh_type == SHT_NOBITS ? 0 : sections[i].sh_size;
  }
  size_t headers = aligned(offset, 8);
  *out_size = headers + self->sections.count * sizeof(Elf64_Shdr);
  unsigned char *data = fxc_must(calloc(1, *out_size));
  Elf64_Ehdr header = *self->inputs[0].header;
  header.e_shoff = headers;
  header.e_shnum = (uint16_t)self->sections.count;
  header.e_shstrndx = (uint16_t)(symbol_table + 2);
  memcpy(data, &header, sizeof header);
  for (size_t i = 1; i < self->sections.count; i++) {
    const struct input *input = self->origins.items[i];
    if (input && sections[i].sh_type != SHT_NOBITS)
      copy_section(input, &sections[i], data + places[i]);
    else if (!input && sections[i].sh_size)
      memcpy(data + places[i], tables[i - symbol_table], sections[i].sh_size);
    if (input)
      renumber(&sections[i], input, symbol_table);
    sections[i].sh_offset = places[i];
  }
  memcpy(data + headers, sections, self->sections.count * sizeof *sections);
  free(places);
  return data;
}

bool fxc_merge_objects(const struct fxc_object *objects, size_t count, unsigned char **out_data,
                       size_t *out_size) {
  struct merge self = {.inputs = fxc_must(calloc(count + 1, sizeof(struct input))), .count = count};
  struct fxs_map groups = {0};
  Elf64_Shdr no_section = {0};
  Elf64_Sym no_symbol = {0};
  bool is_fine = true;
  *out_data = NULL;
  fxc_push(&self.sections, no_section);
  fxc_push(&self.origins, NULL);
  fxc_push(&self.symbols, no_symbol);
  add_name(&self, true, "");
  add_name(&self, false, "");
  for (size_t i = 0; i < count && is_fine; i++) {
    is_fine = open_input(&self.inputs[i], &objects[i]);
    if (is_fine)
      add_sections(&self, &self.inputs[i], &groups);
  }
  is_fine = is_fine && self.sections.count + 3 < SHN_LORESERVE;
  for (size_t i = 0; i < count && is_fine; i++)
    add_locals(&self, &self.inputs[i]);
  for (size_t i = 0; i < count && is_fine; i++)
    add_globals(&self, &self.inputs[i], true);
  uint32_t local_count = (uint32_t)self.symbols.count;
  for (size_t i = 0; i < count && is_fine; i++)
    add_globals(&self, &self.inputs[i], false);
  if (is_fine)
    *out_data = write_object(&self, local_count, out_size);
  for (size_t i = 0; i < count; i++) {
    free(self.inputs[i].section_map);
    free(self.inputs[i].symbol_map);
  }
  free(self.inputs);
  fxs_map_free(&groups);
  fxs_map_free(&self.globals);
  fxs_vector_free(&self.sections);
  fxs_vector_free(&self.origins);
  fxs_vector_free(&self.symbols);
  fxs_vector_free(&self.names);
  fxs_vector_free(&self.section_names);
  return is_fine;
}
