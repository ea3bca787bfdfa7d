/* The names are those of RFC 7693. */
#include "support/digest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const uint64_t iv[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                               0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                               0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

static const unsigned char sigma[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                            {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                            {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                            {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                            {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                            {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                            {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                            {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                            {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                            {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

/* Any byte order, any alignment; compilers turn it into one load. */
static inline uint64_t load(const unsigned char *at) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++)
    word |= (uint64_t)at[i] << 8 * i;
  return word;
}

static inline uint64_t rotate(uint64_t word, int by) {
  return word >> by | word << (64 - by);
}

static inline void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y) {
  v[a] += v[b] + x;
  v[d] = rotate(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = rotate(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = rotate(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = rotate(v[b] ^ v[c], 63);
}

/* Inlined for a constant round: v stays in registers, which is twice as fast. */
static inline __attribute__((always_inline)) void mix_all(uint64_t v[16], const uint64_t m[16],
                                                          int round) {
  const unsigned char *s = sigma[round];
  mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
  mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
  mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
  mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
  mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
  mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
  mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
  mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
}

static void compress(struct fxs_digest *digest, const unsigned char *block, bool is_last) {
  uint64_t v[16], m[16];
  for (int i = 0; i < 16; i++)
    m[i] = load(block + 8 * i);
  for (int i = 0; i < 8; i++) {
    v[i] = digest->state[i];
    v[i + 8] = iv[i];
  }
  v[12] ^= digest->count;
  v[14] = is_last ? ~v[14] : v[14];
  mix_all(v, m, 0);
  mix_all(v, m, 1);
  mix_all(v, m, 2);
  mix_all(v, m, 3);
  mix_all(v, m, 4);
  mix_all(v, m, 5);
  mix_all(v, m, 6);
  mix_all(v, m, 7);
  mix_all(v, m, 8);
  mix_all(v, m, 9);
  mix_all(v, m, 0);
  mix_all(v, m, 1);
  for (int i = 0; i < 8; i++)
    digest->state[i] ^= v[i] ^ v[i + 8];
}

void fxs_digest_begin(struct fxs_digest *digest) {
  digest->count = digest->used = 0;
  memcpy(digest->state, iv, sizeof iv);
  digest->state[0] ^= 0x01010000u ^ FXS_DIGEST_SIZE;
}

/* The last block, even a full one, stays in digest->block until the end. */
void fxs_digest_add(struct fxs_digest *digest, const void *data, size_t size) {
  const unsigned char *at = data;
  while (size) {
    if (digest->used == sizeof digest->block) {
      compress(digest, digest->block, false);
      digest->used = 0;
    }
    if (!digest->used && size > sizeof digest->block) {
      digest->count += sizeof digest->block;
      compress(digest, at, false);
      at += sizeof digest->block;
      size -= sizeof digest->block;
      continue;
    }
    size_t room = sizeof digest->block - digest->used, taken = size < room ? size : room;
    memcpy(digest->block + digest->used, at, taken);
    digest->used += taken;
    digest->count += taken;
    at += taken;
    size -= taken;
  }
}

void fxs_digest_end(struct fxs_digest *digest, unsigned char out_digest[FXS_DIGEST_SIZE]) {
  memset(digest->block + digest->used, 0, sizeof digest->block - digest->used);
  compress(digest, digest->block, true);
  for (int i = 0; i < FXS_DIGEST_SIZE; i++)
    out_digest[i] = (unsigned char)(digest->state[i / 8] >> 8 * (i % 8));
}

void fxs_digest_name(const void *data, size_t size, char out_name[17]) {
  struct fxs_digest digest;
  unsigned char bytes[FXS_DIGEST_SIZE];
  fxs_digest_begin(&digest);
  fxs_digest_add(&digest, data, size);
  fxs_digest_end(&digest, bytes);
  for (int i = 0; i < 8; i++)
    snprintf(out_name + 2 * i, 3, "%02x", bytes[i]);
}
