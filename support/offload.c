/* OffloadBinary records: header, entry, string table, strings, image. */
#include "support/offload.h"

#include <string.h>

static const unsigned char magic[4] = {0x10, 0xff, 0x10, 0xad};

struct header {
  unsigned char magic[4];
  uint32_t version;
  uint64_t size; /* of the whole record */
  uint64_t entry_offset, entry_size;
};

struct entry {
  uint16_t image_kind, offload_kind;
  uint32_t flags;
  uint64_t string_offset, string_count;
  uint64_t image_offset, image_size;
};

struct string_entry {
  uint64_t key_offset, value_offset;
};

bool fxs_offload_is(const void *data, size_t size) {
  return size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

static bool lies_inside(size_t limit, uint64_t offset, uint64_t size) {
  return offset <= limit && size <= limit - offset;
}

enum fxs_offload_step fxs_offload_next(const void *data, size_t size, size_t *position,
                                       struct fxs_offload *out_offload) {
  const unsigned char *bytes = data;
  struct header header;
  struct entry entry;
  *out_offload = (struct fxs_offload){0};
  /* Zeros between records: padding by a linker. */
  while (*position < size && bytes[*position] == 0)
    ++*position;
  if (*position >= size)
    return FXS_OFFLOAD_END;
  const unsigned char *record = bytes + *position;
  size_t left = size - *position;
  if (left < sizeof header || !fxs_offload_is(record, left))
    return FXS_OFFLOAD_BROKEN;
  memcpy(&header, record, sizeof header);
  if (header.version != 1 || header.size < sizeof header || header.size > left)
    return FXS_OFFLOAD_BROKEN;
  size_t limit = (size_t)header.size;
  if (header.entry_size < sizeof entry ||
      !lies_inside(limit, header.entry_offset, header.entry_size))
    return FXS_OFFLOAD_BROKEN;
  memcpy(&entry, record + header.entry_offset, sizeof entry);
  if (!lies_inside(limit, entry.image_offset, entry.image_size) || entry.string_offset > limit ||
      entry.string_count > (limit - entry.string_offset) / sizeof(struct string_entry))
    return FXS_OFFLOAD_BROKEN;
  *out_offload = (struct fxs_offload){.image_kind = entry.image_kind,
                                      .offload_kind = entry.offload_kind,
                                      .flags = entry.flags,
                                      .image = record + entry.image_offset,
                                      .image_size = (size_t)entry.image_size,
                                      .record = record,
                                      .record_size = limit,
                                      .string_offset = entry.string_offset,
                                      .string_count = entry.string_count};
  *position += limit;
  return FXS_OFFLOAD_RECORD;
}

static const char *text_at(const struct fxs_offload *offload, uint64_t offset) {
  if (offset >= offload->record_size ||
      !memchr(offload->record + offset, 0, offload->record_size - (size_t)offset))
    return NULL;
  return (const char *)offload->record + offset;
}

const char *fxs_offload_string(const struct fxs_offload *offload, const char *key) {
  for (uint64_t i = 0; i < offload->string_count; ++i) {
    struct string_entry pair;
    memcpy(&pair, offload->record + offload->string_offset + i * sizeof pair, sizeof pair);
    const char *name = text_at(offload, pair.key_offset);
    if (name && strcmp(name, key) == 0)
      return text_at(offload, pair.value_offset);
  }
  return NULL;
}

static void pad8(struct fxs_strbuf *out, size_t start) {
  while ((out->length - start) % 8 && !out->has_failed)
    fxs_strbuf_putc(out, 0);
}

void fxs_offload_append(struct fxs_strbuf *out, uint16_t image_kind, uint16_t offload_kind,
                        const struct fxs_offload_pair *strings, size_t string_count,
                        const void *image, size_t image_size) {
  size_t start = out->length;
  uint64_t table_at = sizeof(struct header) + sizeof(struct entry);
  uint64_t text_size = 0, text = table_at + string_count * sizeof(struct string_entry);
  for (size_t i = 0; i < string_count; ++i)
    text_size += strlen(strings[i].key) + strlen(strings[i].value) + 2;
  uint64_t image_at = (text + text_size + 7) & ~(uint64_t)7;
  struct header header = {.version = 1,
                          .size = (image_at + image_size + 7) & ~(uint64_t)7,
                          .entry_offset = sizeof header,
                          .entry_size = sizeof(struct entry)};
  memcpy(header.magic, magic, sizeof magic);
  struct entry entry = {.image_kind = image_kind,
                        .offload_kind = offload_kind,
                        .string_offset = table_at,
                        .string_count = string_count,
                        .image_offset = image_at,
                        .image_size = image_size};
  fxs_strbuf_append(out, &header, sizeof header);
  fxs_strbuf_append(out, &entry, sizeof entry);
  for (size_t i = 0; i < string_count; ++i) {
    struct string_entry pair = {.key_offset = text,
                                .value_offset = text + strlen(strings[i].key) + 1};
    text = pair.value_offset + strlen(strings[i].value) + 1;
    fxs_strbuf_append(out, &pair, sizeof pair);
  }
  for (size_t i = 0; i < string_count; ++i) {
    fxs_strbuf_append(out, strings[i].key, strlen(strings[i].key) + 1);
    fxs_strbuf_append(out, strings[i].value, strlen(strings[i].value) + 1);
  }
  pad8(out, start);
  fxs_strbuf_append(out, image, image_size);
  pad8(out, start);
}
