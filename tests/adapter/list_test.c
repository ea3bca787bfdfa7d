/* Lists of commands: order within a list and between executions, updates, failures. */
#include "tests/adapter/harness.h"

static uint64_t random_next(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 33;
}

static void open_for_lists(void) {
  test_open();
  if (test_table->list_create && test_computes)
    return;
  test_close();
  exit(SKIPPED);
}

static struct fxa_list *list_of(const struct fxa_list_command *commands, size_t count) {
  struct fxa_list *list;
  OK(test_table->list_create(test_context, test_device, commands, count, &list));
  return list;
}

static struct fxa_event *enqueue(struct fxa_queue *queue, struct fxa_list *list,
                                 struct fxa_event *const *waits, size_t count) {
  struct fxa_event *event = test_event();
  OK(test_table->list_enqueue(queue, list, waits, count, event));
  return event;
}

/* Random lists of kernels that add what earlier ones have written: compared with the same steps in
 * sequence, several executions of each. */
static void random_list(void) {
  enum { NODES = 200, ITEMS = 300, ROUNDS = 6 };
  open_for_lists();
  struct fxa_queue *queue = test_queue(0);
  struct test_kernel kernels[] = {
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor)),
      test_kernel_bounded("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor), 100)};
  uint64_t *values = malloc(sizeof *values * NODES * ITEMS);
  uint64_t *expected = malloc(sizeof *values * NODES * ITEMS);
  uint64_t random = 99;
  for (int round = 0; round < ROUNDS; round++) {
    struct step_functor functors[NODES];
    struct falx_nd_range ranges[NODES];
    struct fxa_launch launches[NODES];
    struct fxa_list_command commands[NODES];
    uint32_t waits[NODES][8];
    for (uint64_t n = 0; n < NODES; n++) {
      struct step_functor serial = {.seed = n, .output = expected + n * ITEMS};
      functors[n] = (struct step_functor){.seed = n, .output = values + n * ITEMS};
      /* Long chains in one round, bushes in another. */
      uint64_t inputs = n == 0 ? 0 : round % 2 ? random_next(&random) % 4 : 1;
      functors[n].spin_ns = random_next(&random) % 16 == 0 ? 20000 : 0;
      functors[n].input_count = serial.input_count = inputs;
      for (uint64_t i = 0; i < inputs; i++) {
        uint64_t reach = round % 2 ? 20 : 1 + (random_next(&random) % 8 == 0) * 10;
        uint64_t from = n - 1 - random_next(&random) % (n < reach ? n : reach);
        functors[n].inputs[i] = values + from * ITEMS;
        serial.inputs[i] = expected + from * ITEMS;
        waits[n][i] = (uint32_t)from;
      }
      size_t items = random_next(&random) % 2 ? ITEMS : 10;
      ranges[n] = test_range(items, 1, 1);
      for (uint64_t x = 0; x < ITEMS; x++)
        serial.output[x] = x < items ? step_value(&serial, x) : 0;
      launches[n] = (struct fxa_launch){
          .range = &ranges[n], .functor = &functors[n], .functor_size = sizeof functors[n]};
      commands[n] = (struct fxa_list_command){
          .kind = FXA_LIST_KERNEL, .waits = waits[n], .wait_count = (uint32_t)inputs};
      commands[n].u.kernel.kernel = kernels[random_next(&random) % 2].handle;
      commands[n].u.kernel.launch = &launches[n];
    }
    struct fxa_list *list = list_of(commands, NODES);
    memset(functors, 0, sizeof functors); /* the list has copies */
    for (int run = 0; run < 4; run++) {
      memset(values, 0, sizeof *values * NODES * ITEMS);
      test_wait_release(enqueue(queue, list, NULL, 0));
      CHECK(memcmp(values, expected, sizeof *values * NODES * ITEMS) == 0);
    }
    OK(test_table->queue_finish(queue));
    test_table->list_destroy(list);
  }
  free(values);
  free(expected);
  for (int i = 0; i < 2; i++)
    test_kernel_free(&kernels[i]);
  test_table->queue_destroy(queue);
  test_close();
}

/* Executions of one list wait in queues, and run one after the other. */
static void in_flight(void) {
  enum { COMMANDS = 30, RUNS = 40 };
  open_for_lists();
  struct fxa_queue *queues[] = {test_queue(FALX_QUEUE_IN_ORDER), test_queue(0)};
  uint64_t *cells = calloc(COMMANDS + 1, sizeof *cells);
  struct fxa_list_command commands[COMMANDS + 1];
  uint32_t waits[COMMANDS + 1];
  static const unsigned char zero;
  for (uint32_t i = 0; i < COMMANDS; i++) { /* cells[0] moves to the end, cell by cell */
    waits[i] = i - 1;
    commands[i] =
        (struct fxa_list_command){.kind = FXA_LIST_COPY, .waits = &waits[i], .wait_count = i > 0};
    commands[i].u.copy.destination = &cells[i + 1];
    commands[i].u.copy.source = &cells[i];
    commands[i].u.copy.bytes = sizeof *cells;
  }
  waits[COMMANDS] = 0;
  commands[COMMANDS] =
      (struct fxa_list_command){.kind = FXA_LIST_FILL, .waits = &waits[COMMANDS], .wait_count = 1};
  commands[COMMANDS].u.fill.destination = &cells[0];
  commands[COMMANDS].u.fill.pattern = &zero;
  commands[COMMANDS].u.fill.pattern_size = 1;
  commands[COMMANDS].u.fill.count = sizeof *cells;
  struct fxa_list *list = list_of(commands, COMMANDS + 1);
  uint64_t *results = calloc(RUNS, sizeof *results), *seeds = calloc(RUNS, sizeof *seeds);
  struct fxa_event *last = NULL;
  for (uint64_t run = 0; run < RUNS; run++) {
    struct fxa_queue *queue = queues[run % 3 == 0];
    struct fxa_event *seed = test_event(), *result = test_event();
    seeds[run] = run + 5;
    OK(test_table->enqueue_copy(queue, &cells[0], &seeds[run], sizeof *cells, last ? &last : NULL,
                                last != NULL, seed));
    struct fxa_event *done = enqueue(queue, list, &seed, 1);
    OK(test_table->enqueue_copy(queue, &results[run], &cells[COMMANDS], sizeof *cells, &done, 1,
                                result));
    test_event_release(seed);
    test_event_release(done);
    if (last)
      test_event_release(last);
    last = result;
  }
  test_wait_release(last);
  for (uint64_t run = 0; run < RUNS; run++)
    CHECK_EQ(results[run], run + 5);
  CHECK_EQ(cells[0], 0);
  for (int i = 0; i < 2; i++) {
    OK(test_table->queue_finish(queues[i]));
    test_table->queue_destroy(queues[i]);
  }
  test_table->list_destroy(list);
  free(cells);
  free(results);
  free(seeds);
  test_close();
}

