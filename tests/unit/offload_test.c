/* support/offload.c, support/elf.c, support/archive.c: round trips, and no byte sequence makes a
 * reader read out of bounds (every prefix and every damaged byte is tried). */
#include "cmocka_prelude.h"
#include "support/archive.h"
#include "support/elf.h"
#include "support/offload.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void append_record(struct fxs_strbuf *out, const char *target, const char *image) {
  const struct fxs_offload_pair strings[] = {{"arch", ""}, {FXS_OFFLOAD_KEY_TARGET, target}};
  fxs_offload_append(out, FXS_OFFLOAD_BITCODE, FXS_OFFLOAD_KIND_SYCL, strings, 2, image,
                     strlen(image));
}

static void records_come_back(void **state) {
  struct fxs_strbuf out = {0};
  struct fxs_offload offload;
  size_t at = 0;
  (void)state;
  append_record(&out, "native_cpu", "BC-one");
  append_record(&out, "spir64", "");
  assert_int_equal(out.length % 8, 0);
  assert_int_equal(fxs_offload_next(out.data, out.length, &at, &offload), FXS_OFFLOAD_RECORD);
  assert_int_equal(offload.image_kind, FXS_OFFLOAD_BITCODE);
  assert_int_equal(offload.offload_kind, FXS_OFFLOAD_KIND_SYCL);
  assert_int_equal(offload.image_size, 6);
  assert_memory_equal(offload.image, "BC-one", 6);
  assert_string_equal(fxs_offload_string(&offload, FXS_OFFLOAD_KEY_TARGET), "native_cpu");
  assert_string_equal(fxs_offload_string(&offload, "arch"), "");
  assert_null(fxs_offload_string(&offload, "absent"));
  assert_int_equal(fxs_offload_next(out.data, out.length, &at, &offload), FXS_OFFLOAD_RECORD);
  assert_string_equal(fxs_offload_string(&offload, FXS_OFFLOAD_KEY_TARGET), "spir64");
  assert_int_equal(fxs_offload_next(out.data, out.length, &at, &offload), FXS_OFFLOAD_END);
  fxs_strbuf_free(&out);
}

/* The bytes in a block of exactly their size, so that a sanitizer sees any step outside. */
static void read_records(const void *data, size_t size) {
  unsigned char *copy = malloc(size ? size : 1);
  struct fxs_offload offload;
  size_t at = 0;
  assert_non_null(copy);
  if (size)
    memcpy(copy, data, size);
  while (fxs_offload_next(copy, size, &at, &offload) == FXS_OFFLOAD_RECORD) {
    unsigned sum = 0;
    for (size_t i = 0; i < offload.image_size; ++i)
      sum += offload.image[i];
    (void)sum;
    const char *text = fxs_offload_string(&offload, FXS_OFFLOAD_KEY_TARGET);
    if (text)
      (void)strlen(text);
  }
  free(copy);
}

static void read_elf(const void *data, size_t size) {
  unsigned char *copy = malloc(size ? size : 1);
  struct fxs_elf elf;
  struct fxs_elf_section section;
  assert_non_null(copy);
  if (size)
    memcpy(copy, data, size);
  if (fxs_elf_open(copy, size, &elf)) {
    for (size_t i = 0; i < elf.section_count; ++i)
      if (fxs_elf_section(&elf, i, &section) && section.data && section.size)
        (void)(section.data[0] + section.data[section.size - 1]);
    unsigned char *edited;
    size_t edited_size;
    if (fxs_elf_add_section(&elf, ".x", 1, "y", 1, &edited, &edited_size) == 0)
      free(edited);
  }
  free(copy);
}

static void read_archive(const void *data, size_t size) {
  unsigned char *copy = malloc(size ? size : 1);
  struct fxs_archive archive;
  struct fxs_archive_member member;
  assert_non_null(copy);
  if (size)
    memcpy(copy, data, size);
  if (fxs_archive_open(copy, size, &archive))
    for (size_t at = 0; fxs_archive_next(&archive, &at, &member) == FXS_ARCHIVE_MEMBER;)
      if (member.data && member.size)
        (void)(member.data[0] + member.data[member.size - 1]);
  free(copy);
}

