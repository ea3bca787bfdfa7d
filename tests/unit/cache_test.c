/* support/cache.c, cache_build.c, cache_room.c: entries of files, classes of entries, builders.
 * Entries of bytes: cache_bytes_test.c; refused folders: cache_folder_test.c. Many
 * processes: cache_stress.c. */
#include <signal.h>
#include <sys/resource.h>

#include "tests/unit/cache_fixture.h"
#include "tests/unit/failing_malloc.h"
#include "tests/unit/tiny_disk.h"

enum { SIZE = 300001 }; /* more than one piece of what is read at a time */

static char path[5000];

/* ---- A file is kept and found ---- */

static void keeps_and_finds_a_file(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  struct stat info;
  assert_false(finds_file(&cache, 1, SIZE));
  assert_int_not_equal(access(folder, F_OK), 0); /* a look makes nothing */
  assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_BUILD);
  assert_null(file.path);
  assert_int_equal(stat(build.folder, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0700);
  assert_true(strncmp(build.path, build.folder, strlen(build.folder)) == 0);
  write_content(build.path, SIZE, 1);
  assert_false(finds_file(&cache, 1, SIZE)); /* not before it is whole */
  unsigned note = 1;
  assert_true(fxs_cache_build_commit(&cache, &build, &note, sizeof note, &file));
  assert_true(has_content(file.path, SIZE, 1) && is_note_of(&file, 1) && file.size == SIZE);
  assert_int_equal(stat(file.path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  assert_true(finds_file(&cache, 1, SIZE)); /* also while the builder has not ended */
  fxs_cache_build_end(&build);
  fxs_cache_build_end(&build);
  fxs_cache_file_end(&file);
  fxs_cache_file_end(&file);
  assert_true(is_tidy());

  assert_true(finds_file(&cache, 1, SIZE) && !finds_file(&cache, 2, SIZE));
  assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_FOUND);
  assert_true(has_content(file.path, SIZE, 1) && !build.path);
  fxs_cache_file_end(&file);
  assert_true(is_tidy() && make_file(&cache, 3, 0) && finds_file(&cache, 3, 0));
  assert_int_equal(cache.stats.kept, 2);
  assert_int_equal(cache.stats.not_kept, 0);
  assert_int_equal(cache.stats.hits, 4);
  assert_int_equal(cache.stats.misses, 5);
}

/* Entries of bytes and of files, protected or not, and of other kinds, are different ones. */
static void entries_that_look_alike(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache(), other = open_cache();
  other.kind = "tests";
  assert_true(make_file(&cache, 1, SIZE));
  assert_false(finds(&cache, 1, true, 100));
  assert_true(put(&cache, 1, true, 100));
  assert_false(finds(&cache, 1, false, 200));
  assert_true(put(&cache, 1, false, 200));
  assert_true(finds(&cache, 1, true, 100) && finds(&cache, 1, false, 200));
  assert_true(finds_file(&cache, 1, SIZE));
  assert_false(finds_file(&other, 1, SIZE) || finds(&other, 1, true, 100));
  assert_true(put(&other, 1, true, 300) && make_file(&other, 1, 50));
  assert_true(finds(&cache, 1, true, 100) && finds_file(&cache, 1, SIZE));
  assert_true(finds(&other, 1, true, 300) && finds_file(&other, 1, 50));
}

/* ---- Builders ---- */

static void an_abandoned_build_leaves_nothing(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  for (int round = 0; round < 2; round++) {
    assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_BUILD);
    write_content(build.path, SIZE, 1);
    snprintf(path, sizeof path, "%s/more", build.folder);
    assert_int_equal(mkdir(path, 0700), 0);
    fxs_cache_build_end(&build);
    assert_true(is_tidy() && count_names("", NULL, NULL) == 0);
  }
}

