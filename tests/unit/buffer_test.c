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
  struct scripted_functor functor = {{a, a_words, a_words, 0}, {b, b_words, b_words, 0}, id};
  struct falx_requirement requirements[] = {{a, FALX_ACCESS_READ_WRITE}, {b, FALX_ACCESS_READ}};
  struct falx_command command = kernel_command(&functor, &mix_site);
  command.requirements = requirements;
  command.requirement_count = b ? 2 : 1;
  return falx_queue_submit(queue, &command, out_event);
}

IN_CHILD(reads_are_parallel, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
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
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
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
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
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
    fixture_settle(&fixture);
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
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
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
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
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
  AWAIT(__atomic_load_n(&fixture.control->allocated, __ATOMIC_ACQUIRE) == before);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(boxes_are_copied_row_by_row, {
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
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

/* Ends what is under way once the submission waits for it, or has not waited. */
struct end_rows {
  struct scripted *control;
  uint32_t is_submitted; /* atomic */
};
static void *end_rows(void *data) {
  struct end_rows *rows = data;
  AWAIT(__atomic_load_n(&rows->control->waiting, __ATOMIC_ACQUIRE) ||
        __atomic_load_n(&rows->is_submitted, __ATOMIC_ACQUIRE));
  while (rows->control->end_one(0, FALX_SUCCESS))
    continue;
  return NULL;
}

/* The command has failed, and the buffer may go: nothing may be under way in it any more. */
IN_CHILD(rows_end_before_a_failure_is_told, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
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
  struct end_rows rows = {fixture.control, 0};
  CHECK(pthread_create(&thread, NULL, end_rows, &rows) == 0);
  CHECK(falx_queue_submit(queue, &command, NULL) != FALX_SUCCESS);
  CHECK(fixture.control->enqueued == 3 && fixture.control->ready() == 0);
  __atomic_store_n(&rows.is_submitted, 1, __ATOMIC_RELEASE);
  pthread_join(thread, NULL);
  falx_buffer_release(buffer);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

/* ---- Commands that fail when they end, on devices with memory of their own ---- */

/* Ends commands beside a call that waits for them, each as soon as it may run. */
struct ending {
  struct scripted *control;
  size_t count;
  int statuses[4];
  pthread_t thread;
};

static void *end_each(void *data) {
  const struct ending *ending = data;
  for (size_t i = 0; i < ending->count; i++) {
    int tries = 0;
    while (!ending->control->end_one(0, ending->statuses[i]) && tries++ < 10000)
      usleep(1000);
    CHECK(tries < 10000);
  }
  return NULL;
}

static void start_ending(struct ending *ending) {
  CHECK(pthread_create(&ending->thread, NULL, end_each, ending) == 0);
}

static void end_next(struct fixture *fixture, int status) {
  struct ending ending = {fixture->control, 1, {status}, 0};
  end_each(&ending);
}

static void join(struct ending *ending) {
  CHECK(pthread_join(ending->thread, NULL) == 0);
}

static bool has_failed(falx_queue_t queue, falx_event_t event) {
  CHECK(falx_event_wait(&event, 1) == FALX_SUCCESS);
  bool is_so = falx_event_failed_queue(event) == queue;
  falx_event_release(event);
  return is_so;
}

/* One error, of moving the content; and no other. */
static void expect_transfer_error(falx_queue_t queue) {
  falx_status status;
  CHECK(falx_queue_take_error(queue, &status, NULL) && status == FALX_ERROR_RUNTIME);
  CHECK(strstr(falx_error_detail(), "of a buffer's content failed"));
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
}

static void expect_words(const uint64_t *words, size_t count, uint64_t expected) {
  for (size_t i = 0; i < count; i++)
    CHECK(words[i] == expected);
}

IN_CHILD(content_that_does_not_come_stops_all_that_need_it, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0};
  falx_buffer_t buffer = make_buffer(data, 0);
  falx_event_t first, second;
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, &first) == FALX_SUCCESS);
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 2, &second) == FALX_SUCCESS);
  CHECK(fixture.control->ready() == 1);
  CHECK(fixture.control->end_one(0, FALX_ERROR_RUNTIME));
  CHECK(has_failed(queue, first) && has_failed(queue, second));
  CHECK(fixture.control->ready() == 0);
  expect_transfer_error(queue);
  falx_buffer_release(buffer);
  expect_words(data, WORDS, 0);
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(content_that_is_still_elsewhere_comes_the_next_time, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0};
  falx_buffer_t source = make_buffer(data, 0), target = make_buffer(NULL, 0);
  falx_event_t event;
  CHECK(mix(queue, target, WORDS, source, WORDS, 7, &event) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_RUNTIME));
  CHECK(has_failed(queue, event));
  expect_transfer_error(queue);
  CHECK(mix(queue, target, WORDS, source, WORDS, 7, &event) == FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  CHECK(!has_failed(queue, event) && !falx_queue_take_error(queue, NULL, NULL));
  falx_buffer_release(source), falx_buffer_release(target);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(lost_content_is_an_error_until_it_is_written_anew, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0};
  void *pointer;
  falx_event_t event;
  falx_buffer_t buffer = make_buffer(data, 0), half;
  CHECK(falx_buffer_create_sub(buffer, 0, BYTES / 2, &half) == FALX_SUCCESS);
  CHECK(mix(queue, half, WORDS / 2, NULL, 0, 1, &event) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_RUNTIME));
  CHECK(has_failed(queue, event));
  expect_transfer_error(queue);
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 2, NULL) == FALX_ERROR_RUNTIME);
  CHECK(strstr(falx_error_detail(), "content of a buffer is lost"));
  CHECK(falx_buffer_host_acquire(half, FALX_ACCESS_READ, &pointer) == FALX_ERROR_RUNTIME);
  CHECK(!pointer && strstr(falx_error_detail(), "content of a buffer is lost"));
  CHECK(falx_buffer_host_acquire(half, FALX_ACCESS_DISCARD_WRITE, &pointer) == FALX_SUCCESS);
  memset(pointer, 0, BYTES / 2);
  falx_buffer_host_release(half, FALX_ACCESS_DISCARD_WRITE);
  struct ending endings = {fixture.control, 2, {FALX_SUCCESS, FALX_SUCCESS}, 0};
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 3, &event) == FALX_SUCCESS);
  start_ending(&endings);
  CHECK(!has_failed(queue, event));
  join(&endings);
  endings.count = 1;
  start_ending(&endings);
  falx_buffer_release(buffer), falx_buffer_release(half);
  join(&endings);
  expect_words(data, WORDS, 3);
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(a_host_accessor_tries_again, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0}, *words;
  falx_event_t event;
  falx_buffer_t buffer = make_buffer(data, 0);
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, &event) == FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  CHECK(!has_failed(queue, event));
  for (uint32_t mode = FALX_ACCESS_READ; mode <= FALX_ACCESS_READ_WRITE; mode++) {
    struct ending endings = {fixture.control, 1, {FALX_ERROR_RUNTIME}, 0};
    start_ending(&endings);
    CHECK(falx_buffer_host_acquire(buffer, mode, (void **)&words) == FALX_ERROR_RUNTIME);
    CHECK(!words && strstr(falx_error_detail(), "could not be brought to the host"));
    join(&endings);
  }
  /* Who asked has been told. */
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
  struct ending endings = {fixture.control, 1, {FALX_SUCCESS}, 0};
  start_ending(&endings);
  CHECK(falx_buffer_host_acquire(buffer, FALX_ACCESS_READ_WRITE, (void **)&words) == FALX_SUCCESS);
  join(&endings);
  expect_words(words, WORDS, 1);
  words[0] = 2;
  falx_buffer_host_release(buffer, FALX_ACCESS_READ_WRITE);
  falx_buffer_release(buffer);
  CHECK(data[0] == 2);
  expect_words(data + 1, WORDS - 1, 1);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

