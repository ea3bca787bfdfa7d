/* Hash map from pointers to pointers: values, blocks and metadata by identity. */
#ifndef FALX_COMPILER_IR_MAP_H
#define FALX_COMPILER_IR_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct fxc_map_slot {
  const void *key; /* NULL: empty */
  void *value;
};

/* Zero-initialise. */
struct fxc_map {
  struct fxc_map_slot *slots;
  size_t count, capacity; /* capacity is a power of two */
};

void *fxc_map_get(const struct fxc_map *map, const void *key); /* NULL where absent */
bool fxc_map_has(const struct fxc_map *map, const void *key);
void fxc_map_put(struct fxc_map *map, const void *key, void *value); /* key is not NULL */
struct fxc_map fxc_map_copy(const struct fxc_map *map);
void fxc_map_free(struct fxc_map *map);

#endif
