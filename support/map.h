/* Hash map from strings to pointers. Keys are copied; values are borrowed. Not thread-safe. */
#ifndef FALX_SUPPORT_MAP_H
#define FALX_SUPPORT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fxs_map_slot {
  char *key; /* NULL: empty */
  uint64_t hash;
  void *value;
};

/* Zero-initialise. */
struct fxs_map {
  struct fxs_map_slot *slots;
  size_t count, capacity; /* capacity is a power of two */
};

/* The value, or NULL; fxs_map_has distinguishes an absent key from a NULL value. */
void *fxs_map_get(const struct fxs_map *map, const char *key);
bool fxs_map_has(const struct fxs_map *map, const char *key);
/* Inserts or replaces; false if out of memory, map unchanged. */
bool fxs_map_put(struct fxs_map *map, const char *key, void *value);
/* True if the key was present. */
bool fxs_map_remove(struct fxs_map *map, const char *key);
/* In no particular order: for (size_t i = 0; fxs_map_next(map, &i, &key, &value);) … */
bool fxs_map_next(const struct fxs_map *map, size_t *iterator, const char **out_key,
                  void **out_value);
void fxs_map_free(struct fxs_map *map);

uint64_t fxs_hash(const void *data, size_t size); /* FNV-1a, 64 bits: stable across runs */

#endif
