/* Queues, events and deferred commands on an adapter whose commands complete when the test says
 * so. */
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
  AWAIT(fixture->control->ready() == count);
}

struct task {
  uint32_t gate;           /* atomic: runs on when set */
  const uint32_t *may_run; /* atomic, or NULL: where it is not set, running is too early */
  bool is_early;
  uint32_t is_running, is_destroyed;
  void *exception;
  int order, *counter;
};

static void *task_run(void *data) {
  struct task *task = data;
  task->is_early = task->may_run && !__atomic_load_n(task->may_run, __ATOMIC_ACQUIRE);
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

static void await_flag(uint32_t *flag) {
  AWAIT(__atomic_load_n(flag, __ATOMIC_ACQUIRE));
}

static void await_destroyed(struct task *task) {
  AWAIT(__atomic_load_n(&task->is_destroyed, __ATOMIC_ACQUIRE) == 1);
}

/* ---- Tests ---- */

/* A command without work never reaches the adapter: its times are the runtime's own, and its event
 * has the memory of the one before. */
IN_CHILD(empty_commands_have_times_of_their_own, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_PROFILING);
  uint64_t words[4] = {0}, end_before = 0;
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct falx_command command = kernel_command(&functor, &plain_site);
  command.u.kernel.range.global[0] = 0;
  for (int round = 0; round < 3; round++) {
    uint64_t times[3];
    falx_event_t event = submit(queue, command, NULL);
    for (int i = FALX_PROFILING_SUBMIT; i <= FALX_PROFILING_END; i++)
      CHECK(falx_event_get_profiling(event, (falx_profiling_info)i, &times[i]) == FALX_SUCCESS);
    CHECK(end_before <= times[FALX_PROFILING_SUBMIT]);
    CHECK(times[FALX_PROFILING_SUBMIT] <= times[FALX_PROFILING_START]);
    CHECK(times[FALX_PROFILING_START] <= times[FALX_PROFILING_END]);
    end_before = times[FALX_PROFILING_END];
    finish(event);
  }
  CHECK(words[0] == 0 && fixture.control->enqueued == 0);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(launches_do_not_allocate, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  for (uint32_t flags = 0; flags < 2; flags++) {
    falx_queue_t queue = fixture_queue(&fixture, 0, flags);
    uint64_t words[4] = {0};
    struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
    struct falx_command command = kernel_command(&functor, &plain_site);
    struct falx_buffer_options options = {.size = sizeof options, .bytes = 32, .alignment = 8};
    falx_buffer_t buffer;
    CHECK(falx_buffer_create(&options, &buffer) == FALX_SUCCESS);
    struct scripted_functor mixed = {{buffer, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
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
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
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
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  uint32_t may_run = 0;
  struct task task = {.may_run = &may_run};
  falx_event_t before = submit(queue, kernel_command(&functor, &plain_site), NULL);
  falx_event_t host = submit(queue, task_command(&task), NULL);
  falx_event_t after[100];
  for (int i = 0; i < 100; i++) {
    functor.id = (uint64_t)i;
    after[i] = submit(queue, kernel_command(&functor, &plain_site), NULL);
  }
  functor.id = 0xBAD; /* deferred commands have copies */
  CHECK(fixture.control->enqueued == 1);
  fixture_settle(&fixture);
  CHECK(falx_event_get_status(host) == FALX_EVENT_SUBMITTED);
  __atomic_store_n(&may_run, 1, __ATOMIC_RELEASE);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS));
  await_flag(&task.is_running);
  CHECK(!task.is_early);
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
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  int exception = 0, counter = 0;
  struct falx_location location = {"user.cpp", "f", 42, 1};
  struct task failing = {.gate = 1, .exception = &exception},
              behind = {.gate = 1, .counter = &counter}, never = behind, late = behind;
  struct falx_command command = task_command(&failing);
  command.location = &location;
  falx_event_t threw = submit(queue, command, NULL);
  finish(submit(queue, task_command(&behind), threw));
  CHECK(falx_queue_wait(queue) == FALX_SUCCESS);
  falx_status status;
  void *thrown;
  CHECK(falx_queue_take_error(queue, &status, &thrown));
  CHECK(status == FALX_ERROR_RUNTIME && thrown == &exception);
  CHECK(strstr(falx_error_detail(), "user.cpp:42: host task failed"));
  CHECK(!falx_queue_take_error(queue, &status, &thrown) && status == FALX_SUCCESS && !thrown);
  await_destroyed(&failing);
  await_destroyed(&behind);
  CHECK(counter == 1); // a task that threw has run
  CHECK(!falx_event_failed_queue(threw));
  finish(threw);

  fixture.control->order = SCRIPTED_BY_HAND;
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  falx_event_t failed = submit(queue, kernel_command(&functor, &plain_site), NULL);
  falx_event_t dependent = submit(queue, task_command(&never), failed);
  CHECK(fixture.control->end_one(0, FALX_ERROR_KERNEL));
  CHECK(falx_event_wait(&dependent, 1) == FALX_SUCCESS);
  CHECK(falx_queue_take_error(queue, &status, &thrown) && status == FALX_ERROR_KERNEL);
  CHECK(strstr(falx_error_detail(), "kernel plain failed"));
  CHECK(!falx_queue_take_error(queue, &status, &thrown));
  await_destroyed(&never);
  CHECK(falx_event_failed_queue(dependent) == queue);
  /* A failure that was complete before counts as well. */
  finish(submit(queue, task_command(&late), dependent));
  await_destroyed(&late);
  CHECK(counter == 1);
  finish(failed), finish(dependent);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(failing_submission, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct falx_command command = kernel_command(&functor, &plain_site);
  falx_event_t event = (falx_event_t)&command;
  fixture.control->fail_next = 1;
  CHECK(falx_queue_submit(queue, &command, &event) == FALX_ERROR_RUNTIME && !event);
  CHECK(strstr(falx_error_detail(), "told to fail: enqueue_kernel"));
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

/* A kernel keeps the range of its last launch, which is not checked again; any other is. */
IN_CHILD(ranges_that_change, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  uint64_t words[16] = {0};
  struct scripted_functor functor = {{words, 16, 16, 0}, {NULL, 0, 0, 0}, 1};
  struct falx_command command = kernel_command(&functor, &plain_site);
  const struct falx_nd_range right = {2, 1, {4, 4, 1}, {2, 4, 1}, {0}};
  const struct {
    struct falx_nd_range range;
    falx_status status;
  } cases[] = {{right, FALX_SUCCESS},
               {{2, 1, {3, 4, 1}, {2, 4, 1}, {0}}, FALX_ERROR_ND_RANGE},
               {{2, 1, {4, 6, 1}, {2, 4, 1}, {0}}, FALX_ERROR_ND_RANGE},
               {{2, 1, {4, 4, 1}, {3, 4, 1}, {0}}, FALX_ERROR_ND_RANGE},
               {{2, 1, {4, 4, 1}, {2, 0, 1}, {0}}, FALX_ERROR_ND_RANGE},
               {{4, 1, {4, 4, 1}, {2, 4, 1}, {0}}, FALX_ERROR_ND_RANGE},
               {{0, 1, {4, 4, 1}, {2, 4, 1}, {0}}, FALX_ERROR_ND_RANGE},
               {{3, 1, {4, 4, 1}, {2, 4, 2}, {0}}, FALX_ERROR_ND_RANGE},
               {{2, 1, {0, 4, 1}, {2, 4, 1}, {0}}, FALX_SUCCESS},
               {{2, 0, {4, 4, 1}, {3, 3, 3}, {0}}, FALX_SUCCESS},
               {{1, 1, {4, 4, 1}, {2, 4, 1}, {0}}, FALX_SUCCESS}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int twice = 0; twice < 2; twice++) {
      command.u.kernel.range = cases[i].range;
      CHECK(falx_queue_submit(queue, &command, NULL) == cases[i].status);
      command.u.kernel.range = right;
      CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
    }
  falx_queue_release(queue);
  fixture_end(&fixture);
})

static int user_data_destroyed;
static void destroy_user_data(void *data) {
  user_data_destroyed += *(int *)data;
}

/* Else the queue would take the device's limits for none. */
IN_CHILD(limits_that_cannot_be_read, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue;
  fixture.control->fail_call = "device_info";
  fixture.control->fail_next = 1;
  CHECK(falx_queue_create(fixture.context, fixture.devices[0], 0, &queue) == FALX_ERROR_RUNTIME);
  CHECK(!queue && strstr(falx_error_detail(), "told to fail: device_info"));
  CHECK(falx_queue_create(fixture.context, fixture.devices[0], 0, &queue) == FALX_SUCCESS);
  CHECK(fixture.control->queues == 1);
  falx_queue_release(queue);
})

IN_CHILD(events_outlive_their_queue, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_PROFILING);
  int one = 1;
  falx_queue_set_user_data(queue, &one, destroy_user_data);
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
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
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct task task = {0};
  falx_event_t kernel = submit(queue, kernel_command(&functor, &plain_site), NULL);
  falx_event_t host = submit(queue, task_command(&task), NULL);
  struct falx_command command = command_of(FALX_COMMAND_BARRIER);
  falx_event_t barrier;
  CHECK(falx_queue_submit(queue, &command, &barrier) == FALX_SUCCESS);
  falx_event_t after = submit(queue, kernel_command(&functor, &plain_site), NULL);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS) && is_complete(kernel));
  fixture_settle(&fixture);
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
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
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