static void *read_whole(void *user) {
  expect_words(falx_buffer_host_pointer(user), WORDS, 1);
  return NULL;
}

/* The task modifies on its device what it reads on the host: the copy to the host waited for the
 * task, as for one that had modified the content before. */
IN_CHILD(a_host_task_has_a_buffer_on_the_host_and_a_part_of_it_on_its_device, {
  struct fixture fixture = fixture_begin(SCRIPTED_AT_ONCE);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0};
  falx_buffer_t whole = make_buffer(data, 0), half;
  CHECK(falx_buffer_create_sub(whole, 0, BYTES / 2, &half) == FALX_SUCCESS);
  CHECK(mix(queue, whole, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
  for (int first = 0; first < 2; first++) {
    struct falx_requirement requirements[2];
    requirements[first] = (struct falx_requirement){whole, FALX_ACCESS_READ};
    requirements[!first] =
        (struct falx_requirement){half, FALX_ACCESS_READ_WRITE | FALX_ACCESS_ON_DEVICE};
    struct falx_command command = command_of(FALX_COMMAND_HOST_TASK);
    command.u.host_task.run = read_whole;
    command.u.host_task.data = whole;
    command.requirements = requirements;
    command.requirement_count = 2;
    CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
    CHECK(falx_queue_wait(queue) == FALX_SUCCESS);
    CHECK(!falx_queue_take_error(queue, NULL, NULL));
  }
  falx_buffer_release(half);
  falx_buffer_release(whole);
  expect_words(data, WORDS, 1);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

IN_CHILD(what_did_not_come_back_is_not_written_back, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0};
  struct ending endings = {fixture.control, 1, {FALX_ERROR_RUNTIME}, 0};
  falx_buffer_t buffer = make_buffer(data, FALX_BUFFER_HOST_CONST);
  write_backs = 0;
  falx_buffer_set_write_back(buffer, write_back, &write_backs, NULL);
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  start_ending(&endings);
  falx_buffer_release(buffer);
  join(&endings);
  CHECK(write_backs == 0);
  expect_transfer_error(queue);

  /* The call fails, not the command. */
  buffer = make_buffer(data, FALX_BUFFER_HOST_CONST);
  falx_buffer_set_write_back(buffer, write_back, &write_backs, NULL);
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 1, NULL) == FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  end_next(&fixture, FALX_SUCCESS);
  fixture.control->fail_next = 1;
  falx_buffer_release(buffer);
  CHECK(write_backs == 0);
  expect_transfer_error(queue);
  falx_queue_release(queue);
  fixture_end(&fixture);
})

