/* What is missing, what the driver refuses, what ends a context. */
#include "tests/cuda/cases.h"

static void fails_to_start(const char *name, const char *value, const char *first,
                           const char *second) {
  CHECK(setenv(name, value, 1) == 0);
  CHECK_EQ(test_try_init(), FALX_ERROR_ADAPTER);
  CHECK(!test_table);
  if (!strstr(test_error(), first) || !strstr(test_error(), second))
    fprintf(stderr, "%s\n", test_error());
  CHECK(strstr(test_error(), first) && strstr(test_error(), second));
}

static void old_driver(void) {
  fails_to_start("FALX_CUDA_VERSION", "10020", "for CUDA 10.2", "11.0 (release 450)");
}
static void no_device(void) {
  fails_to_start("FALX_CUDA_DEVICES", "0", "no NVIDIA GPU", "CUDA_VISIBLE_DEVICES");
}
static void driver_mismatch(void) {
  fails_to_start("FALX_CUDA_FAIL", "cuInit=803", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "start");
}

static void limited_addresses(void) {
  fails_to_start("FALX_CUDA_FAIL", "cuInit=2", "CUDA_ERROR_OUT_OF_MEMORY", "ulimit -v");
}

static void unfit(const char *attributes, const char *word) {
  struct fxa_device *const *devices;
  size_t count;
  CHECK(setenv("FALX_CUDA_ATTRIBUTES", attributes, 1) == 0);
  OK(test_try_init());
  OK(test_table->devices(&devices, &count));
  CHECK_EQ(test_table->device_info(devices[0], FALX_DEVICE_ASPECTS, 0, NULL, NULL),
           FALX_ERROR_PLATFORM);
  CHECK(strstr(test_error(), word));
  test_adapter->fini();
}

static void unfit_devices(void) {
  unfit("75=6,76=1", "capability is 6.1; 7.0");
  unfit("41=0", "UNIFIED_ADDRESSING");
  unfit("20=2", "nvidia-smi -c DEFAULT");
}

static bool has_aspect(uint32_t wanted) {
  uint32_t aspects[64];
  size_t size;
  OK(test_table->device_info(test_device, FALX_DEVICE_ASPECTS, sizeof aspects, aspects, &size));
  for (size_t i = 0; i < size / sizeof *aspects; i++)
    if (aspects[i] == wanted)
      return true;
  return false;
}

static void no_shared_memory(void) {
  void *pointer = &pointer;
  cuda_open("FALX_CUDA_ATTRIBUTES", "83=0,89=0,88=1");
  CHECK(!has_aspect(FALX_ASPECT_USM_SHARED_ALLOCATIONS));
  CHECK(!has_aspect(FALX_ASPECT_USM_ATOMIC_SHARED_ALLOCATIONS));
  CHECK(has_aspect(FALX_ASPECT_USM_SYSTEM_ALLOCATIONS));
  CHECK_EQ(test_table->usm_alloc(test_context, test_device, FALX_USM_SHARED, 8, 0, &pointer),
           FALX_ERROR_NOT_SUPPORTED);
  CHECK(!pointer && strstr(test_error(), "MANAGED_MEMORY"));
  test_close();
}

/* Images are plain memory; a kernel that takes 128 has 9 KiB of arguments. */
static void images(void) {
  uint64_t bytes;
  test_open();
  CHECK(has_aspect(FALX_ASPECT_IMAGE));
  CHECK(has_aspect(FALX_ASPECT_EXT_INTEL_LEGACY_IMAGE));
  OK(test_table->device_info(test_device, FALX_DEVICE_MAX_PARAMETER_SIZE, sizeof bytes, &bytes,
                             NULL));
  CHECK(bytes >= 128 * 72);
  test_close();
  cuda_open("FALX_CUDA_VERSION", "12000");
  CHECK(has_aspect(FALX_ASPECT_IMAGE));
  OK(test_table->device_info(test_device, FALX_DEVICE_MAX_PARAMETER_SIZE, sizeof bytes, &bytes,
                             NULL));
  CHECK_EQ(bytes, 4096);
  test_close();
}

static void hints(void) {
  void *shared, *device;
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_SHARED, 4096, 0, &shared));
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 4096, 0, &device));
  void *const pointers[] = {shared, device, &device};
  for (int i = 0; i < 3; i++) {
    struct fxa_event *event = test_event(), *advised = test_event();
    OK(test_table->enqueue_prefetch(queue, pointers[i], 4096, NULL, 0, event));
    OK(test_table->enqueue_advise(queue, pointers[i], 4096, 3, &event, 1, advised));
    test_wait_release(advised);
    test_wait_release(event);
  }
  struct fxa_event *event = test_event();
  CHECK_EQ(test_table->enqueue_advise(queue, shared, 4096, 7, NULL, 0, event), FALX_ERROR_INVALID);
  CHECK(strstr(test_error(), "CUmem_advise"));
  test_event_discard(event);
  test_table->usm_free(test_context, shared);
  test_table->usm_free(test_context, device);
  test_table->queue_destroy(queue);
  test_close();
  CHECK_EQ(cuda_counts()->allocations, 0);
}

