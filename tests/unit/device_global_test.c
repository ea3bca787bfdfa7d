/* runtime/program/device_global.c: memory and initial values, on devices that the host cannot write
 * to. */
#include "tests/unit/queue_fixture.h"

enum { VALUES = 5 };

struct variable {
  struct falx_device_global_host begin;
  uint64_t initial[VALUES];
};

static const struct falx_device_global_descriptor descriptor = {
    .size = VALUES * 8, .initial_offset = offsetof(struct variable, initial)};
static struct variable variable = {{NULL, &descriptor}, {1, 2, 3, 4, 5}};

IN_CHILD(initial_values_are_written_once_for_each_device, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  for (size_t device = 0; device < 3; device++) {
    void *memory = NULL, *again = NULL;
    CHECK(falx_device_global_memory(&variable, &descriptor, fixture.context,
                                    fixture.devices[device], &memory) == FALX_SUCCESS);
    CHECK(fixture.control->writes == device + 1);
    CHECK(memcmp(memory, variable.initial, sizeof variable.initial) == 0);
    CHECK(falx_device_global_memory(&variable, &descriptor, fixture.context,
                                    fixture.devices[device], &again) == FALX_SUCCESS);
    CHECK(again == memory && fixture.control->writes == device + 1);
  }
  CHECK(fixture.control->allocated == 3);
})

IN_CHILD(a_write_that_fails_leaves_nothing, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  void *memory = &memory;
  fixture.control->fail_call = "memory_write";
  fixture.control->fail_next = 1;
  CHECK(falx_device_global_memory(&variable, &descriptor, fixture.context, fixture.devices[1],
                                  &memory) == FALX_ERROR_RUNTIME);
  CHECK(!memory && fixture.control->allocated == 0);
  CHECK(strstr(falx_error_detail(), "told to fail: memory_write"));
  CHECK(falx_device_global_memory(&variable, &descriptor, fixture.context, fixture.devices[1],
                                  &memory) == FALX_SUCCESS);
  CHECK(memory && fixture.control->allocated == 1);
})

IN_CHILD(adapters_of_a_lower_minor_number_do_without, {
  setenv("SCRIPTED_SHORT", "1", 1);
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  for (size_t device = 0; device < 3; device++) {
    void *memory = NULL;
    CHECK(falx_device_global_memory(&variable, &descriptor, fixture.context,
                                    fixture.devices[device], &memory) == FALX_SUCCESS);
    CHECK(memcmp(memory, variable.initial, sizeof variable.initial) == 0);
  }
  CHECK(fixture.control->writes == 0);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(initial_values_are_written_once_for_each_device),
      cmocka_unit_test(a_write_that_fails_leaves_nothing),
      cmocka_unit_test(adapters_of_a_lower_minor_number_do_without),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
