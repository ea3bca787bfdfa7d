/* See store_room.h. All here runs with the lock held. */
#include "runtime/store_room.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/os_folder.h"
#include "runtime/settings.h"
#include "runtime/store_entry.h"
#include "support/map.h"
#include "support/vector.h"

#define WAIT_MS 100
#define MARGIN 8 /* eviction leaves 1 / MARGIN of the limit free */
#define BLOCK 4096u
#define RECORD_MAGIC 0x316d6f6f52786c46u /* "FlxRoom1" */

/* In the lock's file. */
struct record {
  uint64_t magic, total;
  char name[64]; /* empty, or of the file being written */
  uint64_t sum;  /* of all above */
};

struct file {
  char name[FXR_ENTRY_NAME_SIZE];
  uint64_t size;
  int64_t used;
};
struct count {
  FXS_VECTOR(struct file) files;
  uint64_t total;
  int folder;
};

/* On disk a file takes whole blocks. */
static uint64_t footprint(uint64_t size) {
  return (size + BLOCK - 1) / BLOCK * BLOCK;
}

static bool is_unfinished(const char *name) {
  size_t length = strspn(name, "0123456789abcdef-");
  return length && strcmp(name + length, FXR_ROOM_NEW_SUFFIX) == 0;
}

/* ---- The record ---- */

static bool save(struct fxr_room *room, const char *name) {
  struct record record = {.magic = RECORD_MAGIC, .total = room->total};
  memcpy(record.name, name, strlen(name));
  record.sum = fxs_hash(&record, offsetof(struct record, sum));
  return fxr_os_lock_write(room->lock, &record, sizeof record);
}

/* False: there is none yet, or none that can be believed. */
static bool load(struct fxr_room *room, struct record *record) {
  return fxr_os_file_read(room->lock, 0, record, sizeof *record) && record->magic == RECORD_MAGIC &&
         record->sum == fxs_hash(record, offsetof(struct record, sum)) &&
         memchr(record->name, 0, sizeof record->name);
}

/* ---- Counting ---- */

/* Files of others may lie in the folder: they are neither counted nor removed. */
static bool count_file(void *user, const char *name, uint64_t size, int64_t used) {
  struct count *count = user;
  if (is_unfinished(name)) {
    fxr_os_file_remove(count->folder, name);
    return true;
  }
  if (!fxr_entry_is_name(name))
    return true;
  struct file file = {.size = footprint(size), .used = used};
  memcpy(file.name, name, sizeof file.name);
  count->total += file.size;
  return fxs_vector_push(&count->files, file);
}

static int compare_use(const void *left, const void *right) {
  const struct file *a = left, *b = right;
  return (a->used > b->used) - (a->used < b->used);
}

static void evict(struct count *count, uint64_t goal) {
  size_t removed = 0;
  qsort(count->files.items, count->files.count, sizeof *count->files.items, compare_use);
  for (; removed < count->files.count && count->total > goal; removed++) {
    fxr_os_file_remove(count->folder, count->files.items[removed].name);
    count->total -= count->files.items[removed].size;
  }
  fxr_trace("cache", "on disk: removed %zu of %zu entries, which were used least recently", removed,
            count->files.count);
}

/* Sets total; where it exceeds most, entries go until it is no more than goal. */
static bool recount(struct fxr_room *room, uint64_t most, uint64_t goal) {
  struct count count = {.folder = room->folder, .total = BLOCK}; /* the lock's file */
  bool is_fine = fxr_os_folder_list(room->folder, count_file, &count);
  if (is_fine && count.total > most)
    evict(&count, goal);
  if (is_fine)
    room->total = count.total;
  fxs_vector_free(&count.files);
  return is_fine;
}

/* ---- A writer's turn ---- */

bool fxr_room_enter(struct fxr_room *room, int folder, const char **out_reason) {
  struct record record;
  *room = (struct fxr_room){.folder = folder};
  if ((room->lock = fxr_os_lock(folder, FXR_ROOM_LOCK, WAIT_MS, out_reason)) < 0)
    return false;
  if (!load(room, &record)) {
    if (recount(room, UINT64_MAX, UINT64_MAX))
      return true;
    fxr_os_unlock(room->lock);
    *out_reason = "the folder cannot be listed";
    return false;
  }
  room->total = record.total;
  if (is_unfinished(record.name))
    fxr_os_file_remove(folder, record.name); /* its writer was killed */
  return true;
}

bool fxr_room_reserve(struct fxr_room *room, uint64_t limit, uint64_t size,
                      const char **out_reason) {
  uint64_t need = footprint(size);
  *out_reason = "it is larger than the cache: FALX_CACHE_MAX_SIZE sets the limit";
  if (size > limit || need + BLOCK > limit)
    return false;
  uint64_t most = limit - need, goal = limit - limit / MARGIN;
  goal = goal > need + BLOCK ? goal - need : BLOCK;
  *out_reason = "the folder cannot be listed";
  if (room->total > most && !recount(room, most, goal))
    return false;
  *out_reason = "the sum of sizes cannot be written";
  fxr_os_file_unique_name(room->name, sizeof room->name, FXR_ROOM_NEW_SUFFIX);
  room->total += need;
  room->reserved = need;
  return save(room, room->name);
}

/* Without a name: nothing is being written any more. A sum that cannot be written stays as it was,
 * with a name that is void. */
void fxr_room_leave(struct fxr_room *room, bool is_used) {
  room->total -= is_used ? 0 : room->reserved;
  save(room, "");
  fxr_os_unlock(room->lock);
}