static void one_builder_at_a_time(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache(), second = open_cache();
  struct fxs_cache_build build, others;
  struct fxs_cache_file file;
  assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_BUILD);
  assert_int_equal(begin(&second, 1, 0, &others, &file), FXS_CACHE_WITHOUT);
  assert_string_equal(second.reason, "another process is building it");
  assert_true(!others.path && !file.path);
  assert_int_equal(begin(&second, 1, 30, &others, &file), FXS_CACHE_WITHOUT);
  assert_true(make_file(&second, 2, SIZE)); /* another one, meanwhile, leaves the builder alone */
  write_content(build.path, SIZE, 1);
  unsigned note = 1;
  assert_true(fxs_cache_build_commit(&cache, &build, &note, sizeof note, &file));
  fxs_cache_file_end(&file);
  assert_int_equal(begin(&second, 1, 0, &others, &file), FXS_CACHE_FOUND);
  fxs_cache_file_end(&file);
  fxs_cache_build_end(&build);
}

static void wait_for_builder(unsigned number) {
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  CHECK(begin(&cache, number, 0, &build, &file) == FXS_CACHE_WITHOUT);
  snprintf(path, sizeof path, "%s/waits", top);
  write_content(path, 1, 0);
  CHECK(begin(&cache, number, WAIT_MS, &build, &file) == FXS_CACHE_FOUND);
  CHECK(has_content(file.path, SIZE, number) && is_note_of(&file, number));
  fxs_cache_file_end(&file);
}

static void others_wait_for_the_builder(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  unsigned note = 1;
  assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_BUILD);
  pid_t child = begin_process(wait_for_builder, 1);
  snprintf(path, sizeof path, "%s/waits", top);
  while (access(path, F_OK) != 0)
    usleep(1000);
  write_content(build.path, SIZE, 1);
  assert_true(fxs_cache_build_commit(&cache, &build, &note, sizeof note, &file));
  assert_int_equal(end_process(child), 0); /* before the builder has ended */
  fxs_cache_build_end(&build);
  fxs_cache_file_end(&file);
}

static void build_and_hang(unsigned number) {
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  CHECK(begin(&cache, number, 0, &build, &file) == FXS_CACHE_BUILD);
  write_content(build.path, SIZE / 2, number);
  snprintf(path, sizeof path, "%s/hangs", top);
  write_content(path, 1, 0);
  pause();
}

