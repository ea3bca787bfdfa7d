/* Variables shared by host and device by name (sycl_ext_oneapi_device_global) whose names are local
 * to one file: static ones, and those in unnamed namespaces.
 *
 * In the host object such a variable is a local symbol, which other objects cannot refer to. It
 * is made global and renamed to <symbol>.<unit>, the name that falx-post-link gives it in the
 * device code; unit is the digest of the file's device code. The symbols are recognised in the
 * object itself: their data points to the descriptor of
 * include/sycl/ext/oneapi/device_global.hpp. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "falx/image.h"
#include "support/digest.h"
#include "support/elf.h"
#include "support/file.h"
#include "support/process.h"

struct symbols {
  const Elf64_Sym *items;
  size_t count;
  const Elf32_Word *sections; /* where a symbol's own field is too small; NULL if nowhere */
  const char *names;
  size_t names_size;
};

static bool is_aligned(const void *pointer) {
  return (uintptr_t)pointer % _Alignof(Elf64_Sym) == 0;
}

/* The table of what does not fit into the symbols of section index. */
static const Elf32_Word *find_sections(const struct fxs_elf *elf, size_t index, size_t count) {
  struct fxs_elf_section section;
  for (size_t i = 0; i < elf->section_count; ++i)
    if (fxs_elf_section(elf, i, &section) && section.type == SHT_SYMTAB_SHNDX &&
        section.link == index && section.data && is_aligned(section.data) &&
        section.size / sizeof(Elf32_Word) >= count)
      return (const Elf32_Word *)(const void *)section.data;
  return NULL;
}

static bool find_symbols(const struct fxs_elf *elf, struct symbols *out) {
  struct fxs_elf_section section, names;
  for (size_t i = 0; i < elf->section_count; ++i) {
    if (!fxs_elf_section(elf, i, &section) || section.type != SHT_SYMTAB || !section.data ||
        !is_aligned(section.data) || !fxs_elf_section(elf, section.link, &names) || !names.data ||
        !names.size || names.data[names.size - 1])
      continue;
    size_t count = section.size / sizeof(Elf64_Sym);
    *out = (struct symbols){(const Elf64_Sym *)(const void *)section.data, count,
                            find_sections(elf, i, count), (const char *)names.data, names.size};
    return true;
  }
  return false;
}

static const char *name_of(const struct symbols *symbols, size_t index) {
  size_t at = index < symbols->count ? symbols->items[index].st_name : 0;
  return at < symbols->names_size ? symbols->names + at : "";
}

static uint32_t section_of(const struct symbols *symbols, size_t index) {
  uint32_t section = symbols->items[index].st_shndx;
  return section == SHN_XINDEX && symbols->sections ? symbols->sections[index] : section;
}

/* The local variable at offset of the section; NULL if none. */
static const char *local_at(const struct symbols *symbols, uint32_t section, uint64_t offset) {
  for (size_t i = 0; i < symbols->count; ++i) {
    const Elf64_Sym *symbol = &symbols->items[i];
    if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL &&
        ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && section_of(symbols, i) == section &&
        offset >= symbol->st_value && offset - symbol->st_value < symbol->st_size)
      return name_of(symbols, i);
  }
  return NULL;
}

struct names {
  FXS_VECTOR(const char *) items;
};

static void add_section(const struct fxs_elf_section *section, const struct symbols *symbols,
                        struct names *out) {
  if (section->type != SHT_RELA || !section->data || !is_aligned(section->data))
    return;
  const Elf64_Rela *relocations = (const Elf64_Rela *)(const void *)section->data;
  for (size_t i = 0; i < section->size / sizeof *relocations; ++i) {
    if (!strstr(name_of(symbols, ELF64_R_SYM(relocations[i].r_info)),
                FALX_DEVICE_GLOBAL_DESCRIPTOR))
      continue;
    const char *name = local_at(symbols, section->info, relocations[i].r_offset);
    if (name && *name)
      FXD_PUSH(&out->items, name);
  }
}

/* None if the object is not such an ELF file. */
static void find_names(const struct fxs_file *object, struct names *out) {
  struct fxs_elf elf;
  struct symbols symbols;
  if (!fxs_elf_open(object->data, object->size, &elf) || !find_symbols(&elf, &symbols))
    return;
  for (size_t i = 0; i < elf.section_count; ++i) {
    struct fxs_elf_section section;
    if (fxs_elf_section(&elf, i, &section))
      add_section(&section, &symbols, out);
  }
}

static bool make_unit(const char *bitcode, char out_unit[17]) {
  struct fxs_file file;
  int error = fxs_file_read(bitcode, &file);
  if (error) {
    fxd_error("cannot read '%s': %s", bitcode, strerror(error));
    return false;
  }
  fxs_digest_name(file.data, file.size, out_unit);
  fxs_file_free(&file);
  return true;
}

static bool rename_symbols(struct fxd_driver *driver, const struct names *names, const char *object,
                           const char *unit) {
  struct fxd_words words = {0};
  struct fxs_strbuf said = {0};
  char *objcopy = NULL;
  int ended = 1, error = fxs_find_program("objcopy", &objcopy);
  if (error) {
    fxd_error("there is no 'objcopy' on PATH, which '%s' needs for its static device globals; "
              "install binutils",
              object);
    return false;
  }
  fxd_word(&words, objcopy);
  for (size_t i = 0; i < names->items.count; ++i) {
    const char *name = names->items.items[i];
    fxd_word(&words, fxd_printf(driver, "--globalize-symbol=%s.%s", name, unit));
    fxd_word(&words, fxd_printf(driver, "--redefine-sym=%s=%s.%s", name, name, unit));
  }
  fxd_word(&words, object);
  fxd_word(&words, NULL);
  const struct fxs_process_options options = {.joins_stderr = true};
  error = fxs_process_run(words.items, &options, &said, &ended);
  if (error || ended)
    fxd_error("objcopy of '%s' failed: %s", object,
              error ? strerror(error) : fxs_strbuf_text(&said));
  fxs_strbuf_free(&said);
  fxs_vector_free(&words);
  free(objcopy);
  return !error && !ended;
}

bool fxd_share_globals(struct fxd_driver *driver, const char *object, const char *bitcode) {
  struct fxs_file file;
  struct names names = {0};
  char unit[17];
  if (fxs_file_map(object, &file))
    return true; /* its users will report the error */
  find_names(&file, &names);
  bool is_fine = !names.items.count ||
                 (make_unit(bitcode, unit) && rename_symbols(driver, &names, object, unit));
  fxs_vector_free(&names.items);
  fxs_file_free(&file);
  return is_fine;
}

static int run(struct fxd_driver *driver, struct fxd_job *job) {
  const char *const *paths = job->context;
  return fxd_share_globals(driver, paths[0], paths[1]) ? 0 : 1;
}

struct fxd_job *fxd_plan_globals(struct fxd_driver *driver, const char *object,
                                 const char *bitcode) {
  struct fxd_job *job = fxd_job_new(driver);
  const char **paths = fxd_alloc(driver, 2 * sizeof *paths);
  paths[0] = object;
  paths[1] = bitcode;
  job->action = run;
  job->context = paths;
  return job;
}
