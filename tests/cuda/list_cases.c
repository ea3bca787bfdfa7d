/* Lists of commands as CUDA's graphs: what is asked of the driver, and what is refused. */
#include "tests/cuda/cases.h"

static struct fxa_list_command fill_of(void *memory, const void *pattern, size_t size,
                                       size_t count) {
  struct fxa_list_command command = {.kind = FXA_LIST_FILL};
  command.u.fill.destination = memory;
  command.u.fill.pattern = pattern;
  command.u.fill.pattern_size = size;
  command.u.fill.count = count;
  return command;
}

/* Kernels that follow each other, on a queue with other commands. */
static void chain(void) {
  enum { COMMANDS = 300, RUNS = 3 };
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  static uint64_t values[COMMANDS];
  static struct cuda_step steps[COMMANDS];
  static struct fxa_launch launches[COMMANDS];
  static struct fxa_list_command commands[COMMANDS];
  static uint32_t waits[COMMANDS];
  const struct falx_nd_range range = cuda_range(1, 1, 1);
  for (uint32_t i = 0; i < COMMANDS; i++) {
    steps[i] = (struct cuda_step){.output = &values[i], .seed = i};
    if (i)
      steps[i].inputs[steps[i].input_count++] = &values[i - 1];
    waits[i] = i - 1;
    launches[i] =
        (struct fxa_launch){.range = &range, .functor = &steps[i], .functor_size = sizeof steps[i]};
    commands[i] =
        (struct fxa_list_command){.kind = FXA_LIST_KERNEL, .waits = &waits[i], .wait_count = i > 0};
    commands[i].u.kernel.kernel = kernel.handle;
    commands[i].u.kernel.launch = &launches[i];
  }
  struct fxa_list *list;
  OK(test_table->list_create(test_context, test_device, commands, COMMANDS, &list));
  for (int run = 0; run < RUNS; run++) {
    memset(values, 0, sizeof values);
    struct fxa_event *event = test_event();
    OK(test_table->list_enqueue(queue, list, NULL, 0, event));
    test_wait_release(event);
    uint64_t value = 0;
    for (uint32_t i = 0; i < COMMANDS; i++)
      CHECK_EQ(values[i], value = i + (i ? 31 * value : 0));
  }
  OK(test_table->queue_finish(queue));
  test_table->list_destroy(list);
  CHECK_EQ(cuda_counts()->graphs, 0);
  OK(test_table->list_create(test_context, test_device, NULL, 0, &list));
  struct fxa_event *event = test_event();
  OK(test_table->list_enqueue(queue, list, NULL, 0, event));
  test_wait_release(event);
  test_table->list_destroy(list);
  cuda_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* What is no node of a graph is no error, and leaves nothing behind. */
static void refused(void) {
  test_open();
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  uint64_t value;
  char host[64];
  void *memory;
  struct fxa_list *list;
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 4096, 0, &memory));
  const struct cuda_step step = {.output = &value};
  const struct falx_nd_range range = cuda_range(8, 1, 1), none = cuda_range(0, 1, 1);
  const struct fxa_launch together = {.range = &range,
                                      .functor = &step,
                                      .functor_size = sizeof step,
                                      .has_root_sync = 1},
                          empty = {.range = &none, .functor = &step, .functor_size = sizeof step};
  struct fxa_list_command all[] = {fill_of(memory, "abc", 3, 4), /* copies, on a stream */
                                   fill_of(host, "a", 1, 4),     /* not CUDA's memory */
                                   {.kind = FXA_LIST_KERNEL},
                                   {.kind = FXA_LIST_KERNEL},
                                   {.kind = FXA_LIST_COPY_BOX}};
  all[2].u.kernel.kernel = all[3].u.kernel.kernel = kernel.handle;
  all[2].u.kernel.launch = &together;
  all[3].u.kernel.launch = &empty;
  all[4].u.box.destination = memory;
  all[4].u.box.source = memory;
  all[4].u.box.region[0] = all[4].u.box.region[1] = all[4].u.box.region[2] = 2; /* no pitch */
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    CHECK_EQ(test_table->list_create(test_context, test_device, &all[i], 1, &list),
             FALX_ERROR_NOT_SUPPORTED);
    CHECK_EQ(cuda_counts()->graphs, 0);
  }
  /* Only kernels are changed in place. */
  const uint32_t number = 0;
  struct fxa_list_command fill = fill_of(memory, "a", 1, 4);
  OK(test_table->list_create(test_context, test_device, &fill, 1, &list));
  CHECK_EQ(test_table->list_update(list, &number, &fill, 1), FALX_ERROR_NOT_SUPPORTED);
  test_table->list_destroy(list);
  test_table->usm_free(test_context, memory);
  cuda_kernel_free(&kernel);
  test_close();
}

const struct test list_tests[] = {{"list_chain", chain}, {"list_refused", refused}, {NULL, NULL}};
