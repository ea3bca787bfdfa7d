/* support/vector.h */
#include "cmocka_prelude.h"
#include "fault.h"
#include "support/vector.h"

static void items_stay_in_order(void **state) {
  FXS_VECTOR(int) numbers = {0};
  (void)state;
  for (int i = 0; i < 1000; ++i)
    assert_true(fxs_vector_push(&numbers, i));
  assert_int_equal(numbers.count, 1000);
  for (int i = 0; i < 1000; ++i)
    assert_int_equal(numbers.items[i], i);
  assert_int_equal(fxs_vector_pop(&numbers), 999);
  fxs_vector_free(&numbers);
  assert_null(numbers.items);
  assert_int_equal(numbers.count, 0);
}

static void absurd_sizes_are_refused(void **state) {
  FXS_VECTOR(long) numbers = {0};
  (void)state;
  assert_false(fxs_vector_reserve(&numbers, SIZE_MAX));
  assert_false(fxs_vector_reserve(&numbers, SIZE_MAX / sizeof(long)));
  assert_null(numbers.items);
}

static bool push_hundred(void) {
  FXS_VECTOR(int) numbers = {0};
  bool is_complete = true;
  for (int i = 0; i < 100 && is_complete; ++i) {
    is_complete = fxs_vector_push(&numbers, i);
    assert_int_equal(numbers.count, i + is_complete);
  }
  fxs_vector_free(&numbers);
  return is_complete;
}

static void failures_leave_it_whole(void **state) {
  (void)state;
  for (unsigned k = 1; fault_met(k, push_hundred); ++k)
    ;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(items_stay_in_order),
      cmocka_unit_test(absurd_sizes_are_refused),
      cmocka_unit_test(failures_leave_it_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
