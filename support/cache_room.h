/* The size of a cache's folder, and eviction when it is full.
 *
 * Writers take turns. The lock file holds the total size of each class, so that adding an entry
 * needs no scan of the others, and the name of the file being written, so that the next writer
 * removes what a killed one left. A total is never too small: it is increased before a file is
 * created. What makes it too large (an entry replaced or found damaged, a killed writer, a user
 * with rm) is corrected by a scan when the total reaches the limit. */
#ifndef FALX_SUPPORT_CACHE_ROOM_H
#define FALX_SUPPORT_CACHE_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "support/cache.h"

struct fxs_room {
  int folder, lock; /* borrowed, own */
  const char *kind;
  uint64_t totals[2]; /* bytes on disk, of ordinary and of protected entries */
  uint64_t reserved;
  bool is_protected;              /* the class of the reservation */
  char name[FXS_CACHE_NAME_SIZE]; /* for the file to be written */
  uint64_t counted, removed;      /* entries, for statistics */
};

/* False, with the reason, if others write for longer than wait_ms. True: the caller must leave. */
bool fxs_room_enter(struct fxs_room *room, int folder, const char *kind, int wait_ms,
                    const char **out_reason);

/* A reservation: the entry, and its file, if any. */
struct fxs_room_need {
  uint64_t entry_size, file_size; /* bytes; 0: no file */
  uint64_t limit;                 /* of the class, bytes */
  bool is_protected;
};
/* Makes room by evicting the least recently used entries of the class that are not in use, and
 * sets room->name. If there is a file, also removes what killed builders left.
 * *out_is_too_large: it would not fit into an empty cache. */
bool fxs_room_reserve(struct fxs_room *room, const struct fxs_room_need *need,
                      bool *out_is_too_large, const char **out_reason);
/* is_used: the reservation has become an entry. */
void fxs_room_leave(struct fxs_room *room, bool is_used);

#endif
