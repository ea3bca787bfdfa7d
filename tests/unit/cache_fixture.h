/* Shared by the tests of support/cache.h: a temporary folder, numbered entries, whose content is
 * derived from their number, and processes. */
#ifndef FALX_TESTS_CACHE_FIXTURE_H
#define FALX_TESTS_CACHE_FIXTURE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/cache.h"
#include "support/cache_entry.h"
#include "support/file.h"
#include "tests/unit/temp_folder.h"

static struct fxs_cache mine; /* of the tests of entries of bytes; set by start */
#define CHECK_DETAIL mine.reason
#include "tests/unit/child.h"

enum { MIB = 1 << 20, WAIT_MS = 60000 };
#define LOCK_NAME "falx-tests.lock"
#define ENTRY_ENDING ".falx-test"
#define NEW_ENDING ".falx-test-new"
#define FILE_ENDING ".falx-test-file-protected"

static inline struct fxs_cache open_cache(void) {
  return (struct fxs_cache){
      .path = folder, .kind = "test", .limit = 100 * MIB, .protected_limit = 100 * MIB};
}

/* ---- Keys and contents by number ---- */

struct sample {
  struct fxs_cache_part parts[2];
  char name[32];
  struct fxs_cache_key key;
};

static inline const struct fxs_cache_key *fill_key(struct sample *sample, unsigned number,
                                                   bool is_protected) {
  static const char what[] = "a test";
  snprintf(sample->name, sizeof sample->name, "number %u", number);
  sample->parts[0] = (struct fxs_cache_part){what, sizeof what};
  sample->parts[1] = (struct fxs_cache_part){sample->name, strlen(sample->name)};
  sample->key = (struct fxs_cache_key){sample->parts, 2, is_protected};
  return &sample->key;
}

static inline unsigned char *make_content(size_t size, unsigned number) {
  unsigned char *bytes = malloc(size ? size : 1);
  uint32_t state = number * 2654435761u + 1;
  CHECK(bytes);
  for (size_t i = 0; i < size; i++) {
    state = state * 1664525u + 1013904223u;
    bytes[i] = (unsigned char)(state >> 24);
  }
  return bytes;
}

/* False if there is no such folder. */
static inline bool can_write_content(const char *path, size_t size, unsigned number) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) {
    CHECK(errno == ENOENT);
    return false;
  }
  unsigned char *bytes = make_content(size, number);
  CHECK(write(file, bytes, size) == (ssize_t)size && close(file) == 0);
  free(bytes);
  return true;
}

static inline void write_content(const char *path, size_t size, unsigned number) {
  CHECK(can_write_content(path, size, number));
}

static inline bool has_content(const char *path, size_t size, unsigned number) {
  struct fxs_file file;
  unsigned char *bytes = make_content(size, number);
  bool is_same = fxs_file_read(path, &file) == 0;
  if (is_same) {
    is_same = file.size == size && memcmp(file.data, bytes, size) == 0;
    fxs_file_free(&file);
  }
  free(bytes);
  return is_same;
}

/* ---- Entries of bytes ---- */

static inline bool put(struct fxs_cache *cache, unsigned number, bool is_protected, size_t size) {
  struct sample sample;
  unsigned char *bytes = make_content(size, number);
  bool is_kept = fxs_cache_put(cache, fill_key(&sample, number, is_protected), bytes, size);
  CHECK(is_kept == !cache->reason[0]);
  free(bytes);
  return is_kept;
}

/* A hit has to have the right bytes. */
static inline bool finds(struct fxs_cache *cache, unsigned number, bool is_protected, size_t size) {
  struct sample sample;
  void *found;
  size_t found_size;
  bool is_hit = fxs_cache_find(cache, fill_key(&sample, number, is_protected), &found, &found_size);
  CHECK(is_hit == (found != NULL) && is_hit == !cache->reason[0]);
  if (is_hit) {
    unsigned char *bytes = make_content(size, number);
    CHECK(found_size == size && memcmp(found, bytes, size) == 0);
    free(bytes);
  }
  free(found);
  return is_hit;
}

/* The same with `mine`, of ordinary entries. */
static inline void start_with(uint64_t limit) {
  mine = open_cache();
  mine.limit = limit;
}
static inline void start(void) {
  start_with(100 * MIB);
}
static inline bool put_sized(unsigned number, size_t size) {
  return put(&mine, number, false, size);
}
static inline bool finds_sized(unsigned number, size_t size) {
  return finds(&mine, number, false, size);
}
enum { SMALL = 40 };
static inline bool put_small(unsigned number) {
  return put_sized(number, SMALL);
}
static inline bool finds_small(unsigned number) {
  return finds_sized(number, SMALL);
}
/* The last call failed, and the reason has the text. */
static inline bool says(const char *text) {
  return mine.reason[0] && strstr(mine.reason, text);
}

