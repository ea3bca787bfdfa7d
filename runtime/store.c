/* The persistent cache: which folder, and what a find and a put are made of. It has no state of its
 * own: each call opens the folder anew, so that nothing can be stale, after a fork either.
 *
 * Nothing is synchronized to the disk: what a power failure tears, the digest tells. */
#include "runtime/store.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/os.h"
#include "runtime/os_folder.h"
#include "runtime/settings.h"
#include "runtime/store_entry.h"
#include "runtime/store_room.h"

#define DEFAULT_LIMIT_MIB 8192u
#define SHOWN 16 /* digits of an entry's name that a trace shows */

/* What a call works on; all of it is undone by leave. */
struct visit {
  struct fxr_entry entry;
  char path[4096]; /* of the folder */
  int folder;
  const char *reason; /* why not */
};

/* ---- Settings ---- */

static bool is_wanted(void) {
  const char *wish = fxr_setting("FALX_CACHE_PERSISTENT");
  if (!wish)
    wish = fxr_setting("SYCL_CACHE_PERSISTENT");
  return wish && strcmp(wish, "1") == 0;
}

static bool print_path(char *path, size_t size, const char *base, const char *rest) {
  if (base[0] == '/' && (size_t)snprintf(path, size, "%s%s", base, rest) < size)
    return true;
  path[0] = 0;
  return false;
}

/* NULL, or why there is no folder. */
static const char *find_path(char *path, size_t size) {
  const char *chosen = fxr_setting("FALX_CACHE_DIR"), *xdg = fxr_setting("XDG_CACHE_HOME");
  const char *home = fxr_setting("HOME");
  if (!chosen)
    chosen = fxr_setting("SYCL_CACHE_DIR");
  if (chosen)
    return print_path(path, size, chosen, "")
               ? NULL
               : "FALX_CACHE_DIR or SYCL_CACHE_DIR is no absolute path, or too long";
  /* Nothing is left in a home that is somebody else's (sudo), and none is made. */
  bool is_xdg = xdg && xdg[0] == '/', is_absent = is_xdg && !fxr_os_file_exists(xdg);
  const char *base = is_xdg ? xdg : home;
  if (!base || !(is_absent || fxr_os_folder_is_own(base)) ||
      !print_path(path, size, base, is_xdg ? "/falx/programs" : "/.cache/falx/programs"))
    return "there is no home of this user's: set FALX_CACHE_DIR";
  return NULL;
}

/* ---- One call ---- */

static bool enter(struct visit *visit, const struct fxr_store_part *key, size_t parts, bool makes) {
  visit->folder = -1;
  visit->path[0] = 0;
  if (!fxr_entry_init(&visit->entry, key, parts)) {
    visit->reason = "no memory";
    return false;
  }
  visit->reason = fxr_os_is_set_user_id() ? "the program is set-user-id"
                                          : find_path(visit->path, sizeof visit->path);
  if (!visit->reason)
    visit->folder = fxr_os_folder_open(visit->path, makes, &visit->reason);
  return visit->folder >= 0;
}

static void trace_failure(const struct visit *visit, const char *what) {
  bool is_of_folder = visit->folder < 0 && visit->path[0];
  fxr_trace("cache", "%s on disk: %.*s: %s%s%s", what, SHOWN, visit->entry.name,
            is_of_folder ? visit->path : "", is_of_folder ? ": " : "", visit->reason);
}

static void leave(struct visit *visit) {
  if (visit->folder >= 0)
    fxr_os_close_file(visit->folder);
  fxr_entry_free(&visit->entry);
}

/* The content at the front of the memory that the whole file was read into. */
static void *read_entry(struct visit *visit, int file, uint64_t file_size,
                        enum fxr_entry_verdict *verdict, size_t *out_size) {
  struct fxr_entry_header header;
  const void *content;
  *verdict = FXR_ENTRY_DAMAGED;
  if (file_size < sizeof header || !fxr_os_file_read(file, 0, &header, sizeof header))
    return NULL;
  *verdict = fxr_entry_look(&header, sizeof header, file_size);
  if (*verdict != FXR_ENTRY_WHOLE)
    return NULL;
  *verdict = FXR_ENTRY_OTHER_KEY; /* not to be removed for want of memory */
  char *bytes = file_size < SIZE_MAX ? malloc((size_t)file_size) : NULL;
  visit->reason = "no memory";
  if (!bytes)
    return NULL;
  visit->reason = NULL;
  *verdict = FXR_ENTRY_DAMAGED;
  if (fxr_os_file_read(file, 0, bytes, (size_t)file_size))
    *verdict = fxr_entry_check(&visit->entry, bytes, (size_t)file_size, &content, out_size);
  if (*verdict != FXR_ENTRY_WHOLE) {
    free(bytes);
    return NULL;
  }
  memmove(bytes, content, *out_size);
  return bytes;
}

