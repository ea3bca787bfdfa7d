/* Launches: every work-item exactly once, for any shape; arguments; local memory. */
#include "tests/adapter/harness.h"

static void needs_compute(void) {
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
}

static void count_shape(struct fxa_queue *queue, struct test_kernel *kernel,
                        const struct falx_nd_range *range) {
  size_t items = range->global[0] * range->global[1] * range->global[2];
  uint32_t errors = 0, *counts = calloc(items + 1, sizeof *counts);
  struct count_functor functor = {.counts = counts, .errors = &errors};
  for (int d = 0; d < 3; d++) {
    functor.offset[d] = range->offset[d];
    functor.local[d] = range->has_local ? range->local[d] : 0;
  }
  test_wait_release(test_launch(queue, kernel, range, &functor, NULL, 0));
  CHECK_EQ(errors, 0);
  for (size_t i = 0; i < items; i++)
    CHECK_EQ(counts[i], 1);
  CHECK_EQ(counts[items], 0);
  free(counts);
}

static const size_t shapes[][3] = {{1, 1, 1},      {2, 1, 1},     {63, 1, 1},     {64, 1, 1},
                                   {65, 1, 1},     {1000, 1, 1},  {100003, 1, 1}, {1 << 20, 1, 1},
                                   {1, 777, 1},    {3, 5, 1},     {640, 480, 1},  {1021, 509, 1},
                                   {1, 1, 999},    {7, 11, 13},   {128, 64, 32},  {5, 1, 40009},
                                   {100000, 2, 2}, {2, 30000, 3}, {33, 1, 2},     {1, 2, 3}};

static void all_shapes(const char *name, uint32_t flags) {
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(0);
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    /* A new kernel runs large ranges asynchronously, a known one maybe at once. */
    struct test_kernel kernel =
        test_kernel_simple(name, flags, (uint32_t)sizeof(struct count_functor));
    struct falx_nd_range range = test_range(shapes[i][0], shapes[i][1], shapes[i][2]);
    for (int round = 0; round < 3; round++) {
      count_shape(queue, &kernel, &range);
      range.offset[0] = 17;
      range.offset[1] = range.dimensions > 1 ? 5 : 0;
      range.offset[2] = range.dimensions > 2 ? 1 : 0;
    }
    test_kernel_free(&kernel);
  }
  test_table->queue_destroy(queue);
  test_close();
}

static void items(void) {
  all_shapes("count_items", FALX_KERNEL_DISPATCH_ITEMS);
}

static void groups_without_local(void) {
  all_shapes("count_groups", 0);
}

static void groups(void) {
  static const size_t locals[][3] = {{1, 1, 1}, {8, 1, 1},  {64, 1, 1}, {4, 4, 4},
                                     {2, 3, 5}, {1, 16, 1}, {256, 1, 1}};
  static const size_t counts[][3] = {{1, 1, 1}, {1000, 1, 1}, {17, 9, 1}, {5, 7, 3}, {1, 1, 200}};
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  for (size_t l = 0; l < sizeof locals / sizeof locals[0]; l++)
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
      for (uint32_t flags = 0; flags <= FALX_KERNEL_DISPATCH_ITEMS; flags++) {
        struct falx_nd_range range = {.dimensions = 3, .has_local = 1};
        for (int d = 0; d < 3; d++) {
          range.local[d] = locals[l][d];
          range.global[d] = locals[l][d] * counts[c][d];
          range.offset[d] = (size_t)d;
        }
        struct test_kernel kernel = test_kernel_simple(flags ? "count_items" : "count_groups",
                                                       flags, sizeof(struct count_functor));
        count_shape(queue, &kernel, &range);
        count_shape(queue, &kernel, &range);
        test_kernel_free(&kernel);
      }
  test_table->queue_destroy(queue);
  test_close();
}

static void empty_range(void) {
  test_open();
  struct fxa_queue *queue = test_queue(0);
  struct test_kernel kernel =
      test_kernel_simple("count_items", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct count_functor));
  struct falx_nd_range range = test_range(0, 1, 1);
  struct count_functor functor = {0};
  test_wait_release(test_launch(queue, &kernel, &range, &functor, NULL, 0));
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* Launches of one kernel that take longer all of a sudden, also when few threads are at them; every
 * work-item runs, whoever was expected to run it. */
