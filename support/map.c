/* Hash map: open addressing, linear probing, backward-shift removal. */
#include "support/map.h"

#include <stdlib.h>
#include <string.h>

uint64_t fxs_hash(const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

/* The slot that holds key, or the empty one to insert it into. */
static size_t find(const struct fxs_map *map, const char *key, uint64_t hash) {
  size_t mask = map->capacity - 1, i = (size_t)hash & mask;
  while (map->slots[i].key && (map->slots[i].hash != hash || strcmp(map->slots[i].key, key) != 0))
    i = (i + 1) & mask;
  return i;
}

static const struct fxs_map_slot *lookup(const struct fxs_map *map, const char *key) {
  if (!map->count)
    return NULL;
  const struct fxs_map_slot *slot = &map->slots[find(map, key, fxs_hash(key, strlen(key)))];
  return slot->key ? slot : NULL;
}

void *fxs_map_get(const struct fxs_map *map, const char *key) {
  const struct fxs_map_slot *slot = lookup(map, key);
  return slot ? slot->value : NULL;
}

bool fxs_map_has(const struct fxs_map *map, const char *key) {
  return lookup(map, key) != NULL;
}

static bool grow(struct fxs_map *map) {
  struct fxs_map bigger = {.count = map->count, .capacity = map->capacity ? map->capacity * 2 : 16};
  bigger.slots = calloc(bigger.capacity, sizeof *bigger.slots);
  if (!bigger.slots)
    return false;
  for (size_t i = 0; i < map->capacity; ++i) {
    size_t mask = bigger.capacity - 1, place = (size_t)map->slots[i].hash & mask;
    if (!map->slots[i].key)
      continue;
    while (bigger.slots[place].key)
      place = (place + 1) & mask;
    bigger.slots[place] = map->slots[i];
  }
  free(map->slots);
  *map = bigger;
  return true;
}

bool fxs_map_put(struct fxs_map *map, const char *key, void *value) {
  if ((map->count + 1) * 4 > map->capacity * 3 && !grow(map))
    return false;
  size_t size = strlen(key) + 1;
  uint64_t hash = fxs_hash(key, size - 1);
  struct fxs_map_slot *slot = &map->slots[find(map, key, hash)];
  if (!slot->key) {
    char *copy = malloc(size);
    if (!copy)
      return false;
    memcpy(copy, key, size);
    slot->key = copy;
    slot->hash = hash;
    map->count++;
  }
  slot->value = value;
  return true;
}

bool fxs_map_remove(struct fxs_map *map, const char *key) {
  const struct fxs_map_slot *slot = lookup(map, key);
  if (!slot)
    return false;
  size_t mask = map->capacity - 1, hole = (size_t)(slot - map->slots);
  free(map->slots[hole].key);
  for (size_t i = (hole + 1) & mask; map->slots[i].key; i = (i + 1) & mask) {
    size_t home = (size_t)map->slots[i].hash & mask;
    if (((i - home) & mask) >= ((i - hole) & mask)) {
      map->slots[hole] = map->slots[i];
      hole = i;
    }
  }
  map->slots[hole] = (struct fxs_map_slot){0};
  map->count--;
  return true;
}

bool fxs_map_next(const struct fxs_map *map, size_t *iterator, const char **out_key,
                  void **out_value) {
  for (; *iterator < map->capacity; ++*iterator) {
    const struct fxs_map_slot *slot = &map->slots[*iterator];
    if (!slot->key)
      continue;
    *out_key = slot->key;
    if (out_value)
      *out_value = slot->value;
    ++*iterator;
    return true;
  }
  return false;
}

void fxs_map_free(struct fxs_map *map) {
  for (size_t i = 0; i < map->capacity; ++i)
    free(map->slots[i].key);
  free(map->slots);
  *map = (struct fxs_map){0};
}
