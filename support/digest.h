/* BLAKE2b with 32 bytes of output and no key (RFC 7693): a cryptographic digest. */
#ifndef FALX_SUPPORT_DIGEST_H
#define FALX_SUPPORT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define FXS_DIGEST_SIZE 32

struct fxs_digest {
  uint64_t state[8], count; /* count: bytes processed, including those in block */
  size_t used;              /* of block */
  unsigned char block[128];
};

void fxs_digest_begin(struct fxs_digest *digest);
void fxs_digest_add(struct fxs_digest *digest, const void *data, size_t size);
void fxs_digest_end(struct fxs_digest *digest, unsigned char out_digest[FXS_DIGEST_SIZE]);

/* The digest's first 64 bits as 16 digits and a zero: a name for the data. */
void fxs_digest_name(const void *data, size_t size, char out_name[17]);

#endif
