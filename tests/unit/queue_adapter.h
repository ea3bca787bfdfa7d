/* The adapter for tests of queues: commands end when the test says, or at random. */
#ifndef FALX_TESTS_QUEUE_ADAPTER_H
#define FALX_TESTS_QUEUE_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum queue_adapter_mode {
  QUEUE_ADAPTER_AT_ONCE, /* a command whose waits are done runs in its enqueue call */
  QUEUE_ADAPTER_BY_HAND, /* commands end in end_one only */
  QUEUE_ADAPTER_RANDOM   /* a thread ends commands in any order that waits and queues allow */
};

struct queue_adapter_control {
  int mode; /* atomic; enum queue_adapter_mode */
  /* Runs and completes the index-th command that may run; false if there is none. */
  bool (*end_one)(size_t index, int status);
  size_t (*ready)(void);          /* commands that may run */
  size_t enqueued, last_waits;    /* atomic: enqueue calls in all; unfinished waits of the last */
  size_t fail_next;               /* atomic: this many enqueue calls fail */
  size_t fail_skip;               /* atomic: after this many more that succeed */
  size_t fail_queries;            /* atomic: this many queries of devices fail */
  long queues, events, allocated; /* atomic: alive */
};
#define QUEUE_ADAPTER_CONTROL "queue_adapter_control"

/* The function object of its one kernel, named "mix": words of a mixed with those of b. */
struct queue_adapter_functor {
  struct {
    void *pointer;
    size_t access, memory, offset; /* access: words */
  } a, b;                          /* b.pointer may be NULL */
  uint64_t id;
};

static inline void queue_adapter_mix(const struct queue_adapter_functor *functor) {
  uint64_t *a = functor->a.pointer;
  const uint64_t *b = functor->b.pointer;
  for (size_t i = 0; a && i < functor->a.access; i++)
    a[i] = a[i] * 31 + (b ? b[i % functor->b.access] : 0) * 17 + functor->id;
}

#endif