static void costs_that_change(void) {
  enum { ITEMS = 20000, LAUNCHES = 120, TURN = 40, LONG_FROM = 15, LONG_TO = 20 };
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct test_kernel kernel =
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor));
  struct falx_nd_range range = test_range(ITEMS, 1, 1);
  uint64_t *output = calloc(ITEMS, sizeof *output);
  for (uint64_t i = 0; i < LAUNCHES; i++) {
    bool is_long = i % TURN >= LONG_FROM && i % TURN < LONG_TO;
    struct step_functor functor = {
        .seed = i * ITEMS, .output = output, .spin_ns = is_long ? 500000 : 3000};
    test_wait_release(test_launch(queue, &kernel, &range, &functor, NULL, 0));
    for (uint64_t x = 0; x < ITEMS; x++)
      CHECK_EQ(output[x], step_value(&functor, x));
  }
  free(output);
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* Function objects of every size class, with as many arguments. */
static void big_functors(void) {
  static const uint32_t sizes[] = {1, 20, 57, 58, 62, 100, 1000, 40000};
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(0);
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
    uint32_t values = sizes[s], arg_count = values + 3;
    uint32_t bytes = (uint32_t)(sizeof(struct big_functor) + values * sizeof(uint32_t) + 7) & ~7u;
    struct fxa_arg *args = calloc(arg_count, sizeof *args);
    struct big_functor *functor = calloc(1, bytes);
    uint64_t runs = 0, errors = 0;
    functor->runs = &runs;
    functor->errors = &errors;
    functor->count = values;
    for (uint32_t i = 0; i < arg_count; i++) {
      uint32_t offset = i < 3 ? 8 * i : 24 + 4 * (i - 3);
      args[i] = (struct fxa_arg){offset, i < 3 ? 8 : 4, FALX_PARAM_STD_LAYOUT, 1, 0};
    }
    for (uint32_t i = 0; i < values; i++)
      functor->values[i] = i;
    struct test_kernel kernel =
        test_kernel_make("big", FALX_KERNEL_DISPATCH_ITEMS, bytes, args, arg_count);
    struct falx_nd_range few = test_range(3, 1, 1), many = test_range(5000, 1, 1);
    struct fxa_event *events[4];
    for (int i = 0; i < 4; i++)
      events[i] = test_launch(queue, &kernel, i % 2 ? &few : &many, functor, NULL, 0);
    for (int i = 0; i < 4; i++)
      test_wait_release(events[i]);
    CHECK_EQ(errors, 0);
    CHECK_EQ(runs, 2 * 5003);
    test_kernel_free(&kernel);
    free(functor);
    free(args);
  }
  test_table->queue_destroy(queue);
  test_close();
}

static void local_memory(void) {
  static const uint64_t sizes[][2] = {{256, 1}, {4, 100000}, {0, 5}, {12, 0}, {65536, 65536}};
  static const struct fxa_arg args[3] = {{0, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0},
                                         {8, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0},
                                         {16, 8, FALX_PARAM_POINTER, 1, 0}};
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(0);
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
    uint64_t errors = 0;
    struct locals_functor functor = {{sizes[s][0], sizes[s][1]}, &errors};
    struct test_kernel kernel =
        test_kernel_make("locals", FALX_KERNEL_USES_LOCAL_MEMORY, sizeof functor, args, 3);
    struct falx_nd_range range = {
        .dimensions = 1, .has_local = 1, .global = {256 * 16, 1, 1}, .local = {16, 1, 1}};
    for (int i = 0; i < 3; i++)
      test_wait_release(test_launch(queue, &kernel, &range, &functor, NULL, 0));
    CHECK_EQ(errors, 0);
    test_kernel_free(&kernel);
  }
  test_table->queue_destroy(queue);
  test_close();
}