/* ---- Errors of what an event depends on ---- */

/* The queues that an event names for errors, and the errors they hand out; each error once. */
struct verdict {
  size_t named, own_errors, other_errors;
};
static struct verdict ask(falx_event_t event) {
  CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
  struct verdict verdict = {0};
  falx_queue_t own = falx_event_queue(event), queue;
  for (; (queue = falx_event_error_queue(event, verdict.named)); verdict.named++) {
    size_t *errors = queue == own ? &verdict.own_errors : &verdict.other_errors;
    while (falx_queue_take_error(queue, NULL, NULL))
      ++*errors;
    falx_queue_release(queue);
  }
  return verdict;
}

static bool is_verdict(struct verdict verdict, size_t own_errors, size_t other_errors) {
  return verdict.own_errors == own_errors && verdict.other_errors == other_errors;
}

enum { ERRING = 4 };
struct erring {
  struct fixture fixture;
  falx_queue_t queues[ERRING];
  struct task failing[2], quiet[3];
  int exceptions[2];
};

static struct erring *erring_begin(uint32_t flags) {
  static struct erring erring;
  erring = (struct erring){.fixture = fixture_begin(SCRIPTED_AT_ONCE)};
  for (int i = 0; i < 3; i++)
    erring.quiet[i].gate = 1;
  for (int i = 0; i < 2; i++)
    erring.failing[i] = (struct task){.exception = &erring.exceptions[i]};
  for (int i = 0; i < ERRING; i++)
    erring.queues[i] = fixture_queue(&erring.fixture, 0, flags);
  return &erring;
}

