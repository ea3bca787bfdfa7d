/* Order: dependencies, in-order queues, markers, notification, profiling, several host threads. */
#include "tests/adapter/harness.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

static uint64_t random_next(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 33;
}

/* A random graph over three queues, compared with the same steps in sequence. */
static void random_graph(void) {
  enum { NODES = 400, ITEMS = 300, QUEUES = 3, ROUNDS = 5 };
  test_open();
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
  struct fxa_queue *queues[QUEUES];
  for (int i = 0; i < QUEUES; i++)
    queues[i] = test_queue(i == 0 ? FALX_QUEUE_IN_ORDER : 0);
  struct test_kernel kernel =
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor));
  uint64_t *values = malloc(sizeof *values * NODES * ITEMS);
  uint64_t *expected = malloc(sizeof *values * NODES * ITEMS);
  uint64_t random = 12345;
  for (int round = 0; round < ROUNDS; round++) {
    struct fxa_event *events[NODES];
    memset(values, 0, sizeof *values * NODES * ITEMS);
    for (uint64_t n = 0; n < NODES; n++) {
      struct fxa_event *waits[8];
      struct step_functor functor = {.seed = n, .output = values + n * ITEMS},
                          serial = {.seed = n, .output = expected + n * ITEMS};
      functor.input_count = serial.input_count = n == 0 ? 0 : random_next(&random) % 5;
      functor.spin_ns = random_next(&random) % 4 == 0 ? 30000 : 0;
      for (uint64_t i = 0; i < functor.input_count; i++) {
        uint64_t from = n - 1 - random_next(&random) % (n < 20 ? n : 20);
        functor.inputs[i] = values + from * ITEMS;
        serial.inputs[i] = expected + from * ITEMS;
        waits[i] = events[from];
      }
      size_t items = random_next(&random) % 2 ? ITEMS : 10;
      struct falx_nd_range range = test_range(items, 1, 1);
      for (uint64_t x = 0; x < ITEMS; x++)
        serial.output[x] = x < items ? step_value(&serial, x) : 0;
      events[n] = test_launch(queues[random_next(&random) % QUEUES], &kernel, &range, &functor,
                              waits, functor.input_count);
    }
    for (int n = NODES - 1; n >= 0; n--)
      test_wait_release(events[n]);
    CHECK(memcmp(values, expected, sizeof *values * NODES * ITEMS) == 0);
  }
  free(values);
  free(expected);
  test_kernel_free(&kernel);
  for (int i = 0; i < QUEUES; i++) {
    OK(test_table->queue_finish(queues[i]));
    test_table->queue_destroy(queues[i]);
  }
  test_close();
}

static void in_order(void) {
  enum { COMMANDS = 3000 };
  test_open();
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct test_kernel kernel =
      test_kernel_simple("order", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct order_functor));
  uint64_t position = 0, done = 0, errors = 0, random = 1;
  for (uint64_t n = 0; n < COMMANDS; n++) {
    static const uint64_t sizes[] = {1, 10, 64, 1000, 100000};
    uint64_t items = sizes[random_next(&random) % 5];
    struct order_functor functor = {&position, &done, &errors,
                                    n,         items, random_next(&random) % 100 == 0 ? 200000 : 0};
    struct falx_nd_range range = test_range(items, 1, 1);
    test_event_release(test_launch(queue, &kernel, &range, &functor, NULL, 0));
    if (random_next(&random) % 50 == 0) {
      OK(test_table->queue_finish(queue));
      CHECK_EQ(position, n + 1);
    }
  }
  OK(test_table->queue_finish(queue));
  CHECK_EQ(position, COMMANDS);
  CHECK_EQ(errors, 0);
  test_kernel_free(&kernel);
  test_table->queue_destroy(queue);
  test_close();
}

/* Nobody waits or helps: the adapter's own threads have to get there. */
static void progress_without_wait(void) {
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  size_t bytes = 3 << 20;
  unsigned char *from = malloc(bytes), *to = calloc(1, bytes);
  memset(from, 7, bytes);
  struct fxa_event *events[10];
  for (int i = 0; i < 10; i++) {
    events[i] = test_event();
    OK(test_table->enqueue_copy(queue, to, from, bytes, NULL, 0, events[i]));
  }
  uint64_t start = test_now();
  while (__atomic_load_n(&events[9]->state, __ATOMIC_ACQUIRE) != FXA_EVENT_COMPLETE) {
    CHECK(test_now() - start < UINT64_C(60000000000));
    sched_yield();
    if (test_table->event_poll)
      test_table->event_poll(events[9]);
  }
  CHECK(memcmp(from, to, bytes) == 0);
  for (int i = 0; i < 10; i++)
    test_event_release(events[i]);
  OK(test_table->queue_finish(queue)); /* everything has let go of the queue then */
  test_table->queue_destroy(queue);
  free(from);
  free(to);
  test_close();
}

