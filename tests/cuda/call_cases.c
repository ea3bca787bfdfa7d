/* Every call of the driver fails once; what a simple program asks of the driver. */
#include "tests/cuda/cases.h"

/* ---- The k-th call fails: the driver asks for it ---- */

/* Those that only ask how far a stream is are counted apart: a thread asks in its own time. */
static unsigned wanted, asked; /* atomic */
static bool queries_fail;
EXPORT bool falx_fault_fails(const char *what);
bool falx_fault_fails(const char *what) {
  if (strcmp(what, "cuStreamQuery") == 0 || strcmp(what, "cuEventQuery") == 0)
    return queries_fail;
  return __atomic_add_fetch(&asked, 1, __ATOMIC_SEQ_CST) ==
         __atomic_load_n(&wanted, __ATOMIC_SEQ_CST);
}

static void ignore(void *user) {
  (void)user;
}

/* A failing call leaves nothing behind, and says what failed. */
static bool is_fine(falx_status status) {
  if (status == FALX_SUCCESS)
    return true;
  CHECK(strncmp(test_error(), "cuda: ", 6) == 0);
  return false;
}

/* A wait that failed is made again. */
static bool ends_well(struct fxa_event *event) {
  bool is_all_fine = is_fine(test_table->event_wait(event));
  for (int i = 0; i < 3 && test_state(event) != FXA_EVENT_COMPLETE; i++)
    is_all_fine &= is_fine(test_table->event_wait(event));
  CHECK_EQ(test_state(event), FXA_EVENT_COMPLETE);
  CHECK_EQ(test_table->event_wait(event), event->status);
  return is_all_fine && event->status == FALX_SUCCESS;
}

/* One of each command; none that waits for one that could not be submitted, as a part of that may
 * run. False: something failed. */
static bool use_queue(struct fxa_queue *queue, struct cuda_kernel *kernel, unsigned char *memory,
                      void *shared) {
  enum { COMMANDS = 8 };
  static const size_t pitch[2] = {32, 128}, region[3] = {16, 2, 2};
  uint64_t value = 0, ns;
  const struct cuda_step step = {.output = &value, .seed = 3};
  struct falx_nd_range range = cuda_range(1000, 1, 1);
  unsigned char host[256] = {1};
  struct fxa_event *events[COMMANDS];
  bool is_made[COMMANDS] = {false}, is_all_fine = true;
  for (int i = 0; i < COMMANDS; i++)
    events[i] = test_event();
#define TRY(i, call) is_all_fine &= is_made[i] = is_fine(call)
  TRY(0, test_table->enqueue_fill(queue, memory, "ab", 2, 32, NULL, 0, events[0]));
  if (is_made[0]) {
    TRY(1, test_table->enqueue_fill(queue, memory + 1024, "abc", 3, 20, events, 1, events[1]));
    TRY(2, test_table->enqueue_copy(queue, memory + 512, memory, 64, events, 1, events[2]));
  }
  TRY(3, test_table->enqueue_copy_box(queue, memory + 2048, pitch, host, pitch, region, NULL, 0,
                                      events[3]));
  TRY(4, cuda_launch(queue, kernel, &range, &step, NULL, 0, events[4]));
  TRY(5, test_table->enqueue_prefetch(queue, shared, 64, NULL, 0, events[5]));
  TRY(6, test_table->enqueue_advise(queue, shared, 64, 1, NULL, 0, events[6]));
  TRY(7, test_table->enqueue_marker(queue, NULL, 0, events[7]));
#undef TRY
  if (is_made[4])
    is_all_fine &= is_fine(test_table->event_notify(events[4], ignore, NULL));
  for (int i = 0; i < COMMANDS; i++)
    if (is_made[i])
      is_all_fine &= ends_well(events[i]);
  falx_status finished = test_table->queue_finish(queue);
  is_all_fine &= is_fine(finished);
  if (is_made[4] && events[4]->status == FALX_SUCCESS) {
    falx_status status = test_table->event_profiling(events[4], FALX_PROFILING_END, &ns);
    is_all_fine &= status == FALX_ERROR_PROFILING || is_fine(status);
  }
  for (int i = 0; i < COMMANDS; i++)
    is_made[i] ? test_event_release(events[i]) : test_event_discard(events[i]);
  return is_all_fine;
}

