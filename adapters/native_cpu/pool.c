/* The thread pool: workers, waiting host threads that help, jobs that several threads share.
 *
 * N threads compute: up to N-1 workers, started when there is something to hand over, and one
 * host thread at a time that waits for an event (the helper). A thread without work spins for a
 * bounded time, then sleeps on pool.sequence. Nobody oversleeps: who makes work or completes a
 * command looks for sleepers afterwards, who goes to sleep announces it and then looks again. */
#include "adapters/native_cpu/native.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/signals.h"
#include "support/threads.h"

enum { WAKE_FOR_WORK = 1, WAKE_FOR_EVENT = 2 }; /* bits of a futex sleeper's mask */
enum { SPIN_LEAST_NS = 3000, SPIN_MOST_NS = 50000, LOCK_SPINS = 200 };
/* A command longer than this is worth a second thread: one that spins, or one that sleeps. */
enum { INLINE_AWAKE_NS = 3000, INLINE_ASLEEP_NS = 8000 };

#define LINE _Alignas(64)

struct share { /* unit numbers not yet taken: the next in the upper half, the end in the lower */
  LINE uint64_t range;
};

struct job {
  struct ncpu_command *command;
  struct job *next; /* open jobs or free ones; lock */
  uint32_t active;  /* threads that work on it; lock */
  uint32_t limit;   /* threads that may */
  bool is_open;     /* on the list of those that more threads may join; lock */
  uint64_t busy_ns; /* of all threads, atomic */
  uint32_t status;  /* falx_status of a failed thread, atomic */
  struct ncpu_split split;
  struct share shares[]; /* one per thread of the pool */
};

static struct {
  LINE uint32_t lock; /* 0 free, 1 held, 2 held and wanted */
  struct ncpu_command *ready_first, *ready_last;
  struct job *open_jobs, *free_jobs;
  LINE uint32_t available; /* ready commands and open jobs; written under the lock */
  LINE uint32_t sequence;  /* futex; moves whenever somebody is to wake up */
  uint32_t sleepers;       /* threads that sleep and take work; atomic */
  uint32_t spinners;       /* threads that spin and take work; atomic */
  uint32_t has_helper;     /* atomic flag */
  uint32_t created;        /* workers, atomic */
  uint32_t is_stopping;    /* atomic */
  bool is_forked;          /* this is a child process, and the workers are its parent's */
  bool can_spin;
  pthread_t *workers;
} pool;

/* ---- Lock and futex ---- */

static void futex_wait(uint32_t *word, uint32_t expected, uint32_t mask) {
  syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, expected, NULL, NULL, mask);
}

static void futex_wake(uint32_t *word, int count, uint32_t mask) {
  syscall(SYS_futex, word, FUTEX_WAKE_BITSET_PRIVATE, count, NULL, NULL, mask);
}

