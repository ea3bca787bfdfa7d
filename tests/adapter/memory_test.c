/* USM, copies, fills and box copies of every size; no allocation once the free lists are warm. */
#include "tests/adapter/harness.h"

static void usm(void) {
  static const size_t sizes[] = {1, 63, 4096, 1 << 20, (4 << 20) + 5, 64 << 20};
  test_open();
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
    for (size_t alignment = 0; alignment <= 1 << 16; alignment = alignment ? alignment * 4 : 1)
      for (int kind = FALX_USM_HOST; kind <= FALX_USM_SHARED; kind++) {
        void *pointer = NULL;
        OK(test_table->usm_alloc(test_context, test_device, (falx_usm_kind)kind, sizes[s],
                                 alignment, &pointer));
        CHECK(pointer && (alignment == 0 || (uintptr_t)pointer % alignment == 0));
        if (kind != FALX_USM_DEVICE)
          ((char *)pointer)[0] = ((char *)pointer)[sizes[s] - 1] = 1;
        test_table->usm_free(test_context, pointer);
      }
  void *none = &none;
  CHECK_EQ(test_table->usm_alloc(test_context, test_device, FALX_USM_SHARED, 10, 24, &none),
           FALX_ERROR_INVALID);
  CHECK(!none);
  none = &none;
  CHECK_EQ(
      test_table->usm_alloc(test_context, test_device, FALX_USM_SHARED, SIZE_MAX / 4, 0, &none),
      FALX_ERROR_MEMORY_ALLOCATION);
  CHECK(!none);
  test_close();
}

static void copies(void) {
  static const size_t sizes[] = {0, 1, 7, 64, 4095, 65536, 65537, 1000003, 5 << 20, (50 << 20) + 3};
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  size_t most = (50 << 20) + 64;
  unsigned char *from = malloc(most), *to = malloc(most);
  for (size_t i = 0; i < most; i++)
    from[i] = (unsigned char)(i * 7 + i / 251);
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
    for (size_t shift = 0; shift < 4; shift += 3) {
      memset(to, 0xcc, most);
      struct fxa_event *event = test_event();
      OK(test_table->enqueue_copy(queue, to + 1 + shift, from + shift, sizes[s], NULL, 0, event));
      test_wait_release(event);
      CHECK(memcmp(to + 1 + shift, from + shift, sizes[s]) == 0);
      CHECK(to[shift] == 0xcc && to[1 + shift + sizes[s]] == 0xcc);
    }
  free(from);
  free(to);
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  test_close();
}

static void fills(void) {
  static const size_t patterns[] = {1, 2, 3, 4, 8, 12, 16, 31, 64, 100, 128};
  static const size_t counts[] = {0, 1, 5, 100, 4097, 300001, 1 << 19};
  test_open();
  struct fxa_queue *queue = test_queue(0);
  for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++)
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      size_t bytes = patterns[p] * counts[c];
      unsigned char pattern[128], *to = malloc(bytes + 2);
      for (size_t i = 0; i < sizeof pattern; i++)
        pattern[i] = (unsigned char)(p % 3 == 0 ? 9 : i + 1);
      to[0] = to[bytes + 1] = 0xcc;
      struct fxa_event *event = test_event();
      OK(test_table->enqueue_fill(queue, to + 1, pattern, patterns[p], counts[c], NULL, 0, event));
      memset(pattern, 0xee, sizeof pattern); /* it dies with the call */
      test_wait_release(event);
      CHECK(to[0] == 0xcc && to[bytes + 1] == 0xcc);
      for (size_t i = 0; i < bytes; i++)
        CHECK_EQ(to[1 + i], p % 3 == 0 ? 9 : i % patterns[p] + 1);
      free(to);
    }
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  test_close();
}

/* All rows begin at a multiple of what the width is a multiple of. */
static void copy_box(struct fxa_queue *queue, const size_t region[3]) {
  size_t unit = region[0] ? region[0] & -region[0] : 1;
  size_t to_pitch[2] = {region[0] + unit, (region[0] + unit) * (region[1] + 1)};
  size_t from_pitch[2] = {region[0] + 2 * unit, (region[0] + 2 * unit) * (region[1] + 2)};
  size_t to_bytes = to_pitch[1] * (region[2] + 1), from_bytes = from_pitch[1] * (region[2] + 1);
  unsigned char *to = malloc(to_bytes), *from = malloc(from_bytes);
  memset(to, 0xcc, to_bytes);
  for (size_t i = 0; i < from_bytes; i++)
    from[i] = (unsigned char)(i % 201);
  struct fxa_event *event = test_event();
  falx_status status =
      test_table->enqueue_copy_box(queue, to, to_pitch, from, from_pitch, region, NULL, 0, event);
  bool is_done = status != FALX_ERROR_NOT_SUPPORTED;
  if (!is_done) /* the runtime would copy rows, and then */
    status = test_table->enqueue_marker(queue, NULL, 0, event);
  OK(status);
  test_wait_release(event);
  for (size_t i = 0; i < to_bytes; i++) {
    size_t z = i / to_pitch[1], y = i % to_pitch[1] / to_pitch[0], x = i % to_pitch[0];
    bool is_inside = is_done && z < region[2] && y < region[1] && x < region[0];
    CHECK_EQ(to[i], is_inside ? (z * from_pitch[1] + y * from_pitch[0] + x) % 201 : 0xcc);
  }
  free(to);
  free(from);
}

