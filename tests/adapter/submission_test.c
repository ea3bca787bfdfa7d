/* What runs within enqueue, and what waits for what: kernels that spin until the host, or
 * another kernel, sets their flag. A failure shows as the suite's timeout. */
#include "tests/adapter/harness.h"

#include <sched.h>

enum { MOST = 16, FLAGS = FALX_KERNEL_DISPATCH_ITEMS };

static uint32_t threads;

static void open(void) {
  test_open();
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
  OK(test_table->device_info(test_device, FALX_DEVICE_COMPUTE_UNITS, 4, &threads, NULL));
}

static void set(uint32_t *flag, uint32_t value) {
  __atomic_store_n(flag, value, __ATOMIC_SEQ_CST);
}

static void await(const uint32_t *counter, uint32_t least) {
  while (__atomic_load_n(counter, __ATOMIC_SEQ_CST) < least)
    sched_yield();
}

static bool is_complete(const struct fxa_event *event) {
  return __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE;
}

static struct fxa_event *launch(struct fxa_queue *queue, struct test_kernel *kernel,
                                const struct await_functor *functor) {
  const struct falx_nd_range range = test_range(1, 1, 1);
  return test_launch(queue, kernel, &range, functor, NULL, 0);
}

/* The host sets the flag after the launch, and waits then, or lets the adapter's threads get there
 * by themselves; launches before, which found it set, were short. */
static void host_sets_the_flag(void) {
  open();
  for (uint32_t kind = 0; kind < 2; kind++) {
    struct fxa_queue *queue = test_queue(kind ? FALX_QUEUE_IN_ORDER : 0);
    struct test_kernel kernel =
        test_kernel_simple("await_flag", FLAGS, sizeof(struct await_functor));
    uint32_t started = 0, flag = 1;
    const struct await_functor functor = {&started, &flag, 1};
    for (uint32_t round = 0; round < 50; round++)
      test_wait_release(launch(queue, &kernel, &functor));
    for (uint32_t round = 0; round < 20; round++) {
      set(&started, 0), set(&flag, 0);
      struct fxa_event *event = launch(queue, &kernel, &functor);
      CHECK(!is_complete(event));
      if (round % 2)
        await(&started, 1);
      set(&flag, 1);
      if (round % 4 < 2)
        while (!is_complete(event))
          sched_yield();
      test_wait_release(event);
    }
    OK(test_table->queue_finish(queue));
    test_kernel_free(&kernel);
    test_table->queue_destroy(queue);
  }
  test_close();
}

/* As many kernels as there are threads, each in a queue of its own, go on when all have begun. The
 * host waits for one of them, or for none. */
static void kernels_meet(void) {
  open();
  uint32_t count = threads < MOST ? threads : MOST;
  struct fxa_queue *queues[MOST];
  struct fxa_event *events[MOST];
  struct test_kernel kernel = test_kernel_simple("await_flag", FLAGS, sizeof(struct await_functor));
  for (uint32_t i = 0; i < count; i++)
    queues[i] = test_queue(i % 2 ? FALX_QUEUE_IN_ORDER : 0);
  for (uint32_t round = 0; round < 6; round++) {
    uint32_t started = 0;
    const struct await_functor functor = {&started, &started, count};
    for (uint32_t i = 0; i < count; i++)
      events[i] = launch(queues[i], &kernel, &functor);
    if (round % 2)
      await(&started, count);
    for (uint32_t i = 0; i < count; i++)
      test_wait_release(events[round % 3 ? i : count - 1 - i]);
    CHECK_EQ(started, count);
  }
  for (uint32_t i = 0; i < count; i++) {
    OK(test_table->queue_finish(queues[i]));
    test_table->queue_destroy(queues[i]);
  }
  test_kernel_free(&kernel);
  test_close();
}

/* The host waits for other work than the kernel that waits for the host: it must not run that
 * kernel meanwhile, even if every thread is in one. */
static void host_waits_for_others(void) {
  open();
  struct fxa_queue *spins = test_queue(0), *works = test_queue(FALX_QUEUE_IN_ORDER);
  struct test_kernel spinning =
      test_kernel_simple("await_flag", FLAGS, sizeof(struct await_functor));
  struct test_kernel stepping = test_kernel_simple("step", FLAGS, sizeof(struct step_functor));
  enum { ITEMS = 4096 };
  uint64_t *output = calloc(ITEMS, sizeof *output);
  const struct step_functor step = {.seed = 1, .output = output, .spin_ns = 100000};
  const struct falx_nd_range range = test_range(ITEMS, 1, 1);
  uint32_t count = threads < MOST ? threads : MOST;
  for (uint32_t round = 0; round < 8; round++) {
    uint32_t started = 0, flag = 0;
    const struct await_functor functor = {&started, &flag, 1};
    struct fxa_event *waiting[MOST];
    uint32_t spinners = round < 4 ? 1 : count;
    for (uint32_t i = 0; i < spinners; i++)
      waiting[i] = launch(spins, &spinning, &functor);
    if (round & 1)
      await(&started, spinners);
    struct fxa_event *first = test_launch(works, &stepping, &range, &step, NULL, 0);
    struct fxa_event *second = test_launch(works, &stepping, &range, &step, NULL, 0);
    if (round & 2)
      OK(test_table->queue_finish(works));
    test_wait_release(second);
    test_wait_release(first);
    CHECK_EQ(output[ITEMS - 1], step_value(&step, ITEMS - 1));
    set(&flag, 1);
    for (uint32_t i = 0; i < spinners; i++)
      test_wait_release(waiting[i]);
  }
  OK(test_table->queue_finish(spins));
  OK(test_table->queue_finish(works));
  free(output);
  test_kernel_free(&spinning);
  test_kernel_free(&stepping);
  test_table->queue_destroy(spins);
  test_table->queue_destroy(works);
  test_close();
}

/* Within enqueue: what is known to be short, and nothing else. */
static void short_kernels(void) {
  open();
  static const struct {
    uint32_t item_cost;
    size_t items;
    bool is_short;
  } cases[] = {{10, 1, true}, {10, 64, true}, {1 << 21, 1, false},  {10, 1 << 20, false},
               {0, 1, false}, {0, 64, false}, {INT32_MAX, 1, false}};
  struct fxa_queue *queue = test_queue(0);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct test_kernel kernel =
        test_kernel_bounded("await_flag", FLAGS, sizeof(struct await_functor), cases[i].item_cost);
    const struct falx_nd_range range = test_range(cases[i].items, 1, 1);
    uint32_t started = 0, flag = cases[i].is_short;
    const struct await_functor functor = {&started, &flag, 1};
    struct fxa_event *event = test_launch(queue, &kernel, &range, &functor, NULL, 0);
    CHECK_EQ(is_complete(event), cases[i].is_short);
    set(&flag, 1);
    test_wait_release(event);
    CHECK_EQ(started, cases[i].items);
    OK(test_table->queue_finish(queue));
    test_kernel_free(&kernel);
  }
  test_table->queue_destroy(queue);
  test_close();
}

const struct test submission_tests[] = {{"host_sets_the_flag", host_sets_the_flag},
                                        {"kernels_meet", kernels_meet},
                                        {"host_waits_for_others", host_waits_for_others},
                                        {"short_kernels", short_kernels},
                                        {NULL, NULL}};
