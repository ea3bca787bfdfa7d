/* Entries of bytes, and code shared by both kinds of entries. Nothing is synchronized to the
 * disk: the digest reveals files torn by a power failure. */
#include "support/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cache_visit.h"
#include "support/folder.h"

#define PUT_WAIT_MS 100

bool fxs_cache_place(const char *xdg, const char *home, const char *leaf, char *path, size_t size) {
  bool is_xdg = xdg && xdg[0] == '/';
  const char *base = is_xdg ? xdg : home;
  if (!base || base[0] != '/' || !(fxs_folder_is_own(base) || (is_xdg && !fxs_folder_exists(base))))
    return false;
  int length = snprintf(path, size, "%s/%s/%s", base, is_xdg ? "falx" : ".cache/falx", leaf);
  return length > 0 && (size_t)length < size;
}

/* ---- A visit ---- */

bool fxs_visit_enter(struct fxs_visit *visit, struct fxs_cache *cache,
                     const struct fxs_cache_key *key, enum fxs_entry_form form, bool makes) {
  *visit = (struct fxs_visit){.cache = cache, .folder = -1};
  cache->reason[0] = cache->name[0] = 0;
  if (!fxs_entry_init(&visit->entry, key, form)) {
    visit->reason = "no memory";
    return false;
  }
  fxs_name_print(visit->name, cache->kind, FXS_NAME_ENTRY, visit->entry.digest, key->is_protected);
  memcpy(cache->name, visit->name, sizeof cache->name);
  if (fxs_is_set_user_id())
    visit->reason = "the program is set-user-id";
  else
    visit->folder = fxs_folder_open(cache->path, makes, &visit->reason);
  return visit->folder >= 0;
}

void fxs_visit_leave(struct fxs_visit *visit) {
  fxs_folder_close(visit->folder);
  fxs_entry_free(&visit->entry);
  visit->folder = -1;
}

void fxs_visit_explain(const struct fxs_visit *visit) {
  struct fxs_cache *cache = visit->cache;
  const char *reason = visit->reason ? visit->reason : "";
  if (visit->folder < 0 && visit->entry.head)
    snprintf(cache->reason, sizeof cache->reason, "%.160s: %s", cache->path, reason);
  else if (visit->is_too_large && cache->limit_setting)
    snprintf(cache->reason, sizeof cache->reason, "%s: %s sets the limit", reason,
             cache->limit_setting);
  else
    snprintf(cache->reason, sizeof cache->reason, "%s", reason);
}

/* ---- Reading ---- */

/* The content, moved to the front of the memory into which the whole file was read. */
static void *read_content(struct fxs_visit *visit, int file, uint64_t file_size,
                          enum fxs_entry_verdict *verdict, size_t *out_size) {
  struct fxs_entry_header header;
  const void *content;
  *verdict = FXS_ENTRY_DAMAGED;
  if (file_size < sizeof header || !fxs_folder_read(file, 0, &header, sizeof header))
    return NULL;
  *verdict = fxs_entry_look(&header, sizeof header, file_size);
  if (*verdict != FXS_ENTRY_WHOLE)
    return NULL;
  *verdict = FXS_ENTRY_OTHER_KEY; /* not to be removed when out of memory */
  char *bytes = file_size < SIZE_MAX ? malloc((size_t)file_size) : NULL;
  visit->reason = "no memory";
  if (!bytes)
    return NULL;
  visit->reason = NULL;
  *verdict = FXS_ENTRY_DAMAGED;
  if (fxs_folder_read(file, 0, bytes, (size_t)file_size))
    *verdict = fxs_entry_check(&visit->entry, bytes, (size_t)file_size, &content, out_size);
  if (*verdict != FXS_ENTRY_WHOLE) {
    free(bytes);
    return NULL;
  }
  memmove(bytes, content, *out_size);
  return bytes;
}