/* Each half was written on a device of its own; one of them comes back. data is not aligned as the
 * buffer wants it: the content is elsewhere on the host. */
IN_CHILD(halves_are_written_back_by_themselves, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queues[2] = {fixture_queue(&fixture, 1, 0), fixture_queue(&fixture, 2, 0)};
  _Alignas(256) uint64_t aligned[WORDS + 1] = {0}, *data = aligned + 1;
  struct falx_buffer_options options = {
      .size = sizeof options, .bytes = BYTES, .alignment = 256, .host_data = data};
  falx_buffer_t buffer, halves[2];
  CHECK(falx_buffer_create(&options, &buffer) == FALX_SUCCESS);
  for (size_t i = 0; i < 2; i++) {
    CHECK(falx_buffer_create_sub(buffer, i * BYTES / 2, BYTES / 2, &halves[i]) == FALX_SUCCESS);
    CHECK(mix(queues[i], halves[i], WORDS / 2, NULL, 0, 5, NULL) == FALX_SUCCESS);
    end_next(&fixture, FALX_SUCCESS);
    end_next(&fixture, FALX_SUCCESS);
    falx_buffer_release(halves[i]);
  }
  struct ending endings = {fixture.control, 2, {FALX_SUCCESS, FALX_ERROR_RUNTIME}, 0};
  start_ending(&endings);
  falx_buffer_release(buffer);
  join(&endings);
  expect_words(data, WORDS / 2, 5);
  expect_words(data + WORDS / 2, WORDS / 2, 0);
  CHECK(!falx_queue_take_error(queues[0], NULL, NULL));
  expect_transfer_error(queues[1]);
  falx_queue_release(queues[0]), falx_queue_release(queues[1]);
  fixture_end(&fixture);
})

static falx_status fill(falx_queue_t queue, falx_buffer_t buffer, uint64_t value,
                        falx_event_t *out_event) {
  struct falx_requirement requirement = {buffer, FALX_ACCESS_DISCARD_WRITE};
  struct falx_command command = command_of(FALX_COMMAND_FILL_REGION);
  command.u.fill_region.destination =
      (struct falx_region){buffer, NULL, 8, {WORDS, 1, 1}, {WORDS, 1, 1}, {0, 0, 0}};
  command.u.fill_region.pattern = &value;
  command.requirements = &requirement;
  command.requirement_count = 1;
  return falx_queue_submit(queue, &command, out_event);
}

