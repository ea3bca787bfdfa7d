/* The adapter as part of a process: properties, settings, start and end, fork. */
#include "tests/adapter/harness.h"

#include <sys/wait.h>
#include <unistd.h>

static void facts(void) {
  test_open();
  struct fxa_platform_info platform = {0};
  test_table->platform_info(&platform);
  CHECK(platform.name && platform.vendor && platform.version && platform.target);
  if (test_table->device_platform) {
    struct fxa_platform_info of_device = {0};
    uint32_t number = test_table->device_platform(test_device, &of_device);
    CHECK(of_device.name && of_device.target);
    CHECK_EQ(of_device.backend, platform.backend);
    CHECK_EQ(test_table->device_platform(test_device, &of_device), number);
  }
  for (int info = FALX_DEVICE_NAME; info <= FALX_DEVICE_AFFINITY_DOMAINS; info++) {
    size_t size = 0, again = 0;
    unsigned char value[16384]; /* drivers list one or two hundred extensions */
    OK(test_table->device_info(test_device, (falx_device_info)info, 0, NULL, &size));
    CHECK(size > 0 && size <= sizeof value);
    OK(test_table->device_info(test_device, (falx_device_info)info, size, value, &again));
    CHECK_EQ(size, again);
    CHECK_EQ(test_table->device_info(test_device, (falx_device_info)info, size - 1, value, &again),
             FALX_ERROR_INVALID);
    if (getenv("FALX_TEST_VERBOSE"))
      printf("%2d: %zu bytes: %u %.*s\n", info, size, *(unsigned int *)(void *)value,
             size > 8 ? (int)size : 0, (char *)value);
  }
  CHECK_EQ(test_table->device_info(test_device, (falx_device_info)999, 0, NULL, NULL),
           FALX_ERROR_INVALID);
  uint64_t bytes = 0;
  uint32_t units = 0;
  OK(test_table->device_info(test_device, FALX_DEVICE_GLOBAL_MEM_SIZE, 8, &bytes, NULL));
  CHECK(bytes >= 1 << 20);
  OK(test_table->device_info(test_device, FALX_DEVICE_COMPUTE_UNITS, 4, &units, NULL));
  CHECK(units >= 1);
  test_close();
}

static void native_handles(void) {
  test_open();
  if (!test_table->native_handle)
    exit(SKIPPED);
  struct fxa_queue *queues[2] = {test_queue(0), test_queue(FALX_QUEUE_IN_ORDER)};
  uintptr_t handles[2];
  for (int i = 0; i < 2; i++)
    OK(test_table->native_handle(FALX_NATIVE_QUEUE, queues[i], &handles[i]));
  CHECK(handles[0] != handles[1]);
  OK(test_table->native_handle(FALX_NATIVE_PLATFORM, NULL, &handles[0]));
  for (int i = 0; i < 2; i++)
    OK(test_table->native_handle(FALX_NATIVE_DEVICE, test_device, &handles[i]));
  CHECK_EQ(handles[0], handles[1]);
  OK(test_table->native_handle(FALX_NATIVE_CONTEXT, test_context, &handles[0]));
  CHECK_EQ(test_table->native_handle((falx_native_kind)99, test_device, &handles[0]),
           FALX_ERROR_NOT_SUPPORTED);
  for (int i = 0; i < 2; i++)
    test_table->queue_destroy(queues[i]);
  test_close();
}

/* Parts compute, and commands of one wait for those of another. */
static void partitions(void) {
  test_set("FALX_NUM_THREADS", "4");
  test_open();
  if (!test_table->device_partition || !test_computes)
    exit(SKIPPED);
  const size_t counts[] = {1, 3};
  const struct falx_partition how = {FALX_PARTITION_BY_COUNTS, 0, counts, 2};
  struct fxa_device *parts[2], *again[2];
  size_t count;
  OK(test_table->device_partition(test_device, &how, parts, 2, &count));
  CHECK_EQ(count, 2);
  OK(test_table->device_partition(test_device, &how, again, 1, &count));
  CHECK(count == 2 && again[0] == parts[0] && parts[0] != parts[1]);
  struct fxa_queue *queues[3] = {test_queue(0)};
  for (int i = 0; i < 2; i++) {
    uint32_t units = 0;
    OK(test_table->device_info(parts[i], FALX_DEVICE_COMPUTE_UNITS, 4, &units, NULL));
    CHECK_EQ(units, counts[i]);
    OK(test_table->queue_create(test_context, parts[i], 0, &queues[i + 1]));
  }
  enum { ROUNDS = 300, BYTES = 1 << 20 };
  unsigned char *memory = malloc(2 * BYTES), *from = memory, *to = memory + BYTES;
  struct fxa_event *before = NULL;
  CHECK(memory);
  memset(from, 7, BYTES);
  for (int round = 0; round < ROUNDS; round++) { /* copies that several threads share */
    struct fxa_event *event = test_event();
    OK(test_table->enqueue_copy(queues[round % 3], round % 2 ? from : to, round % 2 ? to : from,
                                BYTES, &before, before != NULL, event));
    if (before)
      test_event_release(before);
    before = event;
  }
  test_wait_release(before);
  for (int i = 0; i < 3; i++) {
    OK(test_table->queue_finish(queues[i]));
    test_table->queue_destroy(queues[i]);
  }
  CHECK(to[0] == 7 && memcmp(to, to + 1, BYTES - 1) == 0);
  free(memory);
  test_close();
}

static void restarts(void) {
  for (int i = 0; i < 20; i++) {
    test_open();
    struct fxa_queue *queue = test_queue(0);
    static unsigned char from[1 << 20], to[1 << 20];
    struct fxa_event *event = test_event();
    OK(test_table->enqueue_copy(queue, to, from, sizeof to, NULL, 0, event));
    test_wait_release(event);
    OK(test_table->queue_finish(queue));
    test_table->queue_destroy(queue);
    test_close();
  }
}