static void markers(void) {
  enum { COPIES = 20 };
  test_open();
  struct fxa_queue *queue = test_queue(0);
  size_t bytes = 1 << 20;
  unsigned char *memory = calloc(COPIES + 1, bytes);
  memset(memory, 3, bytes);
  struct fxa_event *events[COPIES];
  for (int i = 0; i < COPIES; i++) { /* a chain */
    events[i] = test_event();
    OK(test_table->enqueue_copy(queue, memory + bytes * (size_t)(i + 1), memory + bytes * (size_t)i,
                                bytes, i > 0 ? &events[i - 1] : NULL, i > 0, events[i]));
  }
  struct fxa_event *all = test_event(), *one = test_event();
  OK(test_table->enqueue_marker(queue, &events[3], 1, one));
  OK(test_table->enqueue_marker(queue, NULL, 0, all));
  test_wait_release(one);
  CHECK_EQ(test_state(events[3]), FXA_EVENT_COMPLETE);
  CHECK_EQ(memory[bytes * 5 - 1], 3);
  test_wait_release(all);
  CHECK_EQ(memory[bytes * (COPIES + 1) - 1], 3);
  for (int i = 0; i < COPIES; i++) {
    CHECK_EQ(test_state(events[i]), FXA_EVENT_COMPLETE);
    test_event_release(events[i]);
  }
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  free(memory);
  test_close();
}

static void count_call(void *user) {
  __atomic_add_fetch((uint32_t *)user, 1, __ATOMIC_SEQ_CST);
}

static void notify(void) {
  enum { ROUNDS = 300 };
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  size_t bytes = 300 << 10;
  unsigned char *from = calloc(1, bytes), *to = calloc(1, bytes);
  uint32_t calls = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    struct fxa_event *event = test_event();
    OK(test_table->enqueue_copy(queue, to, from, i % 3 == 0 ? 10 : bytes, NULL, 0, event));
    OK(test_table->event_notify(event, count_call, &calls));
    OK(test_table->event_notify(event, count_call, &calls));
    if (i % 2)
      test_wait_release(event);
    else
      test_event_release(event);
  }
  OK(test_table->queue_finish(queue));
  /* A callback may still be under way when a wait returns. */
  for (uint64_t start = test_now(); __atomic_load_n(&calls, __ATOMIC_SEQ_CST) != 2 * ROUNDS;)
    CHECK(test_now() - start < UINT64_C(60000000000));
  free(from);
  free(to);
  test_table->queue_destroy(queue);
  test_close();
}

static void profiling(void) {
  test_open();
  struct fxa_queue *queue = test_queue(FALX_QUEUE_PROFILING | FALX_QUEUE_IN_ORDER);
  struct fxa_queue *plain = test_queue(0);
  static unsigned char from[1 << 20], to[1 << 20];
  uint64_t before = test_now(), last = before, submit, start, end;
  for (int i = 0; i < 20; i++) {
    struct fxa_event *event = test_event();
    OK(test_table->enqueue_copy(queue, to, from, i % 2 ? sizeof to : 8, NULL, 0, event));
    OK(test_table->event_profiling(event, FALX_PROFILING_SUBMIT, &submit));
    OK(test_table->event_profiling(event, FALX_PROFILING_START, &start));
    OK(test_table->event_profiling(event, FALX_PROFILING_END, &end));
    CHECK(before <= submit && submit <= start && start <= end && last <= start);
    last = end;
    test_wait_release(event);
  }
  struct fxa_event *event = test_event();
  OK(test_table->enqueue_copy(plain, to, from, 8, NULL, 0, event));
  OK(test_table->event_wait(event));
  CHECK_EQ(test_table->event_profiling(event, FALX_PROFILING_END, &end), FALX_ERROR_PROFILING);
  CHECK(strstr(test_error(), "enable_profiling"));
  test_event_release(event);
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  test_table->queue_destroy(plain);
  test_close();
}

/* ---- Eight host threads, one in-order queue and one out-of-order queue ---- */

struct submitter {
  pthread_t thread;
  struct fxa_queue *in_order, *out_of_order;
  struct test_kernel *order, *step;
  uint64_t *inside, *shared_errors, *done; /* done: work-items that ran in the in-order queue */
  uint64_t seed, submitted;
};