/* The device's memory was never written to. */
IN_CHILD(nothing_is_written_back_of_a_write_that_failed, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 1, 0);
  uint64_t data[WORDS] = {0};
  falx_event_t event;
  falx_buffer_t buffer = make_buffer(data, 0);
  CHECK(fill(queue, buffer, 3, &event) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_KERNEL));
  CHECK(has_failed(queue, event) && falx_queue_take_error(queue, NULL, NULL));
  falx_buffer_release(buffer);
  expect_words(data, WORDS, 0);
  /* The content of before is on the host. */
  struct ending endings = {fixture.control, 3, {FALX_SUCCESS, FALX_SUCCESS, FALX_SUCCESS}, 0};
  buffer = make_buffer(data, 0);
  CHECK(fill(queue, buffer, 3, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_KERNEL));
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 2, NULL) == FALX_SUCCESS);
  start_ending(&endings);
  falx_buffer_release(buffer);
  join(&endings);
  expect_words(data, WORDS, 2);
  /* Nobody has ever written it. */
  buffer = make_buffer(NULL, 0);
  write_backs = 0;
  falx_buffer_set_write_back(buffer, write_back, &write_backs, NULL);
  CHECK(fill(queue, buffer, 3, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_KERNEL));
  CHECK(mix(queue, buffer, WORDS, NULL, 0, 2, NULL) == FALX_ERROR_KERNEL);
  falx_buffer_release(buffer);
  CHECK(write_backs == 0);
  CHECK(falx_queue_take_error(queue, NULL, NULL) && falx_queue_take_error(queue, NULL, NULL));
  /* Where the content was in place it still is. */
  buffer = make_buffer(data, 0);
  endings.count = 1;
  CHECK(fill(queue, buffer, 3, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_SUCCESS));
  CHECK(fill(queue, buffer, 4, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_KERNEL));
  start_ending(&endings);
  falx_buffer_release(buffer);
  join(&endings);
  expect_words(data, WORDS, 3);
  CHECK(falx_queue_take_error(queue, NULL, NULL) && !falx_queue_take_error(queue, NULL, NULL));
  falx_queue_release(queue);
  fixture_end(&fixture);
})

/* From device to device by way of the host, in two contexts; what fails first is told, once, where
 * it was asked for. */
IN_CHILD(failures_follow_the_content, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_context_t second;
  CHECK(falx_context_create(&fixture.devices[2], 1, &second) == FALX_SUCCESS);
  falx_queue_t queues[2] = {fixture_queue(&fixture, 1, 0)};
  CHECK(falx_queue_create(second, fixture.devices[2], 0, &queues[1]) == FALX_SUCCESS);
  uint64_t data[WORDS] = {0};
  falx_event_t events[2];
  falx_buffer_t buffer = make_buffer(data, 0);
  CHECK(mix(queues[0], buffer, WORDS, NULL, 0, 1, &events[0]) == FALX_SUCCESS);
  CHECK(mix(queues[1], buffer, WORDS, NULL, 0, 2, &events[1]) == FALX_SUCCESS);
  CHECK(fixture.control->end_one(0, FALX_ERROR_RUNTIME));
  CHECK(has_failed(queues[0], events[0]) && has_failed(queues[0], events[1]));
  CHECK(fixture.control->ready() == 0);
  expect_transfer_error(queues[0]);
  CHECK(!falx_queue_take_error(queues[1], NULL, NULL));
  falx_buffer_release(buffer);
  expect_words(data, WORDS, 0);
  falx_queue_release(queues[0]), falx_queue_release(queues[1]);
  falx_context_release(second);
  fixture_end(&fixture);
})