/* ---- Entries of files ---- */

/* Notes are of the number, too. */
static inline bool is_note_of(const struct fxs_cache_file *file, unsigned number) {
  return file->note_size == sizeof number && memcmp(file->note, &number, sizeof number) == 0;
}

static inline bool finds_file(struct fxs_cache *cache, unsigned number, size_t size) {
  struct sample sample;
  struct fxs_cache_file file;
  bool is_hit = fxs_cache_find_file(cache, fill_key(&sample, number, true), NULL, &file);
  CHECK(is_hit == (file.path != NULL) && is_hit == !cache->reason[0]);
  CHECK(!is_hit ||
        (file.size == size && is_note_of(&file, number) && has_content(file.path, size, number)));
  fxs_cache_file_end(&file);
  return is_hit;
}

static inline enum fxs_cache_build_answer begin(struct fxs_cache *cache, unsigned number,
                                                int wait_ms, struct fxs_cache_build *build,
                                                struct fxs_cache_file *file) {
  struct sample sample;
  return fxs_cache_build_begin(cache, fill_key(&sample, number, true), NULL, wait_ms, build, file);
}

/* Builds what is not there; false where it is not kept. */
static inline bool make_file(struct fxs_cache *cache, unsigned number, size_t size) {
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  enum fxs_cache_build_answer answer = begin(cache, number, WAIT_MS, &build, &file);
  bool is_kept = answer == FXS_CACHE_FOUND;
  if (answer == FXS_CACHE_BUILD) {
    write_content(build.path, size, number);
    is_kept = fxs_cache_build_commit(cache, &build, &number, sizeof number, &file);
    CHECK(is_kept == (file.path != NULL) && is_kept == !cache->reason[0]);
    CHECK(is_kept || has_content(build.path, size, number));
    fxs_cache_build_end(&build);
  }
  CHECK(!is_kept || has_content(file.path, size, number));
  fxs_cache_file_end(&file);
  return is_kept;
}

/* ---- The folder ---- */

/* Files and folders whose names end so; the last one, with the folder, in path, and all sizes in
 * *out_bytes, either may be NULL. */
static inline size_t count_names(const char *ending, char *path, uint64_t *out_bytes) {
  size_t count = 0, length = strlen(ending);
  DIR *list = opendir(folder);
  if (out_bytes)
    *out_bytes = 0;
  for (struct dirent *file; list && (file = readdir(list));) {
    struct stat info;
    size_t own = strlen(file->d_name);
    if (file->d_name[0] == '.' || own < length || strcmp(file->d_name + own - length, ending) != 0)
      continue;
    count++;
    if (path)
      snprintf(path, 5000, "%s/%s", folder, file->d_name);
    if (out_bytes && fstatat(dirfd(list), file->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0)
      *out_bytes += (uint64_t)info.st_size;
  }
  if (list)
    closedir(list);
  return count;
}

/* Of the entry with that key. */
static inline const char *entry_path_of(unsigned number, bool is_protected,
                                        enum fxs_entry_form form) {
  struct sample sample;
  struct fxs_entry entry;
  char name[FXS_CACHE_NAME_SIZE];
  CHECK(fxs_entry_init(&entry, fill_key(&sample, number, is_protected), form));
  fxs_name_print(name, "test", FXS_NAME_ENTRY, entry.digest, is_protected);
  fxs_entry_free(&entry);
  return inside(name);
}
static inline const char *entry_path(unsigned number) {
  return entry_path_of(number, false, FXS_ENTRY_BYTES);
}

static inline void write_file(const char *path, const void *bytes, size_t size) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CHECK(file >= 0 && write(file, bytes, size) == (ssize_t)size);
  close(file);
}

static inline double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nothing is there but whole entries and the lock. */
static inline bool is_tidy(void) {
  return count_names("-new", NULL, NULL) == 0 && count_names("-claim", NULL, NULL) == 0 &&
         count_names("-building", NULL, NULL) == 0;
}

/* ---- Processes ---- */

static inline pid_t begin_process(void (*work)(unsigned), unsigned number) {
  fflush(NULL);
  pid_t child = fork();
  if (child)
    return child;
  alarm(300);
  work(number);
  exit(0);
}

static inline int end_process(pid_t child) {
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#endif
