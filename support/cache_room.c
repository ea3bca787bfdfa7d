/* See cache_room.h. Everything here runs with the lock held. */
#include "support/cache_room.h"

#include <stdlib.h>
#include <string.h>

#include "support/cache_entry.h"
#include "support/folder.h"
#include "support/map.h"
#include "support/vector.h"

#define MARGIN 8 /* eviction leaves 1 / MARGIN of the limit free */
#define BLOCK 4096u
#define RECORD_MAGIC 0x326d6f6f52786c46u /* "FlxRoom2" */
#define DIGITS (2 * FXS_DIGEST_SIZE)

/* The content of the lock's file. */
struct record {
  uint64_t magic, totals[2];
  char name[FXS_CACHE_NAME_SIZE]; /* empty, or of the file being written */
  uint64_t sum;                   /* checksum of everything above */
};

struct file {
  char name[FXS_CACHE_NAME_SIZE];
  uint64_t size;
  int64_t used;
  enum fxs_name_form form;
  bool is_protected;
};
/* An entry: indices of files. */
struct item {
  size_t entry, file; /* file: SIZE_MAX if there is none */
  uint64_t size;
  int64_t used;
};
struct count {
  const struct fxs_room *room;
  FXS_VECTOR(struct file) files;
  FXS_VECTOR(struct item) items; /* of the class to evict from */
  uint64_t totals[2];
};

/* On disk a file occupies whole blocks. */
static uint64_t footprint(uint64_t size) {
  return (size + BLOCK - 1) / BLOCK * BLOCK;
}

static bool is_form(const char *name, const char *kind, enum fxs_name_form form) {
  bool is_protected;
  return fxs_name_parse(name, kind, &is_protected) == form;
}

/* ---- The record ---- */

static bool save(struct fxs_room *room, const char *name) {
  struct record record = {.magic = RECORD_MAGIC, .totals = {room->totals[0], room->totals[1]}};
  memcpy(record.name, name, strlen(name));
  record.sum = fxs_hash(&record, offsetof(struct record, sum));
  return fxs_folder_write(room->lock, &record, sizeof record);
}

/* False: there is none yet, or it is not credible. */
static bool load(struct fxs_room *room, struct record *record) {
  return fxs_folder_read(room->lock, 0, record, sizeof *record) && record->magic == RECORD_MAGIC &&
         record->sum == fxs_hash(record, offsetof(struct record, sum)) &&
         memchr(record->name, 0, sizeof record->name);
}

/* ---- Counting ---- */

/* A live builder holds the lock on its claim. */
static void remove_unclaimed(const struct fxs_room *room, const char *name) {
  char digest[DIGITS + 1] = "", claim[FXS_CACHE_NAME_SIZE];
  const char *reason;
  memcpy(digest, name, DIGITS);
  fxs_name_print(claim, room->kind, FXS_NAME_CLAIM, digest, false);
  int lock = fxs_folder_lock(room->folder, claim, 0, &reason);
  if (lock < 0)
    return;
  if (strcmp(name, claim) != 0)
    fxs_folder_remove_tree(room->folder, name);
  fxs_folder_remove(room->folder, claim);
  fxs_folder_unlock(lock);
}

/* The folder may contain foreign files: they are neither counted nor removed. */
static bool count_file(void *user, const struct fxs_listed *listed) {
  struct count *count = user;
  const struct fxs_room *room = count->room;
  struct file file = {.size = footprint(listed->size), .used = listed->used};
  file.form = fxs_name_parse(listed->name, room->kind, &file.is_protected);
  if (listed->is_folder != (file.form == FXS_NAME_BUILDING))
    return true;
  switch (file.form) {
  case FXS_NAME_FOREIGN:
    return true;
  case FXS_NAME_NEW:
    fxs_folder_remove(room->folder, listed->name);
    return true;
  case FXS_NAME_CLAIM:
  case FXS_NAME_BUILDING:
    remove_unclaimed(room, listed->name);
    return true;
  case FXS_NAME_ENTRY:
  case FXS_NAME_FILE:
    break;
  }
  if (strlen(listed->name) >= sizeof file.name)
    return true;
  memcpy(file.name, listed->name, strlen(listed->name));
  return fxs_vector_push(&count->files, file);
}

/* Orders by digest; then files, the oldest first, followed by the entry that names them. */
static int compare_names(const void *left, const void *right) {
  const struct file *a = left, *b = right;
  return strcmp(a->name, b->name);
}

static int compare_use(const void *left, const void *right) {
  const struct item *a = left, *b = right;
  return (a->used > b->used) - (a->used < b->used);
}

/* Adds up the sizes, and pairs each entry with its newest file. Older ones were replaced, or
 * left by killed writers: they are removed when no longer in use. */
