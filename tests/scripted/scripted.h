/* The adapter for tests: it does what the test has written into its script. Two parts, linked
 * together: scripted.c is the front, which makes calls fail; behind it is device.c, which simulates
 * devices, or the objects of a real adapter (the fault suite has native_cpu there).
 *
 * A test loads the adapter, then finds the script by SCRIPTED_SYMBOL (tests/unit/adapter.h). */
#ifndef FALX_TESTS_SCRIPTED_H
#define FALX_TESTS_SCRIPTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCRIPTED_SYMBOL "scripted"

enum scripted_order {
  SCRIPTED_AT_ONCE, /* a command whose waits are done runs in its enqueue call */
  SCRIPTED_BY_HAND, /* commands end in end_one only */
  SCRIPTED_RANDOM   /* a thread ends commands in any order that waits and queues allow */
};

struct scripted_device {
  const char *name;
  uint32_t type;           /* enum falx_device_type */
  bool is_unified;         /* works on host memory in place */
  const uint32_t *aspects; /* NULL: has no answer */
  size_t aspect_count;
  const char *extensions; /* NULL: has no answer */
  uint32_t platform;
};

/* The test writes it, without a lock, where nothing is under way; atomic where it says so. */
struct scripted {
  /* What there is. Set before the runtime loads the adapter; two devices where not. */
  const struct scripted_device *devices;
  size_t device_count;
  const char *setting, *setting_value; /* or NULL; fini aborts unless the runtime answers this */

  bool refuses_bytes; /* program_load fails */

  /* Calls that fail: of those whose name begins with fail_call ("enqueue" at first), fail_next,
   * after fail_skip more that succeed. */
  const char *fail_call;
  int fail_status;             /* falx_status; FALX_ERROR_RUNTIME at first */
  size_t fail_next, fail_skip; /* atomic */
  /* Commands that fail when they end, without having done anything; by hand, end_one says so. */
  size_t fail_end_next, fail_end_skip; /* atomic */
  size_t copies_per_failure; /* atomic; in random order, one copy of so many fails; 0: none */

  int order; /* atomic; enum scripted_order */
  /* Runs and completes the index-th command that may run; false if there is none. With a status
   * that is not FALX_SUCCESS it is completed only. */
  bool (*end_one)(size_t index, int status);
  size_t (*ready)(void); /* commands that may run */

  /* Counted; all atomic. */
  long contexts, allocated, programs, kernels, queues, events; /* alive */
  size_t inits, builds, enqueued;                              /* calls in all */
  size_t images;                                               /* of the program built last */
  size_t loads;                                                /* programs, from bytes */
  size_t writes;     /* calls of memory_write that were not made to fail */
  size_t failed;     /* copies that copies_per_failure made fail */
  size_t last_waits; /* unfinished waits of the last command */
  size_t waiting;    /* threads in queue_finish and event_wait */
};

/* ---- Between the two parts ---- */

extern struct scripted scripted;
/* Is the command that ends now to fail? */
bool scripted_end_fails(void);

#define SCRIPTED_COUNT(field, n) __atomic_fetch_add(&scripted.field, n, __ATOMIC_ACQ_REL)

/* ---- The kernel of the simulated devices: words of a mixed with those of b ---- */

struct scripted_functor {
  struct {
    void *pointer;
    size_t access, memory, offset; /* access: words */
  } a, b;                          /* b.pointer may be NULL */
  uint64_t id;
};

static inline void scripted_mix(const struct scripted_functor *functor) {
  uint64_t *a = functor->a.pointer;
  const uint64_t *b = functor->b.pointer;
  /* Tests may look at the words while the kernel runs. */
  for (size_t i = 0; a && i < functor->a.access; i++)
    __atomic_store_n(&a[i], a[i] * 31 + (b ? b[i % functor->b.access] : 0) * 17 + functor->id,
                     __ATOMIC_RELEASE);
}

#endif
