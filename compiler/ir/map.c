/* Hash map from pointers to pointers: open addressing, linear probing, at most two thirds full. */
#include "compiler/ir/map.h"
#include "compiler/memory.h"

#include <stdint.h>

static struct fxc_map_slot *slot_of(const struct fxc_map *map, const void *key) {
  size_t mask = map->capacity - 1;
  uint64_t hash = ((uint64_t)(uintptr_t)key >> 4) * UINT64_C(0x9E3779B97F4A7C15);
  for (size_t i = (size_t)(hash >> 20) & mask;; i = (i + 1) & mask)
    if (!map->slots[i].key || map->slots[i].key == key)
      return &map->slots[i];
}

void *fxc_map_get(const struct fxc_map *map, const void *key) {
  return map->capacity ? slot_of(map, key)->value : NULL;
}

bool fxc_map_has(const struct fxc_map *map, const void *key) {
  return map->capacity && slot_of(map, key)->key;
}

static void grow(struct fxc_map *map) {
  struct fxc_map larger = {.capacity = map->capacity ? 2 * map->capacity : 64, .count = map->count};
  larger.slots = fxc_must(calloc(larger.capacity, sizeof *larger.slots));
  for (size_t i = 0; i < map->capacity; i++)
    if (map->slots[i].key)
      *slot_of(&larger, map->slots[i].key) = map->slots[i];
  free(map->slots);
  *map = larger;
}

void fxc_map_put(struct fxc_map *map, const void *key, void *value) {
  if (3 * (map->count + 1) > 2 * map->capacity)
    grow(map);
  struct fxc_map_slot *slot = slot_of(map, key);
  map->count += !slot->key;
  *slot = (struct fxc_map_slot){key, value};
}

struct fxc_map fxc_map_copy(const struct fxc_map *map) {
  struct fxc_map copy = {0};
  for (size_t k = 0; k < map->capacity; k++)
    if (map->slots[k].key)
      fxc_map_put(&copy, map->slots[k].key, map->slots[k].value);
  return copy;
}

void fxc_map_free(struct fxc_map *map) {
  free(map->slots);
  *map = (struct fxc_map){0};
}
