/* The suite's replacement for the runtime: loads one adapter, allocates event memory, counts.
 * Every case runs in its own process; a failing CHECK ends it. */
#ifndef FALX_TESTS_ADAPTER_HARNESS_H
#define FALX_TESTS_ADAPTER_HARNESS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"
#include "falx/native_cpu.h"

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, test_case, #condition);               \
      fflush(stderr);                                                                              \
      abort();                                                                                     \
    }                                                                                              \
  } while (0)
#define CHECK_EQ(left, right)                                                                      \
  do {                                                                                             \
    unsigned long long left_ = (unsigned long long)(left), right_ = (unsigned long long)(right);   \
    if (left_ != right_) {                                                                         \
      fprintf(stderr, "%s:%d: %s: %s is %llu, %s is %llu (%s)\n", __FILE__, __LINE__, test_case,   \
              #left, left_, #right, right_, test_error());                                         \
      fflush(stderr);                                                                              \
      abort();                                                                                     \
    }                                                                                              \
  } while (0)
#define OK(call) CHECK_EQ(call, FALX_SUCCESS)

enum { SKIPPED = 77 };
extern const char *test_case;
extern const struct fxa_adapter *test_adapter;
extern const struct fxa_table *test_table;
extern struct fxa_device *test_device;
extern struct fxa_context *test_context;
extern bool test_computes;        /* runs kernels that are host code; false for the null adapter */
extern bool test_takes_host_code; /* kernels of this suite can at least be loaded */

const char *test_error(void);                       /* detail of this thread's last failure */
void test_set(const char *name, const char *value); /* a setting, before test_open */
falx_status test_try_init(void);                    /* loads and calls init */
void test_open(void);                               /* ... and makes test_context, or ends */
void test_close(void);

/* Event memory with one reference, the caller's. */
struct fxa_event *test_event(void);
void test_event_release(struct fxa_event *event);
void test_event_discard(struct fxa_event *event); /* memory in which no event was made */
size_t test_events_alive(void);

struct fxa_queue *test_queue(uint32_t flags);
/* Up to date: enum fxa_event_state. */
uint32_t test_state(struct fxa_event *event);
void test_wait_release(struct fxa_event *event); /* waits, checks success, releases */

/* malloc and its siblings, counted in this process; -1 where the build cannot count. */
long test_allocations(void);
uint64_t test_now(void);

/* ---- Kernels (kernels.c) ---- */
extern const struct falx_image test_image;
struct test_kernel {
  struct falx_kernel_record *record;
  struct fxa_arg *args;
  struct fxa_program *program;
  struct fxa_kernel *handle;
};
/* args: arg_count of them, copied. */
struct test_kernel test_kernel_make(const char *name, uint32_t flags, uint32_t functor_size,
                                    const struct fxa_arg *args, uint32_t arg_count);
/* One argument that covers the whole function object. */
struct test_kernel test_kernel_simple(const char *name, uint32_t flags, uint32_t functor_size);
void test_kernel_free(struct test_kernel *kernel);
/* The same of a kernel whose record says what a work-item costs. */
struct test_kernel test_kernel_bounded(const char *name, uint32_t flags, uint32_t functor_size,
                                       uint32_t item_cost);
struct falx_nd_range test_range(size_t x, size_t y, size_t z);
struct fxa_event *test_launch(struct fxa_queue *queue, struct test_kernel *kernel,
                              const struct falx_nd_range *range, const void *functor,
                              struct fxa_event *const *waits, size_t wait_count);

/* count_items, count_groups: counts[linear global id without offset]++ for each work-item. */
struct count_functor {
  uint32_t *counts;
  uint64_t offset[3]; /* expected in the state */
  uint64_t local[3];  /* expected, or zeroes */
  uint32_t *errors;
};
/* step: every work-item adds what it is given; one of them works for spin_ns. */
struct step_functor {
  const uint64_t *inputs[8];
  uint64_t input_count, seed;
  uint64_t *output; /* one per work-item */
  uint64_t spin_ns;
};
uint64_t step_value(const struct step_functor *functor, uint64_t item);
/* order: errors++ unless *position is expected for every work-item; the last one moves it on. */
struct order_functor {
  uint64_t *position, *done, *errors;
  uint64_t expected, items, spin_ns;
};
/* big: errors++ unless argument i holds i in its first four bytes. */
struct big_functor {
  uint64_t *runs, *errors;
  uint64_t count;
  uint32_t values[];
};
/* locals: two local accessors, of floats and bytes. */
struct locals_functor {
  uint64_t bytes[2];
  uint64_t *errors;
};
/* await_flag: every work-item adds one to *started, then spins until *flag is at least so much. */
struct await_functor {
  uint32_t *started;
  const uint32_t *flag;
  uint32_t least;
};
/* frame: fills the bytes of its frame for each group, expected by the test. */
struct frame_functor {
  uint64_t bytes;
  uint64_t *errors;
};

struct test {
  const char *name;
  void (*run)(void); /* without an adapter open */
};
extern const struct test launch_tests[], graph_tests[], list_tests[], memory_tests[],
    process_tests[], submission_tests[];

#endif