static void damage(const void *data, size_t size, void (*read)(const void *, size_t)) {
  static const unsigned char bytes[] = {0x00, 0x01, 0x7f, 0x80, 0xff, '/', '9'};
  unsigned char *copy = malloc(size);
  assert_non_null(copy);
  memcpy(copy, data, size);
  for (size_t i = 0; i <= size; ++i)
    read(copy, i);
  for (size_t i = 0; i < size; ++i)
    for (size_t k = 0; k < sizeof bytes; ++k) {
      unsigned char before = copy[i];
      copy[i] = bytes[k];
      read(copy, size);
      copy[i] = before;
    }
  free(copy);
}

static void damaged_records(void **state) {
  struct fxs_strbuf out = {0};
  (void)state;
  append_record(&out, "native_cpu", "image bytes");
  append_record(&out, "spir64", "more");
  damage(out.data, out.length, read_records);
  fxs_strbuf_free(&out);
}

struct tiny { /* an object with a table of names and one section of code */
  Elf64_Ehdr header;
  char names[24];
  unsigned char code[8];
  Elf64_Shdr sections[3];
};

static struct tiny make_tiny(void) {
  struct tiny tiny = {.names = "\0.shstrtab\0.text", .code = "\x90\x90\xc3"};
  memcpy(tiny.header.e_ident, ELFMAG, SELFMAG);
  tiny.header.e_ident[EI_CLASS] = ELFCLASS64;
  tiny.header.e_ident[EI_DATA] = ELFDATA2LSB;
  tiny.header.e_type = ET_REL;
  tiny.header.e_machine = EM_X86_64;
  tiny.header.e_shoff = offsetof(struct tiny, sections);
  tiny.header.e_shentsize = sizeof(Elf64_Shdr);
  tiny.header.e_shnum = 3;
  tiny.header.e_shstrndx = 1;
  tiny.sections[1] = (Elf64_Shdr){.sh_name = 1,
                                  .sh_type = SHT_STRTAB,
                                  .sh_offset = offsetof(struct tiny, names),
                                  .sh_size = sizeof tiny.names};
  tiny.sections[2] = (Elf64_Shdr){.sh_name = 11,
                                  .sh_type = SHT_PROGBITS,
                                  .sh_offset = offsetof(struct tiny, code),
                                  .sh_size = sizeof tiny.code};
  return tiny;
}

static void a_section_is_added(void **state) {
  struct tiny tiny = make_tiny();
  struct fxs_elf elf, fat;
  struct fxs_elf_section section;
  unsigned char *data;
  size_t size;
  (void)state;
  assert_true(fxs_elf_open(&tiny, sizeof tiny, &elf));
  assert_int_equal(elf.section_count, 3);
  assert_true(fxs_elf_find(&elf, ".text", &section));
  assert_int_equal(section.size, 8);
  assert_false(fxs_elf_find(&elf, FXS_OFFLOAD_SECTION, &section));
  assert_int_equal(fxs_elf_add_section(&elf, FXS_OFFLOAD_SECTION, FXS_OFFLOAD_SECTION_TYPE,
                                       "contents", 8, &data, &size),
                   0);
  assert_true(fxs_elf_open(data, size, &fat));
  assert_int_equal(fat.section_count, 4);
  assert_true(fxs_elf_find(&fat, ".text", &section));
  assert_memory_equal(section.data, tiny.code, sizeof tiny.code);
  assert_true(fxs_elf_find(&fat, FXS_OFFLOAD_SECTION, &section));
  assert_int_equal(section.type, FXS_OFFLOAD_SECTION_TYPE);
  assert_true(section.flags == SHF_EXCLUDE);
  assert_memory_equal(section.data, "contents", 8);
  free(data);
  tiny.header.e_type = ET_EXEC;
  assert_true(fxs_elf_open(&tiny, sizeof tiny, &elf));
  assert_int_equal(fxs_elf_add_section(&elf, "x", 1, "", 0, &data, &size), EINVAL);
}

