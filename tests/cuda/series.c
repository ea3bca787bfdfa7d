/* Long series of kernels in an in-order queue: nobody has most of their events, which the runtime
 * drops while the kernels are under way; what ends, and who is told of what fails. On the driver
 * without a GPU. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx/falx.h"
#include "tests/cuda/check.h"
#include "tests/cuda/fake.h"
#include "tests/cuda/image.h"

/* ---- Two kernels that count ---- */

struct functor {
  uint64_t *count;
};
static const char ptx[] = PTX_HEAD ".visible .entry first(\n.param .u64 p0\n)\n{ ret; }\n"
                                   ".visible .entry second(\n.param .u64 p0\n)\n{ ret; }\n";
static const struct falx_kernel_record record = {
    .version = FALX_KERNEL_RECORD_VERSION,
    .functor_size = sizeof(struct functor),
    .functor_align = 8,
    .param_count = 1,
    .arg_count = 1,
    .params = {{FALX_PARAM_POINTER, 0, sizeof(struct functor), 0}}};
static const struct falx_property records[] = {
    {"first", &record, FALX_PROPERTY_BYTE_ARRAY, sizeof record},
    {"second", &record, FALX_PROPERTY_BYTE_ARRAY, sizeof record}};
static const struct falx_property_set sets[] = {{FALX_SET_KERNEL_RECORDS, records, records + 2}};
static const struct falx_image_entry entries[] = {{NULL, "first", 0, 0, 0},
                                                  {NULL, "second", 0, 0, 0}};
static struct falx_image image; /* set by main */
static const struct falx_image_desc desc = {FALX_IMAGE_DESC_VERSION, 1, &image, "series"};
static int module;
static struct falx_kernel_site first = {"first", &module, sizeof(struct functor), 8, {NULL, NULL}};
static struct falx_kernel_site second = {
    "second", &module, sizeof(struct functor), 8, {NULL, NULL}};

EXPORT fake_kernel falx_fake_kernel;
EXPORT void falx_fake_kernel(const struct fake_launch *launch) {
  struct functor functor;
  memcpy(&functor, launch->parameters[0], sizeof functor);
  ++*functor.count; /* one stream: one at a time */
}

/* ---- Cases ---- */

static falx_queue_t queue;
static uint64_t count;

static falx_status launch(struct falx_kernel_site *site, uint32_t line, falx_event_t *out_event) {
  const struct functor functor = {&count};
  const struct falx_location location = {.file = "source.cpp", .line = line};
  struct falx_command command = {
      .size = sizeof command, .kind = FALX_COMMAND_KERNEL, .location = &location};
  command.u.kernel.site = site;
  command.u.kernel.functor = &functor;
  command.u.kernel.range =
      (struct falx_nd_range){.dimensions = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
  return falx_queue_submit(queue, &command, out_event);
}

enum { THREADS = 4, LAUNCHES = 3000, KEPT = 40 };

/* Each thread has some events for a while; those of the others it releases at once. */
static void *submit_many(void *unused) {
  falx_event_t kept[KEPT] = {NULL};
  for (size_t i = 0; i < LAUNCHES; i++) {
    falx_event_t event;
    OK(launch(i % 3 ? &first : &second, 1, i % 5 ? &event : NULL));
    if (i % 5 && i % 7 == 0) {
      falx_event_t *place = &kept[i % KEPT];
      if (i % 2 && *place)
        OK(falx_event_wait(place, 1));
      falx_event_release(*place);
      *place = event;
    } else if (i % 5) {
      falx_event_release(event);
    }
    if (i % 1000 == 999)
      OK(falx_queue_wait(queue));
  }
  for (size_t i = 0; i < KEPT; i++)
    if (kept[i]) {
      OK(falx_event_wait(&kept[i], 1));
      CHECK(falx_event_get_status(kept[i]) == FALX_EVENT_COMPLETE);
      falx_event_release(kept[i]);
    }
  return unused;
}

static void run_many(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, submit_many, NULL) == 0);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  OK(falx_queue_wait(queue));
  CHECK(count == THREADS * LAUNCHES);
  CHECK(falx_queue_is_empty(queue));
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
}

/* All have been submitted before the first one fails. Who is told has the last kernel, those before
 * it, and each with an event that was kept. */
static void fail(void) {
  falx_event_t kept;
  OK(launch(&first, 10, NULL));
  OK(launch(&second, 11, &kept));
  for (uint32_t i = 0; i < 100; i++)
    OK(launch(i % 2 ? &first : &second, 20 + i % 2, NULL));
  falx_queue_wait(queue);
  bool has_kept = false, has_last = false;
  for (falx_status status; falx_queue_take_error(queue, &status, NULL);) {
    const char *text = falx_error_detail();
    CHECK(status != FALX_SUCCESS);
    printf("%s\n", text);
    has_kept |= strstr(text, "source.cpp:11: kernel second failed") == text &&
                strstr(text, "first (source.cpp:10)") && !strstr(text, "source.cpp:20");
    has_last |=
        strstr(text, "source.cpp:21: kernel first failed") == text &&
        strstr(text, "CUDA_ERROR_ILLEGAL_ADDRESS") &&
        strstr(text, "; it was this kernel or one before it, whose event nobody has kept: ") &&
        strstr(text, "first (source.cpp:10)") && strstr(text, "second (source.cpp:20)");
  }
  CHECK(has_kept && has_last);
  falx_event_release(kept);
}

int main(int argc, char **argv) {
  const falx_platform_t *platforms;
  const falx_device_t *devices;
  falx_context_t context;
  size_t number;
  bool fails = argc > 1 && strcmp(argv[1], "fail") == 0;
  image = cuda_ptx_image(ptx);
  image.entries_begin = entries;
  image.entries_end = entries + 2;
  image.sets_begin = sets;
  image.sets_end = sets + 1;
  falx_register_images(&desc, &module);
  OK(falx_platforms(&platforms, &number));
  CHECK(number == 1);
  OK(falx_platform_devices(platforms[0], &devices, &number));
  OK(falx_context_default(platforms[0], &context));
  OK(falx_queue_create(context, devices[0], FALX_QUEUE_IN_ORDER, &queue));
  if (fails)
    fail();
  else
    run_many();
  falx_queue_release(queue);
  falx_context_release(context);
  falx_unregister_images(&desc, &module);
  return 0;
}