/* Accessors of no bytes are arguments like others: their pointers point to something. */
static void empty_local_memory(void) {
  static const struct fxa_arg args[2] = {{0, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0},
                                         {8, 8, FALX_PARAM_POINTER, 1, 0}};
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(0);
  void *met = NULL;
  struct {
    uint64_t bytes;
    void **met;
  } functor = {0, &met};
  struct test_kernel kernel =
      test_kernel_make("empty_local", FALX_KERNEL_USES_LOCAL_MEMORY, sizeof functor, args, 2);
  struct falx_nd_range range = {
      .dimensions = 1, .has_local = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
  test_wait_release(test_launch(queue, &kernel, &range, &functor, NULL, 0));
  CHECK(met != NULL);
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* NC-8, NC-11: a work-group's storage is as large as the record says, counted in whole rows of
 * vectors; where ids do not fit 31 bits each work-item is a sub-group. */
static void frames(void) {
  static const struct {
    uint32_t lanes, bytes, sub_group, item; /* of the record */
    size_t local[3], offset;
    uint64_t expected;
  } cases[] = {
      {1, 0, 0, 4, {100, 1, 1}, 0, 400},
      {8, 128, 0, 0, {100, 1, 1}, 0, 128},
      {8, 256, 48, 20, {13, 3, 2}, 0, 256 + 640 + 96 * 20}, /* 12 sub-groups of 48 bytes */
      {8, 256, 48, 20, {13, 3, 2}, (size_t)1 << 31, 256 + 4608 + 96 * 20},
      {16, 0, 16, 100, {1, 1, 1}, 0, 128 + 1600},
      {1, 0, 0, 0, {16, 1, 1}, 0, 0},
  };
  static const struct fxa_arg arg = {0, sizeof(struct frame_functor), FALX_PARAM_STD_LAYOUT, 1, 0};
  test_open();
  needs_compute();
  struct fxa_queue *queue = test_queue(0);
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    uint64_t errors = 0;
    struct frame_functor functor = {cases[c].expected, &errors};
    struct test_kernel kernel =
        test_kernel_make("frame", FALX_KERNEL_USES_BARRIER, sizeof functor, &arg, 1);
    test_table->kernel_destroy(kernel.handle);
    kernel.record->sub_group_size = cases[c].lanes;
    kernel.record->frame_bytes = cases[c].bytes;
    kernel.record->frame_sub_group_bytes = cases[c].sub_group;
    kernel.record->frame_item_bytes = cases[c].item;
    OK(test_table->kernel_create(kernel.program, "frame", kernel.record, kernel.args, 1,
                                 &kernel.handle));
    struct falx_nd_range range = {.dimensions = 3, .has_local = 1, .offset = {cases[c].offset}};
    for (int d = 0; d < 3; d++) {
      range.local[d] = cases[c].local[d];
      range.global[d] = cases[c].local[d] * (d == 0 ? 200 : 1);
    }
    long before = 0;
    for (int round = 0; round < 40; round++) {
      test_wait_release(test_launch(queue, &kernel, &range, &functor, NULL, 0));
      if (round == 20)
        before = test_allocations();
    }
    CHECK_EQ(errors, 0);
    CHECK(test_allocations() - before <= 40); /* the events; no thread takes memory each time */
    test_kernel_free(&kernel);
  }
  test_table->queue_destroy(queue);
  test_close();
}

/* What the launch and the kernel were told must agree; what is damaged is refused with a word. */
static void refusals(void) {
  test_open();
  struct fxa_queue *queue = test_queue(0);
  struct test_kernel kernel = test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, 64);
  struct falx_nd_range range = test_range(1, 1, 1);
  unsigned char functor[128] = {0};
  struct fxa_launch launch = {.range = &range, .functor = functor, .functor_size = 128};
  struct fxa_event *event = test_event();
  CHECK_EQ(test_table->enqueue_kernel(queue, kernel.handle, &launch, NULL, 0, event),
           FALX_ERROR_KERNEL_ARGUMENT);
  CHECK(strstr(test_error(), "128 bytes"));
  unsigned char pattern[256] = {0};
  CHECK_EQ(test_table->enqueue_fill(queue, functor, pattern, 129, 0, NULL, 0, event),
           FALX_ERROR_INVALID);
  test_event_release(event);

  struct fxa_kernel *none;
  struct falx_kernel_record record = *kernel.record;
  record.version = 99;
  CHECK_EQ(test_table->kernel_create(kernel.program, "step", &record, kernel.args, 1, &none),
           FALX_ERROR_BUILD);
  CHECK(strstr(test_error(), "version 99") && !none);
  if (test_computes) {
    CHECK_EQ(
        test_table->kernel_create(kernel.program, "nothing", kernel.record, kernel.args, 1, &none),
        FALX_ERROR_NO_KERNEL);
    CHECK(strstr(test_error(), "'nothing'") && !none);
    record = *kernel.record;
    record.reqd_sub_group_size = 7;
    CHECK_EQ(test_table->kernel_create(kernel.program, "step", &record, kernel.args, 1, &none),
             FALX_ERROR_KERNEL_NOT_SUPPORTED);
    CHECK(strstr(test_error(), "sub-groups of 7"));
    struct fxa_arg outside = kernel.args[0];
    outside.offset = 60;
    CHECK_EQ(test_table->kernel_create(kernel.program, "step", kernel.record, &outside, 1, &none),
             FALX_ERROR_KERNEL_ARGUMENT);
    struct falx_image image = test_image;
    const struct falx_image *images = &image;
    struct fxa_program *program;
    image.format = FALX_IMAGE_FORMAT_SPIRV;
    CHECK_EQ(test_table->program_create(test_context, test_device, &images, 1, &program),
             FALX_ERROR_BUILD);
    image = test_image;
    image.binary_end -= 3;
    CHECK_EQ(test_table->program_create(test_context, test_device, &images, 1, &program),
             FALX_ERROR_BUILD);
    CHECK(strstr(test_error(), "damaged"));
    image.binary_end = test_image.binary_end - sizeof(struct falx_native_entry);
    CHECK_EQ(test_table->program_create(test_context, test_device, &images, 1, &program),
             FALX_ERROR_BUILD);
    CHECK(strstr(test_error(), FALX_NATIVE_END));
  }
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* Issue 3, item 6: of the variants of a kernel, the one that is pinned; else the best there is. */
static uint32_t rank(const char *cpu) {
  const struct falx_property property = {FALX_NATIVE_CPU, cpu, FALX_PROPERTY_BYTE_ARRAY,
                                         strlen(cpu) + 1};
  const struct falx_property_set set = {FALX_SET_NATIVE, &property, &property + 1};
  struct falx_image image = test_image;
  image.sets_begin = &set;
  image.sets_end = &set + 1;
  return test_table->image_rank(test_device, &image);
}

static void image_rank(void) {
  test_set("FALX_NATIVE_ISA", "");
  test_open();
  needs_compute();
  if (!test_table->image_rank)
    exit(SKIPPED);
  CHECK(rank("x86-64") > 0 && rank("sapphirerapids") > 0);
  CHECK(!rank("x86-64-v3") || rank("x86-64-v3") > rank("x86-64"));
  CHECK(!rank("x86-64-v4") || rank("x86-64-v4") > rank("x86-64-v3"));
  CHECK(test_table->image_rank(test_device, &test_image) > 0);
  test_close();
  test_set("FALX_NATIVE_ISA", "baseline");
  test_open();
  CHECK(rank("x86-64") > 0 && rank("sapphirerapids") > 0);
  CHECK_EQ(rank("x86-64-v3"), 0);
  CHECK(strcmp(test_error(), "is 'v3', for x86-64-v3, and FALX_NATIVE_ISA is 'baseline'") == 0);
  test_close();
}

const struct test launch_tests[] = {{"items", items},
                                    {"groups", groups},
                                    {"groups_without_local", groups_without_local},
                                    {"empty_range", empty_range},
                                    {"costs_that_change", costs_that_change},
                                    {"big_functors", big_functors},
                                    {"local_memory", local_memory},
                                    {"empty_local_memory", empty_local_memory},
                                    {"frames", frames},
                                    {"refusals", refusals},
                                    {"image_rank", image_rank},
                                    {NULL, NULL}};