static bool pair(struct count *count, bool is_protected) {
  size_t files = count->files.count;
  if (files)
    qsort(count->files.items, files, sizeof *count->files.items, compare_names);
  for (size_t i = 0; i < files; i++) {
    const struct file *file = &count->files.items[i];
    const struct file *next = i + 1 < files ? file + 1 : NULL;
    bool is_kept = file->form == FXS_NAME_ENTRY || (next && next->form == FXS_NAME_ENTRY &&
                                                    next->is_protected == file->is_protected &&
                                                    memcmp(next->name, file->name, DIGITS) == 0);
    if (!is_kept && fxs_folder_remove_unused(count->room->folder, file->name))
      continue;
    count->totals[file->is_protected] += file->size;
    if (file->form != FXS_NAME_ENTRY || file->is_protected != is_protected)
      continue;
    struct item item = {i, SIZE_MAX, file->size, file->used};
    if (i && file[-1].form == FXS_NAME_FILE && file[-1].is_protected == is_protected &&
        memcmp(file[-1].name, file->name, DIGITS) == 0) {
      item.file = i - 1;
      item.size += file[-1].size;
    }
    if (!fxs_vector_push(&count->items, item))
      return false;
  }
  return true;
}

static void evict(struct fxs_room *room, struct count *count, bool is_protected, uint64_t goal) {
  uint64_t *total = &count->totals[is_protected];
  if (count->items.count)
    qsort(count->items.items, count->items.count, sizeof *count->items.items, compare_use);
  room->counted += count->items.count;
  for (size_t i = 0; i < count->items.count && *total > goal; i++) {
    const struct item *item = &count->items.items[i];
    if (item->file != SIZE_MAX &&
        !fxs_folder_remove_unused(room->folder, count->files.items[item->file].name))
      continue;
    fxs_folder_remove(room->folder, count->files.items[item->entry].name);
    *total -= item->size;
    room->removed++;
  }
}

/* Sets the totals; if that of the class exceeds most, evicts entries until it is at most goal. */
static bool recount(struct fxs_room *room, bool is_protected, uint64_t most, uint64_t goal) {
  struct count count = {.room = room, .totals = {BLOCK, 0}}; /* BLOCK: the lock's file itself */
  bool is_fine = fxs_folder_list(room->folder, count_file, &count) && pair(&count, is_protected);
  if (is_fine && count.totals[is_protected] > most)
    evict(room, &count, is_protected, goal);
  if (is_fine)
    memcpy(room->totals, count.totals, sizeof room->totals);
  fxs_vector_free(&count.files);
  fxs_vector_free(&count.items);
  return is_fine;
}

/* ---- A writer's turn ---- */

bool fxs_room_enter(struct fxs_room *room, int folder, const char *kind, int wait_ms,
                    const char **out_reason) {
  struct record record;
  char lock[FXS_CACHE_NAME_SIZE];
  *room = (struct fxs_room){.folder = folder, .kind = kind};
  fxs_name_lock(lock, kind);
  if ((room->lock = fxs_folder_lock(folder, lock, wait_ms, out_reason)) < 0)
    return false;
  if (!load(room, &record)) {
    if (recount(room, false, UINT64_MAX, UINT64_MAX))
      return true;
    fxs_folder_unlock(room->lock);
    *out_reason = "the folder cannot be listed";
    return false;
  }
  memcpy(room->totals, record.totals, sizeof room->totals);
  if (is_form(record.name, kind, FXS_NAME_NEW))
    fxs_folder_remove(folder, record.name); /* its writer was killed */
  return true;
}

bool fxs_room_reserve(struct fxs_room *room, const struct fxs_room_need *need,
                      bool *out_is_too_large, const char **out_reason) {
  uint64_t limit = need->limit;
  *out_is_too_large = need->entry_size > limit || need->file_size > limit ||
                      footprint(need->entry_size) + footprint(need->file_size) + BLOCK > limit;
  *out_reason = "it is larger than the cache";
  if (*out_is_too_large)
    return false;
  uint64_t size = footprint(need->entry_size) + footprint(need->file_size);
  uint64_t *total = &room->totals[need->is_protected];
  uint64_t most = limit - size, goal = limit - limit / MARGIN;
  goal = goal > size + BLOCK ? goal - size : BLOCK;
  *out_reason = "the folder cannot be listed";
  if ((*total > most || need->file_size) && !recount(room, need->is_protected, most, goal))
    return false;
  *out_reason = "what is in the cache is in use, and there is no room for more";
  if (*total > most)
    return false;
  *out_reason = "the sum of sizes cannot be written";
  fxs_name_print(room->name, room->kind, FXS_NAME_NEW, NULL, false);
  *total += size;
  room->reserved = size;
  room->is_protected = need->is_protected;
  return save(room, room->name);
}

/* Without a name: nothing is being written any more. If the record cannot be written, the old
 * one stays, with a name that is no longer valid. */
void fxs_room_leave(struct fxs_room *room, bool is_used) {
  room->totals[room->is_protected] -= is_used ? 0 : room->reserved;
  save(room, "");
  fxs_folder_unlock(room->lock);
}
