/* runtime/store.c, os_folder_posix.c: where the persistent cache lies, and what is refused (issue
 * 4, C5: full disk, read-only directory, hostile permissions). */
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "tests/unit/store_fixture.h"

/* ---- Where ---- */

static void start_in(const char *name, const char *value) {
  clear_settings();
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  if (name)
    setenv(name, value, 1);
  begin();
}

static bool is_private(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && (info.st_mode & 0777) == 0700;
}

IN_CHILD(off_unless_asked_for, {
  clear_settings();
  setenv("FALX_CACHE_DIR", folder, 1);
  begin();
  put_small(1);
  CHECK(!finds_small(1) && !exists(folder) && !*traced());
})

IN_CHILD(off_where_ours_says_so, {
  clear_settings();
  setenv("FALX_CACHE_DIR", folder, 1);
  setenv("FALX_CACHE_PERSISTENT", "0", 1);
  setenv("SYCL_CACHE_PERSISTENT", "1", 1);
  begin();
  put_small(1);
  CHECK(!finds_small(1) && !exists(folder));
})

IN_CHILD(names_of_others_work, {
  clear_settings();
  setenv("SYCL_CACHE_PERSISTENT", "1", 1);
  setenv("SYCL_CACHE_DIR", folder, 1);
  begin();
  put_small(1);
  CHECK(finds_small(1) && is_private(folder));
})

IN_CHILD(ours_comes_first, {
  clear_settings();
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  setenv("SYCL_CACHE_DIR", "/nowhere", 1);
  setenv("XDG_CACHE_HOME", "/nowhere", 1);
  setenv("FALX_CACHE_DIR", folder, 1);
  begin();
  put_small(1);
  CHECK(finds_small(1) && is_private(folder) && exists(entry_path(1)));
})

IN_CHILD(in_the_folder_for_caches, {
  start_in("XDG_CACHE_HOME", folder);
  put_small(1);
  CHECK(finds_small(1) && is_private(inside("falx")) && is_private(inside("falx/programs")));
})

IN_CHILD(in_the_home, {
  CHECK(mkdir(folder, 0755) == 0);
  start_in("HOME", folder);
  put_small(1);
  CHECK(finds_small(1) && is_private(inside(".cache")) &&
        is_private(inside(".cache/falx/programs")));
})

static void refuses(const char *reason) {
  traced();
  CHECK(!finds_small(1) && says(reason));
  put_small(1);
  CHECK(says(reason) && !finds_small(1));
}

IN_CHILD(no_home, {
  start_in(NULL, NULL);
  refuses("no home of this user's");
})

IN_CHILD(home_that_is_absent, {
  start_in("HOME", folder);
  put_small(1);
  CHECK(says("no home of this user's") && !exists(folder));
})

IN_CHILD(home_of_another, {
  CHECK(mkdir(folder, 0755) == 0);
  if (geteuid() == 0)
    CHECK(chown(folder, STRANGER, STRANGER) == 0);
  start_in("HOME", geteuid() == 0 ? folder : "/");
  refuses("no home of this user's");
})

IN_CHILD(relative_path, {
  CHECK(chdir(top) == 0);
  start_in("FALX_CACHE_DIR", "cache");
  refuses("no absolute path");
  CHECK(!exists(folder));
})

IN_CHILD(endless_path, {
  char path[10000];
  memset(path, 'x', sizeof path);
  path[0] = '/';
  path[sizeof path - 1] = 0;
  start_in("FALX_CACHE_DIR", path);
  refuses("too long");
})

/* ---- What is refused ---- */

IN_CHILD(folder_of_another, {
  CHECK(mkdir(folder, 0700) == 0);
  if (geteuid() == 0)
    CHECK(chown(folder, STRANGER, STRANGER) == 0);
  start_in("FALX_CACHE_DIR", geteuid() == 0 ? folder : "/");
  refuses("belongs to another user");
})

