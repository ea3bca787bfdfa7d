/* Buffers: order and content against a serial model, host access, write-back. */
#include <pthread.h>

#include "tests/unit/queue_fixture.h"

enum { WORDS = 32, BYTES = WORDS * 8 };

static falx_buffer_t make_buffer(void *host_data, uint32_t flags) {
  struct falx_buffer_options options = {.size = sizeof options,
                                        .bytes = BYTES,
                                        .alignment = 8,
                                        .host_data = host_data,
                                        .flags = flags};
  falx_buffer_t buffer;
  CHECK(falx_buffer_create(&options, &buffer) == FALX_SUCCESS);
  return buffer;
}

/* a is read and written, b (or NULL) read; the sizes are in words. */
static falx_status mix(falx_queue_t queue, falx_buffer_t a, size_t a_words, falx_buffer_t b,
                       size_t b_words, uint64_t id, falx_event_t *out_event) {
  struct queue_adapter_functor functor = {{a, a_words, a_words, 0}, {b, b_words, b_words, 0}, id};
  struct falx_requirement requirements[] = {{a, FALX_ACCESS_READ_WRITE}, {b, FALX_ACCESS_READ}};
  struct falx_command command = kernel_command(&functor, &mix_site);
  command.requirements = requirements;
  command.requirement_count = b ? 2 : 1;
  return falx_queue_submit(queue, &command, out_event);
}