static void erring_end(struct erring *erring) {
  for (int i = 0; i < ERRING; i++) {
    CHECK(!falx_queue_take_error(erring->queues[i], NULL, NULL));
    falx_queue_release(erring->queues[i]);
  }
  AWAIT(no_queue_is_left(&erring->fixture));
  fixture_end(&erring->fixture);
}

/* Both failing tasks, each on a queue of its own; is_late: they fail before the rest is submitted.
 */
static void fail_both(struct erring *erring, const struct falx_requirement *requirement,
                      bool is_late, falx_event_t out_failed[2]) {
  for (int i = 0; i < 2; i++) {
    struct falx_command command = task_command(&erring->failing[i]);
    command.requirements = requirement;
    command.requirement_count = requirement != NULL;
    out_failed[i] = submit(erring->queues[i], command, NULL);
    if (is_late) {
      open_gate(&erring->failing[i]);
      CHECK(falx_event_wait(&out_failed[i], 1) == FALX_SUCCESS);
    }
  }
}

static void open_both(struct erring *erring) {
  open_gate(&erring->failing[0]);
  open_gate(&erring->failing[1]);
}

IN_CHILD(errors_of_explicit_dependencies, {
  for (int is_late = 0; is_late < 2; is_late++) {
    struct erring *erring = erring_begin(0);
    falx_event_t failed[2], last, through;
    fail_both(erring, NULL, is_late, failed);
    struct falx_command command = task_command(&erring->quiet[0]);
    command.dependencies = failed;
    command.dependency_count = 2;
    CHECK(falx_queue_submit(erring->queues[2], &command, &last) == FALX_SUCCESS);
    through = submit(erring->queues[3], task_command(&erring->quiet[1]), last);
    open_both(erring);
    CHECK(is_verdict(ask(through), 0, 2) && is_verdict(ask(last), 0, 0));
    finish(failed[0]), finish(failed[1]), finish(last), finish(through);
    erring_end(erring);
  }
})

