/* Queues, events and deferred commands on an adapter whose commands end when the test says. */
#include "tests/unit/queue_fixture.h"

#include <pthread.h>

/* ---- Counting what the runtime allocates (the linker wraps its calls) ---- */

static size_t allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *pointer, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
#define COUNTED __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED)
void *__wrap_malloc(size_t size) {
  return COUNTED, __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return COUNTED, __real_calloc(count, size);
}
void *__wrap_realloc(void *pointer, size_t size) {
  return COUNTED, __real_realloc(pointer, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return COUNTED, __real_aligned_alloc(alignment, size);
}

/* ---- Helpers ---- */

static falx_event_t submit(falx_queue_t queue, struct falx_command command, falx_event_t wait) {
  falx_event_t event, waits[] = {NULL, wait};
  command.dependencies = waits;
  command.dependency_count = 2;
  CHECK(falx_queue_submit(queue, &command, &event) == FALX_SUCCESS && event);
  return event;
}

static bool is_complete(falx_event_t event) {
  return falx_event_get_status(event) == FALX_EVENT_COMPLETE;
}

static void finish(falx_event_t event) {
  CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
  CHECK(is_complete(event));
  falx_event_release(event);
}

/* Waits, at most ten seconds, until the adapter can run so many commands. */
static void await_ready(struct fixture *fixture, size_t count) {
  for (int i = 0; i < 10000 && fixture->control->ready() != count; i++)
    usleep(1000);
  CHECK(fixture->control->ready() == count);
}

struct task {
  uint32_t gate; /* atomic: runs on when set */
  uint32_t is_running, is_destroyed;
  void *exception;
  int order, *counter;
};

static void *task_run(void *data) {
  struct task *task = data;
  __atomic_store_n(&task->is_running, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&task->gate, __ATOMIC_ACQUIRE))
    usleep(100);
  if (task->counter)
    task->order = __atomic_fetch_add(task->counter, 1, __ATOMIC_ACQ_REL);
  return task->exception;
}
static void task_destroy(void *data) {
  __atomic_fetch_add(&((struct task *)data)->is_destroyed, 1, __ATOMIC_RELEASE);
}
static struct falx_command task_command(struct task *task) {
  struct falx_command command = command_of(FALX_COMMAND_HOST_TASK);
  command.u.host_task.run = task_run;
  command.u.host_task.destroy = task_destroy;
  command.u.host_task.data = task;
  return command;
}
static void open_gate(struct task *task) {
  __atomic_store_n(&task->gate, 1, __ATOMIC_RELEASE);
}

static void await_destroyed(struct task *task) {
  for (int i = 0; i < 10000 && !__atomic_load_n(&task->is_destroyed, __ATOMIC_ACQUIRE); i++)
    usleep(1000);
  CHECK(__atomic_load_n(&task->is_destroyed, __ATOMIC_ACQUIRE) == 1);
}

/* ---- Tests ---- */

IN_CHILD(launches_do_not_allocate, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_AT_ONCE);
  for (uint32_t flags = 0; flags < 2; flags++) {
    falx_queue_t queue = fixture_queue(&fixture, 0, flags);
    uint64_t words[4] = {0};
    struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
    struct falx_command command = kernel_command(&functor, &plain_site);
    struct falx_buffer_options options = {.size = sizeof options, .bytes = 32, .alignment = 8};
    falx_buffer_t buffer;
    CHECK(falx_buffer_create(&options, &buffer) == FALX_SUCCESS);
    struct queue_adapter_functor mixed = {{buffer, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
    struct falx_requirement requirement = {buffer, FALX_ACCESS_READ_WRITE};
    struct falx_command with_accessor = kernel_command(&mixed, &mix_site);
    with_accessor.requirements = &requirement;
    with_accessor.requirement_count = 1;
    size_t before = 0;
    for (int round = 0; round < 1000; round++) {
      if (round == 10)
        before = __atomic_load_n(&allocations, __ATOMIC_RELAXED);
      falx_event_t event;
      CHECK(falx_queue_submit(queue, &command, &event) == FALX_SUCCESS);
      CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
      falx_event_release(event);
      CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
      CHECK(falx_queue_submit(queue, &with_accessor, &event) == FALX_SUCCESS);
      finish(event);
      CHECK(falx_queue_wait(queue) == FALX_SUCCESS);
    }
    CHECK(__atomic_load_n(&allocations, __ATOMIC_RELAXED) == before);
    CHECK(words[0] != 0);
    falx_buffer_release(buffer);
    falx_queue_release(queue);
  }
  fixture_end(&fixture);
})