static void bad_settings(void) { /* of native_cpu and null */
  if (test_try_init() != FALX_SUCCESS || !test_takes_host_code)
    exit(SKIPPED);
  test_adapter->fini();
  static const char *const values[] = {"x", "0", "-1", "2x", "99999999999999999999"};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    test_set("FALX_NUM_THREADS", values[i]);
    test_set("FALX_NULL_DELAY_US", values[i][0] == '0' ? "a" : values[i]);
    CHECK_EQ(test_try_init(), FALX_ERROR_INVALID);
    CHECK(!test_table && strstr(test_error(), "set it to a number"));
  }
}

static void thread_count(void) {
  uint32_t units = 0;
  test_set("FALX_NUM_THREADS", "3");
  test_open();
  if (test_computes) {
    OK(test_table->device_info(test_device, FALX_DEVICE_COMPUTE_UNITS, 4, &units, NULL));
    CHECK_EQ(units, 3);
  }
  test_close();
}

static uint32_t threads_with(const char *name, const char *value) {
  uint32_t units = 0;
  test_set(name, value);
  test_open();
  OK(test_table->device_info(test_device, FALX_DEVICE_COMPUTE_UNITS, 4, &units, NULL));
  test_close();
  test_set(name, "");
  return units;
}

/* Ranks of an MPI program on one machine share its processors, each with one at least. */
static void mpi_ranks(void) {
  if (test_try_init() != FALX_SUCCESS || !test_computes || !test_takes_host_code)
    exit(SKIPPED);
  test_adapter->fini();
  static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  test_set("FALX_NUM_THREADS", "");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    uint32_t all = threads_with(names[i], "1");
    CHECK(all >= 1);
    CHECK_EQ(threads_with(names[i], "1000000"), 1);
    CHECK_EQ(threads_with(names[i], "x"), all);
    CHECK(threads_with(names[i], "2") <= (online > 1 ? (uint32_t)online / 2 : 1));
    test_set("FALX_NUM_THREADS", "3");
    CHECK_EQ(threads_with(names[i], "1000000"), 3);
    test_set("FALX_NUM_THREADS", "");
  }
}

static void copy_in(struct fxa_queue *queue, falx_status expected) {
  static unsigned char from[1 << 20], to[1 << 20];
  struct fxa_event *event = test_event();
  CHECK_EQ(test_table->enqueue_copy(queue, to, from, sizeof to, NULL, 0, event), expected);
  if (expected == FALX_SUCCESS)
    test_wait_release(event);
  else
    test_event_release(event);
}

/* A child made before any thread may compute; one made after gets an error, and nobody hangs. */
static void fork_child(void) {
  test_set("FALX_NUM_THREADS", "2");
  test_open();
  if (!test_computes) {
    test_close();
    exit(SKIPPED);
  }
  struct fxa_queue *queue = test_queue(0);
  for (int round = 0; round < 2; round++) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      alarm(60);
      copy_in(queue, round == 0 ? FALX_SUCCESS : FALX_ERROR_RUNTIME);
      CHECK(round == 0 || strstr(test_error(), "fork"));
      OK(test_table->queue_finish(queue));
      test_adapter->fini();
      _exit(0);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
    copy_in(queue, FALX_SUCCESS);
  }
  OK(test_table->queue_finish(queue));
  test_table->queue_destroy(queue);
  test_close();
}

/* What null records, and the failure one can order from it. */
static void null_log(void) {
  char path[] = "/tmp/falx-null-log-XXXXXX", line[256];
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  test_set("FALX_NULL_LOG", path);
  test_set("FALX_NULL_FAIL", "2");
  test_set("FALX_NULL_DEVICES", "3");
  test_open();
  if (strcmp(test_adapter->name, "null") != 0) {
    unlink(path);
    test_close();
    exit(SKIPPED);
  }
  struct fxa_device *const *devices;
  size_t count;
  OK(test_table->devices(&devices, &count));
  CHECK_EQ(count, 3);
  struct fxa_queue *queue = test_queue(0);
  unsigned char bytes[16] = {0};
  struct fxa_event *event = test_event();
  OK(test_table->enqueue_copy(queue, bytes, bytes + 8, 8, NULL, 0, event));
  OK(test_table->event_wait(event));
  CHECK_EQ(test_table->enqueue_marker(queue, NULL, 0, event), FALX_ERROR_RUNTIME);
  CHECK(strstr(test_error(), "FALX_NULL_FAIL"));
  test_event_release(event);
  test_table->queue_destroy(queue);
  test_close();
  static const char *const expected[] = {
      "init",           "context_create 1", "queue_create 0 0", "copy 8,1,1 waits 0",
      "marker waits 0", "queue_destroy",    "context_destroy",  "fini"};
  FILE *log = fopen(path, "r");
  CHECK(log);
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    CHECK(fgets(line, sizeof line, log));
    line[strcspn(line, "\n")] = 0;
    CHECK(strcmp(line, expected[i]) == 0);
  }
  CHECK(!fgets(line, sizeof line, log));
  fclose(log);
  unlink(path);
}

const struct test process_tests[] = {{"facts", facts},
                                     {"native_handles", native_handles},
                                     {"partitions", partitions},
                                     {"restarts", restarts},
                                     {"bad_settings", bad_settings},
                                     {"thread_count", thread_count},
                                     {"mpi_ranks", mpi_ranks},
                                     {"fork_child", fork_child},
                                     {"null_log", null_log},
                                     {NULL, NULL}};
