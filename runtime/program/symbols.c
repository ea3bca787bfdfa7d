/* An index of the symbols in images by name. */
#include "runtime/program/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "support/map.h"

void fxr_symbol_init(struct fxr_symbol *symbol, const char *name, struct fxr_image *image) {
  symbol->name = name;
  symbol->hash = fxs_hash(name, strlen(name));
  symbol->image = image;
}

static struct fxr_symbol **bucket(const struct fxr_symbols *symbols, uint64_t hash) {
  return &symbols->buckets[hash & (symbols->bucket_count - 1)];
}

static void put(struct fxr_symbols *symbols, struct fxr_symbol *symbol) {
  struct fxr_symbol **link = bucket(symbols, symbol->hash);
  while (*link)
    link = &(*link)->next;
  symbol->next = NULL;
  *link = symbol;
}

bool fxr_symbols_reserve(struct fxr_symbols *symbols, size_t count) {
  size_t size = symbols->bucket_count ? symbols->bucket_count : 64;
  while (size < (symbols->count + count) * 2)
    size *= 2;
  if (size == symbols->bucket_count || !count)
    return true;
  struct fxr_symbol **created = calloc(size, sizeof *created);
  if (!created)
    return false;
  struct fxr_symbol **old = symbols->buckets;
  size_t old_count = symbols->bucket_count;
  symbols->buckets = created;
  symbols->bucket_count = size;
  for (size_t i = 0; i < old_count; i++)
    for (struct fxr_symbol *symbol = old[i], *next; symbol; symbol = next) {
      next = symbol->next;
      put(symbols, symbol);
    }
  free(old);
  return true;
}

void fxr_symbols_add(struct fxr_symbols *symbols, struct fxr_symbol *symbol) {
  put(symbols, symbol);
  symbols->count++;
}

void fxr_symbols_remove(struct fxr_symbols *symbols, struct fxr_symbol *symbol) {
  struct fxr_symbol **link = bucket(symbols, symbol->hash);
  while (*link != symbol)
    link = &(*link)->next;
  *link = symbol->next;
  if (--symbols->count == 0) {
    free(symbols->buckets);
    *symbols = (struct fxr_symbols){0};
  }
}

struct fxr_symbol *fxr_symbols_next(const struct fxr_symbols *symbols, const char *name,
                                    const struct fxr_symbol *after) {
  if (!symbols->buckets)
    return NULL;
  uint64_t hash = after ? after->hash : fxs_hash(name, strlen(name));
  struct fxr_symbol *symbol = after ? after->next : *bucket(symbols, hash);
  while (symbol && (symbol->hash != hash || strcmp(symbol->name, name) != 0))
    symbol = symbol->next;
  return symbol;
}