IN_CHILD(dependencies_become_waits, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  falx_event_t first = submit(queue, kernel_command(&functor, &plain_site), NULL);
  functor.id = 2; /* the adapter has its own copy */
  falx_event_t second = submit(queue, kernel_command(&functor, &plain_site), first);
  CHECK(fixture.control->last_waits == 1 && fixture.control->ready() == 1);
  CHECK(!falx_queue_is_empty(queue) && !is_complete(first) && !is_complete(second));
  falx_event_t list[2] = {NULL, NULL};
  CHECK(falx_event_wait_list(second, list, 2) == 1 && list[0] == first);
  falx_event_release(list[0]);
  CHECK(falx_event_wait_list(second, NULL, 0) == 1);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS) && is_complete(first));
  CHECK(falx_event_wait_list(second, NULL, 0) == 0);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS));
  CHECK(words[0] == 1 * 31 + 2);
  falx_event_t third = submit(queue, kernel_command(&functor, &plain_site), second);
  CHECK(fixture.control->last_waits == 0);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS));
  CHECK(falx_queue_is_empty(queue));
  finish(first), finish(second), finish(third);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(in_order_behind_a_host_task, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct task task = {0};
  falx_event_t before = submit(queue, kernel_command(&functor, &plain_site), NULL);
  falx_event_t host = submit(queue, task_command(&task), NULL);
  falx_event_t after[100];
  for (int i = 0; i < 100; i++) {
    functor.id = (uint64_t)i;
    after[i] = submit(queue, kernel_command(&functor, &plain_site), NULL);
  }
  functor.id = 0xBAD; /* deferred commands have copies */
  CHECK(fixture.control->enqueued == 1);
  usleep(20000);
  CHECK(!task.is_running && falx_event_get_status(host) == FALX_EVENT_SUBMITTED);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS));
  while (!__atomic_load_n(&task.is_running, __ATOMIC_ACQUIRE))
    usleep(100);
  CHECK(falx_event_get_status(host) == FALX_EVENT_RUNNING);
  CHECK(fixture.control->enqueued == 1);
  open_gate(&task);
  uint64_t expected = 1;
  for (int i = 0; i < 100; i++) {
    await_ready(&fixture, 1);
    CHECK(fixture.control->end_one(0, FALX_SUCCESS));
    expected = expected * 31 + (uint64_t)i;
    finish(after[i]);
    CHECK(words[0] == expected);
  }
  CHECK(falx_queue_wait(queue) == FALX_SUCCESS && falx_queue_is_empty(queue));
  finish(before), finish(host);
  await_destroyed(&task);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(host_tasks_and_failures, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  int exception = 0, counter = 0;
  struct falx_location location = {"user.cpp", "f", 42, 1};
  struct task failing = {.gate = 1, .exception = &exception},
              never = {.gate = 1, .counter = &counter};
  struct falx_command command = task_command(&failing);
  command.location = &location;
  falx_event_t failed = submit(queue, command, NULL);
  falx_event_t dependent = submit(queue, task_command(&never), failed);
  CHECK(falx_event_wait(&dependent, 1) == FALX_SUCCESS);
  CHECK(falx_queue_wait(queue) == FALX_SUCCESS);
  falx_status status;
  void *thrown;
  CHECK(falx_queue_take_error(queue, &status, &thrown));
  CHECK(status == FALX_ERROR_RUNTIME && thrown == &exception);
  CHECK(strstr(falx_error_detail(), "user.cpp:42: host task failed"));
  CHECK(!falx_queue_take_error(queue, &status, &thrown) && status == FALX_SUCCESS && !thrown);
  await_destroyed(&never);
  CHECK(counter == 0);
  await_destroyed(&failing);
  /* A failure that was complete before counts as well. */
  struct task late = {.gate = 1, .counter = &counter};
  finish(submit(queue, task_command(&late), dependent));
  await_destroyed(&late);
  CHECK(counter == 0);
  finish(failed), finish(dependent);

  fixture.control->mode = QUEUE_ADAPTER_BY_HAND;
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  CHECK(falx_queue_submit(queue,
                          &(struct falx_command){.size = sizeof command,
                                                 .kind = FALX_COMMAND_KERNEL,
                                                 .u.kernel = {.site = &plain_site,
                                                              .functor = &functor,
                                                              .range = {1, 0, {4}, {1}, {0}}}},
                          NULL) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_KERNEL));
  CHECK(falx_queue_take_error(queue, &status, &thrown) && status == FALX_ERROR_KERNEL);
  CHECK(strstr(falx_error_detail(), "kernel plain failed"));
  CHECK(!falx_queue_take_error(queue, &status, &thrown));
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(failing_submission, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct falx_command command = kernel_command(&functor, &plain_site);
  falx_event_t event = (falx_event_t)&command;
  fixture.control->fail_next = 1;
  CHECK(falx_queue_submit(queue, &command, &event) == FALX_ERROR_RUNTIME && !event);
  CHECK(strstr(falx_error_detail(), "made to fail"));
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
  struct {
    struct falx_nd_range range;
    falx_status status;
    const char *sentence;
  } cases[] = {
      {{2, 1, {10, 6, 1}, {3, 2, 1}, {0}},
       FALX_ERROR_ND_RANGE,
       "{2, 3} does not divide the global range {6, 10}: 10 is not a multiple of 3"},
      {{1, 1, {10, 1, 1}, {0, 1, 1}, {0}}, FALX_ERROR_ND_RANGE, "{0} has a zero dimension"},
      {{1, 1, {128, 1, 1}, {128, 1, 1}, {0}},
       FALX_ERROR_ND_RANGE,
       "limit of 64 work-items in one dimension"},
      {{2, 1, {64, 64, 1}, {64, 64, 1}, {0}},
       FALX_ERROR_ND_RANGE,
       "limit of 256 work-items in a work-group"},
      {{2, 0, {SIZE_MAX, 2, 1}, {0}, {0}}, FALX_ERROR_ND_RANGE, "than can be counted"},
      {{4, 0, {1, 1, 1}, {0}, {0}}, FALX_ERROR_ND_RANGE, "1 to 3 dimensions, not 4"},
      {{1, 0, {0, 1, 1}, {0}, {0}}, FALX_SUCCESS, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    command.u.kernel.range = cases[i].range;
    CHECK(falx_queue_submit(queue, &command, NULL) == cases[i].status);
    CHECK(!cases[i].sentence || strstr(falx_error_detail(), cases[i].sentence));
  }
  CHECK(words[0] == 0);
  struct task task = {.gate = 1};
  command = task_command(&task);
  command.size--;
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_ERROR_INVALID && task.is_destroyed == 1);
  functor.a.pointer = words; /* no buffer of a requirement */
  command = kernel_command(&functor, &mix_site);
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_ERROR_KERNEL_ARGUMENT);
  CHECK(strstr(falx_error_detail(), "handler::require"));
  falx_queue_release(queue);
  fixture_end(&fixture);
})