/* The next builder of the same entry, and of another one, take away what it left. */
static void a_killed_builder_is_replaced(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  for (unsigned number = 1; number <= 2; number++) {
    pid_t child = begin_process(build_and_hang, 1);
    snprintf(path, sizeof path, "%s/hangs", top);
    while (access(path, F_OK) != 0)
      usleep(1000);
    assert_int_equal(count_names("-building", NULL, NULL), 1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(end_process(child), 128 + SIGKILL);
    assert_int_equal(unlink(path), 0);
    assert_true(make_file(&cache, number, SIZE) && finds_file(&cache, number, SIZE));
    assert_true(is_tidy());
    assert_int_equal(fxs_remove_tree(folder), 0);
  }
}

/* ---- Judged by the note ---- */

static bool is_note(void *user, const void *note, size_t size) {
  return size == sizeof(unsigned) && memcmp(user, note, size) == 0;
}

static void a_refused_entry_is_replaced(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file old, file;
  struct sample sample;
  unsigned wanted = 2;
  const struct fxs_cache_judge judge = {is_note, &wanted};
  const struct fxs_cache_key *key = fill_key(&sample, 1, true);
  assert_true(make_file(&cache, 1, SIZE));
  assert_true(fxs_cache_find_file(&cache, key, NULL, &old));
  assert_false(fxs_cache_find_file(&cache, key, &judge, &file));
  assert_int_equal(fxs_cache_build_begin(&cache, key, &judge, 0, &build, &file), FXS_CACHE_BUILD);
  write_content(build.path, SIZE, 2);
  assert_true(fxs_cache_build_commit(&cache, &build, &wanted, sizeof wanted, &file));
  fxs_cache_build_end(&build);
  fxs_cache_file_end(&file);
  assert_true(has_content(old.path, SIZE, 1)); /* in use */
  fxs_cache_file_end(&old);
  assert_true(fxs_cache_find_file(&cache, key, &judge, &file) && has_content(file.path, SIZE, 2));
  fxs_cache_file_end(&file);
  assert_int_equal(count_names(FILE_ENDING, NULL, NULL), 2);
  assert_true(make_file(&cache, 3, SIZE)); /* tidies up */
  assert_int_equal(count_names(FILE_ENDING, NULL, NULL), 2);

  wanted = 4; /* nobody uses the file: it goes at once */
  assert_int_equal(fxs_cache_build_begin(&cache, key, &judge, 0, &build, &file), FXS_CACHE_BUILD);
  write_content(build.path, SIZE, 4);
  assert_true(fxs_cache_build_commit(&cache, &build, &wanted, sizeof wanted, &file));
  assert_int_equal(count_names(FILE_ENDING, NULL, NULL), 2);
  fxs_cache_build_end(&build);
  fxs_cache_file_end(&file);
}

/* ---- Damage ---- */

static void change_byte(const char *of, off_t at) {
  unsigned char byte;
  int file = open(of, O_RDWR);
  CHECK(file >= 0 && pread(file, &byte, 1, at) == 1);
  byte ^= 1;
  CHECK(pwrite(file, &byte, 1, at) == 1 && close(file) == 0);
}

static void a_damaged_file_is_a_miss(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  for (int kind = 0; kind < 9; kind++) {
    struct stat info;
    char copy[5000];
    assert_true(make_file(&cache, 1, SIZE) && finds_file(&cache, 1, SIZE));
    assert_int_equal(count_names(FILE_ENDING, path, NULL), 1);
    snprintf(copy, sizeof copy, "%s/copy", top);
    unlink(copy);
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {1000, 0}};
    switch (kind) {
    case 0:
      assert_int_equal(unlink(path), 0);
      break;
    case 1:
      assert_int_equal(truncate(path, SIZE - 1), 0);
      break;
    case 2:
      assert_int_equal(truncate(path, SIZE + 1), 0);
      break;
    case 3: /* the time of its last change does not tell */
      change_byte(path, SIZE / 2);
      assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
      break;
    case 4:
      change_byte(path, SIZE - 1);
      break;
    case 5:
      assert_true(rename(path, copy) == 0 && symlink(copy, path) == 0);
      break;
    case 6:
      assert_int_equal(chmod(path, 0620), 0);
      break;
    case 7:
      assert_true(unlink(path) == 0 && mkfifo(path, 0600) == 0);
      break;
    case 8:
      assert_true(unlink(path) == 0 && mkdir(path, 0700) == 0);
      break;
    }
    assert_false(finds_file(&cache, 1, SIZE));
    assert_true(make_file(&cache, 1, SIZE) && finds_file(&cache, 1, SIZE));
    if (kind == 5)
      assert_true(stat(copy, &info) == 0 && info.st_size == SIZE);
    assert_int_equal(fxs_remove_tree(folder), 0);
  }
}

static void a_damaged_record_is_a_miss(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_file record;
  assert_true(make_file(&cache, 1, 100));
  snprintf(path, sizeof path, "%s", entry_path_of(1, true, FXS_ENTRY_FILE));
  assert_int_equal(fxs_file_read(path, &record), 0);
  for (size_t bit = 0; bit < 8 * record.size; bit++) {
    record.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
    assert_int_equal(fxs_file_write(path, record.data, record.size), 0);
    assert_int_equal(chmod(path, 0600), 0);
    assert_false(finds_file(&cache, 1, 100));
    record.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
  }
  for (size_t size = 0; size < record.size; size++) {
    assert_int_equal(fxs_file_write(path, record.data, size), 0);
    assert_false(finds_file(&cache, 1, 100));
  }
  assert_int_equal(fxs_file_write(path, record.data, record.size), 0);
  assert_true(finds_file(&cache, 1, 100));
  fxs_file_free(&record);
}