/* Twice: an adapter may prepare something once there are many. */
static void boxes(void) {
  static const size_t regions[][3] = {{1, 1, 1},  {3, 5, 7},      {100, 20, 1},   {0, 3, 3},
                                      {5, 0, 3},  {1000, 300, 4}, {20000, 1, 30}, {2, 30, 3},
                                      {32, 9, 2}, {17, 400, 101}, {8192, 50, 2}};
  test_open();
  if (!test_table->enqueue_copy_box) {
    test_close();
    exit(SKIPPED);
  }
  struct fxa_queue *queue = test_queue(0);
  for (size_t r = 0; r < 2 * (sizeof regions / sizeof regions[0]); r++)
    copy_box(queue, regions[r % (sizeof regions / sizeof regions[0])]);
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  test_close();
}

/* Inline launches, launches handed over, dependencies, large function objects, local memory. */
static void launch_mix(struct fxa_queue **queues, struct test_kernel *kernels, uint64_t *memory) {
  enum { ITEMS = 4096 };
  struct fxa_event *events[6];
  struct falx_nd_range one = test_range(1, 1, 1), many = test_range(ITEMS, 1, 1);
  struct step_functor small = {.output = memory},
                      slow = {.output = memory + ITEMS, .spin_ns = 20000};
  unsigned char big[512] = {0};
  uint64_t errors = 0;
  struct locals_functor locals = {{1024, 64}, &errors};
  memcpy(big, &slow, sizeof slow);
  for (int q = 0; q < 2; q++) {
    events[0] = test_launch(queues[q], &kernels[0], &one, &small, NULL, 0);
    events[1] = test_launch(queues[q], &kernels[1], &many, &slow, events, 1);
    events[2] = test_launch(queues[q], &kernels[0], &one, &small, events, 2);
    events[3] = test_launch(queues[q], &kernels[2], &many, big, events + 1, 2);
    events[4] = test_launch(queues[q], &kernels[3], &one, &locals, events + 2, 2);
    events[5] = test_event();
    OK(test_table->enqueue_marker(queues[q], NULL, 0, events[5]));
    OK(test_table->queue_finish(queues[q]));
    for (int i = 0; i < 6; i++)
      test_wait_release(events[i]);
  }
  CHECK_EQ(errors, 0);
}

static void no_allocation(void) {
  enum { WARM = 200, ROUNDS = 300 };
  static const struct fxa_arg local_args[3] = {{0, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0},
                                               {8, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0},
                                               {16, 8, FALX_PARAM_POINTER, 1, 0}};
  test_open();
  if (test_allocations() < 0 || !test_computes) {
    test_close();
    exit(SKIPPED);
  }
  struct fxa_queue *queues[2] = {test_queue(FALX_QUEUE_IN_ORDER), test_queue(0)};
  struct test_kernel kernels[4] = {
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor)),
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor)),
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, 512),
      test_kernel_make("locals", 0, sizeof(struct locals_functor), local_args, 3)};
  uint64_t *memory = malloc(2 * 4096 * sizeof *memory);
  /* Each thread of the adapter may hold one more event: it releases a command that others have
   * seen complete. The harness makes events one by one, so it makes enough of them now. */
  struct fxa_event *spare[64];
  for (int i = 0; i < 64; i++)
    spare[i] = test_event();
  for (int i = 0; i < 64; i++)
    test_event_release(spare[i]);
  for (int i = 0; i < WARM; i++)
    launch_mix(queues, kernels, memory);
  long before = test_allocations();
  for (int i = 0; i < ROUNDS; i++)
    launch_mix(queues, kernels, memory);
  CHECK_EQ(test_allocations() - before, 0);
  free(memory);
  for (int i = 0; i < 4; i++)
    test_kernel_free(&kernels[i]);
  for (int i = 0; i < 2; i++)
    test_table->queue_destroy(queues[i]);
  test_close();
}

const struct test memory_tests[] = {{"usm", usm},
                                    {"copies", copies},
                                    {"fills", fills},
                                    {"boxes", boxes},
                                    {"no_allocation", no_allocation},
                                    {NULL, NULL}};
