/* support/arena.c */
#include "cmocka_prelude.h"
#include "fault.h"
#include "support/arena.h"

#include <string.h>

static void memory_is_aligned_zeroed_and_apart(void **state) {
  struct fxs_arena arena = {0};
  unsigned char *last = NULL;
  (void)state;
  for (size_t size = 0; size < 40000; size = size * 2 + 1) {
    unsigned char *memory = fxs_arena_alloc(&arena, size);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % 16, 0);
    assert_ptr_not_equal(memory, last);
    for (size_t i = 0; i < size; ++i)
      assert_int_equal(memory[i], 0);
    memset(memory, 0xff, size);
    last = memory;
  }
  fxs_arena_release(&arena);
  assert_null(arena.head);
  assert_non_null(fxs_arena_alloc(&arena, 1));
  fxs_arena_release(&arena);
}

static void texts_are_copied(void **state) {
  struct fxs_arena arena = {0};
  (void)state;
  assert_string_equal(fxs_arena_strdup(&arena, "kernel"), "kernel");
  assert_string_equal(fxs_arena_strndup(&arena, "kernel", 3), "ker");
  assert_string_equal(fxs_arena_strndup(&arena, NULL, 0), "");
  assert_string_equal(fxs_arena_printf(&arena, "%s-%d", "a", 7), "a-7");
  fxs_arena_release(&arena);
}

static bool take_three_blocks(void) {
  struct fxs_arena arena = {0};
  bool is_complete = true;
  for (int i = 0; i < 3; ++i)
    is_complete = fxs_arena_alloc(&arena, 20000) && is_complete;
  is_complete = fxs_arena_printf(&arena, "%d", 1) && is_complete;
  fxs_arena_release(&arena);
  return is_complete;
}

static void failures_are_answered(void **state) {
  struct fxs_arena arena = {0};
  unsigned k = 1;
  (void)state;
  assert_null(fxs_arena_alloc(&arena, SIZE_MAX));
  while (fault_met(k, take_three_blocks))
    ++k;
  assert_int_equal(k, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_aligned_zeroed_and_apart),
      cmocka_unit_test(texts_are_copied),
      cmocka_unit_test(failures_are_answered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
