/* How much the folder of the persistent cache holds, and who has to go when it is full.
 *
 * Writers take turns. A file that is locked meanwhile has the sum of all sizes, so that an entry
 * costs no look at the others; and the name of the file being written, so that the next writer
 * takes away what a killed one left. The sum is never too small: it grows before a file is made.
 * What makes it too large (an entry that was replaced or found damaged, a killed writer, a user
 * with rm) is found when it reaches the limit, by counting. */
#ifndef FALX_RUNTIME_STORE_ROOM_H
#define FALX_RUNTIME_STORE_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#define FXR_ROOM_LOCK "falx-programs.lock"
#define FXR_ROOM_NEW_SUFFIX ".falx-new"

struct fxr_room {
  int folder, lock; /* borrowed, own */
  uint64_t total, reserved;
  char name[64]; /* for the file to be written */
};

/* False, with the reason, where others write for long. True: to be left. */
bool fxr_room_enter(struct fxr_room *room, int folder, const char **out_reason);
/* Makes room for size bytes by removing what was used least recently, and sets room->name. */
bool fxr_room_reserve(struct fxr_room *room, uint64_t limit, uint64_t size,
                      const char **out_reason);
/* is_used: what was reserved is an entry now. */
void fxr_room_leave(struct fxr_room *room, bool is_used);

#endif