/* Sound, and of a file that it should not name: nothing outside the folder is looked at. */
static void a_record_that_leads_away_is_a_miss(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_entry entry;
  struct sample sample;
  struct fxs_entry_sum sum;
  static const char *const names[] = {"../secret", "secret", "/etc/passwd", "..", ""};
  assert_true(make_file(&cache, 1, 0));
  snprintf(path, sizeof path, "%s/secret", top);
  write_content(path, 0, 1);
  snprintf(path, sizeof path, "%s/secret", folder);
  write_content(path, 0, 1);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    struct fxs_entry_file wanted = {0};
    fxs_entry_sum_begin(&sum);
    wanted.sum = fxs_entry_sum_end(&sum);
    snprintf(wanted.name, sizeof wanted.name, "%s", names[i]);
    assert_true(fxs_entry_init(&entry, fill_key(&sample, 1, true), FXS_ENTRY_FILE));
    fxs_entry_seal(&entry, &wanted, sizeof wanted);
    FILE *file = fopen(entry_path_of(1, true, FXS_ENTRY_FILE), "w");
    assert_true(file && fwrite(entry.head, entry.head_size, 1, file) == 1 &&
                fwrite(&wanted, sizeof wanted, 1, file) == 1 && fclose(file) == 0);
    fxs_entry_free(&entry);
    assert_false(finds_file(&cache, 1, 0));
    assert_string_equal(cache.reason, "the entry is damaged");
  }
}

/* A file that has not changed since is not read again. */
static void a_file_is_checked_once(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {1000000, 0}};
  assert_true(make_file(&cache, 1, SIZE) && finds_file(&cache, 1, SIZE));
  assert_int_equal(cache.stats.checked, 1); /* it has just been written: that is not remembered */
  assert_true(finds_file(&cache, 1, SIZE));
  assert_int_equal(cache.stats.checked, 2);
  sleep(3);
  for (int i = 0; i < 5; i++)
    assert_true(finds_file(&cache, 1, SIZE) && is_tidy());
  assert_int_equal(cache.stats.checked, 3);
  assert_int_equal(count_names(FILE_ENDING, path, NULL), 1);
  assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
  assert_true(finds_file(&cache, 1, SIZE));
  assert_int_equal(cache.stats.checked, 4);
  sleep(3);
  assert_true(finds_file(&cache, 1, SIZE) && finds_file(&cache, 1, SIZE));
  assert_int_equal(cache.stats.checked, 5);
  change_byte(path, 10);
  assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0); /* as before */
  assert_false(finds_file(&cache, 1, SIZE));
  assert_int_equal(cache.stats.checked, 6);
}

/* ---- Commits that fail ---- */

static void what_cannot_be_committed(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  char target[5000];
  snprintf(target, sizeof target, "%s/target", top);
  write_content(target, SIZE, 1);
  for (int kind = 0; kind < 4; kind++) {
    struct fxs_cache_build build;
    struct fxs_cache_file file;
    assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_BUILD);
    assert_true(kind == 0   ? true
                : kind == 1 ? symlink(target, build.path) == 0
                : kind == 2 ? mkfifo(build.path, 0600) == 0
                            : mkdir(build.path, 0700) == 0);
    assert_false(fxs_cache_build_commit(&cache, &build, NULL, 0, &file));
    assert_true(cache.reason[0] && !file.path);
    fxs_cache_build_end(&build);
    assert_true(is_tidy() && !finds_file(&cache, 1, SIZE));
  }
  assert_true(has_content(target, SIZE, 1));
}

static void a_file_that_is_too_large(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  cache.protected_limit = SIZE;
  cache.limit_setting = "A_SETTING";
  assert_false(make_file(&cache, 1, SIZE));
  assert_string_equal(cache.reason, "it is larger than the cache: A_SETTING sets the limit");
  assert_true(is_tidy() && !finds_file(&cache, 1, SIZE));
  assert_true(make_file(&cache, 1, SIZE / 2));
  cache.protected_limit = 0;
  assert_false(make_file(&cache, 2, 1));
}

/* The program that wrote it may have had another mask. */
static void a_file_that_others_may_write(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  mode_t before = umask(0);
  assert_true(make_file(&cache, 1, SIZE));
  umask(before);
  assert_true(finds_file(&cache, 1, SIZE));
}