IN_CHILD(folder_that_others_write, {
  start();
  put_small(1);
  for (unsigned mode = 0; mode < 0100; mode++) {
    CHECK(chmod(folder, 0700 | mode) == 0);
    traced();
    CHECK(finds_small(1) == !(mode & 022) && says(mode & 022 ? "others may write" : "hit"));
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
  start_in("FALX_CACHE_DIR", path);
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
  traced();
  CHECK(!finds_small(2) && says("it is a link"));
  put_small(2);
  CHECK(finds_small(2) && exists(target));

  unlink(entry_path(2));
  CHECK(mkfifo(entry_path(2), 0600) == 0); /* an open would wait */
  traced();
  CHECK(!finds_small(2) && says("no regular file"));
  put_small(2);
  CHECK(finds_small(2));

  unlink(entry_path(2));
  CHECK(mkdir(entry_path(2), 0700) == 0);
  traced();
  CHECK(!finds_small(2) && says("no regular file"));
  put_small(2);
  CHECK(!finds_small(2) && count_files(FXR_ROOM_NEW_SUFFIX, &bytes) == 0);
})

IN_CHILD(entry_that_others_write, {
  start();
  put_small(1);
  CHECK(chmod(entry_path(1), 0620) == 0);
  traced();
  CHECK(!finds_small(1) && says("others may write"));
  put_small(1);
  CHECK(finds_small(1));
  if (geteuid() == 0) {
    CHECK(chown(entry_path(1), STRANGER, STRANGER) == 0);
    traced();
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
  traced();
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
    const char *lock = inside(FXR_ROOM_LOCK);
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
  CHECK(unlink(inside(FXR_ROOM_LOCK)) != 0 && chmod(folder, 0700) == 0);
  CHECK(unlink(inside(FXR_ROOM_LOCK)) == 0 && chmod(folder, 0500) == 0);
  traced();
  put_small(2);
  CHECK(says("Permission denied") && finds_small(1));
  CHECK(chmod(folder, 0) == 0);
  traced();
  CHECK(!finds_small(1) && says("Permission denied"));
  CHECK(chmod(folder, 0700) == 0 && chmod(top, 0500) == 0);
  CHECK(fxs_remove_tree(folder) != 0 || !exists(folder));
  CHECK(chmod(top, 0700) == 0);
})

IN_CHILD(folder_that_cannot_be_made, {
  start_in("FALX_CACHE_DIR", inside("below"));
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
  CHECK(!finds_small(2) && unlink(inside(FXR_ROOM_LOCK)) == 0);
  put_small(2);
  CHECK(finds_small(2));
})

/* Writing past the limit would end the process by SIGXFSZ. */
IN_CHILD(limit_of_file_size, {
  start();
  put_small(1);
  CHECK(dup2(open("/dev/null", O_WRONLY), 2) == 2); /* the trace's file has the limit, too */
  for (rlim_t most = 0; most < 300; most += 10) {
    struct rlimit limit = {most, RLIM_INFINITY};
    uint64_t bytes;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    put_sized(2, 200);
    limit.rlim_cur = RLIM_INFINITY;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK(!finds_sized(2, 200) && finds_small(1) && !count_files(FXR_ROOM_NEW_SUFFIX, &bytes));
  }
  put_sized(2, 200);
  CHECK(finds_sized(2, 200));
})

static bool tell_kernel(const char *path, const char *format, unsigned id) {
  char text[64];
  ssize_t length = snprintf(text, sizeof text, format, id, id);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  bool is_fine = write(file, text, (size_t)length) == length;
  close(file);
  return is_fine;
}

/* A file system of a few pages, seen by this process alone; false where that may not be. */
static bool mount_tiny(void) {
  unsigned user = geteuid(), group = getegid();
  if (unshare(CLONE_NEWNS | (user ? CLONE_NEWUSER : 0)) != 0)
    return false;
  if (user && !(tell_kernel("/proc/self/setgroups", "deny", 0) &&
                tell_kernel("/proc/self/uid_map", "%u %u 1", user) &&
                tell_kernel("/proc/self/gid_map", "%u %u 1", group)))
    return false;
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mkdir(folder, 0700) == 0 &&
         mount("none", folder, "tmpfs", 0, "size=64k,mode=700") == 0;
}

static void full_disk_body(void) {
  uint64_t bytes;
  if (!mount_tiny())
    exit(77);
  start();
  put_sized(1, 20000);
  CHECK(finds_sized(1, 20000));
  for (unsigned i = 2; i < 100; i++) {
    put_sized(i, 20000);
    CHECK(finds_sized(1, 20000) && (finds_sized(i, 20000) || i > 2));
    CHECK(count_files(FXR_ROOM_NEW_SUFFIX, &bytes) == 0);
  }
  CHECK(!finds_sized(99, 20000) && strstr(traced(), "No space left"));
  /* Not even for the sum. */
  unlink(inside(FXR_ROOM_LOCK));
  int file = open(inside("filler"), O_WRONLY | O_CREAT, 0600);
  while (write(file, folder, sizeof folder) > 0)
    continue;
  close(file);
  traced();
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

/* This program again, with the rights of another; only the superuser can set that up. */
static _Noreturn void main_set_user_id(const char *in) {
  snprintf(folder, sizeof folder, "%s/cache", in);
  top = strdup(in);
  start();
  refuses("set-user-id");
  _exit(exists(folder)); /* the leak checker may not look at such a process */
}

static void set_user_id_body(void) {
  char *self;
  char path[5000];
  if (geteuid() != 0)
    exit(77);
  CHECK(fxs_self_path(&self) == 0);
  struct fxs_file program;
  CHECK(fxs_file_read(self, &program) == 0);
  snprintf(path, sizeof path, "%s/program", top);
  CHECK(fxs_file_write(path, program.data, program.size) == 0);
  CHECK(chown(path, STRANGER, STRANGER) == 0 && chmod(path, 04755) == 0 && chmod(top, 0777) == 0);
  execl(path, path, "set-user-id", top, (char *)NULL);
  exit(77);
}

static void set_user_id(void **state) {
  (void)state;
  int result = test_in_child(set_user_id_body);
  if (result == 77)
    skip();
  assert_int_equal(result, 0);
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "set-user-id") == 0)
    main_set_user_id(argv[2]);
  const struct CMUnitTest tests[] = {
      STORE_TEST(off_unless_asked_for),
      STORE_TEST(off_where_ours_says_so),
      STORE_TEST(names_of_others_work),
      STORE_TEST(ours_comes_first),
      STORE_TEST(in_the_folder_for_caches),
      STORE_TEST(in_the_home),
      STORE_TEST(no_home),
      STORE_TEST(home_that_is_absent),
      STORE_TEST(home_of_another),
      STORE_TEST(relative_path),
      STORE_TEST(endless_path),
      STORE_TEST(folder_of_another),
      STORE_TEST(folder_that_others_write),
      STORE_TEST(link_to_a_folder),
      STORE_TEST(file_for_a_folder),
      STORE_TEST(entry_that_is_no_file),
      STORE_TEST(entry_that_others_write),
      STORE_TEST(entry_that_cannot_be_read),
      STORE_TEST(lock_that_is_no_file),
      STORE_TEST(folder_that_cannot_be_written),
      STORE_TEST(folder_that_cannot_be_made),
      STORE_TEST(nothing_is_allowed_by_the_mask),
      STORE_TEST(limit_of_file_size),
      STORE_TEST(full_disk),
      STORE_TEST(set_user_id),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
