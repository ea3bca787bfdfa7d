/* Order: what waits for what, over queues of both kinds and two devices; events that outlive their
 * queue; what nobody waits for. */
#include "tests/cuda/cases.h"

#include <pthread.h>
#include <sched.h>

enum { SLOTS = 400 };

static uint64_t next(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 33;
}

/* Both devices in one context. */
static struct fxa_device *const *open_two(struct fxa_context **out_context) {
  struct fxa_device *const *devices;
  size_t count;
  cuda_open("FALX_CUDA_DEVICES", "2");
  OK(test_table->devices(&devices, &count));
  CHECK_EQ(count, 2);
  OK(test_table->context_create(devices, 2, out_context));
  return devices;
}

/* Random dependencies, compared with the same steps in sequence. */
static void dependencies(void) {
  enum { QUEUES = 4, ROUNDS = 6 };
  struct fxa_context *context;
  struct fxa_device *const *devices = open_two(&context);
  struct fxa_queue *queues[QUEUES];
  struct cuda_kernel kernels[2] = {{.record = {0}}};
  for (int i = 0; i < QUEUES; i++)
    OK(test_table->queue_create(context, devices[i % 2], i < 2 ? 0 : FALX_QUEUE_IN_ORDER,
                                &queues[i]));
  for (int i = 0; i < 2; i++) {
    test_device = devices[i];
    cuda_step_make(&kernels[i]);
  }
  uint64_t values[SLOTS], expected[SLOTS], random = 7;
  for (int round = 0; round < ROUNDS; round++) {
    struct fxa_event *events[SLOTS];
    memset(values, 0, sizeof values);
    for (uint64_t n = 0; n < SLOTS; n++) {
      struct cuda_step step = {.output = &values[n], .seed = n}, serial = step;
      struct fxa_event *waits[4];
      step.input_count = serial.input_count = n ? next(&random) % 5 : 0;
      step.spin_ns = next(&random) % 4 == 0 ? 50000 : 0;
      for (uint64_t i = 0; i < step.input_count; i++) {
        uint64_t from = n - 1 - next(&random) % (n < 20 ? n : 20);
        step.inputs[i] = &values[from];
        serial.inputs[i] = &expected[from];
        waits[i] = events[from];
      }
      expected[n] = cuda_step_value(&serial);
      const struct falx_nd_range one =
          cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
      size_t queue = next(&random) % QUEUES;
      events[n] = test_event();
      OK(cuda_launch(queues[queue], &kernels[queue % 2], &one, &step, waits, step.input_count,
                     events[n]));
      if (next(&random) % 16 == 0)
        test_state(events[n / 2]);
    }
    for (uint64_t n = SLOTS; n-- > 0;)
      test_wait_release(events[round % 2 ? n : SLOTS - 1 - n]);
    CHECK(memcmp(values, expected, sizeof values) == 0);
  }
  for (int i = 0; i < QUEUES; i++)
    test_table->queue_destroy(queues[i]);
  for (int i = 0; i < 2; i++)
    cuda_kernel_free(&kernels[i]);
  test_table->context_destroy(context);
  test_close();
  CHECK_EQ(cuda_counts()->streams, 0);
  CHECK_EQ(cuda_counts()->events, 0);
  CHECK_EQ(cuda_counts()->contexts, 0);
}

/* In both kinds of queue a marker without events is behind all that came before. */
static void markers(void) {
  cuda_open("FALX_CUDA_DELAY_US", "200");
  for (uint32_t flags = 0; flags < 4; flags++) {
    struct fxa_queue *queue = test_queue(flags);
    struct cuda_kernel kernel = {.record = {0}};
    cuda_step_make(&kernel);
    uint64_t values[8] = {0};
    struct fxa_event *events[8], *some = test_event(), *all = test_event(), *done = test_event();
    const struct falx_nd_range one =
        cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
    for (uint64_t i = 0; i < 8; i++) {
      const struct cuda_step step = {.output = &values[i], .seed = 1};
      events[i] = test_event();
      OK(cuda_launch(queue, &kernel, &one, &step, NULL, 0, events[i]));
    }
    OK(test_table->enqueue_marker(queue, events + 2, 3, some));
    OK(test_table->enqueue_marker(queue, NULL, 0, all));
    test_wait_release(some);
    for (int i = 2; i < 5; i++)
      CHECK(values[i] == 1 && test_state(events[i]) == FXA_EVENT_COMPLETE);
    test_wait_release(all);
    for (int i = 0; i < 8; i++) {
      CHECK_EQ(values[i], 1);
      test_wait_release(events[i]);
    }
    OK(test_table->enqueue_marker(queue, NULL, 0, done)); /* nothing is under way */
    test_wait_release(done);
    OK(test_table->queue_finish(queue));
    cuda_kernel_free(&kernel);
    test_table->queue_destroy(queue);
  }
  test_close();
}

/* Events of a queue that is gone are still asked, while others use its stream. Far more commands
 * than there are marks. */
static void long_life(void) {
  enum { COMMANDS = 3000 };
  test_open();
  struct fxa_event *events[COMMANDS], *later = test_event();
  uint64_t value = 0;
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  for (uint64_t i = 0; i < COMMANDS; i++) {
    const struct cuda_step step = {
        .output = &value, .inputs = {&value}, .input_count = 1, .seed = 1};
    events[i] = test_event();
    OK(cuda_launch(queue, &kernel, &one, &step, NULL, 0, events[i]));
    if (i % 7 == 0)
      test_state(events[i - i / 3]);
  }
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  queue = test_queue(FALX_QUEUE_IN_ORDER);
  const struct cuda_step step = {.output = &value, .seed = 5};
  OK(cuda_launch(queue, &kernel, &one, &step, NULL, 0, later));
  for (int i = 0; i < COMMANDS; i++) {
    CHECK_EQ(test_state(events[i]), FXA_EVENT_COMPLETE);
    test_event_release(events[i]);
  }
  test_wait_release(later);
  CHECK_EQ(value, 5);
  CHECK_EQ(cuda_counts()->streams, 1); /* taken again */
  test_table->queue_destroy(queue);
  cuda_kernel_free(&kernel);
  test_close();
}

