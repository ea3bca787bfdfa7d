/* One call's visit to the folder of a cache: shared by cache.c and cache_build.c. */
#ifndef FALX_SUPPORT_CACHE_VISIT_H
#define FALX_SUPPORT_CACHE_VISIT_H

#include "support/cache.h"
#include "support/cache_entry.h"
#include "support/cache_room.h"

struct fxs_visit {
  struct fxs_cache *cache; /* borrowed */
  struct fxs_entry entry;
  char name[FXS_CACHE_NAME_SIZE]; /* of the entry's file */
  int folder;
  const char *reason; /* why not; NULL so far */
  bool is_too_large;
};

/* Each call opens the folder anew, so that no state can be stale, not even after a fork. makes:
 * creates it if absent. False with the reason; the caller must leave in any case. */
bool fxs_visit_enter(struct fxs_visit *visit, struct fxs_cache *cache,
                     const struct fxs_cache_key *key, enum fxs_entry_form form, bool makes);
void fxs_visit_leave(struct fxs_visit *visit);

/* The content of the entry, allocated with malloc; NULL with the reason. Removes a damaged one. */
void *fxs_visit_read(struct fxs_visit *visit, size_t *out_size);

/* Takes a turn as a writer and reserves room for the sealed entry of that content, and for its
 * file. False with the reason. True: the caller writes room->name, then leaves the room. */
bool fxs_visit_reserve(struct fxs_visit *visit, struct fxs_room *room, uint64_t file_size);
/* Writes the sealed entry to room->name; fxs_visit_publish renames it to its own name. */
bool fxs_visit_write(struct fxs_visit *visit, const struct fxs_room *room, const void *content,
                     size_t size);
bool fxs_visit_publish(struct fxs_visit *visit, const struct fxs_room *room);

/* Copies the reason, with the path if that was refused, to the cache. */
void fxs_visit_explain(const struct fxs_visit *visit);
/* Adds the room's statistics to the cache's, and leaves the room. */
void fxs_visit_leave_room(struct fxs_visit *visit, struct fxs_room *room, bool is_used);

#endif
