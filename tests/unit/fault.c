/* Failing allocations for unit tests. */
#include "fault.h"

#include "cmocka_prelude.h"

static unsigned left;
static bool was_met;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void) {
  if (left == 0 || --left > 0)
    return false;
  was_met = true;
  return true;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size) {
  return fails() ? NULL : __real_realloc(memory, size);
}

bool fault_met(unsigned k, bool (*scenario)(void)) {
  left = k;
  was_met = false;
  bool is_complete = scenario();
  left = 0;
  assert_int_equal(is_complete, !was_met);
  return was_met;
}
