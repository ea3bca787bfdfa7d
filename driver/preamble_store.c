/* The folder that preambles are kept in.
 *
 *   KEY.seen       the key was met; empty
 *   KEY.making     a process makes it; empty, void after a while
 *   KEY.info       what it was made from (preamble_record.c), and the name of
 *   KEY-SUM.pch    clang's precompiled header
 *
 * Files are written under another name and renamed; nobody waits for anybody. The time of KEY.info
 * is that of the last use. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/preamble.h"

#define DEFAULT_LIMIT_MB 512
#define NOTE_SECONDS (24 * 60 * 60)
#define CLAIM_SECONDS (5 * 60)
/* What has been used within this time gives no room to others. Builds of more preambles than there
 * is room for would make every one of them again and again. */
#define BUSY_SECONDS (60 * 60)
#define MARGIN 8 /* the part of the limit that stays free after cleaning is 1 / MARGIN */

struct entry {
  char *name; /* of the key: files up to '.' or '-' */
  bool has_record;
  time_t used;
  uint64_t size;
};
struct listing {
  FXS_VECTOR(struct entry) entries;
  uint64_t size;
};

char *fxd_store_path(struct fxd_driver *driver, const struct fxd_store *store, const char *name,
                     const char *suffix) {
  return fxd_printf(driver, "%s/%s%s", store->folder, name, suffix);
}

/* Eight bytes at a time: the file has millions. */
uint64_t fxd_store_sum(const void *data, size_t size) {
  const unsigned char *at = data;
  uint64_t sums[4] = {1, 2, 3, 4}, word;
  size_t i = 0;
  for (; i + 32 <= size; i += 32)
    for (size_t k = 0; k < 4; ++k) {
      memcpy(&word, at + i + 8 * k, 8);
      sums[k] = (sums[k] ^ word) * 0x9e3779b97f4a7c15u;
      sums[k] ^= sums[k] >> 32;
    }
  for (; i < size; ++i)
    sums[0] = (sums[0] ^ at[i]) * 0x9e3779b97f4a7c15u;
  return fxs_hash(sums, sizeof sums);
}

/* ---- the folder ---- */

static char *wanted_folder(struct fxd_driver *driver) {
  const char *wish = getenv("FALX_PREAMBLE_CACHE"), *cache = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  struct stat info;
  if (wish && *wish == '/')
    return fxd_strdup(driver, wish);
  if (wish && *wish && strcmp(wish, "1") != 0) {
    if (strcmp(wish, "0") != 0)
      fxd_warning("FALX_PREAMBLE_CACHE is '%s', and no preambles are kept; give the absolute path "
                  "of a folder, 0 or 1",
                  wish);
    return NULL;
  }
  if (cache && *cache == '/')
    return fxd_printf(driver, "%s/falx/preamble", cache);
  /* Nothing is left in a home that is somebody else's (sudo), and none is made where there is none.
   */
  if (!home || *home != '/' || stat(home, &info) != 0 || info.st_uid != geteuid())
    return NULL;
  return fxd_printf(driver, "%s/.cache/falx/preamble", home);
}

bool fxd_store_open(struct fxd_driver *driver, struct fxd_store *out) {
  struct stat info;
  *out = (struct fxd_store){0};
  if (driver->options.has_no_preamble || getauxval(AT_SECURE))
    return false;
  char *folder = wanted_folder(driver), *stop;
  if (!folder)
    return false;
  if (!driver->options.prints_only && !fxs_make_private_folders(folder))
    return false;
  /* Whoever can write there decides what is compiled. */
  if (lstat(folder, &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & (S_IWGRP | S_IWOTH)))
    return false;
  const char *size = getenv("FALX_PREAMBLE_CACHE_SIZE");
  unsigned long long limit = size ? strtoull(size, &stop, 10) : DEFAULT_LIMIT_MB;
  if (size && (stop == size || *stop || limit > UINT32_MAX)) {
    if (*size)
      fxd_warning("FALX_PREAMBLE_CACHE_SIZE is '%s', not a number of megabytes; taking %d", size,
                  DEFAULT_LIMIT_MB);
    limit = DEFAULT_LIMIT_MB;
  }
  out->folder = folder;
  out->limit = (uint64_t)limit * 1000 * 1000;
  return limit > 0;
}

static bool is_recent(const char *path, time_t seconds) {
  struct stat info;
  time_t now = time(NULL);
  return lstat(path, &info) == 0 && info.st_mtime > now - seconds && info.st_mtime <= now + 60;
}

void fxd_store_touch(const char *path) {
  utimensat(AT_FDCWD, path, NULL, 0);
}

static bool put_empty(const char *path) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (descriptor >= 0)
    close(descriptor);
  return descriptor >= 0;
}

long long fxd_store_note(struct fxd_driver *driver, const struct fxd_store *store, const char *name,
                         bool changes_it) {
  char *path = fxd_store_path(driver, store, name, ".seen");
  struct stat info;
  long long was_seen = 0;
  if (is_recent(path, NOTE_SECONDS) && lstat(path, &info) == 0)
    was_seen = info.st_mtim.tv_sec * 1000000000LL + info.st_mtim.tv_nsec;
  if (changes_it && !put_empty(path))
    fxd_store_touch(path);
  return was_seen;
}