static void note(void *user) {
  __atomic_add_fetch((uint32_t *)user, 1, __ATOMIC_SEQ_CST);
}

/* A kernel ends with an error: its event and all after it say so, nothing hangs, memory is freed,
 * and the process goes on to its end. */
static void lost(void) {
  uint64_t value = 0;
  uint32_t calls = 0;
  void *memory, *more = &more;
  cuda_open("FALX_CUDA_FAIL", "cuLaunchKernel ends=710");
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER), *none;
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 64, 0, &memory));
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  const struct cuda_step step = {.output = &value, .seed = 1, .spin_ns = 20000000};
  struct fxa_event *before = test_event(), *event = test_event(), *behind = test_event();
  OK(test_table->enqueue_fill(queue, memory, "", 1, 64, NULL, 0, before));
  test_wait_release(before);
  OK(cuda_launch(queue, &kernel, &one, &step, NULL, 0, event));
  OK(test_table->enqueue_fill(queue, memory, "", 1, 64, NULL, 0, behind));
  OK(test_table->event_notify(behind, note, &calls));
  CHECK_EQ(test_table->event_wait(event), FALX_ERROR_RUNTIME);
  CHECK(strstr(test_error(), "CUDA_ERROR_ASSERT (710), device-side assert triggered"));
  CHECK(strstr(test_error(), "NVIDIA H200"));
  CHECK_EQ(test_state(behind), FXA_EVENT_COMPLETE);
  CHECK_EQ(behind->status, FALX_ERROR_RUNTIME);
  OK(test_table->queue_finish(queue)); /* everything has ended */
  for (uint64_t start = test_now(); __atomic_load_n(&calls, __ATOMIC_SEQ_CST) != 1;)
    CHECK(test_now() - start < UINT64_C(60000000000));
  test_event_release(event);
  test_event_release(behind);

  event = test_event();
  CHECK_EQ(cuda_launch(queue, &kernel, &one, &step, NULL, 0, event), FALX_ERROR_RUNTIME);
  CHECK(strstr(test_error(), "lost"));
  CHECK_EQ(test_table->enqueue_marker(queue, NULL, 0, event), FALX_ERROR_RUNTIME);
  test_event_discard(event);
  CHECK_EQ(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 8, 0, &more),
           FALX_ERROR_RUNTIME);
  CHECK(!more && strstr(test_error(), "CUDA_ERROR_ASSERT"));
  CHECK_EQ(test_table->queue_create(test_context, test_device, 0, &none), FALX_ERROR_RUNTIME);
  CHECK_EQ(test_table->memory_write(test_context, test_device, memory, &value, 8),
           FALX_ERROR_RUNTIME);
  test_table->usm_free(test_context, memory);
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* The other device goes on. */
static void one_of_two_lost(void) {
  struct fxa_device *const *devices;
  struct fxa_context *context;
  struct fxa_queue *queues[2];
  struct cuda_kernel kernel = {.record = {0}};
  uint64_t value = 0;
  void *memory;
  size_t count;
  CHECK(setenv("FALX_CUDA_FAIL", "cuLaunchKernel ends=700", 1) == 0);
  cuda_open("FALX_CUDA_DEVICES", "2");
  OK(test_table->devices(&devices, &count));
  OK(test_table->context_create(devices, 2, &context));
  for (int i = 0; i < 2; i++)
    OK(test_table->queue_create(context, devices[i], 0, &queues[i]));
  cuda_step_make(&kernel);
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  const struct cuda_step step = {.output = &value, .seed = 1};
  struct fxa_event *event = test_event(), *fill = test_event();
  OK(cuda_launch(queues[0], &kernel, &one, &step, NULL, 0, event));
  CHECK_EQ(test_table->event_wait(event), FALX_ERROR_RUNTIME);
  CHECK(strstr(test_error(), "an illegal memory access was encountered"));
  OK(test_table->usm_alloc(context, devices[1], FALX_USM_DEVICE, 64, 0, &memory));
  OK(test_table->enqueue_fill(queues[1], memory, "abc", 3, 21, &event, 1, fill));
  test_wait_release(fill);
  CHECK(memcmp(memory, "abcabc", 6) == 0);
  test_event_release(event);
  test_table->usm_free(context, memory);
  cuda_kernel_free(&kernel);
  for (int i = 0; i < 2; i++)
    test_table->queue_destroy(queues[i]);
  test_table->context_destroy(context);
  test_close();
}