/* Writers of one buffer: each ordered behind the one before, and run all the same. */
IN_CHILD(errors_of_dependencies_by_accessor, {
  for (int is_late = 0; is_late < 2; is_late++) {
    struct erring *erring = erring_begin(0);
    struct falx_buffer_options options = {.size = sizeof options, .bytes = 32, .alignment = 8};
    falx_buffer_t buffer;
    CHECK(falx_buffer_create(&options, &buffer) == FALX_SUCCESS);
    struct falx_requirement writes = {buffer, FALX_ACCESS_READ_WRITE};
    struct falx_requirement reads = {buffer, FALX_ACCESS_READ};
    falx_event_t failed[2];
    fail_both(erring, &writes, is_late, failed);
    struct falx_command commands[3];
    for (int i = 0; i < 3; i++) {
      commands[i] = task_command(&erring->quiet[i]);
      commands[i].requirements = &reads;
      commands[i].requirement_count = 1;
    }
    falx_event_t first = submit(erring->queues[2], commands[0], NULL);
    falx_event_t second = submit(erring->queues[3], commands[1], NULL);
    open_both(erring);
    CHECK(falx_event_wait(&first, 1) == FALX_SUCCESS);
    CHECK(is_verdict(ask(second), 0, 2) && is_verdict(ask(first), 0, 0));
    /* Nothing is left to be named. */
    falx_event_t third = submit(erring->queues[3], commands[2], NULL);
    CHECK(ask(third).named == 1);
    finish(failed[0]), finish(failed[1]), finish(first), finish(second), finish(third);
    falx_buffer_release(buffer);
    erring_end(erring);
  }
})

/* The last command names no event: it comes behind one that did. */
static void by_order(uint32_t flags, bool is_late, bool is_done_before) {
  struct erring *erring = erring_begin(flags);
  falx_event_t failed[2], between[2], last;
  fail_both(erring, NULL, is_late, failed);
  for (int i = 0; i < 2; i++) {
    struct falx_command command = command_of(FALX_COMMAND_BARRIER);
    command.dependencies = &failed[i];
    command.dependency_count = 1;
    CHECK(falx_queue_submit(erring->queues[2], &command, &between[i]) == FALX_SUCCESS);
  }
  if (is_done_before) {
    open_both(erring);
    CHECK(falx_queue_wait(erring->queues[2]) == FALX_SUCCESS);
  }
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  last = submit(erring->queues[2], kernel_command(&functor, &plain_site), NULL);
  open_both(erring);
  CHECK(is_verdict(ask(last), 0, 2) && words[0] == 1);
  finish(last);
  last = submit(erring->queues[2], kernel_command(&functor, &plain_site), NULL);
  CHECK(ask(last).named == 1);
  finish(failed[0]), finish(failed[1]), finish(between[0]), finish(between[1]), finish(last);
  erring_end(erring);
}