static int user_data_destroyed;
static void destroy_user_data(void *data) {
  user_data_destroyed += *(int *)data;
}

/* Else the queue would take the device's limits for none. */
IN_CHILD(limits_that_cannot_be_read, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_AT_ONCE);
  falx_queue_t queue;
  fixture.control->fail_queries = 1;
  CHECK(falx_queue_create(fixture.context, fixture.devices[0], 0, &queue) == FALX_ERROR_RUNTIME);
  CHECK(!queue && strstr(falx_error_detail(), "this query was made to fail"));
  CHECK(falx_queue_create(fixture.context, fixture.devices[0], 0, &queue) == FALX_SUCCESS);
  CHECK(fixture.control->queues == 1);
  falx_queue_release(queue);
})

IN_CHILD(events_outlive_their_queue, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_PROFILING);
  int one = 1;
  falx_queue_set_user_data(queue, &one, destroy_user_data);
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  falx_event_t kept = submit(queue, kernel_command(&functor, &plain_site), NULL);
  falx_event_release(submit(queue, kernel_command(&functor, &plain_site), kept));
  falx_queue_release(queue);
  CHECK(falx_event_queue(kept) == queue && falx_queue_user_data(queue) == &one);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS) && fixture.control->end_one(0, FALX_SUCCESS));
  uint64_t ns;
  CHECK(falx_event_get_profiling(kept, FALX_PROFILING_END, &ns) == FALX_SUCCESS && ns == 102);
  CHECK(user_data_destroyed == 0);
  falx_event_release(kept);
  /* Whoever comes next sweeps up. */
  falx_queue_t other = fixture_queue(&fixture, 0, 0);
  CHECK(user_data_destroyed == 1 && fixture.control->queues == 1);
  falx_event_t event = submit(other, kernel_command(&functor, &plain_site), NULL);
  CHECK(falx_event_get_profiling(event, FALX_PROFILING_END, &ns) == FALX_ERROR_INVALID);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS));
  finish(event);
  falx_queue_release(other);
  CHECK(fixture.control->queues == 0);
  fixture_end(&fixture);
})