/* A thread's own context is current again after each call. */
static void current_context(void) {
  struct fxa_device *const *devices;
  struct fxa_context *context;
  uintptr_t handles[2];
  void *memory;
  size_t count;
  cuda_open("FALX_CUDA_DEVICES", "2");
  OK(test_table->devices(&devices, &count));
  for (int i = 0; i < 2; i++) {
    OK(test_table->context_create(&devices[i], 1, &context));
    OK(test_table->native_handle(FALX_NATIVE_CONTEXT, context, &handles[i]));
    test_table->context_destroy(context);
  }
  CHECK(handles[0] != handles[1]);
  CUresult (*get)(CUcontext *) = NULL, (*set)(CUcontext) = NULL;
  cuda_symbol("cuCtxGetCurrent", &get);
  cuda_symbol("cuCtxSetCurrent", &set);
  CHECK_EQ(set((CUcontext)handles[1]), CUDA_SUCCESS);
  OK(test_table->usm_alloc(test_context, devices[0], FALX_USM_DEVICE, 64, 0, &memory));
  struct fxa_queue *queue = test_queue(0);
  struct fxa_event *event = test_event();
  OK(test_table->enqueue_fill(queue, memory, "a", 1, 64, NULL, 0, event));
  test_wait_release(event);
  CUcontext current = NULL;
  CHECK_EQ(get(&current), CUDA_SUCCESS);
  CHECK(current == (CUcontext)handles[1]);
  test_table->usm_free(test_context, memory);
  test_table->queue_destroy(queue);
  test_close();
}

/* Kernels on one device and memory of the other; copies need no permission. */
static void peers(void) {
  struct fxa_device *const *devices;
  struct fxa_context *context;
  size_t count;
  bool can;
  void *memory[2];
  cuda_open("FALX_CUDA_DEVICES", "2");
  OK(test_table->devices(&devices, &count));
  OK(test_table->context_create(devices, 2, &context));
  static const falx_peer_request requests[] = {FALX_PEER_ACCESS,  FALX_PEER_ATOMICS,
                                               FALX_PEER_ENABLE,  FALX_PEER_ENABLE,
                                               FALX_PEER_DISABLE, FALX_PEER_DISABLE};
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    can = false;
    OK(test_table->device_peer(devices[0], devices[1], requests[i], &can));
    CHECK(can);
  }
  for (int i = 0; i < 2; i++)
    OK(test_table->usm_alloc(context, devices[i], FALX_USM_DEVICE, 100, 0, &memory[i]));
  memset(memory[0], 7, 100); /* the fake's memory is the host's */
  struct fxa_queue *queue;
  struct fxa_event *event = test_event();
  OK(test_table->queue_create(context, devices[1], 0, &queue));
  OK(test_table->enqueue_copy(queue, memory[1], memory[0], 100, NULL, 0, event));
  test_wait_release(event);
  CHECK(memcmp(memory[0], memory[1], 100) == 0);
  test_table->queue_destroy(queue);
  for (int i = 0; i < 2; i++)
    test_table->usm_free(context, memory[i]);
  test_table->context_destroy(context);
  test_close();
}

/* What a program gets of an event is complete when the event is. */
static void native_events(void) {
  cuda_open("FALX_CUDA_DELAY_US", "20000");
  CUresult (*query)(CUevent) = NULL, (*wait)(CUevent) = NULL;
  cuda_symbol("cuEventQuery", &query);
  cuda_symbol("cuEventSynchronize", &wait);
  void *memory;
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 100, 0, &memory));
  for (int late = 0; late < 2; late++) {
    uintptr_t handle = 0, again = 0;
    struct fxa_event *event = test_event();
    OK(test_table->enqueue_fill(queue, memory, "a", 1, 100, NULL, 0, event));
    if (late)
      OK(test_table->event_wait(event));
    OK(test_table->native_handle(FALX_NATIVE_EVENT, event, &handle));
    OK(test_table->native_handle(FALX_NATIVE_EVENT, event, &again));
    CHECK(handle && handle == again);
    CHECK_EQ(query((CUevent)handle), late ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY);
    CHECK_EQ(wait((CUevent)handle), CUDA_SUCCESS);
    CHECK_EQ(test_state(event), FXA_EVENT_COMPLETE);
    test_event_release(event);
  }
  test_table->usm_free(test_context, memory);
  test_table->queue_destroy(queue);
  test_close();
  CHECK_EQ(cuda_counts()->events, 0);
}

const struct test process_tests[] = {{"old_driver", old_driver},
                                     {"no_device", no_device},
                                     {"driver_mismatch", driver_mismatch},
                                     {"limited_addresses", limited_addresses},
                                     {"unfit_devices", unfit_devices},
                                     {"no_shared_memory", no_shared_memory},
                                     {"images", images},
                                     {"hints", hints},
                                     {"lost", lost},
                                     {"one_of_two_lost", one_of_two_lost},
                                     {"current_context", current_context},
                                     {"peers", peers},
                                     {"native_events", native_events},
                                     {NULL, NULL}};