IN_CHILD(errors_of_dependencies_by_order, {
  for (int i = 0; i < 8; i++)
    by_order(i & 1 ? FALX_QUEUE_IN_ORDER : 0, i & 2, i & 4);
})

/* Two queues that depend on each other all the time, and end: none keeps the other. */
IN_CHILD(queues_that_depend_on_each_other_end, {
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
  for (uint32_t flags = 0; flags < 2; flags++) {
    falx_queue_t queues[2] = {fixture_queue(&fixture, 0, flags), fixture_queue(&fixture, 0, flags)};
    uint64_t words[4] = {0};
    struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
    falx_event_t last = NULL;
    for (int i = 0; i < 200; i++) {
      falx_event_t next = submit(queues[i % 2], kernel_command(&functor, &plain_site), last);
      falx_event_release(last);
      last = next;
    }
    falx_queue_release(queues[0]), falx_queue_release(queues[1]);
    finish(last);
    AWAIT(no_queue_is_left(&fixture));
  }
  fixture_end(&fixture);
})

/* ---- What holds a thread of the pool must not hold back what it has made ready ---- */

/* A host task whose captured object, destroyed after the task, waits for the queue's next command;
 * and one that waits for a command of that queue and then, by means of its own, for the next. */
struct follower {
  struct task task;
  uint64_t *words; /* the first is not 0 once the awaited command has run */
  falx_event_t awaited;
  uint32_t is_released; /* atomic: destroy may return without having seen it */
  uint32_t has_seen, is_destroyed;
};

/* At most ten seconds. */
static bool see_word(struct follower *follower) {
  for (int i = 0; i < 100000 && !__atomic_load_n(&follower->is_released, __ATOMIC_ACQUIRE); i++) {
    if (__atomic_load_n(follower->words, __ATOMIC_ACQUIRE))
      return true;
    usleep(100);
  }
  return false;
}
static void follower_destroy(void *data) {
  struct follower *follower = data;
  follower->has_seen = see_word(follower);
  __atomic_store_n(&follower->is_destroyed, 1, __ATOMIC_RELEASE);
}
static void *follower_run(void *data) {
  struct follower *follower = data;
  __atomic_store_n(&follower->task.is_running, 1, __ATOMIC_RELEASE);
  CHECK(falx_event_wait(&follower->awaited, 1) == FALX_SUCCESS);
  follower->has_seen = see_word(follower);
  return NULL;
}