void ncpu_pool_lock(void) {
  uint32_t seen = 0;
  if (__atomic_compare_exchange_n(&pool.lock, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  for (int i = 0; pool.can_spin && i < LOCK_SPINS; i++) {
    fxs_spin_pause();
    seen = 0;
    if (__atomic_load_n(&pool.lock, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&pool.lock, &seen, 1, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      return;
  }
  while (__atomic_exchange_n(&pool.lock, 2, __ATOMIC_ACQUIRE) != 0)
    futex_wait(&pool.lock, 2, FUTEX_BITSET_MATCH_ANY);
}

void ncpu_pool_unlock(void) {
  if (__atomic_exchange_n(&pool.lock, 0, __ATOMIC_RELEASE) == 2)
    futex_wake(&pool.lock, 1, FUTEX_BITSET_MATCH_ANY);
}

/* ---- Work: the ready list and the open jobs ---- */

static void count_available(int difference) {
  __atomic_add_fetch(&pool.available, (uint32_t)difference, __ATOMIC_SEQ_CST);
}

static bool has_work(void) {
  return __atomic_load_n(&pool.available, __ATOMIC_SEQ_CST) != 0;
}

void ncpu_pool_push(struct ncpu_command *command) {
  command->next = NULL;
  *(pool.ready_last ? &pool.ready_last->next : &pool.ready_first) = command;
  pool.ready_last = command;
  count_available(1);
}

static void close_job(struct job *job) {
  struct job **place = &pool.open_jobs;
  while (*place != job)
    place = &(*place)->next;
  *place = job->next;
  job->is_open = false;
  count_available(-1);
}

/* A ready command, or a place in an open job. */
static bool take(struct ncpu_command **out_command, struct job **out_job) {
  *out_command = NULL;
  *out_job = NULL;
  if (!has_work())
    return false;
  ncpu_pool_lock();
  if (pool.open_jobs) {
    struct job *job = *out_job = pool.open_jobs;
    if (++job->active == job->limit)
      close_job(job);
  } else if (pool.ready_first) {
    struct ncpu_command *command = *out_command = pool.ready_first;
    pool.ready_first = command->next;
    if (!pool.ready_first)
      pool.ready_last = NULL;
    count_available(-1);
  }
  ncpu_pool_unlock();
  return *out_command || *out_job;
}

struct taker {
  struct job *job;
  uint32_t first, at; /* shares: one's own, the one in work */
};

/* A quarter of what is left of a share, one's own first, then the others'. */
static bool take_units(void *user, uint64_t *out_from, uint64_t *out_to) {
  struct taker *taker = user;
  uint32_t threads = ncpu_device.threads;
  do {
    uint64_t *place = &taker->job->shares[taker->at].range;
    uint64_t range = __atomic_load_n(place, __ATOMIC_RELAXED);
    uint64_t from, count;
    do {
      from = range >> 32;
      uint64_t left = (range & UINT32_MAX) - from;
      count = (left + 3) / 4;
    } while (count != 0 && !__atomic_compare_exchange_n(place, &range, range + (count << 32), true,
                                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (count != 0) {
      *out_from = from;
      *out_to = from + count;
      return true;
    }
    taker->at = taker->at + 1 == threads ? 0 : taker->at + 1;
  } while (taker->at != taker->first);
  return false;
}

/* Works on a job joined before; the last thread to leave completes the command. */
static void work_on(struct job *job, uint32_t thread) {
  struct ncpu_command *command = job->command;
  struct taker taker = {job, thread, thread};
  uint64_t start = ncpu_now();
  falx_status status = ncpu_work_run_units(&command->work, &job->split, take_units, &taker);
  if (status != FALX_SUCCESS)
    __atomic_store_n(&job->status, (uint32_t)status, __ATOMIC_RELAXED);
  __atomic_add_fetch(&job->busy_ns, ncpu_now() - start, __ATOMIC_RELAXED);

  ncpu_pool_lock();
  if (job->is_open)
    close_job(job);
  bool is_last = --job->active == 0;
  if (is_last) {
    command->event.status = job->status;
    if (command->work.kind == NCPU_KERNEL)
      ncpu_kernel_learn(command->work.u.kernel.kernel, command->work.u.kernel.items, job->busy_ns);
    job->next = pool.free_jobs;
    pool.free_jobs = job;
  }
  ncpu_pool_unlock();
  if (is_last)
    ncpu_command_complete(command, true);
}

static _Thread_local uint32_t thread_index; /* workers 1 to N-1, host threads 0 */

bool ncpu_pool_share(struct ncpu_command *command, const struct ncpu_split *split) {
  uint32_t threads = ncpu_device.threads;
  ncpu_pool_lock();
  struct job *job = pool.free_jobs;
  if (job)
    pool.free_jobs = job->next;
  ncpu_pool_unlock();
  if (!job) {
    void *memory;
    size_t bytes = (sizeof *job + 63) / 64 * 64 + threads * sizeof job->shares[0];
    if (posix_memalign(&memory, 64, bytes) != 0)
      return false;
    job = memory;
  }
  job->command = command;
  job->active = 1;
  job->limit = split->units < threads ? (uint32_t)split->units : threads;
  job->busy_ns = 0;
  job->status = FALX_SUCCESS;
  job->split = *split;
  for (uint64_t i = 0; i < threads; i++) {
    uint64_t from = split->units * i / threads, to = split->units * (i + 1) / threads;
    job->shares[i].range = from << 32 | to;
  }
  uint32_t others = job->limit - 1;
  ncpu_pool_lock();
  job->next = pool.open_jobs;
  pool.open_jobs = job;
  job->is_open = true;
  count_available(1);
  ncpu_pool_unlock();
  ncpu_pool_wake(others);
  work_on(job, thread_index);
  return true;
}

static bool run_one(void) {
  struct ncpu_command *command;
  struct job *job;
  if (!take(&command, &job))
    return false;
  if (has_work())
    ncpu_pool_wake(1); /* a spinner that two wake-ups relied on passes the second on */
  if (job)
    work_on(job, thread_index);
  else
    ncpu_command_start(command);
  return true;
}

/* ---- Waiting ---- */

static bool is_over(const struct ncpu_command *until) {
  return until ? ncpu_command_is_complete(until)
               : __atomic_load_n(&pool.is_stopping, __ATOMIC_SEQ_CST) != 0;
}

/* True as soon as there is work, for those who take it, or the wait is over. */
static bool spin(const struct ncpu_command *until, bool takes_work, uint32_t *budget_ns) {
  enum { PAUSES = 8 };
  if (!pool.can_spin)
    return false;
  if (takes_work)
    __atomic_add_fetch(&pool.spinners, 1, __ATOMIC_SEQ_CST);
  uint64_t start = ncpu_now();
  bool is_found;
  do {
    for (int i = 0; i < PAUSES; i++)
      fxs_spin_pause();
    is_found = is_over(until) || (takes_work && has_work());
  } while (!is_found && ncpu_now() - start < *budget_ns);
  if (takes_work)
    __atomic_sub_fetch(&pool.spinners, 1, __ATOMIC_SEQ_CST);
  /* Spin longer where it pays, hardly at all where it does not. */
  if (is_found)
    *budget_ns = *budget_ns > SPIN_MOST_NS / 2 ? SPIN_MOST_NS : *budget_ns * 2;
  else
    *budget_ns = *budget_ns / 2 < SPIN_LEAST_NS ? SPIN_LEAST_NS : *budget_ns / 2;
  return is_found;
}

static void sleep_until(struct ncpu_command *until, bool takes_work) {
  if (until)
    __atomic_store_n(&until->has_waiter, true, __ATOMIC_SEQ_CST);
  if (takes_work)
    __atomic_add_fetch(&pool.sleepers, 1, __ATOMIC_SEQ_CST);
  uint32_t sequence = __atomic_load_n(&pool.sequence, __ATOMIC_SEQ_CST);
  if (!is_over(until) && !(takes_work && has_work()))
    futex_wait(&pool.sequence, sequence,
               (takes_work ? WAKE_FOR_WORK : 0u) | (until ? WAKE_FOR_EVENT : 0u));
  if (takes_work)
    __atomic_sub_fetch(&pool.sleepers, 1, __ATOMIC_SEQ_CST);
}

static bool become_helper(void) {
  return __atomic_exchange_n(&pool.has_helper, 1, __ATOMIC_SEQ_CST) == 0;
}

static void wake_all_hosts(void) {
  __atomic_add_fetch(&pool.sequence, 1, __ATOMIC_SEQ_CST);
  futex_wake(&pool.sequence, INT_MAX, WAKE_FOR_EVENT);
}

void ncpu_pool_wait(struct ncpu_command *command) {
  static _Thread_local uint32_t budget_ns = SPIN_MOST_NS;
  bool is_helper = false;
  while (!ncpu_command_is_complete(command)) {
    is_helper = is_helper || become_helper();
    if (is_helper && run_one())
      continue;
    if (!spin(command, is_helper, &budget_ns))
      sleep_until(command, is_helper);
  }
  if (is_helper) {
    __atomic_store_n(&pool.has_helper, 0, __ATOMIC_SEQ_CST);
    if (has_work())
      ncpu_pool_wake(1); /* it may have been this thread that was woken for it */
  }
  if (command->is_internal) { /* its memory is about to go: let its completer leave it */
    ncpu_pool_lock();
    ncpu_pool_unlock();
  }
}

void ncpu_pool_wake_hosts(void) {
  wake_all_hosts();
}

float ncpu_pool_inline_limit(void) {
  return __atomic_load_n(&pool.spinners, __ATOMIC_RELAXED) != 0 ? INLINE_AWAKE_NS
                                                                : INLINE_ASLEEP_NS;
}

/* ---- Workers ---- */

static void *worker(void *argument) {
  uint32_t budget_ns = SPIN_MOST_NS;
  thread_index = (uint32_t)(uintptr_t)argument;
  while (!is_over(NULL)) {
    if (run_one())
      continue;
    if (!spin(NULL, true, &budget_ns))
      sleep_until(NULL, true);
  }
  return NULL;
}

static bool start_worker(void) {
  bool is_started = false;
  sigset_t before;
  fxs_signals_hold(&before);
  ncpu_pool_lock();
  uint32_t index = pool.created + 1;
  if (index < ncpu_device.threads && ncpu_place_start(index, &pool.workers[index - 1], worker)) {
    is_started = true;
    __atomic_store_n(&pool.created, index, __ATOMIC_RELEASE);
  }
  ncpu_pool_unlock();
  fxs_signals_give_back(&before);
  return is_started;
}

/* Without any worker, whoever made work does it. */
static void drain(void) {
  while (has_work() && become_helper()) {
    while (run_one())
      continue;
    __atomic_store_n(&pool.has_helper, 0, __ATOMIC_SEQ_CST);
  }
}

void ncpu_pool_wake(uint32_t count) {
  uint32_t spinners = __atomic_load_n(&pool.spinners, __ATOMIC_SEQ_CST);
  if (count <= spinners)
    return;
  count -= spinners;
  if (ncpu_place_is_taken(__atomic_load_n(&pool.created, __ATOMIC_ACQUIRE)) && thread_index == 0) {
    ncpu_pool_lock();
    ncpu_place_make_room(pool.workers, pool.created);
    ncpu_pool_unlock();
  }
  uint32_t sleepers = __atomic_load_n(&pool.sleepers, __ATOMIC_SEQ_CST);
  if (sleepers != 0) {
    __atomic_add_fetch(&pool.sequence, 1, __ATOMIC_SEQ_CST);
    futex_wake(&pool.sequence, (int)(count < sleepers ? count : sleepers), WAKE_FOR_WORK);
    count -= count < sleepers ? count : sleepers;
  }
  while (count > 0 && __atomic_load_n(&pool.created, __ATOMIC_ACQUIRE) + 1 < ncpu_device.threads &&
         start_worker())
    count--;
  if (__atomic_load_n(&pool.created, __ATOMIC_ACQUIRE) == 0)
    drain();
}

/* ---- Start, end, fork ---- */

static void before_fork(void) {
  ncpu_pool_lock();
}

static void after_fork_parent(void) {
  ncpu_pool_unlock();
}

static void after_fork_child(void) {
  pool.is_forked = pool.created != 0;
  ncpu_pool_unlock();
}

falx_status ncpu_pool_usable(void) {
  if (!pool.is_forked)
    return FALX_SUCCESS;
  return ncpu_host->error(FALX_ERROR_RUNTIME,
                          "native_cpu: this process was made by fork after its parent had begun to "
                          "compute on several threads, which it does not have; fork before the "
                          "first kernel, or call exec in the child");
}

falx_status ncpu_pool_init(void) {
  static bool has_fork_handlers;
  pool.can_spin = ncpu_device.threads > 1 && ncpu_device.mask &&
                  CPU_COUNT_S(ncpu_device.mask_bytes, ncpu_device.mask) > 1;
  pool.is_stopping = 0;
  pool.workers = calloc(ncpu_device.threads, sizeof *pool.workers);
  if (!pool.workers || !ncpu_place_init() ||
      (!has_fork_handlers &&
       pthread_atfork(before_fork, after_fork_parent, after_fork_child) != 0)) {
    ncpu_place_fini();
    free(pool.workers);
    pool.workers = NULL;
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for %u threads",
                            ncpu_device.threads);
  }
  has_fork_handlers = true;
  return FALX_SUCCESS;
}

void ncpu_pool_fini(void) {
  __atomic_store_n(&pool.is_stopping, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&pool.sequence, 1, __ATOMIC_SEQ_CST);
  futex_wake(&pool.sequence, INT_MAX, WAKE_FOR_WORK);
  for (uint32_t i = 0; i < pool.created && !pool.is_forked; i++)
    pthread_join(pool.workers[i], NULL);
  ncpu_place_fini();
  free(pool.workers);
  pool.workers = NULL;
  pool.created = 0;
  for (struct job *job = pool.free_jobs, *next; job; job = next) {
    next = job->next;
    free(job);
  }
  pool.free_jobs = NULL;
}