/* ---- Several threads, one queue ---- */

struct submitter {
  pthread_t thread;
  struct fxa_queue *queue;
  struct cuda_kernel *kernel;
  uint64_t value, rounds;
};

static void *submit(void *user) {
  struct submitter *self = user;
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  for (self->rounds = 1; self->rounds <= 300; self->rounds++) {
    const struct cuda_step step = {.output = &self->value, .seed = self->rounds};
    struct fxa_event *event = test_event();
    OK(cuda_launch(self->queue, self->kernel, &one, &step, NULL, 0, event));
    while (self->rounds % 3 == 0 && test_state(event) != FXA_EVENT_COMPLETE)
      sched_yield();
    test_wait_release(event);
    CHECK_EQ(self->value, self->rounds);
  }
  return NULL;
}

static void threads(void) {
  enum { THREADS = 6 };
  test_open();
  struct submitter submitters[THREADS];
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  for (uint32_t flags = 0; flags < 2; flags++) {
    struct fxa_queue *queue = test_queue(flags);
    for (int i = 0; i < THREADS; i++) {
      submitters[i] = (struct submitter){.queue = queue, .kernel = &kernel};
      CHECK(pthread_create(&submitters[i].thread, NULL, submit, &submitters[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
      pthread_join(submitters[i].thread, NULL);
    OK(test_table->queue_finish(queue));
    test_table->queue_destroy(queue);
  }
  cuda_kernel_free(&kernel);
  test_close();
}

/* A queue that is out of order: independent commands run at the same time, each seen by the other.
 */
static void concurrency(void) {
  test_open();
  struct fxa_queue *queue = test_queue(0);
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  uint64_t values[2] = {0};
  struct fxa_event *events[2];
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  for (uint64_t i = 0; i < 2; i++) {
    const struct cuda_step step = {.output = &values[i], .seed = 1, .spin_ns = i ? 0 : 200000000};
    events[i] = test_event();
    OK(cuda_launch(queue, &kernel, &one, &step, NULL, 0, events[i]));
  }
  test_wait_release(events[1]);
  CHECK(test_state(events[0]) != FXA_EVENT_COMPLETE);
  test_wait_release(events[0]);
  test_table->queue_destroy(queue);
  cuda_kernel_free(&kernel);
  test_close();
}

/* Who waits for a command does not wait for those behind it, from the second such wait on. */
static void followed(void) {
  test_open();
  struct fxa_queue *first = test_queue(FALX_QUEUE_IN_ORDER);
  struct fxa_queue *second = test_queue(FALX_QUEUE_IN_ORDER);
  struct cuda_kernel kernel = {.record = {0}};
  cuda_step_make(&kernel);
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  for (uint64_t round = 0; round < 2; round++) {
    uint64_t values[3] = {0};
    struct fxa_event *before = test_event(), *behind = test_event(), *other = test_event();
    const struct cuda_step quick = {.output = &values[0], .seed = 4};
    const struct cuda_step slow = {.output = &values[1], .seed = 1, .spin_ns = 200000000};
    const struct cuda_step uses = {
        .output = &values[2], .inputs = {&values[0]}, .input_count = 1, .seed = 1};
    OK(cuda_launch(first, &kernel, &one, &quick, NULL, 0, before));
    OK(cuda_launch(first, &kernel, &one, round ? &slow : &quick, NULL, 0, behind));
    OK(cuda_launch(second, &kernel, &one, &uses, &before, 1, other));
    test_wait_release(other);
    CHECK_EQ(values[2], 125);
    CHECK(round == 0 || test_state(behind) != FXA_EVENT_COMPLETE);
    test_wait_release(behind);
    test_event_release(before);
  }
  test_table->queue_destroy(first);
  test_table->queue_destroy(second);
  cuda_kernel_free(&kernel);
  test_close();
}

/* Which events tell of others: later ones of one stream of earlier ones. */
static void covering(void) {
  test_open();
  struct fxa_queue *queues[2];
  struct fxa_event *events[4];
  struct cuda_kernel kernel = {.record = {0}};
  uint64_t values[4];
  const struct falx_nd_range one =
      cuda_groups((const size_t[]){1, 1, 1}, (const size_t[]){1, 1, 1});
  cuda_step_make(&kernel);
  for (int i = 0; i < 2; i++)
    queues[i] = test_queue(FALX_QUEUE_IN_ORDER);
  for (size_t i = 0; i < 4; i++) {
    const struct cuda_step step = {.output = &values[i], .seed = i};
    events[i] = test_event();
    OK(cuda_launch(queues[i % 2], &kernel, &one, &step, NULL, 0, events[i]));
  }
  for (size_t i = 0; i < 4; i++)
    for (size_t k = 0; k < 4; k++)
      CHECK_EQ(test_table->event_covers(events[i], events[k]), i % 2 == k % 2 && i >= k);
  for (size_t i = 0; i < 4; i++)
    test_wait_release(events[i]);
  for (int i = 0; i < 2; i++)
    test_table->queue_destroy(queues[i]);
  cuda_kernel_free(&kernel);
  test_close();
}

const struct test graph_tests[] = {{"dependencies", dependencies}, {"queue_markers", markers},
                                   {"long_life", long_life},       {"threads", threads},
                                   {"concurrency", concurrency},   {"followed", followed},
                                   {"covering", covering},         {NULL, NULL}};
