/* docs/c-api.md on the adapter for CUDA: by_name LIBRARY OTHER-LIBRARY. The kernels of
 * examples/c/kernels.cpp and tests/flows/inputs/c_api/kernels.cpp, as the driver without a GPU
 * calls them, are here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx/arguments.h"
#include "tests/cuda/by_name.h"
#include "tests/cuda/check.h"

enum { COUNT = 64 };
static falx_queue_t queue;

static falx_export_t named(falx_export_kind kind, const char *name) {
  falx_export_t found;
  OK(falx_export_find(NULL, kind, name, &found));
  return found;
}

static falx_event_t launch(const char *name, size_t size, size_t local,
                           const struct falx_argument *arguments, size_t count,
                           falx_event_t after) {
  const struct falx_nd_range range = {.dimensions = 1,
                                      .has_local = local != 0,
                                      .global = {size, 1, 1},
                                      .local = {local ? local : 1, 1, 1}};
  const struct falx_launch l = {.struct_size = sizeof l,
                                .kernel = named(FALX_EXPORT_KERNEL, name),
                                .range = &range,
                                .arguments = arguments,
                                .argument_count = count,
                                .dependencies = &after,
                                .dependency_count = 1};
  falx_event_t event;
  OK(falx_export_launch(queue, &l, &event));
  return event;
}

static void devices(void) {
  const falx_platform_t *platforms;
  const falx_device_t *found;
  size_t platform_count, count;
  char name[256];
  OK(falx_platforms(&platforms, &platform_count));
  CHECK(platform_count == 1 && falx_platform_backend(platforms[0]) == FALX_BACKEND_CUDA);
  OK(falx_platform_devices(platforms[0], &found, &count));
  CHECK(count == 2);
  OK(falx_device_get_info(found[1], FALX_DEVICE_NAME, sizeof name, name, NULL));
  CHECK(strcmp(name, "NVIDIA H200") == 0);
}

/* USM of each kind, events, a device global. */
static void usm(falx_context_t context, falx_device_t device) {
  void *x, *y, *memory;
  float a = 2, values[COUNT], results[COUNT];
  unsigned found;
  falx_event_t copied, computed, counted, read[2];
  OK(falx_usm_alloc(FALX_USM_DEVICE, context, device, sizeof values, 0, &x));
  OK(falx_usm_alloc(FALX_USM_SHARED, context, device, sizeof values, 0, &y));
  for (int i = 0; i < COUNT; i++) {
    values[i] = (float)(i - COUNT / 2);
    ((float *)y)[i] = 1;
  }
  OK(falx_queue_memcpy(queue, x, values, sizeof values, NULL, 0, &copied));
  const float *from = x;
  float *to = y;
  const struct falx_argument of_saxpy[] = {FALX_ARGUMENT(a), FALX_ARGUMENT(from),
                                           FALX_ARGUMENT(to)},
                             of_count[] = {FALX_ARGUMENT(to)};
  computed = launch("saxpy", COUNT, 0, of_saxpy, 3, copied);
  OK(falx_export_memory(queue, named(FALX_EXPORT_VARIABLE, "negatives"), &memory));
  falx_fake_negatives = memory;
  counted = launch("count_negatives", COUNT, 0, of_count, 1, computed);
  OK(falx_queue_memcpy(queue, &found, memory, sizeof found, &counted, 1, &read[0]));
  OK(falx_queue_memcpy(queue, results, y, sizeof results, &counted, 1, &read[1]));
  OK(falx_event_wait(read, 2));
  CHECK(falx_event_get_status(read[0]) == FALX_EVENT_COMPLETE);
  CHECK(found == COUNT / 2);
  for (int i = 0; i < COUNT; i++)
    CHECK(results[i] == 2 * values[i] + 1);
  falx_event_release(copied);
  falx_event_release(computed);
  falx_event_release(counted);
  falx_event_release(read[0]);
  falx_event_release(read[1]);
  OK(falx_usm_free(context, x));
  OK(falx_usm_free(context, y));
}

static falx_buffer_t buffer_of(float *data, size_t count) {
  falx_buffer_t buffer;
  const struct falx_buffer_options options = {.size = sizeof options,
                                              .bytes = count * sizeof *data,
                                              .alignment = sizeof *data,
                                              .host_data = data};
  OK(falx_buffer_create(&options, &buffer));
  return buffer;
}

/* Accessors: the content goes to the device and back. */
static void buffers(void) {
  float from[16], to[2 * 8], factor = 10;
  for (int i = 0; i < 16; i++)
    from[i] = to[i] = (float)i;
  falx_buffer_t of_from = buffer_of(from, 16), of_to = buffer_of(to, 16);
  struct falx_region first = falx_region_of(of_from, sizeof *from, 16, 1, 1),
                     second = falx_region_of(of_to, sizeof *to, 8, 2, 1),
                     part = falx_region_of(NULL, sizeof(float), 4, 1, 1);
  first.offset[0] = first.range[0] = 8;
  const struct falx_argument arguments[] = {
      FALX_ARGUMENT(factor), FALX_ARGUMENT_ACCESSOR(float, first),
      FALX_ARGUMENT_ACCESSOR(float, second), FALX_ARGUMENT_LOCAL(float, part)};
  falx_event_release(launch("of_buffers", 8, 4, arguments, 4, NULL));
  falx_buffer_release(of_from);
  falx_buffer_release(of_to); /* waits, and writes back */
  CHECK(falx_fake_shared >= 4 * sizeof(float));
  for (int i = 0; i < 8; i++)
    CHECK(to[i] == (float)i && to[8 + i] == 10 * from[8 + i / 4 * 4 + 3 - i % 4]);
}

int main(int argc, char **argv) {
  falx_library_t library, other;
  falx_device_t device;
  falx_context_t context;
  CHECK(argc == 3);
  OK(falx_library_load(argv[1], &library));
  OK(falx_library_load(argv[2], &other));
  devices();
  OK(falx_device_default(&device));
  OK(falx_context_default(falx_device_platform(device), &context));
  OK(falx_queue_create(context, device, 0, &queue));
  usm(context, device);
  buffers();
  falx_queue_release(queue);
  falx_context_release(context);
  falx_library_unload(other);
  falx_library_unload(library);
  return 0;
}
