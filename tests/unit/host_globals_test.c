/* runtime/program/host_globals.c: what integration footers register and unregister (DG-22). */
#include "tests/unit/cmocka_prelude.h"

#include "runtime/lifetime/lifetime.h"
#include "runtime/program/device_global.h"

static int a, b, c, unknown;

static const char *id_of(const void *variable) {
  return fxr_host_global_id(&fxr_runtime_images()->globals, variable);
}

static const void *find(const char *id) {
  return fxr_host_global_find(&fxr_runtime_images()->globals, id);
}

static void lists_come_and_go(void **state) {
  const struct falx_host_global first[] = {{&a, "a"}, {&b, "_ZL1b.0123456789abcdef"}};
  const struct falx_host_global second[] = {{&c, "c"}};
  struct falx_host_globals one = {first, 2, NULL}, two = {second, 1, NULL}, none = {NULL, 0, NULL};
  (void)state;
  assert_null(id_of(&a));
  falx_register_device_globals(&one);
  falx_register_device_globals(&none);
  falx_register_device_globals(&two);
  assert_string_equal(id_of(&b), "_ZL1b.0123456789abcdef");
  assert_ptr_equal(find("a"), &a);
  assert_ptr_equal(find("c"), &c);
  assert_null(id_of(&unknown));
  assert_null(find("b"));

  falx_unregister_device_globals(&one); /* neither the first nor the last */
  assert_null(id_of(&a));
  assert_null(find("_ZL1b.0123456789abcdef"));
  assert_string_equal(id_of(&c), "c");
  falx_unregister_device_globals(&one); /* once more changes nothing */
  falx_unregister_device_globals(&two);
  falx_unregister_device_globals(&none);
  assert_null(id_of(&c));
}

static void nothing_is_fine(void **state) {
  (void)state;
  falx_register_device_globals(NULL);
  falx_unregister_device_globals(NULL);
  assert_null(id_of(NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lists_come_and_go),
                                     cmocka_unit_test(nothing_is_fine)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
