/* support/strbuf.c, support/base64.c */
#include "cmocka_prelude.h"
#include "fault.h"
#include "support/base64.h"
#include "support/strbuf.h"

#include <stdlib.h>
#include <string.h>

static void text_is_built(void **state) {
  struct fxs_strbuf text = {0};
  (void)state;
  assert_string_equal(fxs_strbuf_text(&text), "");
  for (int i = 0; i < 200; ++i)
    fxs_strbuf_printf(&text, "%d%s", i, i < 199 ? "," : "");
  fxs_strbuf_putc(&text, '\n');
  fxs_strbuf_append(&text, "a\0b", 3);
  assert_false(text.has_failed);
  assert_int_equal(text.length, 10 + 180 + 300 + 199 + 4);
  assert_memory_equal(text.data, "0,1,2,", 6);
  char *taken = fxs_strbuf_take(&text);
  assert_non_null(taken);
  assert_null(text.data);
  free(taken);
  taken = fxs_strbuf_take(&text);
  assert_string_equal(taken, "");
  free(taken);
}

static bool build(void) {
  struct fxs_strbuf text = {0};
  for (int i = 0; i < 100; ++i)
    fxs_strbuf_printf(&text, "%d", i);
  char *taken = fxs_strbuf_take(&text);
  bool is_complete = taken != NULL;
  free(taken);
  return is_complete;
}

static void failures_are_remembered(void **state) {
  (void)state;
  for (unsigned k = 1; fault_met(k, build); ++k)
    ;
}

static void base64_of_rfc_4648(void **state) {
  static const char *const pairs[][2] = {{"", ""},
                                         {"f", "Zg=="},
                                         {"fo", "Zm8="},
                                         {"foo", "Zm9v"},
                                         {"foob", "Zm9vYg=="},
                                         {"fooba", "Zm9vYmE="},
                                         {"foobar", "Zm9vYmFy"}};
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
    size_t size;
    char *text = fxs_base64_encode(pairs[i][0], strlen(pairs[i][0]));
    unsigned char *back = fxs_base64_decode(pairs[i][1], strlen(pairs[i][1]), &size);
    assert_string_equal(text, pairs[i][1]);
    assert_int_equal(size, strlen(pairs[i][0]));
    assert_string_equal((char *)back, pairs[i][0]);
    free(text);
    free(back);
  }
}

static void malformed_base64_is_refused(void **state) {
  static const char *const bad[] = {"Z", "Zg=", "Zg==Zg==", "Zm9\n", "====", "Z===", "Zm=v"};
  size_t size;
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
    assert_null(fxs_base64_decode(bad[i], strlen(bad[i]), &size));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_is_built),
      cmocka_unit_test(failures_are_remembered),
      cmocka_unit_test(base64_of_rfc_4648),
      cmocka_unit_test(malformed_base64_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
