/* SYCL kernels from C: lists the devices, loads a library with kernels, and launches them by name.
 *
 *   falx++ -fsycl -O2 -shared -fPIC kernels.cpp -o libkernels.so
 *   cc -std=c11 saxpy.c -I$FALX/include -L$FALX/lib -Wl,-rpath,$FALX/lib -lfalx -o saxpy
 *   ./saxpy ./libkernels.so */
#include <stdio.h>
#include <stdlib.h>

#include "falx/arguments.h"

/* Ends the program with the runtime's message. */
static void must(falx_status status) {
  if (status == FALX_SUCCESS)
    return;
  fprintf(stderr, "saxpy: error: %s: %s\n", falx_status_text(status), falx_error_detail());
  exit(1);
}

static void list_devices(void) {
  const falx_platform_t *platforms;
  size_t platform_count;
  must(falx_platforms(&platforms, &platform_count));
  for (size_t p = 0; p < platform_count; p++) {
    const falx_device_t *devices;
    size_t count;
    must(falx_platform_devices(platforms[p], &devices, &count));
    for (size_t d = 0; d < count; d++) {
      char name[256];
      must(falx_device_get_info(devices[d], FALX_DEVICE_NAME, sizeof name, name, NULL));
      printf("device: %s\n", name);
    }
  }
}

static float *allocate(falx_queue_t queue, size_t count) {
  void *pointer;
  must(falx_usm_alloc(FALX_USM_SHARED, falx_queue_context(queue), falx_queue_device(queue),
                      count * sizeof(float), 0, &pointer));
  return pointer;
}

int main(int argc, char **argv) {
  enum { COUNT = 1000 };
  if (argc != 2) {
    fprintf(stderr, "usage: saxpy LIBRARY-WITH-KERNELS\n");
    return 2;
  }
  list_devices();
  falx_library_t library;
  must(falx_library_load(argv[1], &library));
  falx_export_t saxpy, count_negatives, negatives;
  must(falx_export_find(library, FALX_EXPORT_KERNEL, "saxpy", &saxpy));
  must(falx_export_find(library, FALX_EXPORT_KERNEL, "count_negatives", &count_negatives));
  must(falx_export_find(library, FALX_EXPORT_VARIABLE, "negatives", &negatives));

  falx_device_t device; /* after the library is loaded: one that it has code for */
  falx_context_t context;
  falx_queue_t queue;
  must(falx_device_default(&device));
  must(falx_context_default(falx_device_platform(device), &context));
  must(falx_queue_create(context, device, 0, &queue));

  float *x = allocate(queue, COUNT), *y = allocate(queue, COUNT), a = 2;
  for (int i = 0; i < COUNT; i++) {
    x[i] = (float)(i - COUNT / 2);
    y[i] = 1;
  }
  const struct falx_nd_range range = {.dimensions = 1, .global = {COUNT, 1, 1}};
  struct falx_argument of_saxpy[] = {FALX_ARGUMENT(a), FALX_ARGUMENT(x), FALX_ARGUMENT(y)};
  struct falx_launch launch = {.struct_size = sizeof launch,
                               .kernel = saxpy,
                               .range = &range,
                               .arguments = of_saxpy,
                               .argument_count = 3};
  falx_event_t computed, counted, copied;
  must(falx_export_launch(queue, &launch, &computed));

  struct falx_argument of_count[] = {FALX_ARGUMENT(y)};
  launch.kernel = count_negatives;
  launch.arguments = of_count;
  launch.argument_count = 1;
  launch.dependencies = &computed;
  launch.dependency_count = 1;
  must(falx_export_launch(queue, &launch, &counted));

  unsigned found;
  void *memory;
  must(falx_export_memory(queue, negatives, &memory));
  must(falx_queue_memcpy(queue, &found, memory, sizeof found, &counted, 1, &copied));
  must(falx_event_wait(&copied, 1));
  float last = y[COUNT - 1];
  printf("y[%d] = %g, %u of %d values are below zero\n", COUNT - 1, last, found, COUNT);

  falx_event_release(computed);
  falx_event_release(counted);
  falx_event_release(copied);
  must(falx_usm_free(context, x));
  must(falx_usm_free(context, y));
  falx_queue_release(queue);
  falx_context_release(context);
  falx_library_unload(library);
  return last == 999 && found == 500 ? 0 : 1;
}
