/* See cache_entry.h; fuzzed by tests/fuzz/cache_entry_fuzz.c. */
#include "support/cache_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/folder.h"

static const char digits[] = "0123456789abcdef";

bool fxs_entry_init(struct fxs_entry *entry, const struct fxs_cache_key *key,
                    enum fxs_entry_form form) {
  unsigned char digest[FXS_DIGEST_SIZE];
  struct fxs_digest state;
  const size_t parts = key->count;
  *entry = (struct fxs_entry){.is_protected = key->is_protected};
  size_t size = 0;
  bool is_too_large = parts > UINT32_MAX || __builtin_mul_overflow(parts, sizeof(uint64_t), &size);
  for (size_t i = 0; !is_too_large && i < parts; i++)
    is_too_large = __builtin_add_overflow(size, key->parts[i].size, &size);
  if (is_too_large ||
      __builtin_add_overflow(size, sizeof(struct fxs_entry_header), &entry->head_size))
    return false;
  if (!(entry->head = malloc(entry->head_size)))
    return false;
  struct fxs_entry_header header = {.magic = FXS_ENTRY_MAGIC,
                                    .version = FXS_ENTRY_VERSION,
                                    .parts = (uint32_t)parts,
                                    .form = form,
                                    .is_protected = key->is_protected,
                                    .key_size = size};
  memcpy(entry->head, &header, sizeof header);
  unsigned char *lengths = entry->head + sizeof header, *at = lengths + parts * sizeof(uint64_t);
  for (size_t i = 0; i < parts; i++) {
    uint64_t length = key->parts[i].size;
    memcpy(lengths + i * sizeof length, &length, sizeof length);
    if (length)
      memcpy(at, key->parts[i].data, length);
    at += length;
  }
  /* Versions, forms and classes have separate entries. */
  const uint32_t what[] = {header.version, header.parts, header.form, header.is_protected};
  fxs_digest_begin(&state);
  fxs_digest_add(&state, what, sizeof what);
  fxs_digest_add(&state, lengths, size);
  fxs_digest_end(&state, digest);
  for (size_t i = 0; i < sizeof digest; i++) {
    entry->digest[2 * i] = digits[digest[i] >> 4];
    entry->digest[2 * i + 1] = digits[digest[i] & 15];
  }
  return true;
}

void fxs_entry_free(struct fxs_entry *entry) {
  free(entry->head);
  entry->head = NULL;
}

static void digest_all(const struct fxs_entry_header *header, const void *key, const void *content,
                       unsigned char out_digest[FXS_DIGEST_SIZE]) {
  struct fxs_digest state;
  fxs_digest_begin(&state);
  fxs_digest_add(&state, header, offsetof(struct fxs_entry_header, digest));
  fxs_digest_add(&state, key, header->key_size);
  fxs_digest_add(&state, content, header->content_size);
  fxs_digest_end(&state, out_digest);
}

void fxs_entry_seal(struct fxs_entry *entry, const void *content, size_t size) {
  struct fxs_entry_header header;
  memcpy(&header, entry->head, sizeof header);
  header.content_size = size;
  digest_all(&header, entry->head + sizeof header, content, header.digest);
  memcpy(entry->head, &header, sizeof header);
}

enum fxs_entry_verdict fxs_entry_look(const void *bytes, size_t header_size, uint64_t file_size) {
  struct fxs_entry_header header;
  if (header_size < sizeof header || file_size < sizeof header)
    return FXS_ENTRY_DAMAGED;
  memcpy(&header, bytes, sizeof header);
  if (header.magic != FXS_ENTRY_MAGIC)
    return FXS_ENTRY_DAMAGED;
  if (header.version != FXS_ENTRY_VERSION)
    return FXS_ENTRY_OTHER_VERSION;
  uint64_t rest = file_size - sizeof header;
  bool is_sound = header.key_size <= rest && header.content_size == rest - header.key_size;
  return is_sound ? FXS_ENTRY_WHOLE : FXS_ENTRY_DAMAGED;
}

