/* An index from names to what images hold under them: kernels, exports. */
#ifndef FALX_RUNTIME_SYMBOLS_H
#define FALX_RUNTIME_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fxr_image;

/* Part of what is indexed. The name is borrowed. */
struct fxr_symbol {
  const char *name;
  uint64_t hash;
  struct fxr_image *image;
  struct fxr_symbol *next; /* of the same bucket */
};

/* Zero-initialise. Guarded by its owner's lock. */
struct fxr_symbols {
  struct fxr_symbol **buckets; /* NULL while nothing is in it */
  size_t bucket_count, count;  /* bucket_count is a power of two */
};

/* Fills a symbol that is not in an index yet. */
void fxr_symbol_init(struct fxr_symbol *symbol, const char *name, struct fxr_image *image);
/* Makes room for count more; false: out of memory, index unchanged. */
bool fxr_symbols_reserve(struct fxr_symbols *symbols, size_t count);
/* Behind those of the same name: what was added first is found first. There is room. */
void fxr_symbols_add(struct fxr_symbols *symbols, struct fxr_symbol *symbol);
void fxr_symbols_remove(struct fxr_symbols *symbols, struct fxr_symbol *symbol);
/* The first of that name behind after, or of all where after is NULL; NULL at the end. */
struct fxr_symbol *fxr_symbols_next(const struct fxr_symbols *symbols, const char *name,
                                    const struct fxr_symbol *after);

#endif