/* A list of one of each, that is changed, and runs twice. False: something failed. */
static bool use_list(struct fxa_queue *queue, struct cuda_kernel *kernel, unsigned char *memory) {
  static const size_t pitch[2] = {32, 128};
  static const uint32_t waits[] = {0, 1, 2, 3, 1};
  const uint32_t number = 2;
  uint64_t value = 0;
  struct cuda_step step = {.output = &value, .seed = 3};
  struct falx_nd_range range = cuda_range(1000, 1, 1);
  const struct fxa_launch launch = {.range = &range, .functor = &step, .functor_size = sizeof step};
  struct fxa_list_command commands[5] = {
      {.kind = FXA_LIST_FILL},
      {.kind = FXA_LIST_COPY, .waits = waits, .wait_count = 1},
      {.kind = FXA_LIST_KERNEL, .waits = waits, .wait_count = 2},
      {.kind = FXA_LIST_COPY_BOX, .waits = waits, .wait_count = 3},
      {.kind = FXA_LIST_EMPTY, .waits = waits + 1, .wait_count = 4} /* one of them twice */};
  commands[0].u.fill.destination = memory;
  commands[0].u.fill.pattern = "ab";
  commands[0].u.fill.pattern_size = 2;
  commands[0].u.fill.count = 32;
  commands[1].u.copy.destination = memory + 512;
  commands[1].u.copy.source = memory;
  commands[1].u.copy.bytes = 64;
  commands[2].u.kernel.kernel = kernel->handle;
  commands[2].u.kernel.launch = &launch;
  commands[3].u.box.destination = memory + 2048;
  commands[3].u.box.source = memory;
  memcpy(commands[3].u.box.destination_pitch, pitch, sizeof pitch);
  memcpy(commands[3].u.box.source_pitch, pitch, sizeof pitch);
  commands[3].u.box.region[0] = 16;
  commands[3].u.box.region[1] = commands[3].u.box.region[2] = 2;
  struct fxa_list *list;
  falx_status made = test_table->list_create(test_context, test_device, commands, 5, &list);
  if (!is_fine(made))
    return false;
  bool is_all_fine = true;
  for (uint64_t seed = 3; seed < 5; seed++) {
    struct fxa_event *event = test_event();
    bool is_made = is_fine(test_table->list_enqueue(queue, list, NULL, 0, event));
    bool is_right = is_made && ends_well(event);
    CHECK(!is_right || value == seed);
    CHECK(!is_right || memcmp(memory + 512, "abab", 4) == 0);
    CHECK(!is_right || memcmp(memory + 2048 + 32 + 128, memory + 32 + 128, 16) == 0);
    is_made ? test_event_release(event) : test_event_discard(event);
    is_all_fine &= is_right;
    if (!is_made) /* what it could not tell the end of may run */
      break;
    step.seed = seed + 1;
    falx_status changed = test_table->list_update(list, &number, &commands[2], 1);
    is_all_fine &= is_fine(changed);
    if (changed != FALX_SUCCESS)
      break;
  }
  is_all_fine &= is_fine(test_table->queue_finish(queue));
  test_table->list_destroy(list);
  return is_all_fine;
}

static bool use_context(void) {
  bool is_all_fine = true;
  void *memory = NULL, *host = NULL, *shared = NULL;
  struct cuda_kernel kernel = {
      .record = {.version = FALX_KERNEL_RECORD_VERSION, .functor_size = sizeof(struct cuda_step)}};
  static const struct fxa_arg arg = {0, sizeof(struct cuda_step), FALX_PARAM_STD_LAYOUT, 1, 0};
  const struct cuda_image image = cuda_image(cuda_step_ptx);
  const struct falx_image *images[2] = {&image.image, &image.image};
  is_all_fine &= is_fine(
      test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 4096, 1024, &memory));
  is_all_fine &=
      is_fine(test_table->usm_alloc(test_context, test_device, FALX_USM_HOST, 100, 0, &host));
  is_all_fine &=
      is_fine(test_table->usm_alloc(test_context, test_device, FALX_USM_SHARED, 100, 0, &shared));
  for (size_t linked = 1; linked <= 2; linked++) {
    bool has_program = is_fine(
        test_table->program_create(test_context, test_device, images, linked, &kernel.program));
    is_all_fine &= has_program;
    if (has_program && is_fine(test_table->kernel_create(kernel.program, "step", &kernel.record,
                                                         &arg, 1, &kernel.handle))) {
      for (uint32_t flags = 0; flags < 4 && memory && shared; flags++) {
        struct fxa_queue *queue;
        if (is_fine(test_table->queue_create(test_context, test_device, flags, &queue))) {
          is_all_fine &= use_queue(queue, &kernel, memory, shared);
          is_all_fine &= use_list(queue, &kernel, memory);
          test_table->queue_destroy(queue);
        } else {
          is_all_fine = false;
        }
      }
      test_table->kernel_destroy(kernel.handle);
    } else {
      is_all_fine = false;
    }
    if (has_program)
      test_table->program_destroy(kernel.program);
  }
  if (memory)
    test_table->usm_free(test_context, memory);
  if (host)
    test_table->usm_free(test_context, host);
  if (shared)
    test_table->usm_free(test_context, shared);
  return is_all_fine;
}