static void update(void) {
  open_for_lists();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct test_kernel kernel =
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor));
  uint64_t values[2][8] = {{0}}, copy[8] = {0};
  struct step_functor functor = {.seed = 3, .output = values[0]};
  struct falx_nd_range range = test_range(8, 1, 1);
  struct fxa_launch launch = {.range = &range, .functor = &functor, .functor_size = sizeof functor};
  const uint32_t waits[] = {0, 1}, number = 1;
  struct fxa_list_command commands[3] = {{.kind = FXA_LIST_EMPTY},
                                         {.kind = FXA_LIST_KERNEL, .waits = waits, .wait_count = 1},
                                         {.kind = FXA_LIST_COPY, .waits = waits, .wait_count = 2}};
  commands[1].u.kernel.kernel = kernel.handle;
  commands[1].u.kernel.launch = &launch;
  commands[2].u.copy.destination = copy;
  commands[2].u.copy.source = values[0];
  commands[2].u.copy.bytes = sizeof copy;
  struct fxa_list *list = list_of(commands, 3);
  test_wait_release(enqueue(queue, list, NULL, 0));
  CHECK_EQ(values[0][7], step_value(&functor, 7));
  CHECK_EQ(copy[7], values[0][7]);
  functor.seed = 9;
  functor.output = values[1];
  range = test_range(4, 1, 1);
  if (test_table->list_update) {
    OK(test_table->list_update(list, &number, &commands[1], 1));
    test_wait_release(enqueue(queue, list, NULL, 0));
    CHECK_EQ(values[1][3], step_value(&functor, 3));
    CHECK_EQ(values[1][4], 0);
  }
  OK(test_table->queue_finish(queue));
  test_table->list_destroy(list);
  /* No commands at all. */
  list = list_of(commands, 0);
  test_wait_release(enqueue(queue, list, NULL, 0));
  OK(test_table->queue_finish(queue));
  test_table->list_destroy(list);
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* A chain of kernels with bounds is one command: nothing is allocated when it runs. */
static void no_allocation(void) {
  enum { COMMANDS = 1000, RUNS = 20 };
  open_for_lists();
  if (test_allocations() < 0) {
    test_close();
    exit(SKIPPED);
  }
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct test_kernel kernel =
      test_kernel_bounded("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor), 10);
  static struct fxa_list_command commands[COMMANDS];
  static uint32_t waits[COMMANDS];
  uint64_t value[4];
  struct step_functor functor = {.seed = 1, .output = value};
  struct falx_nd_range range = test_range(4, 1, 1);
  struct fxa_launch launch = {.range = &range, .functor = &functor, .functor_size = sizeof functor};
  for (uint32_t i = 0; i < COMMANDS; i++) {
    waits[i] = i - 1;
    commands[i] =
        (struct fxa_list_command){.kind = FXA_LIST_KERNEL, .waits = &waits[i], .wait_count = i > 0};
    commands[i].u.kernel.kernel = kernel.handle;
    commands[i].u.kernel.launch = &launch;
  }
  struct fxa_list *list = list_of(commands, COMMANDS);
  struct fxa_event *events[RUNS];
  for (int i = 0; i < RUNS; i++)
    events[i] = test_event();
  OK(test_table->list_enqueue(queue, list, NULL, 0, events[0])); /* threads, edges */
  OK(test_table->list_enqueue(queue, list, NULL, 0, events[1]));
  OK(test_table->queue_finish(queue));
  long before = test_allocations();
  for (int i = 2; i < RUNS; i++)
    OK(test_table->list_enqueue(queue, list, NULL, 0, events[i]));
  OK(test_table->queue_finish(queue));
  CHECK(test_allocations() - before < COMMANDS); /* for executions, not for commands */
  for (int i = 0; i < RUNS; i++)
    test_wait_release(events[i]);
  OK(test_table->queue_finish(queue));
  test_table->list_destroy(list);
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

const struct test list_tests[] = {{"random_list", random_list},
                                  {"lists_in_flight", in_flight},
                                  {"list_update", update},
                                  {"list_no_allocation", no_allocation},
                                  {NULL, NULL}};
