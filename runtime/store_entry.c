/* See store_entry.h; fuzzed by tests/fuzz/store_entry_fuzz.c. */
#include "runtime/store_entry.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789abcdef";

bool fxr_entry_init(struct fxr_entry *entry, const struct fxr_store_part *key, size_t parts) {
  unsigned char digest[FXS_DIGEST_SIZE];
  struct fxs_digest state;
  *entry = (struct fxr_entry){0};
  size_t size = 0;
  bool is_too_large = parts > UINT32_MAX || __builtin_mul_overflow(parts, sizeof(uint64_t), &size);
  for (size_t i = 0; !is_too_large && i < parts; i++)
    is_too_large = __builtin_add_overflow(size, key[i].size, &size);
  if (is_too_large ||
      __builtin_add_overflow(size, sizeof(struct fxr_entry_header), &entry->head_size))
    return false;
  if (!(entry->head = malloc(entry->head_size)))
    return false;
  struct fxr_entry_header header = {.magic = FXR_ENTRY_MAGIC,
                                    .version = FXR_ENTRY_VERSION,
                                    .parts = (uint32_t)parts,
                                    .key_size = size};
  memcpy(entry->head, &header, sizeof header);
  unsigned char *lengths = entry->head + sizeof header, *at = lengths + parts * sizeof(uint64_t);
  for (size_t i = 0; i < parts; i++) {
    uint64_t length = key[i].size;
    memcpy(lengths + i * sizeof length, &length, sizeof length);
    if (length)
      memcpy(at, key[i].data, length);
    at += length;
  }
  fxs_digest_begin(&state);
  fxs_digest_add(&state, &header.version, sizeof header.version); /* versions go by each other */
  fxs_digest_add(&state, &header.parts, sizeof header.parts);
  fxs_digest_add(&state, lengths, size);
  fxs_digest_end(&state, digest);
  for (size_t i = 0; i < sizeof digest; i++) {
    entry->name[2 * i] = digits[digest[i] >> 4];
    entry->name[2 * i + 1] = digits[digest[i] & 15];
  }
  memcpy(entry->name + 2 * sizeof digest, FXR_ENTRY_SUFFIX, sizeof FXR_ENTRY_SUFFIX);
  return true;
}

void fxr_entry_free(struct fxr_entry *entry) {
  free(entry->head);
  entry->head = NULL;
}

static void sum(const struct fxr_entry_header *header, const void *key, const void *content,
                unsigned char out_digest[FXS_DIGEST_SIZE]) {
  struct fxs_digest state;
  fxs_digest_begin(&state);
  fxs_digest_add(&state, header, offsetof(struct fxr_entry_header, digest));
  fxs_digest_add(&state, key, header->key_size);
  fxs_digest_add(&state, content, header->content_size);
  fxs_digest_end(&state, out_digest);
}

void fxr_entry_seal(struct fxr_entry *entry, const void *content, size_t size) {
  struct fxr_entry_header header;
  memcpy(&header, entry->head, sizeof header);
  header.content_size = size;
  sum(&header, entry->head + sizeof header, content, header.digest);
  memcpy(entry->head, &header, sizeof header);
}

enum fxr_entry_verdict fxr_entry_look(const void *bytes, size_t header_size, uint64_t file_size) {
  struct fxr_entry_header header;
  if (header_size < sizeof header || file_size < sizeof header)
    return FXR_ENTRY_DAMAGED;
  memcpy(&header, bytes, sizeof header);
  if (header.magic != FXR_ENTRY_MAGIC)
    return FXR_ENTRY_DAMAGED;
  if (header.version != FXR_ENTRY_VERSION)
    return FXR_ENTRY_OTHER_VERSION;
  uint64_t rest = file_size - sizeof header;
  bool is_sound = header.key_size <= rest && header.content_size == rest - header.key_size;
  return is_sound ? FXR_ENTRY_WHOLE : FXR_ENTRY_DAMAGED;
}

enum fxr_entry_verdict fxr_entry_check(const struct fxr_entry *entry, const void *file, size_t size,
                                       const void **out_content, size_t *out_content_size) {
  const unsigned char *bytes = file;
  struct fxr_entry_header header, wanted;
  unsigned char digest[FXS_DIGEST_SIZE];
  *out_content = NULL;
  *out_content_size = 0;
  enum fxr_entry_verdict verdict = fxr_entry_look(file, size, size);
  if (verdict != FXR_ENTRY_WHOLE)
    return verdict;
  memcpy(&header, bytes, sizeof header);
  memcpy(&wanted, entry->head, sizeof wanted);
  const unsigned char *key = bytes + sizeof header, *content = key + header.key_size;
  sum(&header, key, content, digest);
  if (memcmp(digest, header.digest, sizeof digest) != 0)
    return FXR_ENTRY_DAMAGED;
  if (header.parts != wanted.parts || header.key_size != wanted.key_size ||
      memcmp(key, entry->head + sizeof wanted, header.key_size) != 0)
    return FXR_ENTRY_OTHER_KEY;
  *out_content = content;
  *out_content_size = header.content_size;
  return FXR_ENTRY_WHOLE;
}

bool fxr_entry_is_name(const char *name) {
  return strspn(name, digits) == 2 * FXS_DIGEST_SIZE &&
         strcmp(name + 2 * FXS_DIGEST_SIZE, FXR_ENTRY_SUFFIX) == 0;
}