static void *submit_many(void *user) {
  enum { ROUNDS = 400, ITEMS = 500 };
  struct submitter *self = user;
  uint64_t random = self->seed, output[2][ITEMS];
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t items = random_next(&random) % 3 == 0 ? 2000 : 16;
    /* position stays 0: what is checked is that nothing is lost and nothing hangs */
    struct order_functor order = {self->inside, self->done, self->shared_errors, 0, UINT64_MAX, 0};
    struct falx_nd_range range = test_range(items, 1, 1);
    struct fxa_event *first = test_launch(self->in_order, self->order, &range, &order, NULL, 0);
    self->submitted += items;
    struct step_functor steps[2] = {
        {.seed = self->seed, .output = output[0], .spin_ns = random_next(&random) % 20000},
        {.seed = 1, .inputs = {output[0]}, .input_count = 1, .output = output[1]}};
    range = test_range(ITEMS, 1, 1);
    struct fxa_event *waits[2] = {first, NULL};
    waits[1] = test_launch(self->out_of_order, self->step, &range, &steps[0], waits, 1);
    struct fxa_event *last =
        test_launch(self->out_of_order, self->step, &range, &steps[1], waits, 2);
    if (random_next(&random) % 8 == 0)
      OK(test_table->queue_finish(self->in_order));
    test_wait_release(last);
    for (uint64_t x = 0; x < ITEMS; x++)
      CHECK_EQ(output[1][x], (1 + x) * 31 + self->seed + x);
    test_event_release(waits[0]);
    test_event_release(waits[1]);
  }
  return NULL;
}

static void host_threads(void) {
  enum { THREADS = 8 };
  test_open();
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
  struct submitter submitters[THREADS];
  struct fxa_queue *in_order = test_queue(FALX_QUEUE_IN_ORDER), *out_of_order = test_queue(0);
  struct test_kernel order =
      test_kernel_simple("order", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct order_functor));
  struct test_kernel step =
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor));
  uint64_t inside = 0, errors = 0, done = 0, submitted = 0;
  for (uint64_t i = 0; i < THREADS; i++) {
    submitters[i] = (struct submitter){.in_order = in_order,
                                       .out_of_order = out_of_order,
                                       .order = &order,
                                       .step = &step,
                                       .inside = &inside,
                                       .shared_errors = &errors,
                                       .done = &done,
                                       .seed = i + 1};
    CHECK(pthread_create(&submitters[i].thread, NULL, submit_many, &submitters[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(submitters[i].thread, NULL);
    submitted += submitters[i].submitted;
  }
  OK(test_table->queue_finish(in_order));
  OK(test_table->queue_finish(out_of_order));
  CHECK_EQ(done, submitted);
  CHECK_EQ(errors, 0);
  test_kernel_free(&order);
  test_kernel_free(&step);
  test_table->queue_destroy(in_order);
  test_table->queue_destroy(out_of_order);
  test_close();
}

/* In an in-order queue nothing overlaps, whoever submits: plain memory shows it (and TSan). */
static void *increment_many(void *user) {
  struct submitter *self = user;
  for (int round = 0; round < 2000; round++) {
    struct step_functor add = {.seed = 1,
                               .inputs = {self->inside},
                               .input_count = 1,
                               .output = self->inside,
                               .spin_ns = round % 500 == 0 ? 50000 : 0};
    struct falx_nd_range range = test_range(1, 1, 1); /* value = 31 + value: not atomic */
    test_event_release(test_launch(self->in_order, self->step, &range, &add, NULL, 0));
  }
  return NULL;
}

static void in_order_excludes(void) {
  enum { THREADS = 4 };
  test_open();
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
  struct submitter submitters[THREADS];
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  struct test_kernel step =
      test_kernel_simple("step", FALX_KERNEL_DISPATCH_ITEMS, sizeof(struct step_functor));
  uint64_t value = 0;
  for (int i = 0; i < THREADS; i++) {
    submitters[i] = (struct submitter){.in_order = queue, .step = &step, .inside = &value};
    CHECK(pthread_create(&submitters[i].thread, NULL, increment_many, &submitters[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(submitters[i].thread, NULL);
  OK(test_table->queue_finish(queue));
  CHECK_EQ(value, 31 * 2000 * THREADS);
  test_kernel_free(&step);
  test_table->queue_destroy(queue);
  test_close();
}

const struct test graph_tests[] = {{"random_graph", random_graph},
                                   {"in_order", in_order},
                                   {"in_order_excludes", in_order_excludes},
                                   {"progress_without_wait", progress_without_wait},
                                   {"markers", markers},
                                   {"notify", notify},
                                   {"profiling", profiling},
                                   {"host_threads", host_threads},
                                   {NULL, NULL}};
