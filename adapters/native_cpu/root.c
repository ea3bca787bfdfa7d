/* Launches whose work-groups may wait for each other (docs/forward-progress.md). Each work-group
 * has a thread of its own beside those of the pool, so that it makes progress whatever else runs.
 * The runtime bounds their number. */
#include "adapters/native_cpu/native.h"

#include <limits.h>
#include <stdlib.h>

#include "support/signals.h"
#include "support/threads.h"

enum { SPINS = 2000 };
enum start { START_LATER, START_NOW, START_NEVER };

struct launch {
  struct falx_native_cpu_root root; /* first: compiled code has its address */
  const struct ncpu_kernel_work *work;
  uint64_t number;
  uint32_t groups;
  uint32_t start;   /* futex; enum start */
  uint32_t arrived; /* work-groups in this round, atomic */
  uint32_t round;   /* futex: of the barrier */
  uint32_t status;  /* falx_status of a thread that cannot run, atomic */
};

struct member {
  struct launch *launch;
  uint64_t group; /* linear number */
  pthread_t thread;
};

static void wait_for_all(struct falx_native_cpu_root *root) {
  struct launch *launch = (struct launch *)(void *)root;
  uint32_t round = __atomic_load_n(&launch->round, __ATOMIC_RELAXED);
  if (__atomic_add_fetch(&launch->arrived, 1, __ATOMIC_ACQ_REL) == launch->groups) {
    __atomic_store_n(&launch->arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&launch->round, round + 1, __ATOMIC_RELEASE);
    fxs_futex_wake(&launch->round, INT_MAX);
    return;
  }
  for (int i = 0; i < SPINS && __atomic_load_n(&launch->round, __ATOMIC_ACQUIRE) == round; i++)
    fxs_spin_pause();
  while (__atomic_load_n(&launch->round, __ATOMIC_ACQUIRE) == round)
    fxs_futex_wait(&launch->round, round, -1);
}

/* All have their memory, or none of them begins: the others would wait for it. */
static void run_group(const struct member *member) {
  struct launch *launch = member->launch;
  const uint64_t *groups = launch->work->groups;
  const uint64_t at[3] = {member->group % groups[0], member->group / groups[0] % groups[1],
                          member->group / groups[0] / groups[1]};
  struct ncpu_runner runner;
  struct ncpu_box box;
  bool is_by_items = launch->work->kernel->flags & FALX_KERNEL_DISPATCH_ITEMS;
  for (int d = 0; d < 3; d++) {
    uint64_t size = is_by_items ? launch->work->local[d] : 1;
    box.begin[d] = at[d] * size;
    box.end[d] = box.begin[d] + size;
  }
  falx_status status = ncpu_runner_begin(&runner, launch->work, launch->number);
  if (status != FALX_SUCCESS)
    __atomic_store_n(&launch->status, (uint32_t)status, __ATOMIC_RELAXED);
  wait_for_all(&launch->root);
  if (__atomic_load_n(&launch->status, __ATOMIC_RELAXED) == FALX_SUCCESS) {
    runner.state.root = &launch->root;
    ncpu_runner_box(&runner, &box);
  }
  if (status == FALX_SUCCESS)
    ncpu_runner_end(&runner);
}

static void *run_member(void *argument) {
  const struct member *member = argument;
  uint32_t *start = &member->launch->start;
  while (__atomic_load_n(start, __ATOMIC_ACQUIRE) == START_LATER)
    fxs_futex_wait(start, START_LATER, -1);
  if (__atomic_load_n(start, __ATOMIC_ACQUIRE) == START_NOW)
    run_group(member);
  return NULL;
}

/* The number of members that have threads; the first is the caller. */
static uint32_t start_threads(struct member *members, uint32_t count,
                              const struct fxa_device *device) {
  sigset_t before;
  uint32_t started = 1;
  fxs_signals_hold(&before);
  ncpu_pool_lock();
  while (started < count && ncpu_place_start(device, UINT32_MAX, &members[started].thread,
                                             run_member, &members[started]))
    started++;
  ncpu_pool_unlock();
  fxs_signals_give_back(&before);
  return started;
}

falx_status ncpu_root_run(const struct ncpu_kernel_work *work) {
  uint32_t count = (uint32_t)(work->groups[0] * work->groups[1] * work->groups[2]);
  struct launch launch = {{wait_for_all}, work, ncpu_launch_number(), count, START_LATER, 0, 0,
                          FALX_SUCCESS};
  struct member *members = malloc(count * sizeof *members);
  if (!members)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                            "native_cpu: no memory for %u work-groups that wait for each other",
                            count);
  for (uint32_t i = 0; i < count; i++)
    members[i] = (struct member){.launch = &launch, .group = i};
  uint32_t started = start_threads(members, count, work->device);
  __atomic_store_n(&launch.start, started == count ? START_NOW : START_NEVER, __ATOMIC_RELEASE);
  fxs_futex_wake(&launch.start, INT_MAX);
  if (started == count)
    run_group(&members[0]);
  for (uint32_t i = 1; i < started; i++)
    pthread_join(members[i].thread, NULL);
  free(members);
  if (started < count)
    return ncpu_host->error(FALX_ERROR_RUNTIME,
                            "native_cpu: %u work-groups wait for each other, and the system has "
                            "threads for %u",
                            count, started);
  return (falx_status)launch.status;
}
