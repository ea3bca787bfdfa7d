/* Shared by the tests of queues and buffers: a hand-made image, three devices, the adapter's
 * script. */
#ifndef FALX_TESTS_QUEUE_FIXTURE_H
#define FALX_TESTS_QUEUE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "falx/image.h"
#include "tests/unit/adapter.h"

/* A condition that another thread brings about, in ten seconds at most. */
#define AWAIT(condition)                                                                           \
  do {                                                                                             \
    for (int tries_ = 0; tries_ < 10000 && !(condition); tries_++)                                 \
      usleep(1000);                                                                                \
    CHECK(condition);                                                                              \
  } while (0)

struct fixture {
  falx_context_t context;
  const falx_device_t *devices;
  struct scripted *control;
};

static const struct {
  struct falx_kernel_record record;
  struct falx_kernel_param more[2];
} mix_record = {{FALX_KERNEL_RECORD_VERSION,
                 FALX_KERNEL_DISPATCH_ITEMS,
                 sizeof(struct scripted_functor),
                 8,
                 {0, 0, 0},
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 3,
                 9,
                 {{FALX_PARAM_ACCESSOR, 1, 32, 0}}},
                {{FALX_PARAM_ACCESSOR, 1, 32, 32}, {FALX_PARAM_STD_LAYOUT, 0, 8, 64}}};
/* The same function object without accessors, for launches on plain memory. */
static const struct falx_kernel_record plain_record = {
    FALX_KERNEL_RECORD_VERSION,
    FALX_KERNEL_DISPATCH_ITEMS,
    sizeof(struct scripted_functor),
    8,
    {0, 0, 0},
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    1,
    {{FALX_PARAM_STD_LAYOUT, 0, sizeof(struct scripted_functor), 0}}};
static const struct falx_property fixture_records[] = {
    {"mix", &mix_record, FALX_PROPERTY_BYTE_ARRAY, sizeof mix_record},
    {"plain", &plain_record, FALX_PROPERTY_BYTE_ARRAY, sizeof plain_record}};
static const struct falx_property_set fixture_sets[] = {
    {FALX_SET_KERNEL_RECORDS, fixture_records, fixture_records + 2}};
static const struct falx_native_entry fixture_code[] = {
    {"mix", NULL}, {"plain", NULL}, {FALX_NATIVE_END, NULL}};
static const struct falx_image_entry fixture_entries[] = {{NULL, "mix", 0, 0, 0},
                                                          {NULL, "plain", 0, 0, 0}};
static const struct falx_image fixture_image = {FALX_IMAGE_VERSION,
                                                FALX_IMAGE_KIND_SYCL,
                                                FALX_IMAGE_FORMAT_NATIVE,
                                                FALX_TARGET_NATIVE_CPU,
                                                "",
                                                "",
                                                (const unsigned char *)fixture_code,
                                                (const unsigned char *)(fixture_code + 2),
                                                fixture_entries,
                                                fixture_entries + 2,
                                                fixture_sets,
                                                fixture_sets + 1};
static const struct falx_image_desc fixture_desc = {FALX_IMAGE_DESC_VERSION, 1, &fixture_image,
                                                    "test"};
static int fixture_module;
__attribute__((unused)) static struct falx_kernel_site mix_site = {
    "mix", &fixture_module, sizeof(struct scripted_functor), 8, {NULL, NULL}};
__attribute__((unused)) static struct falx_kernel_site plain_site = {
    "plain", &fixture_module, sizeof(struct scripted_functor), 8, {NULL, NULL}};

static inline struct fixture fixture_begin(enum scripted_order order) {
  static const struct scripted_device devices[] = {
      {.name = "unified", .type = FALX_DEVICE_CPU, .is_unified = true},
      {.name = "discrete 1", .type = FALX_DEVICE_CPU},
      {.name = "discrete 2", .type = FALX_DEVICE_CPU}};
  struct fixture fixture = {.control = adapter_script()};
  size_t count;
  const falx_platform_t *platforms;
  fixture.control->devices = devices;
  fixture.control->device_count = 3;
  fixture.control->order = (int)order;
  falx_register_images(&fixture_desc, &fixture_module);
  CHECK(falx_platforms(&platforms, &count) == FALX_SUCCESS && count == 1);
  CHECK(falx_platform_devices(platforms[0], &fixture.devices, &count) == FALX_SUCCESS);
  CHECK(count == 3);
  CHECK(falx_context_default(platforms[0], &fixture.context) == FALX_SUCCESS);
  return fixture;
}

static inline void fixture_end(struct fixture *fixture) {
  /* The scheduler's threads let go of a command shortly after it is complete. */
  AWAIT(__atomic_load_n(&fixture->control->events, __ATOMIC_ACQUIRE) == 0);
  CHECK(fixture->control->allocated == 0);
  falx_context_release(fixture->context);
  falx_unregister_images(&fixture_desc, &fixture_module);
}

static inline falx_queue_t fixture_queue(struct fixture *fixture, int device, uint32_t flags) {
  falx_queue_t queue;
  CHECK(falx_queue_create(fixture->context, fixture->devices[device], flags, &queue) ==
        FALX_SUCCESS);
  return queue;
}

/* Any release sweeps what nothing holds any more; a thread of the pool may be about to let go. */
static inline bool no_queue_is_left(struct fixture *fixture) {
  falx_queue_release(fixture_queue(fixture, 0, 0));
  return __atomic_load_n(&fixture->control->queues, __ATOMIC_ACQUIRE) == 0;
}

static inline struct falx_command command_of(falx_command_kind kind) {
  return (struct falx_command){.size = sizeof(struct falx_command), .kind = kind};
}

static inline struct falx_command kernel_command(const struct scripted_functor *functor,
                                                 struct falx_kernel_site *site) {
  struct falx_command command = command_of(FALX_COMMAND_KERNEL);
  command.u.kernel.site = site;
  command.u.kernel.functor = functor;
  command.u.kernel.range = (struct falx_nd_range){1, 0, {4, 1, 1}, {1, 1, 1}, {0, 0, 0}};
  return command;
}

static inline void *fixture_do_nothing(void *data) {
  return data;
}

/* What the scheduler was given before this call has been looked at when it returns: a host task
 * that was ready has been taken by a thread. */
static inline void fixture_settle(struct fixture *fixture) {
  falx_queue_t queue = fixture_queue(fixture, 0, 0);
  for (int i = 0; i < 100; i++) {
    struct falx_command command = command_of(FALX_COMMAND_HOST_TASK);
    falx_event_t event;
    command.u.host_task.run = fixture_do_nothing;
    CHECK(falx_queue_submit(queue, &command, &event) == FALX_SUCCESS);
    CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
    falx_event_release(event);
  }
  falx_queue_release(queue);
}

#endif
