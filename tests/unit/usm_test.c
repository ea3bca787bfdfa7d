/* runtime/memory/usm.c */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/memory/usm.h"
#include "tests/unit/adapter.h"

static falx_context_t context;
static const falx_device_t *devices;

static void start(void) {
  devices = adapter_start(&context);
}

static void *take(falx_usm_kind kind, size_t size, size_t alignment) {
  void *pointer;
  CHECK(falx_usm_alloc(kind, context, devices[1], size, alignment, &pointer) == FALX_SUCCESS);
  CHECK(pointer);
  return pointer;
}

IN_CHILD(queries, {
  falx_usm_kind kind;
  falx_device_t device;
  falx_context_t other;
  start();
  CHECK(falx_context_create(devices, 1, &other) == FALX_SUCCESS);
  char *shared = take(FALX_USM_SHARED, 100, 0);
  char *host = take(FALX_USM_HOST, 100, 4096);
  CHECK((uintptr_t)shared % 128 == 0 && (uintptr_t)host % 4096 == 0);
  CHECK(falx_usm_query(context, shared + 99, &kind, &device) == FALX_SUCCESS);
  CHECK(kind == FALX_USM_SHARED && device == devices[1]);
  CHECK(falx_usm_query(context, host, &kind, &device) == FALX_SUCCESS);
  CHECK(kind == FALX_USM_HOST && device == devices[0]);
  CHECK(falx_usm_query(context, shared + 100, &kind, &device) == FALX_SUCCESS);
  CHECK(kind == FALX_USM_UNKNOWN && !device);
  CHECK(falx_usm_query(other, shared, &kind, &device) == FALX_SUCCESS && kind == FALX_USM_UNKNOWN);
  CHECK(falx_usm_query(context, NULL, &kind, &device) == FALX_SUCCESS && kind == FALX_USM_UNKNOWN);
  CHECK(falx_usm_free(other, shared) == FALX_ERROR_INVALID);
  CHECK(strstr(falx_error_detail(), "another context"));
  CHECK(falx_usm_free(context, shared + 1) == FALX_ERROR_INVALID);
  CHECK(falx_usm_free(context, shared) == FALX_SUCCESS);
  CHECK(falx_usm_free(context, shared) == FALX_ERROR_INVALID);
  CHECK(strstr(falx_error_detail(), "freed twice"));
  CHECK(falx_usm_free(context, NULL) == FALX_SUCCESS);
  falx_context_release(other);
  falx_context_release(context); /* takes the host allocation with it */
  CHECK(fxr_usm_count(fxr_runtime_peek()) == 0);
})

IN_CHILD(refuses, {
  void *pointer = &pointer;
  start();
  CHECK(falx_usm_alloc(FALX_USM_HOST, context, NULL, 0, 0, &pointer) == FALX_SUCCESS && !pointer);
  CHECK(falx_usm_alloc(FALX_USM_HOST, context, NULL, 8, 24, &pointer) == FALX_ERROR_INVALID);
  CHECK(falx_usm_alloc(FALX_USM_DEVICE, context, NULL, 8, 0, &pointer) == FALX_ERROR_INVALID);
  CHECK(falx_usm_alloc(FALX_USM_UNKNOWN, context, devices[0], 8, 0, &pointer) ==
        FALX_ERROR_INVALID);
  CHECK(falx_usm_alloc(FALX_USM_HOST, context, NULL, SIZE_MAX, 0, &pointer) ==
        FALX_ERROR_MEMORY_ALLOCATION);
  CHECK(falx_usm_alloc(FALX_USM_HOST, context, NULL, (size_t)1 << 50, 0, &pointer) ==
        FALX_ERROR_MEMORY_ALLOCATION);
  CHECK(strstr(falx_error_detail(), "native_cpu") && !pointer);
  /* The first device tells its aspects, none of USM; the second none at all. */
  falx_context_t first;
  CHECK(falx_context_create(devices, 1, &first) == FALX_SUCCESS);
  CHECK(falx_usm_alloc(FALX_USM_SHARED, context, devices[0], 8, 0, &pointer) ==
        FALX_ERROR_NOT_SUPPORTED);
  CHECK(strstr(falx_error_detail(), "usm_shared_allocations") && !pointer);
  CHECK(falx_usm_alloc(FALX_USM_DEVICE, first, devices[0], 8, 0, &pointer) ==
        FALX_ERROR_NOT_SUPPORTED);
  CHECK(falx_usm_alloc(FALX_USM_HOST, first, NULL, 8, 0, &pointer) == FALX_ERROR_NOT_SUPPORTED);
  CHECK(falx_usm_alloc(FALX_USM_HOST, context, NULL, 8, 0, &pointer) == FALX_SUCCESS);
  CHECK(falx_usm_free(context, pointer) == FALX_SUCCESS);
})

/* Pseudo-random order against a plain table. */
IN_CHILD(many, {
  enum { COUNT = 20000 };
  static char *live[COUNT];
  uint32_t seed = 1;
  start();
  for (int round = 0; round < 4 * COUNT; round++) {
    seed = seed * 1664525u + 1013904223u;
    size_t i = (seed >> 8) % COUNT;
    falx_usm_kind kind;
    falx_device_t device;
    if (!live[i]) {
      live[i] = take(FALX_USM_SHARED, 1 + i % 64, 0);
    } else {
      CHECK(falx_usm_query(context, live[i] + i % 64, &kind, &device) == FALX_SUCCESS);
      CHECK(kind == FALX_USM_SHARED);
      CHECK(falx_usm_free(context, live[i]) == FALX_SUCCESS);
      CHECK(falx_usm_query(context, live[i], &kind, &device) == FALX_SUCCESS);
      CHECK(kind == FALX_USM_UNKNOWN);
      live[i] = NULL;
    }
  }
  size_t alive = 0;
  for (size_t i = 0; i < COUNT; i++)
    alive += live[i] != NULL;
  CHECK(fxr_usm_count(fxr_runtime_peek()) == alive);
  falx_context_release(context);
  CHECK(fxr_usm_count(fxr_runtime_peek()) == 0);
})

static void *work(void *unused) {
  for (int i = 0; i < 3000; i++) {
    void *pointers[4];
    for (int k = 0; k < 4; k++)
      pointers[k] = take(FALX_USM_DEVICE, 32, 0);
    for (int k = 0; k < 4; k++)
      CHECK(falx_usm_free(context, pointers[k]) == FALX_SUCCESS);
  }
  return unused;
}

IN_CHILD(threads, {
  pthread_t all[4];
  start();
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&all[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(all[i], NULL);
  CHECK(fxr_usm_count(fxr_runtime_peek()) == 0);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queries),
      cmocka_unit_test(refuses),
      cmocka_unit_test(many),
      cmocka_unit_test(threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
