/* support/map.c */
#include "cmocka_prelude.h"
#include "fault.h"
#include "support/map.h"

#include <stdio.h>

static int values[2000];

static void many_keys_come_and_go(void **state) {
  struct fxs_map map = {0};
  char key[16];
  (void)state;
  for (int i = 0; i < 2000; ++i) {
    snprintf(key, sizeof key, "k%d", i);
    assert_true(fxs_map_put(&map, key, &values[i]));
  }
  assert_int_equal(map.count, 2000);
  for (int i = 0; i < 2000; i += 2) {
    snprintf(key, sizeof key, "k%d", i);
    assert_true(fxs_map_remove(&map, key));
    assert_false(fxs_map_remove(&map, key));
  }
  for (int i = 0; i < 2000; ++i) {
    snprintf(key, sizeof key, "k%d", i);
    assert_ptr_equal(fxs_map_get(&map, key), i % 2 ? &values[i] : NULL);
  }
  size_t seen = 0, iterator = 0;
  const char *name;
  void *value;
  while (fxs_map_next(&map, &iterator, &name, &value)) {
    assert_ptr_equal(fxs_map_get(&map, name), value);
    ++seen;
  }
  assert_int_equal(seen, 1000);
  fxs_map_free(&map);
}

static void replacing_and_null_values(void **state) {
  struct fxs_map map = {0};
  (void)state;
  assert_null(fxs_map_get(&map, "a"));
  assert_false(fxs_map_has(&map, "a"));
  assert_true(fxs_map_put(&map, "a", NULL));
  assert_true(fxs_map_has(&map, "a"));
  assert_true(fxs_map_put(&map, "a", &values[1]));
  assert_true(fxs_map_put(&map, "", &values[2]));
  assert_int_equal(map.count, 2);
  assert_ptr_equal(fxs_map_get(&map, "a"), &values[1]);
  assert_ptr_equal(fxs_map_get(&map, ""), &values[2]);
  fxs_map_free(&map);
}

static void hash_is_stable(void **state) {
  (void)state; /* published FNV-1a test values */
  assert_true(fxs_hash("", 0) == 0xcbf29ce484222325u);
  assert_true(fxs_hash("a", 1) == 0xaf63dc4c8601ec8cu);
  assert_true(fxs_hash("foobar", 6) == 0x85944171f73967e8u);
}

static bool put_forty(void) {
  struct fxs_map map = {0};
  bool is_complete = true;
  char key[16];
  for (int i = 0; i < 40 && is_complete; ++i) {
    snprintf(key, sizeof key, "%d", i);
    is_complete = fxs_map_put(&map, key, &values[i]);
    assert_int_equal(fxs_map_has(&map, key), is_complete);
  }
  fxs_map_free(&map);
  return is_complete;
}

static void failures_leave_it_whole(void **state) {
  (void)state;
  for (unsigned k = 1; fault_met(k, put_forty); ++k)
    ;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_keys_come_and_go),
      cmocka_unit_test(replacing_and_null_values),
      cmocka_unit_test(hash_is_stable),
      cmocka_unit_test(failures_leave_it_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
