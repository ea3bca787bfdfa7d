/* runtime/common/error.c */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/common/error.h"

static void keeps_the_text(void **state) {
  (void)state;
  assert_int_equal(fxr_error(FALX_ERROR_BUILD, "%d of %s", 3, "x"), FALX_ERROR_BUILD);
  assert_string_equal(falx_error_detail(), "3 of x");
  fxr_error(FALX_ERROR_BUILD, "[%s]", falx_error_detail());
  assert_string_equal(falx_error_detail(), "[3 of x]");
}

static void cuts_what_is_too_long(void **state) {
  (void)state;
  fxr_error(FALX_ERROR_BUILD, "%*d", 5000, 1);
  assert_int_equal(strlen(falx_error_detail()), FXR_ERROR_DETAIL_SIZE - 1);
  assert_string_equal(falx_error_detail() + FXR_ERROR_DETAIL_SIZE - 4, "...");
}

static void *other_thread(void *out) {
  *(char *)out = falx_error_detail()[0];
  fxr_error(FALX_ERROR_BUILD, "other");
  return NULL;
}

static void is_per_thread(void **state) {
  pthread_t thread;
  char first = 'x';
  (void)state;
  fxr_error(FALX_ERROR_BUILD, "mine");
  assert_int_equal(pthread_create(&thread, NULL, other_thread, &first), 0);
  pthread_join(thread, NULL);
  assert_int_equal(first, 0);
  assert_string_equal(falx_error_detail(), "mine");
}

static void names_every_status(void **state) {
  (void)state;
  for (int i = 0; i < FALX_STATUS_COUNT; i++)
    assert_true(strlen(falx_status_text((falx_status)i)) > 3);
  assert_string_equal(falx_status_text((falx_status)9999), "unknown status");
  assert_string_equal(falx_status_text((falx_status)-1), "unknown status");
}

static void adapters_without_a_text(void **state) {
  (void)state;
  fxr_error_clear();
  fxr_error_from_adapter(FALX_ERROR_INVALID, "cuda", "the query");
  assert_string_equal(falx_error_detail(), "adapter cuda, the query: invalid argument");
  fxr_error(FALX_ERROR_INVALID, "its own");
  fxr_error_from_adapter(FALX_ERROR_INVALID, "cuda", "the query");
  assert_string_equal(falx_error_detail(), "its own");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_the_text),          cmocka_unit_test(cuts_what_is_too_long),
      cmocka_unit_test(is_per_thread),           cmocka_unit_test(names_every_status),
      cmocka_unit_test(adapters_without_a_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