IN_CHILD(barriers_hold_both_ways, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct task task = {0};
  falx_event_t kernel = submit(queue, kernel_command(&functor, &plain_site), NULL);
  falx_event_t host = submit(queue, task_command(&task), NULL);
  struct falx_command command = command_of(FALX_COMMAND_BARRIER);
  falx_event_t barrier;
  CHECK(falx_queue_submit(queue, &command, &barrier) == FALX_SUCCESS);
  falx_event_t after = submit(queue, kernel_command(&functor, &plain_site), NULL);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS) && is_complete(kernel));
  usleep(10000);
  CHECK(!is_complete(barrier) && fixture.control->ready() == 0);
  open_gate(&task);
  await_ready(&fixture, 1);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS) && is_complete(barrier));
  await_ready(&fixture, 1);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS) && is_complete(after));
  finish(kernel), finish(host), finish(barrier), finish(after);
  await_destroyed(&task);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

/* More tasks than threads; each waits for the one submitted after it. */
enum { CHAIN = 64 };
static falx_event_t chain[CHAIN + 1];
static uint32_t chain_is_made;
static int chain_count;

static void *wait_for_next(void *data) {
  while (!__atomic_load_n(&chain_is_made, __ATOMIC_ACQUIRE))
    usleep(100);
  size_t index = (size_t)((falx_event_t *)data - chain);
  CHECK(falx_event_wait(&chain[index + 1], 1) == FALX_SUCCESS);
  CHECK(__atomic_fetch_add(&chain_count, 1, __ATOMIC_ACQ_REL) == (int)(CHAIN - 1 - index));
  return NULL;
}

IN_CHILD(host_tasks_may_wait_for_others, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  for (int i = 0; i < CHAIN; i++) {
    struct falx_command command = command_of(FALX_COMMAND_HOST_TASK);
    command.u.host_task.run = wait_for_next;
    command.u.host_task.data = &chain[i];
    chain[i] = submit(queue, command, NULL);
  }
  __atomic_store_n(&chain_is_made, 1, __ATOMIC_RELEASE);
  CHECK(falx_queue_wait(queue) == FALX_SUCCESS && chain_count == CHAIN);
  for (int i = 0; i < CHAIN; i++)
    finish(chain[i]);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

/* ---- Several threads ---- */

struct hammer {
  struct fixture *fixture;
  falx_queue_t queue;
};

static void *hammer(void *argument) {
  struct hammer *shared = argument;
  falx_event_t previous = NULL;
  uint64_t words[4] = {0}, expected = 0;
  struct task task = {.gate = 1};
  for (int i = 0; i < 300; i++) {
    struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, (uint64_t)i};
    bool is_task = i % 50 == 49;
    falx_event_t event =
        submit(shared->queue, is_task ? task_command(&task) : kernel_command(&functor, &plain_site),
               previous);
    if (!is_task)
      expected = expected * 31 + (uint64_t)i;
    falx_event_release(previous);
    previous = event;
    if (i % 70 == 0)
      CHECK(falx_queue_wait(shared->queue) == FALX_SUCCESS);
  }
  finish(previous);
  CHECK(words[3] == expected);
  while (__atomic_load_n(&task.is_destroyed, __ATOMIC_ACQUIRE) != 6)
    usleep(100);
  return NULL;
}

IN_CHILD(threads_share_a_queue, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_RANDOM);
  for (uint32_t flags = 0; flags < 2; flags++) {
    struct hammer shared = {&fixture, fixture_queue(&fixture, 0, flags)};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
      CHECK(pthread_create(&threads[i], NULL, hammer, &shared) == 0);
    for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
    CHECK(falx_queue_wait(shared.queue) == FALX_SUCCESS && falx_queue_is_empty(shared.queue));
    falx_queue_release(shared.queue);
  }
  fixture_end(&fixture);
})

static void *wait_for_queue(void *queue) {
  CHECK(falx_queue_wait(queue) == FALX_SUCCESS);
  return NULL;
}