/* From opening to closing; the call with this number fails. */
static bool use_all(unsigned k) {
  struct fxa_device *const *devices;
  size_t count;
  bool is_all_fine;
  __atomic_store_n(&asked, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&wanted, k, __ATOMIC_SEQ_CST);
  if (!is_fine(test_try_init()))
    return false;
  OK(test_table->devices(&devices, &count));
  test_device = devices[0];
  is_all_fine = is_fine(test_table->device_info(test_device, FALX_DEVICE_ASPECTS, 0, NULL, NULL));
  bool has_context =
      is_all_fine && is_fine(test_table->context_create(&test_device, 1, &test_context));
  is_all_fine &= has_context;
  if (has_context) {
    is_all_fine &= use_context();
    test_table->context_destroy(test_context);
  }
  test_adapter->fini();
  return is_all_fine;
}

static void nothing_is_left(void) {
  const struct fake_counts *counts = cuda_counts();
  CHECK_EQ(test_events_alive(), 0);
  CHECK_EQ(counts->contexts, 0);
  CHECK_EQ(counts->streams, 0);
  CHECK_EQ(counts->events, 0);
  CHECK_EQ(counts->modules, 0);
  CHECK_EQ(counts->links, 0);
  CHECK_EQ(counts->graphs, 0);
  CHECK_EQ(counts->allocations, 0);
}

static void every_call(void) {
  unsigned silent = 0, k = 0;
  bool has_failed = true, is_all_fine = true;
  while (has_failed) {
    is_all_fine = use_all(++k);
    has_failed = __atomic_load_n(&asked, __ATOMIC_SEQ_CST) >= k;
    silent += has_failed && is_all_fine;
    nothing_is_left();
  }
  CHECK(is_all_fine && k > 300);
  /* What can be done without: priorities, marks that nobody asks for, questions about a pointer. */
  CHECK(silent < k / 3);
}

/* Without answers to them a wait finds out. */
static void failing_queries(void) {
  queries_fail = true;
  test_open();
  struct fxa_queue *queue = test_queue(0);
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  uint64_t values[2] = {0, 0}; /* the commands do not depend on each other */
  const struct falx_nd_range range = cuda_range(1, 1, 1);
  struct fxa_event *events[2] = {test_event(), test_event()};
  for (int i = 0; i < 2; i++) {
    const struct cuda_step step = {.output = &values[i], .seed = 3, .spin_ns = 1000000};
    OK(cuda_launch(queue, &kernel, &range, &step, NULL, 0, events[i]));
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(test_state(events[i]), FXA_EVENT_COMPLETE);
    test_wait_release(events[i]);
  }
  CHECK(values[0] == 3 && values[1] == 3);
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
  nothing_is_left();
}

/* Waits that the driver refuses for good end, too. */
static void failing_waits(void) {
  cuda_open("FALX_CUDA_FAIL", "cuStreamSynchronize=999");
  struct fxa_queue *queue = test_queue(0);
  struct fxa_event *event = test_event();
  void *memory;
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 4096, 0, &memory));
  OK(test_table->enqueue_fill(queue, memory, "a", 1, 4096, NULL, 0, event));
  CHECK_EQ(test_table->event_wait(event), FALX_ERROR_RUNTIME);
  CHECK(strstr(test_error(), "CUDA_ERROR_UNKNOWN"));
  CHECK_EQ(test_state(event), FXA_EVENT_COMPLETE);
  test_event_release(event);
  OK(test_table->queue_finish(queue));
  test_table->usm_free(test_context, memory);
  test_table->queue_destroy(queue);
  test_close();
  nothing_is_left();
}

const struct test submission_tests[] = {{"every_call", every_call},
                                        {"failing_queries", failing_queries},
                                        {"failing_waits", failing_waits},
                                        {NULL, NULL}};