void fxd_store_drop_note(struct fxd_driver *driver, const struct fxd_store *store,
                         const char *name) {
  unlink(fxd_store_path(driver, store, name, ".seen"));
}

/* ---- what is there ---- */

static bool has_suffix(const char *name, const char *suffix) {
  size_t length = strlen(name), other = strlen(suffix);
  return length >= other && strcmp(name + length - other, suffix) == 0;
}

static void list_file(struct fxd_driver *driver, struct listing *listing, const char *name,
                      const struct stat *info) {
  size_t length = strcspn(name, ".-"), i = 0;
  while (i < listing->entries.count && (strlen(listing->entries.items[i].name) != length ||
                                        memcmp(listing->entries.items[i].name, name, length) != 0))
    ++i;
  if (i == listing->entries.count) {
    struct entry entry = {.name = fxd_printf(driver, "%.*s", (int)length, name)};
    FXD_PUSH(&listing->entries, entry);
  }
  struct entry *entry = &listing->entries.items[i];
  if (has_suffix(name, ".info") || !entry->has_record)
    entry->used = info->st_mtime;
  entry->has_record = entry->has_record || has_suffix(name, ".info");
  entry->size += (uint64_t)info->st_size;
  listing->size += (uint64_t)info->st_size;
}

/* removes: notes, claims and unfinished files whose time is over, too. */
static bool list(struct fxd_driver *driver, const struct fxd_store *store, bool removes,
                 struct listing *out) {
  DIR *folder = opendir(store->folder);
  time_t now = time(NULL);
  if (!folder)
    return false;
  for (struct dirent *file; (file = readdir(folder));) {
    struct stat info;
    const char *name = file->d_name;
    if (fstatat(dirfd(folder), name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode))
      continue;
    bool is_part = has_suffix(name, ".info") || has_suffix(name, ".pch");
    bool is_note = has_suffix(name, ".seen");
    bool is_passing = has_suffix(name, ".tmp") || has_suffix(name, ".making");
    if (is_part)
      list_file(driver, out, name, &info);
    else if (removes && ((is_note && info.st_mtime < now - NOTE_SECONDS) ||
                         (is_passing && info.st_mtime < now - CLAIM_SECONDS)))
      unlinkat(dirfd(folder), name, 0);
  }
  closedir(folder);
  return true;
}

static int compare_entries(const void *left, const void *right) {
  const struct entry *a = left, *b = right;
  return (a->used > b->used) - (a->used < b->used);
}

void fxd_store_drop_others(const struct fxd_store *store, const char *name, const char *file) {
  DIR *folder = opendir(store->folder);
  for (struct dirent *found; folder && (found = readdir(folder));)
    if (strncmp(found->d_name, name, strlen(name)) == 0 && has_suffix(found->d_name, ".pch") &&
        (!file || strcmp(found->d_name, file) != 0))
      unlinkat(dirfd(folder), found->d_name, 0);
  if (folder)
    closedir(folder);
}

void fxd_store_clean(struct fxd_driver *driver, const struct fxd_store *store) {
  struct listing listing = {0};
  if (list(driver, store, true, &listing) && listing.size > store->limit) {
    qsort(listing.entries.items, listing.entries.count, sizeof *listing.entries.items,
          compare_entries);
    for (size_t i = 0;
         i < listing.entries.count && listing.size > store->limit - store->limit / MARGIN; ++i) {
      /* Once the record has gone, nobody looks for the rest. */
      unlink(fxd_store_path(driver, store, listing.entries.items[i].name, ".info"));
      fxd_store_drop_others(store, listing.entries.items[i].name, NULL);
      listing.size -= listing.entries.items[i].size;
    }
  }
  fxs_vector_free(&listing.entries);
}

static bool has_room(struct fxd_driver *driver, const struct fxd_store *store) {
  struct listing listing = {0};
  time_t now = time(NULL);
  bool is_fine = list(driver, store, false, &listing);
  if (is_fine && listing.size > store->limit - store->limit / MARGIN) {
    is_fine = false;
    for (size_t i = 0; i < listing.entries.count; ++i)
      is_fine = is_fine || listing.entries.items[i].used < now - BUSY_SECONDS;
  }
  fxs_vector_free(&listing.entries);
  return is_fine;
}

bool fxd_store_claim(struct fxd_driver *driver, const struct fxd_store *store, const char *name) {
  char *path = fxd_store_path(driver, store, name, ".making");
  if (!has_room(driver, store))
    return false;
  if (put_empty(path))
    return true;
  if (errno != EEXIST || is_recent(path, CLAIM_SECONDS))
    return false;
  unlink(path); /* its process was killed */
  return put_empty(path);
}

void fxd_store_release(struct fxd_driver *driver, const struct fxd_store *store, const char *name) {
  unlink(fxd_store_path(driver, store, name, ".making"));
}