/* As compilers write objects whose functions have sections of their own. */
static void sections_of_large_objects(void **state) {
  const size_t most = SHN_LORESERVE + 1, least = SHN_LORESERVE - 2;
  struct tiny tiny = make_tiny();
  const size_t table_at = offsetof(struct tiny, sections);
  unsigned char *object = calloc(1, sizeof tiny + most * sizeof(Elf64_Shdr));
  (void)state;
  assert_non_null(object);
  for (size_t count = least; count <= most; ++count) {
    tiny.header.e_shnum = count < SHN_LORESERVE ? (Elf64_Half)count : 0;
    tiny.sections[0].sh_size = count < SHN_LORESERVE ? 0 : count;
    memcpy(object, &tiny, sizeof tiny);
    struct fxs_elf elf, fat;
    struct fxs_elf_section section;
    unsigned char *data;
    size_t size;
    assert_true(fxs_elf_open(object, table_at + count * sizeof(Elf64_Shdr), &elf));
    assert_int_equal(elf.section_count, count);
    assert_int_equal(fxs_elf_add_section(&elf, ".device", 1, "contents", 8, &data, &size), 0);
    assert_true(fxs_elf_open(data, size, &fat));
    assert_int_equal(fat.section_count, count + 1);
    assert_true(fxs_elf_section(&fat, count, &section));
    assert_string_equal(section.name, ".device");
    assert_memory_equal(section.data, "contents", 8);
    free(data);
  }
  free(object);
}

static void damaged_objects(void **state) {
  struct tiny tiny = make_tiny();
  (void)state;
  damage(&tiny, sizeof tiny, read_elf);
}

#define MEMBER(name, size) name "0           0     0     644     " size "`\n"
/* clang-format off */
static const char gnu[] = "!<arch>\n"
    MEMBER("/               ", "4         ") "\0\0\0\0"
    MEMBER("//              ", "24        ") "a_rather_long_name.o/\n\n\n"
    MEMBER("a.o/            ", "3         ") "abc\n"
    MEMBER("/0              ", "2         ") "de"
    MEMBER("#1/6            ", "9         ") "b sd.oxyz\n";
/* clang-format on */

static void members_are_named(void **state) {
  struct fxs_archive archive;
  struct fxs_archive_member member;
  size_t at = 0;
  (void)state;
  assert_true(fxs_archive_open(gnu, sizeof gnu - 1, &archive));
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_MEMBER);
  assert_string_equal(member.name, "a.o");
  assert_int_equal(member.size, 3);
  assert_memory_equal(member.data, "abc", 3);
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_MEMBER);
  assert_string_equal(member.name, "a_rather_long_name.o");
  assert_memory_equal(member.data, "de", 2);
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_MEMBER);
  assert_string_equal(member.name, "b sd.o");
  assert_memory_equal(member.data, "xyz", 3);
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_END);
}

static void thin_members_are_files(void **state) {
  static const char thin[] =
      "!<thin>\n" MEMBER("//              ", "12        ") "sub/dir/x.o/" MEMBER(
          "/0              ", "100       ") MEMBER("y.o/            ", "7         ");
  struct fxs_archive archive;
  struct fxs_archive_member member;
  size_t at = 0;
  (void)state;
  assert_true(fxs_archive_open(thin, sizeof thin - 1, &archive));
  assert_true(archive.is_thin);
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_MEMBER);
  assert_string_equal(member.name, "sub/dir/x.o");
  assert_null(member.data);
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_MEMBER);
  assert_string_equal(member.name, "y.o");
  assert_int_equal(fxs_archive_next(&archive, &at, &member), FXS_ARCHIVE_END);
}

static void damaged_archives(void **state) {
  (void)state;
  damage(gnu, sizeof gnu - 1, read_archive);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_come_back),         cmocka_unit_test(damaged_records),
      cmocka_unit_test(a_section_is_added),        cmocka_unit_test(damaged_objects),
      cmocka_unit_test(sections_of_large_objects), cmocka_unit_test(members_are_named),
      cmocka_unit_test(thin_members_are_files),    cmocka_unit_test(damaged_archives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