/* The adapter copies rows only: the command's own event is a marker, which does not fail. */
IN_CHILD(a_row_that_fails_is_told_once, {
  struct fixture fixture = fixture_begin(SCRIPTED_BY_HAND);
  falx_queue_t queue = fixture_queue(&fixture, 0, 0);
  uint64_t data[WORDS] = {0}, box[6] = {0};
  falx_status status;
  falx_buffer_t buffer = make_buffer(data, 0);
  struct falx_command command = command_of(FALX_COMMAND_COPY_REGION);
  command.u.copy.source = (struct falx_region){buffer, NULL, 8, {2, 3, 1}, {4, 8, 1}, {1, 3, 0}};
  command.u.copy.destination = (struct falx_region){NULL, box, 8, {2, 3, 1}, {2, 3, 1}, {0, 0, 0}};
  CHECK(falx_queue_submit(queue, &command, NULL) == FALX_SUCCESS);
  CHECK(fixture.control->ready() == 3);
  CHECK(fixture.control->end_one(1, FALX_ERROR_RUNTIME));
  while (fixture.control->end_one(0, FALX_SUCCESS))
    continue;
  CHECK(falx_queue_wait(queue) == FALX_SUCCESS);
  CHECK(falx_queue_take_error(queue, &status, NULL) && status == FALX_ERROR_RUNTIME);
  CHECK(strstr(falx_error_detail(), "region copy failed"));
  CHECK(!falx_queue_take_error(queue, NULL, NULL));
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
  struct scripted_functor functor = {
      {falx_buffer_host_pointer(task->a.buffer), task->a.words, 0, 0},
      {falx_buffer_host_pointer(task->b.buffer), task->b.words, 0, 0},
      task->id};
  scripted_mix(&functor);
  return NULL;
}

static void mix_model(const struct part *a, const struct part *b, uint64_t id) {
  struct scripted_functor functor = {{a->model, a->words, 0, 0}, {b->model, b->words, 0, 0}, id};
  scripted_mix(&functor);
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
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
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

/* ---- Copies that fail at random, those of content to other devices as well ----
 *
 * All values are step numbers. The adapter's fresh memory holds others: whoever finds one has been
 * given what nobody wrote. */

static void expect_steps(const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    CHECK(words[i] <= STEPS);
}

static void write_final(void *final, const void *data, size_t bytes) {
  memcpy(final, data, bytes);
}

/* Content that is lost is the only reason to be refused. */
static bool is_taken(falx_status status) {
  CHECK(status == FALX_SUCCESS || strstr(falx_error_detail(), "content of a buffer is lost"));
  return status == FALX_SUCCESS;
}

static void fill_part(falx_queue_t queue, const struct part *part, uint64_t id, uint32_t mode) {
  struct falx_requirement requirement = {part->buffer, mode};
  struct falx_command command = command_of(FALX_COMMAND_FILL_REGION);
  command.u.fill_region.destination = (struct falx_region){
      part->buffer, NULL, 8, {part->words, 1, 1}, {part->words, 1, 1}, {0, 0, 0}};
  command.u.fill_region.destination.range[0] -= mode != FALX_ACCESS_DISCARD_WRITE;
  command.u.fill_region.pattern = &id;
  command.requirements = &requirement;
  command.requirement_count = 1;
  is_taken(falx_queue_submit(queue, &command, NULL));
}

static void copy_part(falx_queue_t queue, const struct part *from, const struct part *to) {
  size_t words = from->words < to->words ? from->words : to->words;
  struct falx_command command = command_of(FALX_COMMAND_COPY_REGION);
  command.u.copy.source =
      (struct falx_region){from->buffer, NULL, 8, {words, 1, 1}, {from->words, 1, 1}, {0, 0, 0}};
  command.u.copy.destination =
      (struct falx_region){to->buffer, NULL, 8, {words, 1, 1}, {to->words, 1, 1}, {0, 0, 0}};
  is_taken(falx_queue_submit(queue, &command, NULL));
}

static void access_part(const struct part *part, uint64_t id) {
  uint32_t mode = pick(2) ? FALX_ACCESS_READ : FALX_ACCESS_READ_WRITE;
  uint64_t *words;
  falx_status status = falx_buffer_host_acquire(part->buffer, mode, (void **)&words);
  if (status != FALX_SUCCESS) {
    CHECK(!words && strstr(falx_error_detail(), "content of "));
    return;
  }
  expect_steps(words, part->words);
  if (mode != FALX_ACCESS_READ)
    words[0] = id;
  falx_buffer_host_release(part->buffer, mode);
}

static size_t take_errors(falx_queue_t queue) {
  size_t count = 0;
  falx_status status;
  for (; falx_queue_take_error(queue, &status, NULL); count++)
    CHECK(status == FALX_ERROR_RUNTIME);
  return count;
}

static void run_failing(uint64_t start) {
  seed = start;
  struct fixture fixture = fixture_begin(SCRIPTED_RANDOM);
  fixture.control->copies_per_failure = 8;
  falx_context_t second;
  CHECK(falx_context_create(&fixture.devices[2], 1, &second) == FALX_SUCCESS);
  falx_queue_t queues[QUEUES];
  for (int i = 0; i < 4; i++)
    queues[i] = fixture_queue(&fixture, i % 3, (uint32_t)i % 2);
  CHECK(falx_queue_create(second, fixture.devices[2], 0, &queues[4]) == FALX_SUCCESS);
  size_t errors = 0;
  for (int round = 0; round < 20; round++) {
    uint64_t initial[BUFFERS][WORDS] = {0}, finals[BUFFERS][WORDS] = {0};
    struct part parts[BUFFERS * PARTS];
    for (size_t i = 0; i < BUFFERS; i++) {
      struct part *part = &parts[i * PARTS];
      bool is_elsewhere = i % 2;
      part[0] = (struct part){make_buffer(is_elsewhere ? initial[i] : finals[i],
                                          is_elsewhere ? FALX_BUFFER_HOST_CONST : 0),
                              NULL, WORDS};
      if (is_elsewhere)
        falx_buffer_set_write_back(part[0].buffer, write_final, finals[i], NULL);
      for (size_t j = 1; j < PARTS; j++) {
        part[j].words = 2 + pick(WORDS / 2 - 1);
        CHECK(falx_buffer_create_sub(part[0].buffer, pick(WORDS / 2) * 8, part[j].words * 8,
                                     &part[j].buffer) == FALX_SUCCESS);
      }
    }
    for (uint64_t id = 1; id <= STEPS / 10; id++) {
      falx_queue_t queue = queues[pick(QUEUES)];
      const struct part *a = &parts[pick(BUFFERS * PARTS)];
      const struct part *b = &parts[pick(BUFFERS * PARTS)];
      while ((a - parts) / PARTS == (b - parts) / PARTS)
        b = &parts[pick(BUFFERS * PARTS)];
      size_t kind = pick(10);
      if (kind < 4)
        copy_part(queue, a, b);
      else if (kind < 8)
        fill_part(queue, a, id, kind < 6 ? FALX_ACCESS_WRITE : FALX_ACCESS_DISCARD_WRITE);
      else
        access_part(a, id);
    }
    for (int i = BUFFERS * PARTS; i-- > 0;)
      falx_buffer_release(parts[i].buffer);
    for (int i = 0; i < BUFFERS; i++) {
      expect_steps(initial[i], WORDS);
      expect_steps(finals[i], WORDS);
    }
    for (int i = 0; i < QUEUES; i++) {
      CHECK(falx_queue_wait(queues[i]) == FALX_SUCCESS);
      errors += take_errors(queues[i]);
    }
  }
  CHECK(errors > 0 && errors <= fixture.control->failed);
  for (int i = 0; i < QUEUES; i++)
    falx_queue_release(queues[i]);
  falx_context_release(second);
  fixture_end(&fixture);
}

IN_CHILD(random_failures_1, { run_failing(88172645463325252u); })
IN_CHILD(random_failures_2, { run_failing(362436069362436069u); })
IN_CHILD(random_failures_3, { run_failing(521288629521288629u); })

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_are_parallel),
      cmocka_unit_test(sub_buffers_conflict_where_they_overlap),
      cmocka_unit_test(host_access_holds_back),
      cmocka_unit_test(the_last_release_writes_back),
      cmocka_unit_test(nothing_to_write_back_does_not_wait),
      cmocka_unit_test(boxes_are_copied_row_by_row),
      cmocka_unit_test(rows_end_before_a_failure_is_told),
      cmocka_unit_test(content_that_does_not_come_stops_all_that_need_it),
      cmocka_unit_test(content_that_is_still_elsewhere_comes_the_next_time),
      cmocka_unit_test(lost_content_is_an_error_until_it_is_written_anew),
      cmocka_unit_test(a_host_accessor_tries_again),
      cmocka_unit_test(a_host_task_has_a_buffer_on_the_host_and_a_part_of_it_on_its_device),
      cmocka_unit_test(what_did_not_come_back_is_not_written_back),
      cmocka_unit_test(halves_are_written_back_by_themselves),
      cmocka_unit_test(nothing_is_written_back_of_a_write_that_failed),
      cmocka_unit_test(failures_follow_the_content),
      cmocka_unit_test(a_row_that_fails_is_told_once),
      cmocka_unit_test(random_commands_1),
      cmocka_unit_test(random_commands_2),
      cmocka_unit_test(random_commands_3),
      cmocka_unit_test(random_failures_1),
      cmocka_unit_test(random_failures_2),
      cmocka_unit_test(random_failures_3),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
