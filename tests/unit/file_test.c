/* support/file.c */
#include "cmocka_prelude.h"
#include "fault.h"
#include "support/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;

static int make_folder(void **state) {
  (void)state;
  return fxs_temp_folder("falx-test", &folder);
}

static int remove_folder(void **state) {
  (void)state;
  int result = fxs_remove_tree(folder);
  free(folder);
  return result;
}

static const char *inside(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void writes_and_reads_whole(void **state) {
  struct fxs_file file;
  char big[200000];
  (void)state;
  memset(big, 'x', sizeof big);
  assert_int_equal(fxs_file_write(inside("a"), big, sizeof big), 0);
  assert_int_equal(fxs_file_write(inside("a"), "new", 3), 0);
  assert_int_equal(fxs_file_read(inside("a"), &file), 0);
  assert_int_equal(file.size, 3);
  assert_string_equal((char *)file.data, "new");
  fxs_file_free(&file);
  assert_int_equal(fxs_file_write(inside("a"), big, sizeof big), 0);
  assert_int_equal(fxs_file_map(inside("a"), &file), 0);
  assert_int_equal(file.size, sizeof big);
  assert_memory_equal(file.data, big, sizeof big);
  fxs_file_free(&file);
  assert_int_equal(fxs_file_write(inside("empty"), "", 0), 0);
  assert_int_equal(fxs_file_map(inside("empty"), &file), 0);
  assert_int_equal(file.size, 0);
  fxs_file_free(&file);
}

static void failures_leave_nothing(void **state) {
  struct fxs_file file;
  (void)state;
  assert_int_equal(fxs_file_read(inside("absent"), &file), ENOENT);
  assert_int_equal(fxs_file_map(inside("absent"), &file), ENOENT);
  assert_int_equal(fxs_file_read(folder, &file), EISDIR);
  assert_int_equal(fxs_file_write(inside("no/such/folder"), "x", 1), ENOENT);
  assert_int_equal(fxs_file_write(folder, "x", 1), EISDIR);
  assert_int_equal(fxs_file_write("/dev/null", "x", 1), 0);
  struct stat info;
  assert_int_equal(stat("/dev/null", &info), 0);
  assert_true(S_ISCHR(info.st_mode));
  assert_int_equal(fxs_file_write("/dev/full", "x", 1), ENOSPC);
}

static void trees_go_links_stay(void **state) {
  (void)state;
  assert_int_equal(mkdir(inside("t"), 0777), 0);
  assert_int_equal(mkdir(inside("t/u"), 0777), 0);
  assert_int_equal(fxs_file_write(inside("t/u/f"), "x", 1), 0);
  assert_int_equal(fxs_file_write(inside("kept"), "x", 1), 0);
  char target[4096];
  snprintf(target, sizeof target, "%s", inside("kept"));
  assert_int_equal(symlink(target, inside("t/u/link")), 0);
  assert_int_equal(symlink(folder, inside("t/loop")), 0);
  assert_int_equal(fxs_remove_tree(inside("t")), 0);
  assert_int_equal(access(inside("t"), F_OK), -1);
  assert_int_equal(access(inside("kept"), F_OK), 0);
  assert_int_equal(fxs_remove_tree(inside("t")), 0);
}

static void programs_are_found(void **state) {
  char *path;
  (void)state;
  assert_int_equal(fxs_find_program("sh", &path), 0);
  assert_int_equal(path[0], '/');
  free(path);
  assert_int_equal(fxs_find_program("/bin/sh", &path), 0);
  assert_string_equal(path, "/bin/sh");
  free(path);
  assert_int_equal(fxs_find_program("no-such-program-here", &path), ENOENT);
  assert_null(path);
  assert_int_equal(fxs_self_path(&path), 0);
  assert_non_null(strstr(path, "file_test"));
  free(path);
}

static bool write_and_read(void) {
  struct fxs_file file;
  if (fxs_file_write(inside("faulty"), "12", 2) != 0)
    return false;
  if (fxs_file_read(inside("faulty"), &file) != 0)
    return false;
  fxs_file_free(&file);
  return true;
}

static void out_of_memory_is_answered(void **state) {
  (void)state;
  for (unsigned k = 1; fault_met(k, write_and_read); ++k)
    ;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_and_reads_whole),    cmocka_unit_test(failures_leave_nothing),
      cmocka_unit_test(trees_go_links_stay),       cmocka_unit_test(programs_are_found),
      cmocka_unit_test(out_of_memory_is_answered),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
