/* Launches: grids, what goes beyond them, parameters, shared memory. */
#include "tests/cuda/cases.h"

EXPORT fake_kernel falx_fake_kernel;

/* ---- count: counts[linear id]++ for each work-item, as docs/cuda.md has kernels find their ids
 * ----
 */

struct count {
  uint32_t *counts;
  uint64_t *errors;
  uint32_t guards; /* dimensions that the kernel guards: bits */
};
static uint32_t launches;

static void count_item(const struct count *functor, const struct falx_launch_range *range,
                       const uint64_t group[3], const unsigned block[3], const unsigned item[3]) {
  uint64_t linear = 0, id[3];
  for (int d = 0; d < 3; d++) {
    const struct falx_launch_dimension *of = &range->dimensions[d];
    id[d] = of->first + group[d] * block[d] + item[d];
    *functor->errors += of->first_group + group[d] >= of->groups;
    if (id[d] >= of->end) {
      *functor->errors += !(functor->guards & (1u << d));
      return;
    }
  }
  for (int d = 2; d >= 0; d--)
    linear = linear * range->dimensions[d].range + (id[d] - range->dimensions[d].offset);
  __atomic_add_fetch(&functor->counts[linear], 1, __ATOMIC_RELAXED);
}

static void run_count(const struct fake_launch *launch) {
  struct count functor = {0};
  memcpy(&functor.counts, launch->parameters[0], 8);
  memcpy(&functor.errors, launch->parameters[1], 8);
  memcpy(&functor.guards, launch->parameters[2], 4);
  const struct falx_launch_range *range = launch->parameters[3];
  uint64_t group[3];
  unsigned item[3];
  launches++;
  for (group[2] = 0; group[2] < launch->grid[2]; group[2]++)
    for (group[1] = 0; group[1] < launch->grid[1]; group[1]++)
      for (group[0] = 0; group[0] < launch->grid[0]; group[0]++)
        for (item[2] = 0; item[2] < launch->block[2]; item[2]++)
          for (item[1] = 0; item[1] < launch->block[1]; item[1]++)
            for (item[0] = 0; item[0] < launch->block[0]; item[0]++)
              count_item(&functor, range, group, launch->block, item);
}

static const char count_ptx[] =
    PTX_HEAD ".visible .entry count(\n.param .u64 p0,\n.param .u64 p1,\n.param .u32 p2,\n"
             ".param .align 8 .b8 p3[144]\n)\n{ ret; }\n"
             ".visible .entry few(\n.param .u64 p0,\n.param .u64 p1,\n.param .u32 p2,\n"
             ".param .align 8 .b8 p3[144]\n)\n.maxntid 96, 1, 1\n{ ret; }\n";

static const struct fxa_arg count_args[] = {{0, 8, FALX_PARAM_POINTER, 1, 0},
                                            {8, 8, FALX_PARAM_POINTER, 1, 0},
                                            {16, 4, FALX_PARAM_STD_LAYOUT, 1, 0},
                                            {20, 4, FALX_PARAM_STD_LAYOUT, 0, 0}};

static void make_count(struct cuda_kernel *kernel, const char *name, uint32_t guards) {
  kernel->record.functor_size = sizeof(struct count);
  kernel->record.flags = FALX_KERNEL_USES_LAUNCH_RANGE | guards * FALX_KERNEL_GUARDS_X;
  cuda_kernel_make(kernel, count_ptx, name, count_args, 4);
}

/* prepared: of range, or NULL. */
static void count_items(struct fxa_queue *queue, struct cuda_kernel *kernel, uint32_t guards,
                        const struct falx_nd_range *range,
                        const struct fxa_prepared_launch *prepared) {
  size_t items = range->global[0] * range->global[1] * range->global[2];
  uint64_t errors = 0;
  uint32_t *counts = calloc(items, sizeof *counts);
  struct count functor = {counts, &errors, guards};
  struct fxa_event *event = test_event();
  if (prepared)
    OK(test_table->launch_prepared(queue, prepared, &functor, event));
  else
    OK(cuda_launch(queue, kernel, range, &functor, NULL, 0, event));
  memset(&functor, 0xee, sizeof functor); /* it dies with the call */
  test_wait_release(event);
  CHECK_EQ(errors, 0);
  for (size_t i = 0; i < items; i++)
    CHECK_EQ(counts[i], 1);
  free(counts);
}

static void count_shape(struct fxa_queue *queue, struct cuda_kernel *kernel, uint32_t guards,
                        const struct falx_nd_range *range) {
  count_items(queue, kernel, guards, range, NULL);
}

