/* runtime/program/exports.c and runtime/submit/by_name.c: exports come and go, launches by name
 * check their arguments. */
#include "tests/unit/queue_fixture.h"

#include "falx/arguments.h"

static const struct falx_parameter parameters[] = {
    {{FALX_TYPE_POINTER, 8, FALX_TYPE_UINT, 8, 0}, offsetof(struct scripted_functor, a.pointer)},
    {{FALX_TYPE_UINT, 8, 0, 0, 0}, offsetof(struct scripted_functor, a.access)},
    {{FALX_TYPE_UINT, 8, 0, 0, 0}, offsetof(struct scripted_functor, id)}};
static const char types[] = "uint64_t *, size_t, uint64_t";

static struct falx_export kernel_export(const char *name, const void *module) {
  return (struct falx_export){.struct_size = sizeof(struct falx_export),
                              .kind = FALX_EXPORT_KERNEL,
                              .name = name,
                              .module = module,
                              .types = types,
                              .types_length = sizeof types - 1,
                              .site = &plain_site,
                              .dimensions = 1,
                              .parameter_count = 3,
                              .parameters = parameters};
}

static bool says(const char *text) {
  return strstr(falx_error_detail(), text) != NULL;
}

IN_CHILD(exports_come_and_go, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  struct falx_export one = kernel_export("one", &fixture_module);
  struct falx_export two = kernel_export("two", &fixture_module);
  struct falx_export again = kernel_export("one", &fixture_module);
  struct falx_export other = kernel_export("one", &one);
  falx_export_t found, all[4];
  size_t count;
  CHECK(falx_export_find(NULL, FALX_EXPORT_KERNEL, "one", &found) == FALX_ERROR_NO_KERNEL);
  CHECK(found == NULL && says("there is none"));
  falx_register_export(&one);
  falx_register_export(&two);
  falx_register_export(&again); /* of the same module: from a header */
  CHECK(falx_export_find(NULL, FALX_EXPORT_KERNEL, "one", &found) == FALX_SUCCESS && found == &one);
  CHECK(falx_export_find(NULL, FALX_EXPORT_VARIABLE, "one", &found) == FALX_ERROR_INVALID);
  CHECK(falx_export_list(NULL, all, 2, &count) == FALX_SUCCESS && count == 3 && all[1] == &two);
  falx_register_export(&other);
  CHECK(falx_export_find(NULL, FALX_EXPORT_KERNEL, "one", &found) == FALX_ERROR_INVALID);
  CHECK(says("is exported by"));
  falx_unregister_export(&other);
  falx_unregister_export(&one);
  falx_unregister_export(&one); /* once more changes nothing */
  falx_unregister_export(&again);
  CHECK(falx_export_find(NULL, FALX_EXPORT_KERNEL, "one", &found) == FALX_ERROR_NO_KERNEL);
  CHECK(says("there are: two"));
  falx_unregister_export(&two);
  fixture_end(&fixture);
})

IN_CHILD(launches_check_their_arguments, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  struct falx_export plain = kernel_export("plain", &fixture_module);
  uint64_t memory[2] = {1, 2};
  uint64_t *words = memory;
  const uint64_t *constant = memory;
  const uint64_t id = 5;
  const size_t size = 2;
  struct falx_argument arguments[] = {FALX_ARGUMENT(words), FALX_ARGUMENT(size), FALX_ARGUMENT(id),
                                      FALX_ARGUMENT(id)};
  const struct falx_nd_range range = {.dimensions = 1, .global = {4, 1, 1}};
  struct falx_launch launch = {.struct_size = sizeof launch,
                               .kernel = &plain,
                               .range = &range,
                               .arguments = arguments,
                               .argument_count = 3};
  falx_event_t event;
  CHECK(falx_export_launch(queue, &launch, &event) == FALX_SUCCESS);
  CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
  falx_event_release(event);
  CHECK(memory[0] == 1 * 31 + 5 && memory[1] == 2 * 31 + 5);
  for (launch.argument_count = 2; launch.argument_count <= 4; launch.argument_count += 2) {
    CHECK(falx_export_launch(queue, &launch, NULL) == FALX_ERROR_KERNEL_ARGUMENT);
    CHECK(says("the kernel is plain(uint64_t *, size_t, uint64_t), and was given"));
  }
  launch.argument_count = 3;
  arguments[0] = FALX_ARGUMENT(constant);
  CHECK(falx_export_launch(queue, &launch, NULL) == FALX_ERROR_KERNEL_ARGUMENT);
  CHECK(says("argument 0, ") && says("(const uint64_t *, uint64_t, uint64_t)"));
  launch.kernel = NULL;
  CHECK(falx_export_launch(queue, &launch, NULL) == FALX_ERROR_INVALID);
  CHECK(falx_export_launch(NULL, &launch, NULL) == FALX_ERROR_INVALID);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(exports_come_and_go),
                                     cmocka_unit_test(launches_check_their_arguments)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
