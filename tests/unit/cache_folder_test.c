/* support/folder_posix.c: folders and files that a cache refuses, and failures: hostile
 * permissions, read-only folders, a full disk. */
#include <sys/resource.h>

#include "tests/unit/cache_fixture.h"
#include "tests/unit/tiny_disk.h"

static void start_in(const char *path) {
  start();
  mine.path = path;
}

static void refuses(const char *reason) {
  CHECK(!finds_small(1) && says(reason));
  CHECK(!put_small(1) && says(reason) && !finds_small(1));
}

/* The superuser may do anything: what is about rights runs as somebody else. After the start: the
 * program may lie where only the superuser may look. */
static void become_ordinary(void) {
  if (geteuid() != 0)
    return;
  CHECK(chown(top, STRANGER, STRANGER) == 0);
  CHECK(setregid(STRANGER, STRANGER) == 0 && setreuid(STRANGER, STRANGER) == 0);
}

/* ---- What is refused ---- */

IN_CHILD(folder_of_another, {
  CHECK(mkdir(folder, 0700) == 0);
  if (geteuid() == 0)
    CHECK(chown(folder, STRANGER, STRANGER) == 0);
  start_in(geteuid() == 0 ? folder : "/");
  refuses("belongs to another user");
})

IN_CHILD(folder_that_others_write, {
  start();
  put_small(1);
  for (unsigned mode = 0; mode < 0100; mode++) {
    CHECK(chmod(folder, 0700 | mode) == 0);
    CHECK(finds_small(1) == !(mode & 022) && says("others may write") == !!(mode & 022));
    put_small(2);
    CHECK(exists(entry_path(2)) == !(mode & 022));
    unlink(entry_path(2));
  }
})

IN_CHILD(link_to_a_folder, {
  char path[5000];
  CHECK(mkdir(folder, 0700) == 0);
  snprintf(path, sizeof path, "%s/link", top);
  CHECK(symlink(folder, path) == 0);
  strcat(path, "//"); /* would be followed */
  start_in(path);
  refuses("it is a link");
})

IN_CHILD(file_for_a_folder, {
  write_file(folder, "", 0);
  start();
  refuses("no folder");
  CHECK(exists(folder));
})

/* What stands under an entry's name is replaced, save a folder; what it points to is left alone. */
IN_CHILD(entry_that_is_no_file, {
  char target[5000];
  uint64_t bytes;
  start();
  put_small(2);
  snprintf(target, sizeof target, "%s/target", top);
  CHECK(rename(entry_path(2), target) == 0 && symlink(target, entry_path(2)) == 0);
  CHECK(!finds_small(2) && says("it is a link"));
  put_small(2);
  CHECK(finds_small(2) && exists(target));

  unlink(entry_path(2));
  CHECK(mkfifo(entry_path(2), 0600) == 0); /* an open would wait */
  CHECK(!finds_small(2) && says("no regular file"));
  put_small(2);
  CHECK(finds_small(2));

  unlink(entry_path(2));
  CHECK(mkdir(entry_path(2), 0700) == 0);
  CHECK(!finds_small(2) && says("no regular file"));
  put_small(2);
  CHECK(!finds_small(2) && count_names(NEW_ENDING, NULL, &bytes) == 0);
})

IN_CHILD(entry_that_others_write, {
  start();
  put_small(1);
  CHECK(chmod(entry_path(1), 0620) == 0);
  CHECK(!finds_small(1) && says("others may write"));
  put_small(1);
  CHECK(finds_small(1));
  if (geteuid() == 0) {
    CHECK(chown(entry_path(1), STRANGER, STRANGER) == 0);
    CHECK(!finds_small(1) && says("belongs to another user"));
    put_small(1);
    CHECK(finds_small(1));
  }
})

IN_CHILD(entry_that_cannot_be_read, {
  start();
  become_ordinary();
  put_small(1);
  CHECK(chmod(entry_path(1), 0) == 0);
  CHECK(!finds_small(1) && says("Permission denied"));
  put_small(1);
  CHECK(finds_small(1));
})

IN_CHILD(lock_that_is_no_file, {
  char target[5000];
  struct stat info;
  start();
  put_small(1);
  snprintf(target, sizeof target, "%s/target", top);
  write_file(target, "mine", 4);
  for (int kind = 0; kind < 4; kind++) {
    const char *lock = inside(LOCK_NAME);
    CHECK(unlink(lock) == 0);
    CHECK((kind == 0   ? symlink(target, lock)
           : kind == 1 ? mkfifo(lock, 0600)
           : kind == 2 ? symlink("/nowhere", lock)
                       : mkdir(lock, 0700)) == 0);
    put_small(2);
    CHECK(!finds_small(2) && finds_small(1));
  }
  CHECK(stat(target, &info) == 0 && info.st_size == 4);
})