void *fxs_visit_read(struct fxs_visit *visit, size_t *out_size) {
  static const char *const reasons[] = {
      [FXS_ENTRY_OTHER_KEY] = "the entry of that name has another key",
      [FXS_ENTRY_OTHER_VERSION] = "the entry is of another version of Falx",
      [FXS_ENTRY_DAMAGED] = "the entry is damaged",
  };
  enum fxs_entry_verdict verdict;
  uint64_t file_size;
  *out_size = 0;
  int file = fxs_folder_open_file(visit->folder, visit->name, &file_size, &visit->reason);
  if (file < 0)
    return NULL;
  visit->reason = NULL;
  void *bytes = read_content(visit, file, file_size, &verdict, out_size);
  if (bytes) {
    fxs_folder_touch(file);
    /* Frees the surplus; if that fails the larger block is kept. */
    void *fitting = realloc(bytes, *out_size ? *out_size : 1);
    bytes = fitting ? fitting : bytes;
  } else if (!visit->reason) {
    visit->reason = reasons[verdict];
  }
  /* Another process may have stored an intact one there meanwhile: that one is lost, and
   * rebuilt. */
  if (!bytes && verdict == FXS_ENTRY_DAMAGED)
    fxs_folder_remove(visit->folder, visit->name);
  fxs_folder_close(file);
  return bytes;
}

bool fxs_cache_find(struct fxs_cache *cache, const struct fxs_cache_key *key, void **out_bytes,
                    size_t *out_size) {
  struct fxs_visit visit;
  *out_bytes = NULL;
  *out_size = 0;
  if (fxs_visit_enter(&visit, cache, key, FXS_ENTRY_BYTES, false))
    *out_bytes = fxs_visit_read(&visit, out_size);
  if (!*out_bytes)
    fxs_visit_explain(&visit);
  *(*out_bytes ? &cache->stats.hits : &cache->stats.misses) += 1;
  fxs_visit_leave(&visit);
  return *out_bytes != NULL;
}

/* ---- Writing ---- */

bool fxs_visit_reserve(struct fxs_visit *visit, struct fxs_room *room, uint64_t file_size) {
  struct fxs_entry_header header;
  const struct fxs_cache *cache = visit->cache;
  struct fxs_room_need need = {.file_size = file_size, .is_protected = visit->entry.is_protected};
  need.limit = need.is_protected ? cache->protected_limit : cache->limit;
  memcpy(&header, visit->entry.head, sizeof header);
  if (__builtin_add_overflow((uint64_t)visit->entry.head_size, header.content_size,
                             &need.entry_size)) {
    visit->reason = "it is larger than any file";
    return false;
  }
  return fxs_room_reserve(room, &need, &visit->is_too_large, &visit->reason);
}

bool fxs_visit_write(struct fxs_visit *visit, const struct fxs_room *room, const void *content,
                     size_t size) {
  const struct fxs_piece pieces[] = {{visit->entry.head, visit->entry.head_size}, {content, size}};
  return fxs_folder_make_file(visit->folder, room->name, pieces, 2, &visit->reason);
}

bool fxs_visit_publish(struct fxs_visit *visit, const struct fxs_room *room) {
  if (fxs_folder_rename(visit->folder, room->name, visit->folder, visit->name, &visit->reason))
    return true;
  fxs_folder_remove(visit->folder, room->name);
  return false;
}

void fxs_visit_leave_room(struct fxs_visit *visit, struct fxs_room *room, bool is_used) {
  visit->cache->stats.counted += room->counted;
  visit->cache->stats.removed += room->removed;
  fxs_room_leave(room, is_used);
}

static bool is_there(struct fxs_visit *visit) {
  size_t size;
  void *bytes = fxs_visit_read(visit, &size);
  free(bytes);
  return bytes != NULL;
}

static bool put(struct fxs_visit *visit, const void *bytes, size_t size) {
  struct fxs_room room;
  fxs_entry_seal(&visit->entry, bytes, size);
  if (!fxs_room_enter(&room, visit->folder, visit->cache->kind, PUT_WAIT_MS, &visit->reason))
    return false;
  bool is_kept = false;
  if (is_there(visit))
    visit->reason = "another process has kept it";
  else
    is_kept = fxs_visit_reserve(visit, &room, 0) && fxs_visit_write(visit, &room, bytes, size) &&
              fxs_visit_publish(visit, &room);
  fxs_visit_leave_room(visit, &room, is_kept);
  return is_kept;
}

bool fxs_cache_put(struct fxs_cache *cache, const struct fxs_cache_key *key, const void *bytes,
                   size_t size) {
  struct fxs_visit visit;
  bool is_kept =
      fxs_visit_enter(&visit, cache, key, FXS_ENTRY_BYTES, true) && put(&visit, bytes, size);
  if (!is_kept)
    fxs_visit_explain(&visit);
  *(is_kept ? &cache->stats.kept : &cache->stats.not_kept) += 1;
  fxs_visit_leave(&visit);
  return is_kept;
}