static void limit_of_file_size(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  struct rlimit limit;
  unsigned note = 1;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlim_t before = limit.rlim_cur;
  assert_int_equal(begin(&cache, 1, 0, &build, &file), FXS_CACHE_BUILD);
  write_content(build.path, SIZE, 1);
  for (rlim_t most = 0; most < 280; most += 10) {
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool is_kept = fxs_cache_build_commit(&cache, &build, &note, sizeof note, &file);
    limit.rlim_cur = before;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(is_kept || finds_file(&cache, 1, SIZE));
  }
  assert_true(fxs_cache_build_commit(&cache, &build, &note, sizeof note, &file));
  fxs_cache_file_end(&file);
  fxs_cache_build_end(&build);
  assert_true(finds_file(&cache, 1, SIZE) && is_tidy());
}

static void fill_disk(unsigned number) {
  struct fxs_cache cache = open_cache();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  if (!mount_tiny(folder, "2m"))
    exit(77);
  CHECK(make_file(&cache, 1, SIZE) && make_file(&cache, 2, SIZE));
  CHECK(begin(&cache, number, 0, &build, &file) == FXS_CACHE_BUILD);
  write_content(build.path, SIZE, number);
  snprintf(path, sizeof path, "%s/filler", folder);
  int filler = open(path, O_WRONLY | O_CREAT, 0600);
  for (size_t step = 4096; step; step /= 2)
    while (write(filler, path, step) > 0)
      continue;
  close(filler);
  CHECK(!fxs_cache_build_commit(&cache, &build, &number, sizeof number, &file));
  CHECK(strstr(cache.reason, "No space left") && has_content(build.path, SIZE, number));
  CHECK(finds_file(&cache, 1, SIZE) && finds_file(&cache, 2, SIZE));
  CHECK(count_names("-new", NULL, NULL) == 0 && unlink(path) == 0);
  CHECK(fxs_cache_build_commit(&cache, &build, &number, sizeof number, &file));
  fxs_cache_file_end(&file);
  fxs_cache_build_end(&build);
  CHECK(is_tidy() && finds_file(&cache, number, SIZE));
}

static void full_disk(void **state) {
  (void)state;
  int result = end_process(begin_process(fill_disk, 3));
  if (result == 77)
    skip();
  assert_int_equal(result, 0);
}

/* ---- Eviction ---- */

static void age(void) {
  const struct timespec times[2] = {{1000000, 0}, {1000000, 0}};
  DIR *list = opendir(folder);
  for (struct dirent *file; (file = readdir(list));)
    if (strstr(file->d_name, ".falx-test"))
      utimensat(dirfd(list), file->d_name, times, 0);
  closedir(list);
}

static void files_used_least_recently_go(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_file held;
  struct sample sample;
  uint64_t bytes;
  cache.protected_limit = 4 * MIB;
  for (unsigned i = 0; i < 10; i++)
    assert_true(make_file(&cache, i, SIZE));
  age();
  assert_true(fxs_cache_find_file(&cache, fill_key(&sample, 0, true), NULL, &held));
  age(); /* the one in use, too: what keeps it is that it is in use */
  assert_true(finds_file(&cache, 1, SIZE));
  for (unsigned i = 10; i < 40; i++) {
    assert_true(make_file(&cache, i, SIZE) && finds_file(&cache, i, SIZE));
    assert_true(finds_file(&cache, 1, SIZE) || i > 17);
    count_names("", NULL, &bytes);
    assert_true(bytes <= 4 * MIB && has_content(held.path, SIZE, 0));
  }
  assert_true(cache.stats.removed >= 27 && cache.stats.counted > cache.stats.removed);
  assert_true(count_names(FILE_ENDING, NULL, NULL) <= 13 &&
              count_names(FILE_ENDING, NULL, NULL) >= 11);
  assert_false(finds_file(&cache, 2, SIZE));
  fxs_cache_file_end(&held);
}