/* ---- What fails ---- */

IN_CHILD(folder_that_cannot_be_written, {
  start();
  become_ordinary();
  put_small(1);
  CHECK(chmod(folder, 0500) == 0);
  put_small(2);
  CHECK(finds_small(1) && !finds_small(2));
  CHECK(unlink(inside(LOCK_NAME)) != 0 && chmod(folder, 0700) == 0);
  CHECK(unlink(inside(LOCK_NAME)) == 0 && chmod(folder, 0500) == 0);
  put_small(2);
  CHECK(says("Permission denied") && finds_small(1));
  CHECK(chmod(folder, 0) == 0);
  CHECK(!finds_small(1) && says("Permission denied"));
  CHECK(chmod(folder, 0700) == 0 && chmod(top, 0500) == 0);
  CHECK(fxs_remove_tree(folder) != 0 || !exists(folder));
  CHECK(chmod(top, 0700) == 0);
})

IN_CHILD(folder_that_cannot_be_made, {
  start_in(inside("below"));
  become_ordinary();
  CHECK(chmod(top, 0500) == 0);
  refuses(": ");
  CHECK(chmod(top, 0700) == 0);
})

IN_CHILD(nothing_is_allowed_by_the_mask, {
  start();
  become_ordinary();
  umask(0777);
  CHECK(mkdir(folder, 0) == 0 && chmod(folder, 0700) == 0);
  put_small(1);
  CHECK(!finds_small(1));
  umask(022);
  put_small(2);
  CHECK(!finds_small(2) && unlink(inside(LOCK_NAME)) == 0);
  put_small(2);
  CHECK(finds_small(2));
})

/* Writing past the limit would end the process by SIGXFSZ. */
IN_CHILD(limit_of_file_size, {
  start();
  put_small(1);
  for (rlim_t most = 0; most < 300; most += 10) {
    struct rlimit limit = {most, RLIM_INFINITY};
    uint64_t bytes;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    put_sized(2, 200);
    limit.rlim_cur = RLIM_INFINITY;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK(!finds_sized(2, 200) && finds_small(1) && !count_names(NEW_ENDING, NULL, &bytes));
  }
  put_sized(2, 200);
  CHECK(finds_sized(2, 200));
})

static void full_disk_body(void) {
  uint64_t bytes;
  if (!mount_tiny(folder, "64k"))
    exit(77);
  start();
  put_sized(1, 20000);
  CHECK(finds_sized(1, 20000));
  for (unsigned i = 2; i < 100; i++) {
    put_sized(i, 20000);
    CHECK(finds_sized(1, 20000) && (finds_sized(i, 20000) || i > 2));
    CHECK(count_names(NEW_ENDING, NULL, &bytes) == 0);
  }
  CHECK(!put_sized(99, 20000) && says("No space left") && !finds_sized(99, 20000));
  /* Not even for the sum. */
  unlink(inside(LOCK_NAME));
  int file = open(inside("filler"), O_WRONLY | O_CREAT, 0600);
  while (write(file, folder, sizeof folder) > 0)
    continue;
  close(file);
  put_small(200);
  CHECK(says("sum of sizes cannot be written") && !finds_small(200) && finds_sized(1, 20000));
  CHECK(unlink(inside("filler")) == 0 && unlink(entry_path(1)) == 0);
  put_small(200);
  CHECK(finds_small(200));
}

static void full_disk(void **state) {
  (void)state;
  int result = test_in_child(full_disk_body);
  if (result == 77)
    skip();
  assert_int_equal(result, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CACHE_TEST(folder_of_another),
      CACHE_TEST(folder_that_others_write),
      CACHE_TEST(link_to_a_folder),
      CACHE_TEST(file_for_a_folder),
      CACHE_TEST(entry_that_is_no_file),
      CACHE_TEST(entry_that_others_write),
      CACHE_TEST(entry_that_cannot_be_read),
      CACHE_TEST(lock_that_is_no_file),
      CACHE_TEST(folder_that_cannot_be_written),
      CACHE_TEST(folder_that_cannot_be_made),
      CACHE_TEST(nothing_is_allowed_by_the_mask),
      CACHE_TEST(limit_of_file_size),
      CACHE_TEST(full_disk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