/* NULL with the reason. */
static void *find(struct visit *visit, size_t *out_size) {
  static const char *const reasons[] = {
      [FXR_ENTRY_OTHER_KEY] = "the entry of that name has another key",
      [FXR_ENTRY_OTHER_VERSION] = "the entry is of another version of Falx",
      [FXR_ENTRY_DAMAGED] = "the entry is damaged",
  };
  enum fxr_entry_verdict verdict;
  uint64_t file_size;
  int file = fxr_os_file_open(visit->folder, visit->entry.name, &file_size, &visit->reason);
  if (file < 0)
    return NULL;
  void *bytes = read_entry(visit, file, file_size, &verdict, out_size);
  if (bytes) {
    fxr_os_file_touch(file);
    /* For what the file had more; where that fails there is more memory than asked for. */
    void *fitting = realloc(bytes, *out_size ? *out_size : 1);
    bytes = fitting ? fitting : bytes;
  } else if (!visit->reason) {
    visit->reason = reasons[verdict];
  }
  /* Another process may have put a whole one there meanwhile: that one is lost, and made again. */
  if (!bytes && verdict == FXR_ENTRY_DAMAGED)
    fxr_os_file_remove(visit->folder, visit->entry.name);
  fxr_os_close_file(file);
  return bytes;
}

bool fxr_store_find(const struct fxr_store_part *key, size_t parts, void **bytes, size_t *size) {
  struct visit visit;
  *bytes = NULL;
  *size = 0;
  if (!is_wanted())
    return false;
  if (enter(&visit, key, parts, false))
    *bytes = find(&visit, size);
  if (*bytes)
    fxr_trace("cache", "hit on disk: %.*s: %zu bytes", SHOWN, visit.entry.name, *size);
  else
    trace_failure(&visit, "miss");
  leave(&visit);
  return *bytes != NULL;
}

static bool is_there(struct visit *visit) {
  size_t size;
  void *bytes = find(visit, &size);
  free(bytes);
  return bytes != NULL;
}

/* With the lock of room: makes the entry. */
static bool write_entry(struct visit *visit, struct fxr_room *room, const void *bytes,
                        size_t size) {
  const struct fxr_os_piece pieces[] = {{visit->entry.head, visit->entry.head_size}, {bytes, size}};
  uint64_t file_size;
  if (__builtin_add_overflow((uint64_t)visit->entry.head_size, (uint64_t)size, &file_size)) {
    visit->reason = "it is larger than any file";
    return false;
  }
  if (!fxr_room_reserve(room, fxr_setting_bytes("FALX_CACHE_MAX_SIZE", DEFAULT_LIMIT_MIB),
                        file_size, &visit->reason) ||
      !fxr_os_file_make(visit->folder, room->name, pieces, 2, &visit->reason))
    return false;
  if (fxr_os_file_rename(visit->folder, room->name, visit->entry.name, &visit->reason))
    return true;
  fxr_os_file_remove(visit->folder, room->name);
  return false;
}

static bool put(struct visit *visit, const void *bytes, size_t size) {
  struct fxr_room room;
  fxr_entry_seal(&visit->entry, bytes, size);
  if (!fxr_room_enter(&room, visit->folder, &visit->reason))
    return false;
  bool is_kept = false;
  if (is_there(visit))
    visit->reason = "another process has kept it";
  else
    is_kept = write_entry(visit, &room, bytes, size);
  fxr_room_leave(&room, is_kept);
  return is_kept;
}

void fxr_store_put(const struct fxr_store_part *key, size_t parts, const void *bytes, size_t size) {
  struct visit visit;
  if (!is_wanted())
    return;
  if (enter(&visit, key, parts, true) && put(&visit, bytes, size))
    fxr_trace("cache", "kept on disk: %.*s: %zu bytes", SHOWN, visit.entry.name, size);
  else
    trace_failure(&visit, "not kept");
  leave(&visit);
}
