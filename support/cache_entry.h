/* One entry of a cache as bytes (header, key, content), and the names of its files. Pure
 * computation.
 *
 * Readers must handle any content: the file may be from another version, torn by a crash, edited
 * by hand, or have the right name and a different key. */
#ifndef FALX_SUPPORT_CACHE_ENTRY_H
#define FALX_SUPPORT_CACHE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/cache.h"
#include "support/digest.h"

#define FXS_ENTRY_MAGIC 0x65686361436c6146u /* "FalCache"; also reveals the byte order */
#define FXS_ENTRY_VERSION 2u

enum fxs_entry_form {
  FXS_ENTRY_BYTES, /* the content is the stored bytes */
  FXS_ENTRY_FILE,  /* the content is a struct fxs_entry_file and the note */
};

/* A file begins with this header, followed by the lengths of the key's parts, 8 bytes each, the
 * parts, and the content. */
struct fxs_entry_header {
  uint64_t magic;
  uint32_t version, parts;
  uint32_t form, is_protected;
  uint64_t key_size; /* bytes of lengths and parts together */
  uint64_t content_size;
  unsigned char digest[FXS_DIGEST_SIZE]; /* of the whole file except these bytes */
};

/* An entry's record of its file. */
struct fxs_entry_file {
  uint64_t size, sum;             /* bytes; fxs_entry_sum of all of them */
  uint64_t stamp;                 /* fxs_folder_stamp when the sum was verified; or 0 */
  char name[FXS_CACHE_NAME_SIZE]; /* in the cache's folder */
};

/* An entry constructed from its key. */
struct fxs_entry {
  unsigned char *head; /* header and key */
  size_t head_size;
  bool is_protected;
  char digest[2 * FXS_DIGEST_SIZE + 1]; /* of the key, in hexadecimal */
};

/* False: out of memory, or impossible sizes. */
bool fxs_entry_init(struct fxs_entry *entry, const struct fxs_cache_key *key,
                    enum fxs_entry_form form);
void fxs_entry_free(struct fxs_entry *entry);

/* Completes the head for this content. */
void fxs_entry_seal(struct fxs_entry *entry, const void *content, size_t size);

enum fxs_entry_verdict {
  FXS_ENTRY_WHOLE,
  FXS_ENTRY_OTHER_KEY,     /* intact, but of another key */
  FXS_ENTRY_OTHER_VERSION, /* of a Falx with another format: not ours to judge */
  FXS_ENTRY_DAMAGED,
};

/* Judges by the header alone; file_size is that of the whole file. WHOLE: worth reading. */
enum fxs_entry_verdict fxs_entry_look(const void *header, size_t header_size, uint64_t file_size);
/* Judges the whole file. Content points into it, and is NULL unless WHOLE. */
enum fxs_entry_verdict fxs_entry_check(const struct fxs_entry *entry, const void *file, size_t size,
                                       const void **out_content, size_t *out_content_size);

/* A checksum computed piece by piece, at some gigabytes per second: detects damage, but is not a
 * cryptographic digest. The sizes of all pieces except the last are multiples of 32 bytes. */
struct fxs_entry_sum {
  uint64_t lanes[4];
};
void fxs_entry_sum_begin(struct fxs_entry_sum *sum);
void fxs_entry_sum_add(struct fxs_entry_sum *sum, const void *data, size_t size);
uint64_t fxs_entry_sum_end(const struct fxs_entry_sum *sum);

/* ---- Names ---- */

enum fxs_name_form {
  FXS_NAME_FOREIGN,  /* not ours: neither read, counted nor removed */
  FXS_NAME_ENTRY,    /* DIGEST.falx-KIND, DIGEST.falx-KIND-protected */
  FXS_NAME_FILE,     /* DIGEST-UNIQUE.falx-KIND-file, the same with -protected: the file proper */
  FXS_NAME_NEW,      /* UNIQUE.falx-KIND-new: being written */
  FXS_NAME_CLAIM,    /* DIGEST.falx-KIND-claim: locked by the builder */
  FXS_NAME_BUILDING, /* DIGEST-UNIQUE.falx-KIND-building: the builder's folder */
};
/* digest is NULL for NEW. Generates UNIQUE. */
void fxs_name_print(char name[FXS_CACHE_NAME_SIZE], const char *kind, enum fxs_name_form form,
                    const char *digest, bool is_protected);
enum fxs_name_form fxs_name_parse(const char *name, const char *kind, bool *out_is_protected);
void fxs_name_lock(char name[FXS_CACHE_NAME_SIZE], const char *kind);

#endif
