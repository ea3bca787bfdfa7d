/* runtime/program/store.c: the folder of the persistent cache, its settings and its trace. The
 * cache itself: cache_*_test.c. Each test runs in its own process, as settings are read once. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "falx/falx.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/store.h"
#include "tests/unit/child.h"
#include "tests/unit/temp_folder.h"

static const char content[] = "what was built";

static void put(unsigned number) {
  const struct fxs_cache_part key[] = {{"a test", 6}, {&number, sizeof number}};
  fxr_store_put(key, 2, content, sizeof content);
}

static bool finds(unsigned number) {
  const struct fxs_cache_part key[] = {{"a test", 6}, {&number, sizeof number}};
  void *bytes;
  size_t size;
  bool is_hit = fxr_store_find(key, 2, &bytes, &size);
  CHECK(is_hit == (bytes != NULL) && size == (is_hit ? sizeof content : 0));
  CHECK(!is_hit || memcmp(bytes, content, size) == 0);
  free(bytes);
  return is_hit;
}

static void clear_settings(void) {
  static const char *const names[] = {"SYCL_CACHE_PERSISTENT", "SYCL_CACHE_DIR", "FALX_CACHE_DIR",
                                      "FALX_CACHE_PERSISTENT", "XDG_CACHE_HOME", "HOME",
                                      "FALX_CACHE_MAX_SIZE",   "FALX_TRACE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    unsetenv(names[i]);
}

/* Reads the settings; from now on the trace, written to descriptor 2, goes to a file. */
static void begin(void) {
  char path[4200];
  snprintf(path, sizeof path, "%s/trace", top);
  setenv("FALX_CACHE_TRACE", "1", 1);
  int file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
  CHECK((stderr = fdopen(dup(2), "w")) && setvbuf(stderr, NULL, _IONBF, 0) == 0);
  CHECK(fxr_runtime_get() && file >= 0 && dup2(file, 2) == 2);
  close(file);
}

/* The lines traced since the last call. */
static const char *traced(void) {
  static char text[65536];
  static off_t at;
  ssize_t got = pread(2, text, sizeof text - 1, at);
  text[got > 0 ? got : 0] = 0;
  at += got > 0 ? got : 0;
  return text;
}

/* The trace is one line, and has the text. */
static bool says(const char *text) {
  const char *line = traced(), *end = strchr(line, '\n');
  bool is_it = end && !end[1] && strstr(line, text);
  if (!is_it)
    fprintf(stderr, "traced, where '%s' was expected:\n%s", text, line);
  return is_it;
}

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
  put(1);
  CHECK(!finds(1) && !exists(folder) && !*traced());
})

IN_CHILD(off_where_ours_says_so, {
  clear_settings();
  setenv("FALX_CACHE_DIR", folder, 1);
  setenv("FALX_CACHE_PERSISTENT", "0", 1);
  setenv("SYCL_CACHE_PERSISTENT", "1", 1);
  begin();
  put(1);
  CHECK(!finds(1) && !exists(folder));
})

IN_CHILD(names_of_others_work, {
  clear_settings();
  setenv("SYCL_CACHE_PERSISTENT", "1", 1);
  setenv("SYCL_CACHE_DIR", folder, 1);
  begin();
  put(1);
  CHECK(finds(1) && is_private(folder));
})

IN_CHILD(ours_comes_first, {
  clear_settings();
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  setenv("SYCL_CACHE_DIR", "/nowhere", 1);
  setenv("XDG_CACHE_HOME", "/nowhere", 1);
  setenv("FALX_CACHE_DIR", folder, 1);
  begin();
  put(1);
  CHECK(finds(1) && is_private(folder));
})

IN_CHILD(in_the_folder_for_caches, {
  start_in("XDG_CACHE_HOME", folder);
  put(1);
  CHECK(finds(1) && is_private(inside("falx")) && is_private(inside("falx/programs")));
})

IN_CHILD(in_the_home, {
  CHECK(mkdir(folder, 0755) == 0);
  start_in("HOME", folder);
  put(1);
  CHECK(finds(1) && is_private(inside(".cache")) && is_private(inside(".cache/falx/programs")));
})

static void refuses(const char *reason) {
  traced();
  CHECK(!finds(1) && says(reason));
  put(1);
  CHECK(says(reason) && !finds(1));
}

IN_CHILD(no_home, {
  start_in(NULL, NULL);
  refuses("no home of this user's");
})

IN_CHILD(home_that_is_absent, {
  start_in("HOME", folder);
  put(1);
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

static void start_with_size(const char *max_size) {
  clear_settings();
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  setenv("FALX_CACHE_DIR", folder, 1);
  setenv("FALX_CACHE_MAX_SIZE", max_size, 1);
  begin();
}

/* ---- What the trace says ---- */

IN_CHILD(trace, {
  start_in("FALX_CACHE_DIR", folder);
  CHECK(!finds(1) && says("miss on disk: ") && !exists(folder));
  put(1);
  CHECK(says("kept on disk: ") && finds(1) && says(": 15 bytes\n"));
  put(1);
  CHECK(says("not kept on disk: ") && finds(1));
  CHECK(chmod(folder, 0770) == 0);
  traced();
  CHECK(!finds(1) && says("others may write"));
})

IN_CHILD(trace_of_what_went, {
  start_with_size("1");
  for (unsigned i = 0; i < 300; i++)
    put(i);
  CHECK(strstr(traced(), "entries, which were used least recently") && finds(299) && !finds(0));
})

IN_CHILD(limits, {
  start_with_size("12 apples");
  put(1);
  CHECK(strstr(traced(), "'12 apples', no number of MiB; taking 8192") && finds(1));
})

IN_CHILD(nothing_at_all, {
  start_with_size("0");
  put(1);
  CHECK(says("FALX_CACHE_MAX_SIZE sets the limit") && !finds(1));
})

/* ---- With the rights of another ---- */

/* This program again, with the rights of another; only the superuser can set that up. */
static _Noreturn void main_set_user_id(const char *in) {
  snprintf(folder, sizeof folder, "%s/cache", in);
  top = strdup(in);
  start_in("FALX_CACHE_DIR", folder);
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
      CACHE_TEST(off_unless_asked_for),
      CACHE_TEST(off_where_ours_says_so),
      CACHE_TEST(names_of_others_work),
      CACHE_TEST(ours_comes_first),
      CACHE_TEST(in_the_folder_for_caches),
      CACHE_TEST(in_the_home),
      CACHE_TEST(no_home),
      CACHE_TEST(home_that_is_absent),
      CACHE_TEST(home_of_another),
      CACHE_TEST(relative_path),
      CACHE_TEST(endless_path),
      CACHE_TEST(trace),
      CACHE_TEST(trace_of_what_went),
      CACHE_TEST(limits),
      CACHE_TEST(nothing_at_all),
      CACHE_TEST(set_user_id),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