/* Once more, as prepared. False: another thread has launched another range meanwhile, or there are
 * several grids. */
static bool count_again(struct fxa_queue *queue, struct cuda_kernel *kernel, uint32_t guards,
                        const struct falx_nd_range *range) {
  const struct fxa_prepared_launch *prepared = test_table->launch_prepare(kernel->handle, range);
  if (!prepared)
    return false;
  CHECK(memcmp(&prepared->range, range, sizeof *range) == 0);
  count_items(queue, kernel, guards, range, prepared);
  return true;
}

static void ranges(void) {
  static const size_t shapes[][3] = {{1, 1, 1},    {31, 1, 1},    {1009, 1, 1},   {100003, 1, 1},
                                     {1, 1, 1000}, {33, 5, 1},    {300, 200, 1},  {7, 11, 13},
                                     {1000, 3, 2}, {1, 70001, 1}, {2, 1, 140003}, {1021, 509, 1}};
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  for (uint32_t guards = 0; guards < 8; guards = 2 * guards + 1)
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
      for (size_t offset = 0; offset < 100; offset += 99) {
        struct cuda_kernel kernel = {0};
        make_count(&kernel, s % 2 ? "count" : "few", guards);
        struct falx_nd_range range = cuda_range(shapes[s][0], shapes[s][1], shapes[s][2]);
        range.offset[0] = offset;
        range.offset[1] = range.offset[2] = offset / 3;
        launches = 0;
        count_shape(queue, &kernel, guards, &range);
        bool is_one_grid = launches == 1;
        CHECK_EQ(count_again(queue, &kernel, guards, &range), is_one_grid);
        cuda_kernel_free(&kernel);
      }
  test_table->queue_destroy(queue);
  test_close();
}

static void groups(void) {
  static const struct {
    size_t groups[3], local[3];
    uint32_t launches;
  } cases[] = {{{1, 1, 1}, {1, 1, 1}, 1},     {{1000, 1, 1}, {64, 1, 1}, 1},
               {{5, 7, 3}, {4, 3, 2}, 1},     {{2, 65535, 1}, {1, 1, 1}, 1},
               {{1, 65536, 1}, {1, 1, 1}, 2}, {{1, 140000, 1}, {1, 2, 1}, 3},
               {{1, 1, 70000}, {2, 1, 2}, 2}, {{3, 1, 1}, {1024, 1, 1}, 1}};
  test_open();
  struct fxa_queue *queue = test_queue(0);
  struct cuda_kernel kernel = {0};
  make_count(&kernel, "count", 0);
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    const struct falx_nd_range range = cuda_groups(cases[c].groups, cases[c].local);
    launches = 0;
    count_shape(queue, &kernel, 0, &range);
    CHECK_EQ(launches, cases[c].launches);
  }
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* A kernel keeps the shape of its last launch: any other range gets one of its own, whatever it
 * differs in. */
static void count_changes(struct fxa_queue *queue, struct cuda_kernel *kernel) {
  const struct falx_nd_range bases[] = {{3, 1, {64, 6, 4}, {32, 3, 2}, {5, 6, 7}},
                                        {3, 0, {64, 6, 4}, {32, 3, 2}, {5, 6, 7}}};
  for (int b = 0; b < 2; b++)
    for (int d = 0; d < 3; d++)
      for (int part = 0; part < 3; part++) {
        struct falx_nd_range other = bases[b];
        size_t *const changed[] = {other.global, other.local, other.offset};
        changed[part][d] *= part == 1 ? 1 : 2;
        if (part == 1)
          changed[part][d] /= d == 1 ? 3 : 2;
        for (int twice = 0; twice < 2; twice++) {
          count_shape(queue, kernel, 7, &bases[b]);
          count_again(queue, kernel, 7, &bases[b]);
          count_shape(queue, kernel, 7, &other);
        }
        count_shape(queue, kernel, 7, &bases[!b]);
      }
}

struct changing {
  struct fxa_queue *queue;
  struct cuda_kernel *kernel;
};
static void *change_ranges(void *data) {
  const struct changing *changing = data;
  for (int i = 0; i < 4; i++)
    count_changes(changing->queue, changing->kernel);
  return NULL;
}

static void changing_ranges(void) {
  enum { THREADS = 3 };
  pthread_t threads[THREADS];
  test_open();
  struct changing changing = {test_queue(FALX_QUEUE_IN_ORDER), NULL};
  struct cuda_kernel kernel = {0};
  make_count(&kernel, "count", 7);
  changing.kernel = &kernel;
  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_create(&threads[i], NULL, change_ranges, &changing), 0);
  change_ranges(&changing);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(changing.queue);
  test_close();
}

