/* The try blocks found in a source (check_try.h): false positives, ends of blocks and handlers. */
#include "compiler/passes/check_try.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/compiler_ir.h"

static struct fxc_try_list scan(const char *text) {
  struct fxc_try_list list = {0};
  fxc_try_scan(text, strlen(text), &list);
  return list;
}

static void places_are_exact(void **state) {
  (void)state;
  struct fxc_try_list list = scan("int f() {\n"
                                  "  try { g({1}); }\n"
                                  "  catch (int) { h(); } catch (...) {\n"
                                  "  } return 0;\n"
                                  "}\n");
  assert_int_equal(list.items.count, 1);
  const struct fxc_try *block = &list.items.items[0];
  assert_int_equal(block->line, 2);
  assert_int_equal(block->column, 3);
  assert_int_equal(block->stop, 2);
  assert_int_equal(block->stop_column, 17);
  assert_int_equal(block->after, 4);
  assert_int_equal(block->after_column, 3);
  fxs_vector_free(&list.items);
}

static void one_is_in_another(void **state) {
  (void)state;
  struct fxc_try_list list = scan("try { try { a; } catch (...) { b; } }\ncatch (...) { try { } "
                                  "catch (...) { } }");
  assert_int_equal(list.items.count, 3);
  assert_int_equal(list.items.items[0].stop_column, 37);
  assert_int_equal(list.items.items[0].after, 2);
  assert_int_equal(list.items.items[1].stop_column, 16);
  assert_int_equal(list.items.items[1].after_column, 35);
  assert_int_equal(list.items.items[2].column, 15);
  fxs_vector_free(&list.items);
}

static void words_and_texts_are_none(void **state) {
  (void)state;
  struct fxc_try_list list =
      scan("// try {\n/* try { */ int retry, try_it = 1'000;\n"
           "const char *a = \"try { \\\" \", b = '\\'', *c = R\"x(try { \")\" )x\";\n"
           "auto d = u8R\"(try {)\"; char e = '\"'; int trying;");
  assert_int_equal(list.items.count, 0);
  fxs_vector_free(&list.items);
}

/* What is cut off anywhere ends. */
static void any_part_ends(void **state) {
  (void)state;
  static const char text[] =
      "/* c */ f() try { \"a\\\"\" R\"d(x)d\" 'c' } catch (...) { 1'0 } // e";
  for (size_t begin = 0; begin < sizeof text; begin++)
    for (size_t size = 0; begin + size < sizeof text; size++) {
      struct fxc_try_list list = {0};
      char *copy = malloc(size ? size : 1); /* so that reading past it is seen */
      memcpy(copy, text + begin, size);
      fxc_try_scan(copy, size, &list);
      assert_true(list.items.count <= 1);
      free(copy);
      fxs_vector_free(&list.items);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_are_exact), cmocka_unit_test(one_is_in_another),
      cmocka_unit_test(words_and_texts_are_none), cmocka_unit_test(any_part_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