static void all_files_are_in_use(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  struct fxs_cache_file held[3];
  struct sample sample;
  cache.protected_limit = MIB;
  for (unsigned i = 0; i < 3; i++) {
    assert_true(make_file(&cache, i, SIZE));
    assert_true(fxs_cache_find_file(&cache, fill_key(&sample, i, true), NULL, &held[i]));
  }
  assert_false(make_file(&cache, 3, SIZE));
  assert_string_equal(cache.reason,
                      "what is in the cache is in use, and there is no room for more");
  for (unsigned i = 0; i < 3; i++)
    fxs_cache_file_end(&held[i]);
  assert_true(make_file(&cache, 3, SIZE));
}

static void classes_do_not_push_each_other_out(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  cache.limit = MIB;
  cache.protected_limit = 2 * MIB;
  for (unsigned i = 0; i < 3; i++)
    assert_true(make_file(&cache, i, SIZE) && put(&cache, i, true, 100));
  age();
  for (unsigned i = 0; i < 30; i++)
    assert_true(put(&cache, i, false, SIZE) && finds(&cache, i, false, SIZE));
  for (unsigned i = 0; i < 3; i++)
    assert_true(finds_file(&cache, i, SIZE) && finds(&cache, i, true, 100));
  assert_true(cache.stats.removed >= 27);
  assert_true(finds(&cache, 29, false, SIZE));
  for (unsigned i = 3; i < 30; i++)
    assert_true(make_file(&cache, i, SIZE));
  assert_true(finds(&cache, 29, false, SIZE) && !finds_file(&cache, 3, SIZE));
  cache.protected_limit = 0; /* a class without room keeps nothing new and removes nothing */
  assert_false(put(&cache, 1000, true, 100));
  assert_true(finds_file(&cache, 29, SIZE));
}

/* ---- Memory ---- */

static void without_memory(void **state) {
  (void)state;
  struct fxs_cache cache = open_cache();
  bool was_met = true;
  for (unsigned k = 1; was_met; k++) {
    struct fxs_cache_build build;
    struct fxs_cache_file file;
    struct sample sample;
    unsigned note = 1;
    bool is_kept = false;
    calls_left = k;
    if (begin(&cache, 1, 0, &build, &file) == FXS_CACHE_BUILD) {
      unsigned left = calls_left;
      calls_left = 0;
      write_content(build.path, SIZE, 1);
      calls_left = left;
      is_kept = fxs_cache_build_commit(&cache, &build, &note, sizeof note, &file);
    }
    fxs_cache_build_end(&build);
    fxs_cache_file_end(&file);
    bool is_found = fxs_cache_find_file(&cache, fill_key(&sample, 1, true), NULL, &file);
    was_met = calls_left == 0;
    calls_left = 0;
    assert_true(was_met || (is_kept && is_found));
    assert_true(!is_found || has_content(file.path, SIZE, 1));
    fxs_cache_file_end(&file);
    assert_true(is_tidy() && k < 100);
    assert_true(make_file(&cache, 1, SIZE) && finds_file(&cache, 1, SIZE));
    assert_int_equal(fxs_remove_tree(folder), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CACHE_TEST(keeps_and_finds_a_file),
      CACHE_TEST(entries_that_look_alike),
      CACHE_TEST(an_abandoned_build_leaves_nothing),
      CACHE_TEST(one_builder_at_a_time),
      CACHE_TEST(others_wait_for_the_builder),
      CACHE_TEST(a_killed_builder_is_replaced),
      CACHE_TEST(a_refused_entry_is_replaced),
      CACHE_TEST(a_damaged_file_is_a_miss),
      CACHE_TEST(a_damaged_record_is_a_miss),
      CACHE_TEST(a_record_that_leads_away_is_a_miss),
      CACHE_TEST(a_file_is_checked_once),
      CACHE_TEST(what_cannot_be_committed),
      CACHE_TEST(a_file_that_is_too_large),
      CACHE_TEST(a_file_that_others_may_write),
      CACHE_TEST(limit_of_file_size),
      CACHE_TEST(full_disk),
      CACHE_TEST(files_used_least_recently_go),
      CACHE_TEST(all_files_are_in_use),
      CACHE_TEST(classes_do_not_push_each_other_out),
      CACHE_TEST(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