enum fxs_entry_verdict fxs_entry_check(const struct fxs_entry *entry, const void *file, size_t size,
                                       const void **out_content, size_t *out_content_size) {
  const unsigned char *bytes = file;
  struct fxs_entry_header header, wanted;
  unsigned char digest[FXS_DIGEST_SIZE];
  *out_content = NULL;
  *out_content_size = 0;
  enum fxs_entry_verdict verdict = fxs_entry_look(file, size, size);
  if (verdict != FXS_ENTRY_WHOLE)
    return verdict;
  memcpy(&header, bytes, sizeof header);
  memcpy(&wanted, entry->head, sizeof wanted);
  const unsigned char *key = bytes + sizeof header, *content = key + header.key_size;
  digest_all(&header, key, content, digest);
  if (memcmp(digest, header.digest, sizeof digest) != 0)
    return FXS_ENTRY_DAMAGED;
  if (header.parts != wanted.parts || header.form != wanted.form ||
      header.is_protected != wanted.is_protected || header.key_size != wanted.key_size ||
      memcmp(key, entry->head + sizeof wanted, header.key_size) != 0)
    return FXS_ENTRY_OTHER_KEY;
  *out_content = content;
  *out_content_size = header.content_size;
  return FXS_ENTRY_WHOLE;
}

/* ---- The checksum ---- */

void fxs_entry_sum_begin(struct fxs_entry_sum *sum) {
  *sum = (struct fxs_entry_sum){{1, 2, 3, 4}};
}

static uint64_t mix(uint64_t lane, uint64_t word) {
  lane = (lane ^ word) * 0x9e3779b97f4a7c15u;
  return lane ^ lane >> 32;
}

void fxs_entry_sum_add(struct fxs_entry_sum *sum, const void *data, size_t size) {
  const unsigned char *at = data;
  uint64_t words[4];
  for (; size >= sizeof words; size -= sizeof words, at += sizeof words) {
    memcpy(words, at, sizeof words);
    for (size_t i = 0; i < 4; i++)
      sum->lanes[i] = mix(sum->lanes[i], words[i]);
  }
  for (; size; size--, at++)
    sum->lanes[0] = mix(sum->lanes[0], *at);
}

uint64_t fxs_entry_sum_end(const struct fxs_entry_sum *sum) {
  uint64_t all = 0;
  for (size_t i = 0; i < 4; i++)
    all = mix(all, sum->lanes[i]);
  return all;
}

/* ---- Names ---- */

static const char *const endings[][2] = {
    [FXS_NAME_ENTRY] = {"", "-protected"},
    [FXS_NAME_FILE] = {"-file", "-file-protected"},
    [FXS_NAME_NEW] = {"-new", "-new"},
    [FXS_NAME_CLAIM] = {"-claim", "-claim"},
    [FXS_NAME_BUILDING] = {"-building", "-building"},
};

static bool is_unique(enum fxs_name_form form) {
  return form == FXS_NAME_FILE || form == FXS_NAME_NEW || form == FXS_NAME_BUILDING;
}

void fxs_name_print(char name[FXS_CACHE_NAME_SIZE], const char *kind, enum fxs_name_form form,
                    const char *digest, bool is_protected) {
  char unique[64] = "";
  if (is_unique(form))
    fxs_folder_unique_name(unique, sizeof unique, "");
  snprintf(name, FXS_CACHE_NAME_SIZE, "%s%s%s.falx-%.*s%s", digest ? digest : "",
           digest && unique[0] ? "-" : "", unique, FXS_CACHE_KIND_SIZE - 1, kind,
           endings[form][is_protected]);
}

/* The part before the suffix: digits, and '-' for names that are unique each time. */
static bool has_stem(const char *name, size_t length, enum fxs_name_form form) {
  size_t front = strspn(name, digits), all = strspn(name, "0123456789abcdef-");
  if (form == FXS_NAME_NEW)
    return length && all == length;
  return front == 2 * FXS_DIGEST_SIZE && all == length &&
         (is_unique(form) ? length > front + 1 : length == front);
}

enum fxs_name_form fxs_name_parse(const char *name, const char *kind, bool *out_is_protected) {
  static const char mark[] = ".falx-";
  const char *suffix = strchr(name, '.');
  size_t kind_size = strlen(kind);
  *out_is_protected = false;
  if (!suffix || strncmp(suffix, mark, strlen(mark)) != 0 ||
      strncmp(suffix + strlen(mark), kind, kind_size) != 0)
    return FXS_NAME_FOREIGN;
  const char *ending = suffix + strlen(mark) + kind_size;
  for (enum fxs_name_form form = FXS_NAME_ENTRY; form <= FXS_NAME_BUILDING; form++)
    for (int i = 0; i < 2; i++)
      if (strcmp(ending, endings[form][i]) == 0) {
        *out_is_protected = i == 1;
        return has_stem(name, (size_t)(suffix - name), form) ? form : FXS_NAME_FOREIGN;
      }
  return FXS_NAME_FOREIGN;
}

void fxs_name_lock(char name[FXS_CACHE_NAME_SIZE], const char *kind) {
  snprintf(name, FXS_CACHE_NAME_SIZE, "falx-%.*ss.lock", FXS_CACHE_KIND_SIZE - 1, kind);
}
