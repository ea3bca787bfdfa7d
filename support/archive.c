/* ar archives. */
#include "support/archive.h"

#include <ar.h>
#include <string.h>

#define THIN_MAGIC "!<thin>\n"

bool fxs_archive_is(const void *data, size_t size) {
  return size >= SARMAG &&
         (memcmp(data, ARMAG, SARMAG) == 0 || memcmp(data, THIN_MAGIC, SARMAG) == 0);
}

bool fxs_archive_open(const void *data, size_t size, struct fxs_archive *out_archive) {
  *out_archive = (struct fxs_archive){0};
  if (!fxs_archive_is(data, size))
    return false;
  out_archive->data = data;
  out_archive->size = size;
  out_archive->is_thin = memcmp(data, THIN_MAGIC, SARMAG) == 0;
  return true;
}

/* A decimal number at the start of a blank-padded field; false if there is none. */
static bool parse_number(const char *field, size_t width, size_t *out_number) {
  size_t number = 0, i = 0;
  for (; i < width && field[i] >= '0' && field[i] <= '9'; ++i)
    number = number * 10 + (size_t)(field[i] - '0'); /* at most 15 digits: no overflow */
  *out_number = number;
  return i > 0;
}

static bool copy_name(struct fxs_archive_member *member, const char *name, size_t length) {
  if (length == 0 || length >= sizeof member->name)
    return false;
  memcpy(member->name, name, length);
  member->name[length] = 0;
  return true;
}

/* GNU: "/123" is an offset into the name table, where the name ends with "/\n". */
static bool name_from_table(const struct fxs_archive *archive, const char *field,
                            struct fxs_archive_member *member) {
  size_t offset, length = 0;
  if (!parse_number(field + 1, 15, &offset) || !archive->long_names ||
      offset >= archive->long_names_size)
    return false;
  const char *name = archive->long_names + offset;
  size_t limit = archive->long_names_size - offset;
  while (length < limit && name[length] != '\n' && name[length])
    ++length;
  if (length && name[length - 1] == '/')
    --length;
  return copy_name(member, name, length);
}

enum fxs_archive_step fxs_archive_next(struct fxs_archive *archive, size_t *position,
                                       struct fxs_archive_member *out_member) {
  if (*position == 0)
    *position = SARMAG;
  for (;;) {
    struct ar_hdr header;
    size_t at = *position, size;
    out_member->data = NULL;
    out_member->name[0] = 0;
    if (at >= archive->size)
      return FXS_ARCHIVE_END;
    if (archive->size - at < sizeof header)
      return FXS_ARCHIVE_BROKEN;
    memcpy(&header, archive->data + at, sizeof header);
    at += sizeof header;
    if (memcmp(header.ar_fmag, ARFMAG, 2) != 0 ||
        !parse_number(header.ar_size, sizeof header.ar_size, &size))
      return FXS_ARCHIVE_BROKEN;
    const char *field = header.ar_name;
    bool is_symbols = memcmp(field, "/ ", 2) == 0 || memcmp(field, "/SYM64/", 7) == 0 ||
                      memcmp(field, "__.SYMDEF", 9) == 0;
    bool is_names = memcmp(field, "// ", 3) == 0;
    bool has_bytes = !archive->is_thin || is_symbols || is_names;
    if (has_bytes && size > archive->size - at)
      return FXS_ARCHIVE_BROKEN;
    const unsigned char *data = archive->data + at;
    at += has_bytes ? size : 0;
    *position = at + (at & 1);
    if (is_names) {
      archive->long_names = (const char *)data;
      archive->long_names_size = size;
    }
    if (is_symbols || is_names)
      continue;

    bool is_named;
    if (memcmp(field, "#1/", 3) == 0) { /* BSD: the name precedes the contents */
      size_t length;
      if (archive->is_thin || !parse_number(field + 3, 13, &length) || length > size)
        return FXS_ARCHIVE_BROKEN;
      is_named = copy_name(out_member, (const char *)data, strnlen((const char *)data, length));
      data += length;
      size -= length;
      if (is_named && strncmp(out_member->name, "__.SYMDEF", 9) == 0)
        continue;
    } else if (field[0] == '/') {
      is_named = name_from_table(archive, field, out_member);
    } else {
      size_t length = 0;
      while (length < sizeof header.ar_name && field[length] != '/')
        ++length;
      while (length && length == sizeof header.ar_name && field[length - 1] == ' ')
        --length;
      is_named = copy_name(out_member, field, length);
    }
    if (!is_named)
      return FXS_ARCHIVE_BROKEN;
    out_member->data = has_bytes ? data : NULL;
    out_member->size = size;
    return FXS_ARCHIVE_MEMBER;
  }
}