/* ---- shared: notes what it was given ---- */

static struct {
  uint32_t offsets[5], shared, count;
} given;

static void run_shared(const struct fake_launch *launch) {
  given.shared = launch->shared;
  given.count = launch->parameter_count;
  for (unsigned i = 0; i < launch->parameter_count; i++)
    memcpy(&given.offsets[i], launch->parameters[i], sizeof given.offsets[i]);
}

static void shared_memory(void) {
  static const char ptx[] = PTX_HEAD ".visible .entry shared(.param .u32 a, .param .u32 b,\n"
                                     ".param .u32 scratch, .param .u32 memory)\n{ ret; }\n";
  static const struct fxa_arg args[] = {{0, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0},
                                        {8, 8, FALX_PARAM_LOCAL_ACCESSOR, 0, 0},
                                        {16, 8, FALX_PARAM_WORK_GROUP_MEMORY, 1, 0}};
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct cuda_kernel kernel = {.record = {.functor_size = 24,
                                          .frame_sub_group_bytes = 48,
                                          .flags = FALX_KERNEL_USES_LAUNCH_MEMORY}};
  cuda_kernel_make(&kernel, ptx, "shared", args, 3);
  const struct falx_nd_range range =
      cuda_groups((const size_t[]){2, 1, 1}, (const size_t[]){100, 1, 1}); /* four warps */
  uint64_t functor[3] = {100, 5000, 256};
  struct fxa_launch launch = {
      .range = &range, .functor = functor, .functor_size = sizeof functor, .launch_memory = 1000};
  struct fxa_event *event = test_event();
  OK(test_table->enqueue_kernel(queue, kernel.handle, &launch, NULL, 0, event));
  test_wait_release(event);
  static const uint32_t expected[] = {0, 128, 384, 640};
  CHECK_EQ(given.count, 4);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(given.offsets[i], expected[i]);
  CHECK_EQ(given.shared, 1640);
  functor[0] = 200000; /* more than every kernel may have */
  event = test_event();
  OK(test_table->enqueue_kernel(queue, kernel.handle, &launch, NULL, 0, event));
  test_wait_release(event);
  CHECK(given.shared > 200000);
  functor[0] = 232448;
  event = test_event();
  CHECK_EQ(test_table->enqueue_kernel(queue, kernel.handle, &launch, NULL, 0, event),
           FALX_ERROR_MEMORY_ALLOCATION);
  CHECK(strstr(test_error(), "local memory"));
  test_event_discard(event);
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* Whatever context a thread has current, or none, a launch goes to its device's, and leaves that
 * one current, or its own. */
static void launch_in_others(void) {
  struct fxa_device *const *devices;
  struct fxa_context *other;
  uintptr_t handle;
  size_t count;
  CUresult (*get)(CUcontext *) = NULL, (*set)(CUcontext) = NULL;
  cuda_open("FALX_CUDA_DEVICES", "2");
  cuda_symbol("cuCtxGetCurrent", &get);
  cuda_symbol("cuCtxSetCurrent", &set);
  OK(test_table->devices(&devices, &count));
  OK(test_table->context_create(&devices[1], 1, &other));
  OK(test_table->native_handle(FALX_NATIVE_CONTEXT, other, &handle));
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct cuda_kernel kernel = {0};
  make_count(&kernel, "count", 0);
  const struct falx_nd_range range = cuda_range(100, 1, 1);
  CUcontext own, currents[] = {NULL, NULL, (CUcontext)handle, (CUcontext)handle, NULL};
  CHECK(get(&own) == CUDA_SUCCESS && own && own != currents[2]);
  for (size_t i = 0; i < sizeof currents / sizeof *currents; i++) {
    CUcontext after = NULL;
    CHECK_EQ(set(currents[i]), CUDA_SUCCESS);
    count_shape(queue, &kernel, 0, &range);
    CHECK(set(currents[i]) == CUDA_SUCCESS && count_again(queue, &kernel, 0, &range));
    CHECK_EQ(get(&after), CUDA_SUCCESS);
    CHECK(after == (currents[i] ? currents[i] : own));
  }
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_table->context_destroy(other);
  test_close();
}

/* As drivers take them, and as one would that refuses them. */
static void other_contexts(void) {
  launch_in_others();
  CHECK(setenv("FALX_CUDA_STRICT", "1", 1) == 0);
  launch_in_others();
  CHECK(unsetenv("FALX_CUDA_STRICT") == 0);
}

/* All work-groups at the same time, or none. */
static void cooperative(void) {
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct cuda_kernel kernel = {0};
  make_count(&kernel, "count", 0);
  for (size_t groups = 264; groups <= 265; groups++) {
    const struct falx_nd_range range =
        cuda_groups((const size_t[]){groups, 1, 1}, (const size_t[]){1024, 1, 1});
    uint64_t errors = 0;
    uint32_t *counts = calloc(groups * 1024, sizeof *counts);
    const struct count functor = {counts, &errors, 0};
    const struct fxa_launch launch = {
        .range = &range, .functor = &functor, .functor_size = sizeof functor, .has_root_sync = 1};
    struct fxa_event *event = test_event();
    falx_status status = test_table->enqueue_kernel(queue, kernel.handle, &launch, NULL, 0, event);
    CHECK_EQ(status, groups == 264 ? FALX_SUCCESS : FALX_ERROR_ND_RANGE);
    if (status == FALX_SUCCESS) {
      test_wait_release(event);
      CHECK(errors == 0 && counts[groups * 1024 - 1] == 1);
    } else {
      CHECK(strstr(test_error(), "COOPERATIVE_LAUNCH_TOO_LARGE"));
      test_event_discard(event);
    }
    free(counts);
  }
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* ---- What cannot run is refused with a word ---- */

static void refused(struct fxa_queue *queue, struct cuda_kernel *kernel,
                    const struct falx_nd_range *range, const char *word) {
  const struct count functor = {0};
  struct fxa_event *event = test_event();
  CHECK_EQ(cuda_launch(queue, kernel, range, &functor, NULL, 0, event), FALX_ERROR_ND_RANGE);
  CHECK(!test_table->launch_prepare(kernel->handle, range));
  if (!strstr(test_error(), word))
    fprintf(stderr, "%s\n", test_error());
  CHECK(strstr(test_error(), word));
  test_event_discard(event);
}

static void refusals(void) {
  test_open();
  struct fxa_queue *queue = test_queue(0);
  struct cuda_kernel kernel = {0}, few = {0}, fixed = {.record.reqd_work_group_size = {8, 1, 1}};
  make_count(&kernel, "count", 7);
  make_count(&few, "few", 7);
  make_count(&fixed, "count", 0);
  const size_t one[3] = {1, 1, 1};
  struct falx_nd_range range = cuda_groups(one, (const size_t[]){1, 1, 65});
  refused(queue, &kernel, &range, "at most 64");
  range = cuda_groups(one, (const size_t[]){128, 1, 1});
  refused(queue, &few, &range, "at most 96");
  CHECK(strstr(test_error(), "32 registers"));
  range = cuda_range(1, (size_t)1 << 31, 1);
  refused(queue, &kernel, &range, "-fno-sycl-id-queries-fit-in-int");
  range = cuda_range(12, 1, 1);
  refused(queue, &fixed, &range, "no multiple");
  range = cuda_range(1, 1, 1);
  unsigned char functor[128] = {0};
  const struct fxa_launch launch = {.range = &range, .functor = functor, .functor_size = 128};
  struct fxa_event *event = test_event();
  CHECK_EQ(test_table->enqueue_kernel(queue, kernel.handle, &launch, NULL, 0, event),
           FALX_ERROR_KERNEL_ARGUMENT);
  range.global[1] = 0; /* nothing to do */
  OK(cuda_launch(queue, &kernel, &range, functor, NULL, 0, event));
  test_wait_release(event);
  cuda_kernel_free(&kernel);
  cuda_kernel_free(&few);
  cuda_kernel_free(&fixed);
  test_table->queue_destroy(queue);
  test_close();
}

void falx_fake_kernel(const struct fake_launch *launch) {
  if (strcmp(launch->name, "shared") == 0)
    run_shared(launch);
  else if (strcmp(launch->name, "step") == 0)
    cuda_step_run(launch);
  else if (strcmp(launch->name, "count") == 0 || strcmp(launch->name, "few") == 0)
    run_count(launch);
}

const struct test launch_tests[] = {{"ranges", ranges},
                                    {"groups", groups},
                                    {"changing_ranges", changing_ranges},
                                    {"shared_memory", shared_memory},
                                    {"other_contexts", other_contexts},
                                    {"cooperative", cooperative},
                                    {"launch_refusals", refusals},
                                    {NULL, NULL}};
