/* What the tests of the persistent cache share. Each runs in a process of its own (IN_CHILD),
 * because settings are read once; its folder lies in a temporary one that the parent removes. */
#ifndef FALX_TESTS_STORE_FIXTURE_H
#define FALX_TESTS_STORE_FIXTURE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "runtime/lifetime.h"
#include "runtime/os_folder.h"
#include "runtime/store.h"
#include "runtime/store_entry.h"
#include "runtime/store_room.h"
#include "support/file.h"
#include "tests/unit/runtime_adapter.h"

enum { STRANGER = 12345 }; /* a user who has nothing */

static char *top;         /* the test's temporary folder */
static char folder[4096]; /* top/cache, which FALX_CACHE_DIR names */

static inline int make_top(void **state) {
  (void)state;
  int result = fxs_temp_folder("falx-store", &top);
  snprintf(folder, sizeof folder, "%s/cache", top ? top : "");
  return result;
}

static inline int remove_top(void **state) {
  (void)state;
  int result = fxs_remove_tree(top);
  free(top);
  return result;
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, make_top, remove_top)

static inline void clear_settings(void) {
  static const char *const names[] = {"SYCL_CACHE_PERSISTENT", "SYCL_CACHE_DIR", "FALX_CACHE_DIR",
                                      "FALX_CACHE_PERSISTENT", "XDG_CACHE_HOME", "HOME",
                                      "FALX_CACHE_MAX_SIZE",   "FALX_TRACE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    unsetenv(names[i]);
}

/* Reads the settings; from now on the trace, written to descriptor 2, goes to a file. */
static inline void begin(void) {
  char path[4200];
  snprintf(path, sizeof path, "%s/trace", top);
  setenv("FALX_CACHE_TRACE", "1", 1);
  int file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
  CHECK((stderr = fdopen(dup(2), "w")) && setvbuf(stderr, NULL, _IONBF, 0) == 0);
  CHECK(fxr_runtime_get() && file >= 0 && dup2(file, 2) == 2);
  close(file);
}

static inline void start_with(const char *max_size) {
  clear_settings();
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  setenv("FALX_CACHE_DIR", folder, 1);
  setenv("FALX_CACHE_MAX_SIZE", max_size, 1);
  begin();
}

static inline void start(void) {
  start_with("");
}

/* The lines traced since the last call. */
static inline const char *traced(void) {
  static char text[65536];
  static off_t at;
  ssize_t got = pread(2, text, sizeof text - 1, at);
  text[got > 0 ? got : 0] = 0;
  at += got > 0 ? got : 0;
  return text;
}

/* The trace is one line, and has the text. */
static inline bool says(const char *text) {
  const char *line = traced(), *end = strchr(line, '\n');
  bool is_it = end && !end[1] && strstr(line, text);
  if (!is_it)
    fprintf(stderr, "traced, where '%s' was expected:\n%s", text, line);
  return is_it;
}

/* ---- Keys and contents by number: keys of two parts, contents that tell their key ---- */

struct sample {
  struct fxr_store_part key[2];
  char name[32];
};

static inline void fill_key(struct sample *sample, unsigned number) {
  static const char device[] = "the device";
  snprintf(sample->name, sizeof sample->name, "kernel %u", number);
  sample->key[0] = (struct fxr_store_part){device, sizeof device};
  sample->key[1] = (struct fxr_store_part){sample->name, strlen(sample->name)};
}

static inline void fill_content(unsigned char *bytes, size_t size, unsigned number) {
  uint32_t state = number * 2654435761u + 1;
  for (size_t i = 0; i < size; i++) {
    state = state * 1664525u + 1013904223u;
    bytes[i] = (unsigned char)(state >> 24);
  }
}

static inline void put_sized(unsigned number, size_t size) {
  struct sample sample;
  unsigned char *bytes = malloc(size ? size : 1);
  CHECK(bytes);
  fill_key(&sample, number);
  fill_content(bytes, size, number);
  fxr_store_put(sample.key, 2, bytes, size);
  free(bytes);
}

/* A hit has to have the right bytes. */
static inline bool finds_sized(unsigned number, size_t size) {
  struct sample sample;
  void *found;
  size_t found_size;
  fill_key(&sample, number);
  bool is_hit = fxr_store_find(sample.key, 2, &found, &found_size);
  CHECK(is_hit == (found != NULL) && (is_hit || found_size == 0));
  if (is_hit) {
    unsigned char *bytes = malloc(size ? size : 1);
    CHECK(bytes && found_size == size);
    fill_content(bytes, size, number);
    CHECK(memcmp(bytes, found, size) == 0);
    free(bytes);
  }
  free(found);
  return is_hit;
}

enum { SMALL = 40 };
static inline void put_small(unsigned number) {
  put_sized(number, SMALL);
}
static inline bool finds_small(unsigned number) {
  return finds_sized(number, SMALL);
}

static inline const char *inside(const char *name) {
  static _Thread_local char path[2][5000];
  static _Thread_local int turn;
  turn = !turn;
  snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
  return path[turn];
}

/* Of the entry with that key. */
static inline const char *entry_path(unsigned number) {
  struct sample sample;
  struct fxr_entry entry;
  fill_key(&sample, number);
  CHECK(fxr_entry_init(&entry, sample.key, 2));
  fxr_entry_free(&entry);
  return inside(entry.name);
}

static inline bool exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

static inline void write_file(const char *path, const void *bytes, size_t size) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CHECK(file >= 0 && write(file, bytes, size) == (ssize_t)size);
  close(file);
}

/* Of files whose names end so; bytes is their sum. */
static inline size_t count_files(const char *suffix, uint64_t *out_bytes) {
  size_t count = 0, length = strlen(suffix);
  DIR *list = opendir(folder);
  *out_bytes = 0;
  for (struct dirent *file; list && (file = readdir(list));) {
    struct stat info;
    size_t own = strlen(file->d_name);
    if (own < length || strcmp(file->d_name + own - length, suffix) != 0 ||
        fstatat(dirfd(list), file->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(info.st_mode))
      continue;
    count++;
    *out_bytes += (uint64_t)info.st_size;
  }
  if (list)
    closedir(list);
  return count;
}

static inline double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The superuser may do anything: what is about rights runs as somebody else. After the start: the
 * program may lie where only the superuser may look. */
static inline void become_ordinary(void) {
  if (geteuid() != 0)
    return;
  CHECK(chown(top, STRANGER, STRANGER) == 0);
  CHECK(setregid(STRANGER, STRANGER) == 0 && setreuid(STRANGER, STRANGER) == 0);
}

#endif
