/* An index of the symbols in images by name: kernels, exports. */
#ifndef FALX_RUNTIME_SYMBOLS_H
#define FALX_RUNTIME_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fxr_image;

/* Embedded in what is indexed. The name is borrowed. */
struct fxr_symbol {
  const char *name;
  uint64_t hash;
  struct fxr_image *image;
  struct fxr_symbol *next; /* of the same bucket */
};

/* Zero-initialise. Guarded by its owner's lock. */
struct fxr_symbols {
  struct fxr_symbol **buckets; /* NULL while it is empty */
  size_t bucket_count, count;  /* bucket_count is a power of two */
};

/* Initialises a symbol that is not in an index yet. */
void fxr_symbol_init(struct fxr_symbol *symbol, const char *name, struct fxr_image *image);
/* Reserves room for count more; false: out of memory, index unchanged. */
bool fxr_symbols_reserve(struct fxr_symbols *symbols, size_t count);
/* Appends to those of the same name: the oldest is found first. Room must be reserved. */
void fxr_symbols_add(struct fxr_symbols *symbols, struct fxr_symbol *symbol);
void fxr_symbols_remove(struct fxr_symbols *symbols, struct fxr_symbol *symbol);
/* The next symbol of that name after the given one, the first if it is NULL; NULL at the end. */
struct fxr_symbol *fxr_symbols_next(const struct fxr_symbols *symbols, const char *name,
                                    const struct fxr_symbol *after);

#endif