/* The last handle goes while a thread is in the wait, and then everything else that holds it. */
IN_CHILD(released_while_waited_for, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  uint64_t words[4] = {0};
  struct queue_adapter_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  for (uint32_t flags = 0; flags < 2; flags++) {
    falx_queue_t queue = fixture_queue(&fixture, 0, flags), other;
    for (int i = 0; i < 3; i++)
      falx_event_release(submit(queue, kernel_command(&functor, &plain_site), NULL));
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
      CHECK(pthread_create(&threads[i], NULL, wait_for_queue, queue) == 0);
    usleep(20000);
    falx_queue_release(queue);
    for (int i = 0; i < 3; i++) {
      await_ready(&fixture, flags ? 1 : 3 - (size_t)i);
      CHECK(fixture.control->end_one(0, FALX_SUCCESS));
      other = fixture_queue(&fixture, 0, 0); /* sweeps what nothing holds */
      falx_queue_release(other);
    }
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
    other = fixture_queue(&fixture, 0, 0);
    falx_queue_release(other);
    CHECK(fixture.control->queues == 0);
  }
  fixture_end(&fixture);
})

/* Queues of three devices, in order and not; what they do depends on what others did, at random. */
enum { QUEUES = 6, CELLS = 8, STEPS = 2000 };

static void step(falx_queue_t queue, uint64_t cells[CELLS][4], falx_event_t last[CELLS], size_t to,
                 size_t from, uint64_t id) {
  struct queue_adapter_functor functor = {{cells[to], 4, 4, 0}, {cells[from], 4, 4, 0}, id};
  struct falx_command command = kernel_command(&functor, &plain_site);
  falx_event_t after[2] = {last[to], last[from]}, event;
  command.dependencies = after;
  command.dependency_count = 2;
  CHECK(falx_queue_submit(queue, &command, &event) == FALX_SUCCESS);
  falx_event_release(last[to]);
  last[to] = event;
  if (from != to) { /* read there: its next writer comes behind this */
    falx_event_retain(event);
    falx_event_release(last[from]);
    last[from] = event;
  }
}

IN_CHILD(order_across_devices, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_RANDOM);
  falx_queue_t queues[QUEUES];
  for (int i = 0; i < QUEUES; i++)
    queues[i] = fixture_queue(&fixture, i % 3, i < 3 ? 0 : FALX_QUEUE_IN_ORDER);
  static uint64_t cells[CELLS][4], model[CELLS][4];
  falx_event_t last[CELLS] = {NULL};
  uint32_t seed = 7;
  for (uint64_t i = 0; i < STEPS; i++) {
    seed = seed * 1664525u + 1013904223u;
    size_t to = (seed >> 8) % CELLS, from = (seed >> 14) % CELLS, queue = (seed >> 20) % QUEUES;
    step(queues[queue], cells, last, to, from, i);
    struct queue_adapter_functor expected = {{model[to], 4, 4, 0}, {model[from], 4, 4, 0}, i};
    queue_adapter_mix(&expected);
  }
  for (int i = 0; i < QUEUES; i++)
    CHECK(falx_queue_wait(queues[i]) == FALX_SUCCESS);
  CHECK(memcmp(cells, model, sizeof cells) == 0);
  for (int i = 0; i < CELLS; i++)
    falx_event_release(last[i]);
  for (int i = 0; i < QUEUES; i++)
    falx_queue_release(queues[i]);
  fixture_end(&fixture);
})

/* An unwaited host task at exit still runs; so does what follows it. */
static struct task last_task = {0};
static uint64_t last_words[4];
static void check_at_exit(void) {
  open_gate(&last_task);
}
__attribute__((destructor(102))) static void check_last(void) {
  if (last_task.is_running && (last_words[0] != 7 || last_task.is_destroyed != 1))
    _exit(8);
}

IN_CHILD(work_left_at_exit, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_RANDOM);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  static struct queue_adapter_functor functor;
  functor = (struct queue_adapter_functor){{last_words, 4, 4, 0}, {NULL, 0, 0, 0}, 7};
  falx_event_release(submit(queue, task_command(&last_task), NULL));
  falx_event_release(submit(queue, kernel_command(&functor, &plain_site), NULL));
  falx_queue_release(queue);
  while (!__atomic_load_n(&last_task.is_running, __ATOMIC_ACQUIRE))
    usleep(100);
  atexit(check_at_exit);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(launches_do_not_allocate),
      cmocka_unit_test(dependencies_become_waits),
      cmocka_unit_test(in_order_behind_a_host_task),
      cmocka_unit_test(host_tasks_and_failures),
      cmocka_unit_test(failing_submission),
      cmocka_unit_test(limits_that_cannot_be_read),
      cmocka_unit_test(events_outlive_their_queue),
      cmocka_unit_test(barriers_hold_both_ways),
      cmocka_unit_test(host_tasks_may_wait_for_others),
      cmocka_unit_test(threads_share_a_queue),
      cmocka_unit_test(released_while_waited_for),
      cmocka_unit_test(order_across_devices),
      cmocka_unit_test(work_left_at_exit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
