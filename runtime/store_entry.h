/* One entry of the persistent cache as bytes: header, key, content. Pure computation.
 *
 * Whoever reads must expect anything: the file was written by another version, torn by a crash,
 * changed by hand, or has the right name and another key. */
#ifndef FALX_RUNTIME_STORE_ENTRY_H
#define FALX_RUNTIME_STORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/store.h"
#include "support/digest.h"

#define FXR_ENTRY_MAGIC 0x65686361436c6146u /* "FalCache"; shows the byte order, too */
#define FXR_ENTRY_VERSION 1u
#define FXR_ENTRY_SUFFIX ".falx-program"
#define FXR_ENTRY_NAME_SIZE (2 * FXS_DIGEST_SIZE + sizeof FXR_ENTRY_SUFFIX)

/* The file begins with this. Then the lengths of the key's parts, 8 bytes each, the parts, the
 * content. */
struct fxr_entry_header {
  uint64_t magic;
  uint32_t version, parts;
  uint64_t key_size; /* bytes of lengths and parts together */
  uint64_t content_size;
  unsigned char digest[FXS_DIGEST_SIZE]; /* of the whole file but these bytes */
};

/* An entry as its key makes it. */
struct fxr_entry {
  unsigned char *head; /* header and key */
  size_t head_size;
  char name[FXR_ENTRY_NAME_SIZE]; /* of its file: the digest of the key */
};

/* False: no memory, or sizes that no memory has. */
bool fxr_entry_init(struct fxr_entry *entry, const struct fxr_store_part *key, size_t parts);
void fxr_entry_free(struct fxr_entry *entry);

/* Completes the head for this content. */
void fxr_entry_seal(struct fxr_entry *entry, const void *content, size_t size);

enum fxr_entry_verdict {
  FXR_ENTRY_WHOLE,
  FXR_ENTRY_OTHER_KEY,     /* whole, and another's */
  FXR_ENTRY_OTHER_VERSION, /* of a Falx that writes other entries: not for us to judge */
  FXR_ENTRY_DAMAGED,
};

/* What the header alone tells; file_size is that of the whole file. WHOLE: worth reading. */
enum fxr_entry_verdict fxr_entry_look(const void *header, size_t header_size, uint64_t file_size);
/* The whole file. Content lies inside it, and is NULL but for WHOLE. */
enum fxr_entry_verdict fxr_entry_check(const struct fxr_entry *entry, const void *file, size_t size,
                                       const void **out_content, size_t *out_content_size);

/* Whether a file in the folder is an entry, by its name. */
bool fxr_entry_is_name(const char *name);

#endif