IN_CHILD(reads_are_parallel, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  falx_buffer_t source = make_buffer(NULL, 0), targets[3];
  CHECK(mix(queue, source, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
  for (int i = 0; i < 3; i++) {
    targets[i] = make_buffer(NULL, 0);
    CHECK(mix(queue, targets[i], WORDS, source, WORDS, 2, NULL) == FALX_SUCCESS);
    CHECK(fixture.control->last_waits == 1);
  }
  CHECK(fixture.control->ready() == 1);
  CHECK(fixture.control->end_one(0, 0) && fixture.control->ready() == 3);
  CHECK(mix(queue, source, WORDS, NULL, 0, 3, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->last_waits == 3 && fixture.control->ready() == 3);
  /* A later reader follows the writer, which stands for the readers before it. */
  CHECK(mix(queue, targets[0], WORDS, source, WORDS, 4, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->last_waits == 2);
  while (fixture.control->end_one(0, 0))
    ;
  for (int i = 0; i < 3; i++)
    falx_buffer_release(targets[i]);
  falx_buffer_release(source);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(sub_buffers_conflict_where_they_overlap, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  falx_buffer_t whole = make_buffer(NULL, 0), left, right, middle;
  CHECK(falx_buffer_create_sub(whole, 0, BYTES / 2, &left) == FALX_SUCCESS);
  CHECK(falx_buffer_create_sub(whole, BYTES / 2, BYTES / 2, &right) == FALX_SUCCESS);
  CHECK(falx_buffer_create_sub(right, 8, BYTES / 2, &middle) == FALX_ERROR_INVALID && !middle);
  CHECK(falx_buffer_create_sub(whole, BYTES / 4, BYTES / 2, &middle) == FALX_SUCCESS);
  CHECK(mix(queue, left, WORDS / 2, NULL, 0, 1, NULL) == FALX_SUCCESS);
  CHECK(mix(queue, right, WORDS / 2, NULL, 0, 1, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->last_waits == 0);
  CHECK(mix(queue, middle, WORDS / 2, NULL, 0, 1, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->last_waits == 2);
  CHECK(mix(queue, whole, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->last_waits == 3);
  while (fixture.control->end_one(0, 0))
    ;
  falx_buffer_release(whole), falx_buffer_release(left), falx_buffer_release(right);
  falx_buffer_release(middle);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(host_access_holds_back, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_AT_ONCE);
  for (int device = 0; device < 2; device++) {
    falx_queue_t queue = fixture_queue(&fixture, device, 0);
    falx_buffer_t buffer = make_buffer(NULL, 0);
    uint64_t *words;
    CHECK(falx_buffer_host_acquire(buffer, FALX_ACCESS_DISCARD_WRITE, (void **)&words) ==
          FALX_SUCCESS);
    for (int i = 0; i < WORDS; i++)
      words[i] = 1;
    falx_event_t event;
    CHECK(mix(queue, buffer, WORDS, NULL, 0, 5, &event) == FALX_SUCCESS);
    usleep(20000);
    CHECK(falx_event_get_status(event) == FALX_EVENT_SUBMITTED && words[3] == 1);
    words[3] = 2;
    falx_buffer_host_release(buffer, FALX_ACCESS_DISCARD_WRITE);
    CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
    falx_event_release(event);
    CHECK(falx_buffer_host_acquire(buffer, FALX_ACCESS_READ, (void **)&words) == FALX_SUCCESS);
    CHECK(words[2] == 36 && words[3] == 67);
    /* A second reader gets in beside the first. */
    uint64_t *again;
    CHECK(falx_buffer_host_acquire(buffer, FALX_ACCESS_READ, (void **)&again) == FALX_SUCCESS);
    falx_buffer_host_release(buffer, FALX_ACCESS_READ);
    falx_buffer_host_release(buffer, FALX_ACCESS_READ);
    falx_buffer_release(buffer);
    falx_queue_release(queue);
  }
  fixture_end(&fixture);
})

static uint64_t written_back[WORDS];
static int write_backs, destroyed;
static void write_back(void *user, const void *data, size_t bytes) {
  (*(int *)user)++;
  memcpy(written_back, data, bytes);
}
static void destroy(void *user) {
  (*(int *)user)++;
}

IN_CHILD(the_last_release_writes_back, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_RANDOM);
  for (int device = 0; device < 2; device++) {
    falx_queue_t queue = fixture_queue(&fixture, device, 0);
    uint64_t data[WORDS + 1] = {0};
    falx_buffer_t buffer = make_buffer(data, 0);
    CHECK(mix(queue, buffer, WORDS, NULL, 0, 5, NULL) == FALX_SUCCESS);
    falx_buffer_release(buffer);
    CHECK(data[0] == 5 && data[WORDS - 1] == 5 && data[WORDS] == 0);

    buffer = make_buffer(data, FALX_BUFFER_HOST_CONST);
    CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
    write_backs = destroyed = 0;
    falx_buffer_set_write_back(buffer, write_back, &write_backs, NULL);
    falx_buffer_set_user_data(buffer, &destroyed, destroy);
    falx_buffer_release(buffer);
    CHECK(data[0] == 5 && written_back[0] == 156 && write_backs == 1 && destroyed == 1);

    buffer = make_buffer(data, 0);
    falx_buffer_disable_write_back(buffer, true);
    CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
    falx_buffer_release(buffer);
    CHECK(data[0] == 5);

    buffer = make_buffer(data, 0);
    falx_buffer_set_write_back(buffer, write_back, &write_backs, destroy);
    void *pointer;
    CHECK(falx_buffer_host_acquire(buffer, FALX_ACCESS_READ, &pointer) == FALX_SUCCESS);
    CHECK(pointer == data);
    falx_buffer_host_release(buffer, FALX_ACCESS_READ);
    falx_buffer_release(buffer); /* never written: destroy is all */
    CHECK(write_backs == 2);

    buffer = make_buffer(data, FALX_BUFFER_USE_HOST_PTR);
    CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
    struct falx_command update = command_of(FALX_COMMAND_UPDATE_HOST);
    update.u.update_host.buffer = buffer;
    falx_event_t event;
    CHECK(falx_queue_submit(queue, &update, &event) == FALX_SUCCESS);
    CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS && data[0] == 156);
    falx_event_release(event);
    falx_buffer_release(buffer);
    falx_queue_release(queue);
  }
  fixture_end(&fixture);
})

/* SYCL 2020, 4.7.2.3; the memory goes when the commands have ended. Device 1 has memory of its own.
 */
IN_CHILD(nothing_to_write_back_does_not_wait, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  long before = __atomic_load_n(&fixture.control->allocated, __ATOMIC_ACQUIRE);
  falx_buffer_t first = make_buffer(NULL, 0), second = make_buffer(NULL, 0);
  CHECK(mix(queue, first, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
  CHECK(mix(queue, second, WORDS, first, WORDS, 2, NULL) == FALX_SUCCESS);
  falx_buffer_release(first);
  falx_buffer_release(second);
  CHECK(__atomic_load_n(&fixture.control->allocated, __ATOMIC_ACQUIRE) == before + 2);
  while (fixture.control->end_one(0, 0))
    ;
  for (int i = 0; i < 10000 && __atomic_load_n(&fixture.control->allocated, __ATOMIC_ACQUIRE); i++)
    usleep(1000);
  CHECK(__atomic_load_n(&fixture.control->allocated, __ATOMIC_ACQUIRE) == before);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(boxes_are_copied_row_by_row, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_RANDOM);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS], box[4] = {0};
  for (uint64_t i = 0; i < WORDS; i++)
    data[i] = i;
  falx_buffer_t buffer = make_buffer(data, 0);
  struct falx_region in = {buffer, NULL, 8, {2, 2, 1}, {4, 8, 1}, {1, 3, 0}};
  struct falx_region out = {NULL, box, 8, {2, 2, 1}, {2, 2, 1}, {0, 0, 0}};
  struct falx_command command = command_of(FALX_COMMAND_COPY_REGION);
  command.u.copy.source = in;
  command.u.copy.destination = out;
  falx_event_t event;
  CHECK(falx_queue_submit(queue, &command, &event) == FALX_SUCCESS);
  CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
  falx_event_release(event);
  CHECK(box[0] == 13 && box[1] == 14 && box[2] == 17 && box[3] == 18);
  command = command_of(FALX_COMMAND_FILL_REGION);
  uint64_t pattern = 99;
  command.u.fill_region.destination = in;
  command.u.fill_region.pattern = &pattern;
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
  command.u.fill_region.destination.offset[0] = 3;
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_ERROR_INVALID);
  falx_buffer_release(buffer);
  CHECK(data[12] == 12 && data[13] == 99 && data[14] == 99 && data[15] == 15 && data[17] == 99);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

static void *end_rows(void *control) {
  usleep(50000);
  while (((struct queue_adapter_control *)control)->end_one(0, FALX_SUCCESS))
    continue;
  return NULL;
}

/* The command has failed, and the buffer may go: nothing may be under way in it any more. */
IN_CHILD(rows_end_before_a_failure_is_told, {
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t pattern = 99;
  pthread_t thread;
  falx_buffer_t buffer = make_buffer(NULL, 0);
  struct falx_command command = command_of(FALX_COMMAND_FILL_REGION);
  command.u.fill_region.destination =
      (struct falx_region){buffer, NULL, 8, {2, 4, 1}, {4, 8, 1}, {1, 3, 0}};
  command.u.fill_region.pattern = &pattern;
  fixture.control->fail_skip = 2;
  fixture.control->fail_next = 1;
  CHECK(pthread_create(&thread, NULL, end_rows, fixture.control) == 0);
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_ERROR_RUNTIME);
  CHECK(fixture.control->enqueued == 3 && fixture.control->ready() == 0);
  pthread_join(thread, NULL);
  falx_buffer_release(buffer);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

/* ---- Against a serial model ---- */

static uint64_t seed;
static size_t pick(size_t below) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (size_t)(seed % below);
}

enum { BUFFERS = 4, PARTS = 3, QUEUES = 5, STEPS = 400 };

struct part {
  falx_buffer_t buffer;
  uint64_t *model;
  size_t words;
};

struct task {
  struct part a, b;
  uint64_t id;
};
static void *task_run(void *data) {
  struct task *task = data;
  struct queue_adapter_functor functor = {
      {falx_buffer_host_pointer(task->a.buffer), task->a.words, 0, 0},
      {falx_buffer_host_pointer(task->b.buffer), task->b.words, 0, 0},
      task->id};
  queue_adapter_mix(&functor);
  return NULL;
}

static void mix_model(const struct part *a, const struct part *b, uint64_t id) {
  struct queue_adapter_functor functor = {
      {a->model, a->words, 0, 0}, {b->model, b->words, 0, 0}, id};
  queue_adapter_mix(&functor);
}

static void submit_task(falx_queue_t queue, const struct part *a, const struct part *b,
                        uint64_t id) {
  struct task *task = malloc(sizeof *task);
  CHECK(task);
  *task = (struct task){*a, *b, id};
  struct falx_requirement requirements[] = {{a->buffer, FALX_ACCESS_READ_WRITE},
                                            {b->buffer, FALX_ACCESS_READ}};
  struct falx_command command = command_of(FALX_COMMAND_HOST_TASK);
  command.u.host_task.run = task_run;
  command.u.host_task.destroy = free;
  command.u.host_task.data = task;
  command.requirements = requirements;
  command.requirement_count = 2;
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
}

static void submit_fill(falx_queue_t queue, const struct part *a, uint64_t value) {
  struct falx_requirement requirement = {a->buffer, FALX_ACCESS_DISCARD_WRITE};
  struct falx_command command = command_of(FALX_COMMAND_FILL_REGION);
  command.u.fill_region.destination =
      (struct falx_region){a->buffer, NULL, 8, {a->words, 1, 1}, {a->words, 1, 1}, {0, 0, 0}};
  command.u.fill_region.pattern = &value;
  command.requirements = &requirement;
  command.requirement_count = 1;
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
  for (size_t i = 0; i < a->words; i++)
    a->model[i] = value;
}

static void access_host(const struct part *part, uint64_t id) {
  uint32_t mode = pick(2) ? FALX_ACCESS_READ : FALX_ACCESS_READ_WRITE;
  uint64_t *words;
  CHECK(falx_buffer_host_acquire(part->buffer, mode, (void **)&words) == FALX_SUCCESS);
  CHECK(memcmp(words, part->model, part->words * 8) == 0);
  if (mode != FALX_ACCESS_READ)
    words[0] = part->model[0] = id;
  falx_buffer_host_release(part->buffer, mode);
}

static void run_model(uint64_t start) {
  seed = start;
  struct fixture fixture = fixture_begin(QUEUE_ADAPTER_RANDOM);
  falx_context_t second;
  CHECK(falx_context_create(&fixture.devices[2], 1, &second) == FALX_SUCCESS);
  falx_queue_t queues[QUEUES];
  for (int i = 0; i < 4; i++)
    queues[i] = fixture_queue(&fixture, i % 3, (uint32_t)i % 2);
  CHECK(falx_queue_create(second, fixture.devices[2], 0, &queues[4]) == FALX_SUCCESS);

  static uint64_t models[BUFFERS][WORDS], finals[BUFFERS][WORDS];
  struct part parts[BUFFERS * PARTS];
  for (size_t i = 0; i < BUFFERS; i++) {
    for (size_t j = 0; j < WORDS; j++)
      finals[i][j] = models[i][j] = i * 1000 + j;
    struct part *part = &parts[i * PARTS];
    part[0] = (struct part){make_buffer(finals[i], i % 2 ? FALX_BUFFER_USE_HOST_PTR : 0), models[i],
                            WORDS};
    for (size_t j = 1; j < PARTS; j++) {
      size_t begin = pick(WORDS / 2);
      part[j] = (struct part){NULL, &models[i][begin], 1 + pick(WORDS / 2)};
      CHECK(falx_buffer_create_sub(part[0].buffer, begin * 8, part[j].words * 8, &part[j].buffer) ==
            FALX_SUCCESS);
    }
  }
  for (uint64_t id = 1; id <= STEPS; id++) {
    falx_queue_t queue = queues[pick(QUEUES)];
    const struct part *a = &parts[pick(BUFFERS * PARTS)];
    const struct part *b = &parts[pick(BUFFERS * PARTS)];
    while ((a - parts) / PARTS == (b - parts) / PARTS)
      b = &parts[pick(BUFFERS * PARTS)];
    size_t kind = pick(20);
    if (kind < 14) {
      CHECK(mix(queue, a->buffer, a->words, b->buffer, b->words, id, NULL) == FALX_SUCCESS);
      mix_model(a, b, id);
    } else if (kind < 17) {
      submit_task(queue, a, b, id);
      mix_model(a, b, id);
    } else if (kind < 19) {
      submit_fill(queue, a, id);
    } else {
      access_host(a, id);
    }
  }
  for (int i = BUFFERS * PARTS; i-- > 0;)
    falx_buffer_release(parts[i].buffer);
  CHECK(memcmp(finals, models, sizeof models) == 0);
  for (int i = 0; i < QUEUES; i++) {
    CHECK(falx_queue_wait(queues[i]) == FALX_SUCCESS);
    CHECK(!falx_queue_take_error(queues[i], NULL, NULL));
    falx_queue_release(queues[i]);
  }
  falx_context_release(second);
  fixture_end(&fixture);
}

IN_CHILD(random_commands_1, { run_model(88172645463325252u); })
IN_CHILD(random_commands_2, { run_model(362436069362436069u); })
IN_CHILD(random_commands_3, { run_model(521288629521288629u); })

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_are_parallel),
      cmocka_unit_test(sub_buffers_conflict_where_they_overlap),
      cmocka_unit_test(host_access_holds_back),
      cmocka_unit_test(the_last_release_writes_back),
      cmocka_unit_test(nothing_to_write_back_does_not_wait),
      cmocka_unit_test(boxes_are_copied_row_by_row),
      cmocka_unit_test(rows_end_before_a_failure_is_told),
      cmocka_unit_test(random_commands_1),
      cmocka_unit_test(random_commands_2),
      cmocka_unit_test(random_commands_3),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
