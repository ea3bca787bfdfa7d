/* support/process.c */
#include "cmocka_prelude.h"
#include "support/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int run(const char *script, struct fxs_strbuf *out) {
  char *argv[] = {"/bin/sh", "-c", (char *)script, NULL};
  int status;
  assert_int_equal(fxs_process_run(argv, NULL, out, &status), 0);
  return status;
}

static void status_and_output(void **state) {
  struct fxs_strbuf out = {0};
  (void)state;
  assert_int_equal(run("exit 0", NULL), 0);
  assert_int_equal(run("exit 7", NULL), 7);
  assert_int_equal(run("kill -TERM $$", NULL), 128 + SIGTERM);
  assert_int_equal(run("echo one; echo two", &out), 0);
  assert_string_equal(fxs_strbuf_text(&out), "one\ntwo\n");
  fxs_strbuf_free(&out);
}

static void input_from_a_file(void **state) {
  char *argv[] = {"/bin/sh", "-c", "read word && test \"$word\" = input", NULL};
  char path[] = "/tmp/falx-process-XXXXXX";
  struct fxs_process_options options = {.stdin_path = path};
  int status, file = mkstemp(path);
  (void)state;
  assert_true(file >= 0);
  assert_int_equal(write(file, "input\n", 6), 6);
  close(file);
  assert_int_equal(fxs_process_run(argv, &options, NULL, &status), 0);
  assert_int_equal(status, 0);
  unlink(path);
  options.stdin_path = "/no/such/file";
  assert_int_not_equal(fxs_process_run(argv, &options, NULL, &status), 0);
}

static void absent_program(void **state) {
  char *argv[] = {"/no/such/program", NULL};
  int status;
  (void)state;
  assert_int_equal(fxs_process_run(argv, NULL, NULL, &status), ENOENT);
}

static void waiting_has_a_limit(void **state) {
  char *argv[] = {"/bin/sh", "-c", "sleep 60 & wait", NULL};
  struct fxs_process_options options = {.has_own_group = true};
  pid_t pid;
  int status;
  (void)state;
  assert_int_equal(fxs_process_spawn(argv, &options, &pid), 0);
  assert_int_equal(fxs_process_wait(pid, 20, &status), ETIMEDOUT);
  assert_int_equal(kill(-pid, SIGKILL), 0);
  assert_int_equal(fxs_process_wait(pid, 10000, &status), 0);
  assert_int_equal(status, 128 + SIGKILL);
}

static void words_are_quoted(void **state) {
  struct fxs_strbuf out = {0};
  char *argv[] = {"clang++", "-DA=\"b c\"", "it's", "", "-o", "a/b.o", "$x", NULL};
  (void)state;
  fxs_process_quote(&out, argv);
  assert_string_equal(fxs_strbuf_text(&out), "clang++ '-DA=\"b c\"' 'it'\\''s' '' -o a/b.o '$x'");
  fxs_strbuf_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(status_and_output), cmocka_unit_test(input_from_a_file),
      cmocka_unit_test(absent_program),    cmocka_unit_test(waiting_has_a_limit),
      cmocka_unit_test(words_are_quoted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