IN_CHILD(a_destructor_waits_for_the_next_command, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  uint64_t words[4] = {0};
  struct follower last = {.words = words};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  struct falx_command command = task_command(&last.task);
  command.u.host_task.destroy = follower_destroy;
  command.u.host_task.data = &last;
  falx_event_t host = submit(queue, command, NULL);
  falx_event_t after = submit(queue, kernel_command(&functor, &plain_site), NULL);
  open_gate(&last.task);
  await_flag(&last.is_destroyed);
  CHECK(last.has_seen);
  finish(host), finish(after);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(a_task_waits_and_then_blocks, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  falx_queue_t other = fixture_queue(&fixture, 0, 0);
  uint64_t words[4] = {0};
  uint64_t unwritten[4] = {0};
  struct follower holder = {.words = unwritten};
  struct scripted_functor functor = {{unwritten + 1, 1, 1, 0}, {NULL, 0, 0, 0}, 1};
  struct falx_command command = task_command(&holder.task);
  command.u.host_task.destroy = follower_destroy; /* holds its thread to the end */
  command.u.host_task.data = &holder;
  falx_event_t host = submit(queue, command, NULL);
  falx_event_t first = submit(queue, kernel_command(&functor, &plain_site), NULL);
  functor.a.pointer = words;
  falx_event_t second = submit(queue, kernel_command(&functor, &plain_site), NULL);
  struct follower waiter = {.words = words, .awaited = first};
  command.u.host_task.run = follower_run;
  command.u.host_task.destroy = NULL;
  command.u.host_task.data = &waiter;
  falx_event_t blocked = submit(other, command, NULL);
  await_flag(&waiter.task.is_running);
  open_gate(&holder.task);
  finish(blocked);
  CHECK(waiter.has_seen);
  __atomic_store_n(&holder.is_released, 1, __ATOMIC_RELEASE);
  await_flag(&holder.is_destroyed);
  finish(host), finish(first), finish(second);
  falx_queue_release(queue), falx_queue_release(other);
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
    struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, (uint64_t)i};
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
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
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
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  uint64_t words[4] = {0};
  struct scripted_functor functor = {{words, 4, 4, 0}, {NULL, 0, 0, 0}, 1};
  for (uint32_t flags = 0; flags < 2; flags++) {
    falx_queue_t queue = fixture_queue(&fixture, 0, flags), other;
    for (int i = 0; i < 3; i++)
      falx_event_release(submit(queue, kernel_command(&functor, &plain_site), NULL));
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
      CHECK(pthread_create(&threads[i], NULL, wait_for_queue, queue) == 0);
    AWAIT(__atomic_load_n(&fixture.control->waiting, __ATOMIC_ACQUIRE) == 2);
    falx_queue_release(queue);
    for (int i = 0; i < 3; i++) {
      await_ready(&fixture, flags ? 1 : 3 - (size_t)i);
      CHECK(fixture.control->end_one(0, FALX_SUCCESS));
      other = fixture_queue(&fixture, 0, 0); /* sweeps what nothing holds */
      falx_queue_release(other);
    }
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
    CHECK(no_queue_is_left(&fixture));
  }
  fixture_end(&fixture);
})

/* Queues of three devices, in order and not; what they do depends on what others did, at random. */
enum { QUEUES = 6, CELLS = 8, STEPS = 2000 };

static void step(falx_queue_t queue, uint64_t cells[CELLS][4], falx_event_t last[CELLS], size_t to,
                 size_t from, uint64_t id) {
  struct scripted_functor functor = {{cells[to], 4, 4, 0}, {cells[from], 4, 4, 0}, id};
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
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
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
    struct scripted_functor expected = {{model[to], 4, 4, 0}, {model[from], 4, 4, 0}, i};
    scripted_mix(&expected);
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
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
  falx_queue_t queue = fixture_queue(&fixture, 0, FALX_QUEUE_IN_ORDER);
  static struct scripted_functor functor;
  functor = (struct scripted_functor){{last_words, 4, 4, 0}, {NULL, 0, 0, 0}, 7};
  falx_event_release(submit(queue, task_command(&last_task), NULL));
  falx_event_release(submit(queue, kernel_command(&functor, &plain_site), NULL));
  falx_queue_release(queue);
  await_flag(&last_task.is_running);
  atexit(check_at_exit);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(empty_commands_have_times_of_their_own),
      cmocka_unit_test(launches_do_not_allocate),
      cmocka_unit_test(dependencies_become_waits),
      cmocka_unit_test(in_order_behind_a_host_task),
      cmocka_unit_test(host_tasks_and_failures),
      cmocka_unit_test(failing_submission),
      cmocka_unit_test(ranges_that_change),
      cmocka_unit_test(limits_that_cannot_be_read),
      cmocka_unit_test(events_outlive_their_queue),
      cmocka_unit_test(barriers_hold_both_ways),
      cmocka_unit_test(host_tasks_may_wait_for_others),
      cmocka_unit_test(errors_of_explicit_dependencies),
      cmocka_unit_test(errors_of_dependencies_by_accessor),
      cmocka_unit_test(errors_of_dependencies_by_order),
      cmocka_unit_test(queues_that_depend_on_each_other_end),
      cmocka_unit_test(a_destructor_waits_for_the_next_command),
      cmocka_unit_test(a_task_waits_and_then_blocks),
      cmocka_unit_test(threads_share_a_queue),
      cmocka_unit_test(released_while_waited_for),
      cmocka_unit_test(order_across_devices),
      cmocka_unit_test(work_left_at_exit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
