/* Feeds arbitrary bytes to the reader of entries of a cache (libFuzzer).
 *   cache_entry_fuzz -max_total_time=600 CORPUS tests/fuzz/cache_entry
 *
 * Twice: as they are, and with the digest made right, so that what lies behind it is reached. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/cache_entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fxs_cache_part parts[] = {{"device", 6}, {"", 0}, {"kernel", 6}};
static const struct fxs_cache_key key = {.parts = parts, .count = 3};

static void check(const unsigned char *file, size_t size) {
  struct fxs_entry entry, again;
  const void *content;
  size_t content_size;
  if (!fxs_entry_init(&entry, &key, FXS_ENTRY_BYTES))
    abort();
  enum fxs_entry_verdict verdict = fxs_entry_check(&entry, file, size, &content, &content_size);
  if ((verdict == FXS_ENTRY_WHOLE) != (content != NULL))
    abort();
  if (content) { /* only what was written for this key is whole: the same file comes out */
    if (!fxs_entry_init(&again, &key, FXS_ENTRY_BYTES))
      abort();
    fxs_entry_seal(&again, content, content_size);
    if (again.head_size + content_size != size || memcmp(again.head, file, again.head_size) != 0)
      abort();
    fxs_entry_free(&again);
  }
  fxs_entry_free(&entry);
}

static void fix_digest(unsigned char *file, size_t size) {
  struct fxs_entry_header header;
  struct fxs_digest digest;
  if (size < sizeof header)
    return;
  memcpy(&header, file, sizeof header);
  fxs_digest_begin(&digest);
  fxs_digest_add(&digest, file, offsetof(struct fxs_entry_header, digest));
  fxs_digest_add(&digest, file + sizeof header, size - sizeof header);
  fxs_digest_end(&digest, header.digest);
  memcpy(file, &header, sizeof header);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char *file = malloc(size ? size : 1); /* of its very size: a read past it is seen */
  if (!file)
    return 0;
  if (size)
    memcpy(file, data, size);
  check(file, size);
  fix_digest(file, size);
  check(file, size);
  free(file);
  return 0;
}
