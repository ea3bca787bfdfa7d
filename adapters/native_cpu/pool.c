/* The pool of a device's threads: workers, waiting host threads that help, and jobs shared by
 * several threads.
 *
 * N threads compute: up to N-1 workers, started on demand, and as the Nth either one host thread
 * that waits for an event (the helper) or the stand-in. A thread without work spins for a bounded
 * time, then sleeps on pool->sequence. No wake-up is lost: producers and completers check for
 * sleepers after publishing; sleepers announce themselves, then recheck.
 *
 * A kernel may run until a host thread acts, so a host thread runs only work it must wait for
 * anyway: the helper takes predecessors of its command, and short commands. If there is other
 * work, it yields its place to the stand-in, a thread that sleeps while the others make
 * progress. The stand-in is called when no thread is left to take a ready command, and starts if
 * no command was taken for WATCH_NS: usually a host thread is about to wait, and will help
 * (docs/submission.md). */
#include "adapters/native_cpu/native.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "support/clock.h"
#include "support/signals.h"
#include "support/threads.h"

enum { WAKE_FOR_WORK = 1, WAKE_FOR_EVENT = 2 }; /* bits of a futex sleeper's mask */
enum { SPIN_LEAST_NS = 3000, SPIN_MOST_NS = 50000, LOCK_SPINS = 200 };
enum stand_in_call { CALL_NONE, CALL_WATCH, CALL_AT_ONCE };
enum { WATCH_NS = 1000000 };
/* A host thread outside the N checks this often whether its command has begun: initial, maximal. */
enum { PATIENCE_NS = 10000000, MOST_PATIENCE_NS = 160000000 };
/* A command longer than this justifies a second thread: one that spins, or one that sleeps. */
enum { INLINE_AWAKE_NS = 3000, INLINE_ASLEEP_NS = 8000 };

/* A launch for few threads is late, and then for all, after so many times what it should take and
 * this. */
enum { LATE_TIMES = 3, LATE_NS = 20000 };
enum { WAKE_WIDTH = 2, MOST_PAUSES = 32, MOST_BEATEN = 64 };

#define LINE _Alignas(64)

struct share { /* unit numbers not taken yet: the next in the upper half, the end in the lower */
  LINE uint64_t range;
  uint64_t busy_ns; /* of threads that began with this share, atomic */
};

/* Memory of jobs is used again, and freed with the pool: a worker may look at members of a job that
 * is over. All else belongs to those who have joined, and to who makes the job. */
struct job {
  struct ncpu_command *command;
  struct job *next; /* listed jobs or free ones; lock */
  uint32_t share_count;
  uint32_t to_wake; /* threads that those who join have to wake; atomic */
  bool is_listed;   /* among those that more threads may join; lock */
  bool is_late;     /* it takes much longer than expected: for all threads now; atomic */
  uint64_t start_ns;
  uint32_t status; /* falx_status of a failed thread, atomic */
  struct ncpu_split split;
  LINE uint64_t members; /* atomic; below */
  struct share shares[]; /* one per thread of the pool */
};

struct seat { /* a worker's place */
  struct ncpu_pool *pool;
  uint32_t index;
};

struct ncpu_pool {
  const struct fxa_device *device;
  struct ncpu_pool *next;                             /* of all; written under the lock */
  uint32_t threads;                                   /* N */
  LINE struct ncpu_command *ready_first, *ready_last; /* lock, as the jobs */
  struct job *open_jobs, *free_jobs;
  LINE uint32_t available; /* ready commands and open jobs; written under the lock */
  uint32_t ready;          /* ready commands; written under the lock */
  uint32_t taken;          /* commands started; written under the lock */
  LINE uint32_t sequence;  /* futex; changes with every wake-up */
  uint32_t sleepers;       /* threads that sleep and take work; atomic */
  uint32_t spinners;       /* threads that spin and take work; atomic */
  uint32_t has_helper;     /* atomic flag: the Nth place is taken */
  uint32_t created;        /* workers, atomic */
  uint32_t has_stand_in;   /* atomic flag: its thread exists */
  uint32_t call;           /* futex; enum stand_in_call */
  uint32_t is_stopping;    /* atomic */
  bool can_spin;
  struct seat *seats; /* of the workers, then the stand-in's */
  pthread_t *workers, stand_in;
};

static struct {
  LINE uint32_t lock; /* of the graph and of all pools: 0 free, 1 held, 2 held and contended */
  struct ncpu_pool *first;
  bool is_forked; /* this is a forked child: the workers belong to its parent */
  bool can_spin;
} all;

static _Thread_local uint32_t thread_index; /* in its pool: workers 1 to N-1, host threads 0 */

/* ---- Lock: spins before it sleeps, because it is held only briefly ---- */

void ncpu_pool_lock(void) {
  uint32_t seen = 0;
  if (__atomic_compare_exchange_n(&all.lock, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  for (int i = 0; all.can_spin && i < LOCK_SPINS; i++) {
    fxs_spin_pause();
    seen = 0;
    if (__atomic_load_n(&all.lock, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&all.lock, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
  }
  while (__atomic_exchange_n(&all.lock, 2, __ATOMIC_ACQUIRE) != 0)
    fxs_futex_wait(&all.lock, 2, -1);
}

/* For threads that spin: who finds the lock held goes on spinning. */
static bool try_lock(void) {
  uint32_t seen = 0;
  return __atomic_load_n(&all.lock, __ATOMIC_RELAXED) == 0 &&
         __atomic_compare_exchange_n(&all.lock, &seen, 1, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED);
}

void ncpu_pool_unlock(void) {
  if (__atomic_exchange_n(&all.lock, 0, __ATOMIC_RELEASE) == 2)
    fxs_futex_wake(&all.lock, 1);
}

/* ---- Work: the ready list and the open jobs ---- */

static void count_available(struct ncpu_pool *pool, int difference) {
  __atomic_add_fetch(&pool->available, (uint32_t)difference, __ATOMIC_SEQ_CST);
}

static bool has_work(const struct ncpu_pool *pool) {
  return __atomic_load_n(&pool->available, __ATOMIC_SEQ_CST) != 0;
}

static struct ncpu_pool *pool_of(const struct ncpu_command *command) {
  return command->queue->device->pool;
}

void ncpu_pool_push(struct ncpu_command *command) {
  struct ncpu_pool *pool = pool_of(command);
  command->next = NULL;
  *(pool->ready_last ? &pool->ready_last->next : &pool->ready_first) = command;
  pool->ready_last = command;
  __atomic_add_fetch(&pool->ready, 1, __ATOMIC_SEQ_CST);
  count_available(pool, 1);
}

/* ---- Members of a job ----
 * One word says who is there, so that threads come and go without the lock: how many are there, how
 * many have come, how many may, and whether the job is closed: nobody joins any more. Who closes it
 * takes it off the list, and is there meanwhile; the last to leave ends it. */

enum { MEMBER_BITS = 16, MEMBER_MASK = (1 << MEMBER_BITS) - 1 };
static const uint64_t one_member = UINT64_C(1) << MEMBER_BITS | 1; /* has come, and is there */
static const uint64_t closed = UINT64_C(1) << 3 * MEMBER_BITS;
_Static_assert(NCPU_MAX_THREADS < 1 << 16, "numbers of threads fit");

static uint32_t present(uint64_t members) {
  return members & MEMBER_MASK;
}

static uint32_t joined(uint64_t members) {
  return members >> MEMBER_BITS & MEMBER_MASK;
}

static uint32_t limit_of(uint64_t members) {
  return members >> 2 * MEMBER_BITS & MEMBER_MASK;
}

static uint64_t members_of(const struct job *job) {
  return __atomic_load_n(&job->members, __ATOMIC_ACQUIRE);
}

/* With the lock. */
static void list(struct ncpu_pool *pool, struct job *job) {
  job->next = pool->open_jobs;
  job->is_listed = true;
  __atomic_store_n(&pool->open_jobs, job, __ATOMIC_RELEASE);
  count_available(pool, 1);
}

/* With the lock, by who has closed it. */
static void unlist(struct ncpu_pool *pool, struct job *job) {
  if (!job->is_listed || !(members_of(job) & closed)) /* opened again for more threads */
    return;
  struct job **place = &pool->open_jobs;
  while (*place != job)
    place = &(*place)->next;
  __atomic_store_n(place, job->next, __ATOMIC_RELEASE);
  job->is_listed = false;
  count_available(pool, -1);
}

/* False: it is closed. *out_closes: the caller has to take it off the list. */
static bool join(struct job *job, bool *out_closes) {
  uint64_t members = members_of(job), next;
  do {
    if (members & closed)
      return false;
    next = members + one_member;
    *out_closes = joined(next) >= limit_of(next);
    if (*out_closes)
      next |= closed;
  } while (!__atomic_compare_exchange_n(&job->members, &members, next, true, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE));
  return true;
}

static void take_off(struct ncpu_pool *pool, struct job *job) {
  ncpu_pool_lock();
  unlist(pool, job);
  ncpu_pool_unlock();
}

/* True for the last one. */
static bool leave(struct ncpu_pool *pool, struct job *job) {
  if (!(members_of(job) & closed) &&
      !(__atomic_fetch_or(&job->members, closed, __ATOMIC_ACQ_REL) & closed))
    take_off(pool, job);
  return present(__atomic_sub_fetch(&job->members, 1, __ATOMIC_ACQ_REL)) == 0;
}

static bool has_ready(const struct ncpu_pool *pool) {
  return __atomic_load_n(&pool->ready, __ATOMIC_SEQ_CST) != 0;
}

/* Whether a thread that waits for until (NULL: for nothing) may run the command. */
static bool may_take(const struct ncpu_pool *pool, const struct ncpu_command *command,
                     const struct ncpu_command *until) {
  if (!until || command == until || command->is_short || ncpu_command_precedes(command, until))
    return true;
  return pool->created == 0 && !pool->has_stand_in;
}

/* With the lock. */
static struct job *take_job(struct ncpu_pool *pool, const struct ncpu_command *until) {
  bool closes = false;
  struct job *job = pool->open_jobs;
  while (job && !(may_take(pool, job->command, until) && join(job, &closes)))
    job = job->next;
  if (job && closes)
    unlist(pool, job);
  return job;
}

/* By a worker, without the lock: the newest job. False, too, where it has just been closed. */
static bool join_newest(struct ncpu_pool *pool, struct job *job) {
  bool closes;
  if (!join(job, &closes))
    return false;
  if (closes)
    take_off(pool, job);
  return true;
}

static struct ncpu_command *take_ready(struct ncpu_pool *pool, const struct ncpu_command *until) {
  struct ncpu_command *before = NULL, *command = pool->ready_first;
  for (; command && !may_take(pool, command, until); command = command->next)
    before = command;
  if (!command)
    return NULL;
  *(before ? &before->next : &pool->ready_first) = command->next;
  if (pool->ready_last == command)
    pool->ready_last = before;
  __atomic_sub_fetch(&pool->ready, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&pool->taken, 1, __ATOMIC_RELAXED);
  count_available(pool, -1);
  return command;
}

enum find { FOUND_NOTHING, FOUND_WORK, FOUND_OTHERS }; /* others: work, but for other threads */

/* Takes a ready command, or a place in an open job. */
static enum find take(struct ncpu_pool *pool, const struct ncpu_command *until,
                      struct ncpu_command **out_command, struct job **out_job) {
  *out_command = NULL;
  *out_job = NULL;
  if (!has_work(pool))
    return FOUND_NOTHING;
  if (!until && thread_index != 0 && pool->can_spin) {
    struct job *job = __atomic_load_n(&pool->open_jobs, __ATOMIC_ACQUIRE);
    /* Workers of low numbers come first, so that small jobs go to the same few, and the others fall
     * asleep. Who finds the lock held comes again: nobody sleeps while there is work. */
    bool is_for_all = job && limit_of(members_of(job)) >= pool->threads;
    for (uint32_t i = 1; i < thread_index && i < MOST_PAUSES && !is_for_all; i++)
      fxs_spin_pause();
    if (job) {
      *out_job = join_newest(pool, job) ? job : NULL;
      return *out_job ? FOUND_WORK : FOUND_NOTHING;
    }
    if (!has_work(pool) || !try_lock())
      return FOUND_NOTHING;
  } else {
    ncpu_pool_lock();
  }
  *out_job = take_job(pool, until);
  if (!*out_job)
    *out_command = take_ready(pool, until);
  bool is_left = has_work(pool);
  ncpu_pool_unlock();
  return *out_command || *out_job ? FOUND_WORK : is_left ? FOUND_OTHERS : FOUND_NOTHING;
}

struct taker {
  struct ncpu_pool *pool;
  struct job *job;
  uint32_t first, at; /* indexes of shares: the thread's own, the current one */
  uint64_t late_ns;   /* when a job that was begun for few threads is for all; 0: never */
};

static void wake_for(struct ncpu_pool *pool, struct job *job);

/* The job takes much longer than expected. */
static void widen(struct ncpu_pool *pool, struct job *job) {
  const uint64_t limits = (uint64_t)MEMBER_MASK << 2 * MEMBER_BITS;
  uint32_t limit = job->split.units < pool->threads ? (uint32_t)job->split.units : pool->threads;
  __atomic_store_n(&job->is_late, true, __ATOMIC_RELAXED);
  ncpu_pool_lock();
  uint64_t members = members_of(job), next;
  uint32_t before = limit_of(members);
  do {
    next = (members & ~limits & ~closed) | (uint64_t)limit << 2 * MEMBER_BITS;
  } while (limit > before && !__atomic_compare_exchange_n(&job->members, &members, next, true,
                                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  if (limit > before && !job->is_listed)
    list(pool, job);
  ncpu_pool_unlock();
  if (limit <= before)
    return;
  __atomic_add_fetch(&job->to_wake, limit - before, __ATOMIC_RELAXED);
  wake_for(pool, job);
}

/* Takes a quarter of the rest of a share, its own first, then the others'. */
static bool take_units(void *user, uint64_t *out_from, uint64_t *out_to) {
  struct taker *taker = user;
  uint32_t shares = taker->job->share_count;
  if (taker->late_ns && fxs_clock_ns() > taker->late_ns) {
    taker->late_ns = 0;
    widen(taker->pool, taker->job);
  }
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
    taker->at = taker->at + 1 == shares ? 0 : taker->at + 1;
  } while (taker->at != taker->first);
  return false;
}

static void learn(const struct job *job, uint64_t end_ns) {
  const struct ncpu_kernel_work *work = &job->command->run->u.kernel;
  uint64_t busy_ns = 0;
  for (uint32_t i = 0; i < job->share_count; i++)
    busy_ns += __atomic_load_n(&job->shares[i].busy_ns, __ATOMIC_RELAXED);
  ncpu_kernel_learn(work->kernel, work->items, busy_ns);
  if (job->split.expected_ns && !__atomic_load_n(&job->is_late, __ATOMIC_RELAXED))
    ncpu_width_learn(work->kernel->paces, work->items, job->share_count > 1,
                     end_ns - job->start_ns);
}

/* Works on a job already joined. True: this thread was the last to leave, and has to resume the
 * command. */
static bool work_on(struct ncpu_pool *pool, struct job *job, bool is_first) {
  struct ncpu_command *command = job->command;
  /* The same one in each launch, as far as the same threads join: its part is in their caches. */
  uint32_t share = thread_index % job->share_count;
  struct taker taker = {pool, job, share, share, 0};
  uint64_t start = fxs_clock_ns();
  if (is_first && job->split.expected_ns)
    taker.late_ns = start + LATE_TIMES * job->split.expected_ns + LATE_NS;
  falx_status status = ncpu_work_run_units(command->run, &job->split, take_units, &taker);
  if (status != FALX_SUCCESS)
    __atomic_store_n(&job->status, (uint32_t)status, __ATOMIC_RELAXED);
  uint64_t end = fxs_clock_ns();
  __atomic_add_fetch(&job->shares[share].busy_ns, end - start, __ATOMIC_RELAXED);
  ncpu_trace_work(command, start, end);

  if (!leave(pool, job))
    return false;
  if (job->status != FALX_SUCCESS)
    command->event.status = job->status;
  if (command->run->kind == NCPU_KERNEL)
    learn(job, end);
  ncpu_pool_lock();
  job->next = pool->free_jobs;
  pool->free_jobs = job;
  ncpu_pool_unlock();
  return true;
}

enum ncpu_shared ncpu_pool_share(struct ncpu_command *command, const struct ncpu_split *split) {
  struct ncpu_pool *pool = pool_of(command);
  uint32_t threads = pool->threads;
  uint64_t start = fxs_clock_ns();
  ncpu_pool_lock();
  struct job *job = pool->free_jobs;
  if (job)
    pool->free_jobs = job->next;
  ncpu_pool_unlock();
  if (!job) {
    void *memory;
    size_t bytes = (sizeof *job + 63) / 64 * 64 + threads * sizeof job->shares[0];
    if (posix_memalign(&memory, 64, bytes) != 0)
      return NCPU_NOT_SHARED;
    job = memory;
    __atomic_store_n(&job->members, closed, __ATOMIC_RELAXED);
  }
  job->command = command;
  uint32_t width = split->width < threads ? split->width : threads;
  uint32_t limit = split->units < width ? (uint32_t)split->units : width;
  job->share_count = limit;
  job->is_listed = job->is_late = false;
  /* What others have to be woken for counts, too; a thread that is alone may have run it inside
   * enqueue. */
  job->start_ns = limit > 1 && !command->list && command->ready_ns ? command->ready_ns : start;
  job->status = FALX_SUCCESS;
  job->split = *split;
  for (uint64_t i = 0, count = job->share_count; i < count; i++) {
    uint64_t from = split->units * i / count, to = split->units * (i + 1) / count;
    job->shares[i].range = from << 32 | to;
    job->shares[i].busy_ns = 0;
  }
  uint32_t others = limit - 1;
  __atomic_store_n(&job->to_wake, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&job->members,
                   (uint64_t)limit << 2 * MEMBER_BITS | one_member | (others ? 0 : closed),
                   __ATOMIC_RELEASE);
  if (others != 0) {
    ncpu_pool_lock();
    if (!(members_of(job) & closed)) /* else others that remember its memory have joined already */
      list(pool, job);
    /* After it is open: who goes to sleep has not seen it, and is none of those that are awake. */
    uint32_t awake = ncpu_pool_awake(pool);
    __atomic_store_n(&job->to_wake, others > awake ? others - awake : 0, __ATOMIC_RELAXED);
    ncpu_pool_unlock();
    wake_for(pool, job);
  }
  return work_on(pool, job, true) ? NCPU_SHARED_DONE : NCPU_SHARED;
}

static enum find run_one(struct ncpu_pool *pool, const struct ncpu_command *until) {
  struct ncpu_command *command;
  struct job *job;
  enum find find = take(pool, until, &command, &job);
  if (find != FOUND_WORK)
    return find;
  if (job)
    wake_for(pool, job);
  if (job ? has_ready(pool) : has_work(pool))
    ncpu_pool_wake(pool,
                   1); /* two wake-ups may have relied on one spinner: it passes the second on */
  if (!job) {
    ncpu_command_start(command);
  } else {
    command = job->command; /* the job may be another's once this thread has left it */
    if (work_on(pool, job, false))
      ncpu_command_resume(command);
  }
  return FOUND_WORK;
}

/* ---- Waiting ---- */

static bool is_over(const struct ncpu_pool *pool, const struct ncpu_command *until) {
  return until ? ncpu_command_is_complete(until)
               : __atomic_load_n(&pool->is_stopping, __ATOMIC_SEQ_CST) != 0;
}

/* Spins adapt: longer if it paid off, hardly at all if it did not. */
static void spin_more(uint32_t *budget_ns) {
  *budget_ns = *budget_ns > SPIN_MOST_NS / 2 ? SPIN_MOST_NS : *budget_ns * 2;
}

static void spin_less(uint32_t *budget_ns) {
  *budget_ns = *budget_ns / 2 < SPIN_LEAST_NS ? SPIN_LEAST_NS : *budget_ns / 2;
}

/* True as soon as the wait is over or, if takes_work, there is work. */
static bool spin(struct ncpu_pool *pool, const struct ncpu_command *until, bool takes_work,
                 uint32_t *budget_ns) {
  enum { PAUSES = 8 };
  if (!pool->can_spin)
    return false;
  if (takes_work)
    __atomic_add_fetch(&pool->spinners, 1, __ATOMIC_SEQ_CST);
  uint64_t start = fxs_clock_ns();
  bool is_found = false;
  do { /* a pause takes up to 40 ns, the clock as long */
    for (int i = 0; i < PAUSES && !is_found; i++) {
      fxs_spin_pause();
      is_found = is_over(pool, until) || (takes_work && has_work(pool));
    }
  } while (!is_found && fxs_clock_ns() - start < *budget_ns);
  if (takes_work)
    __atomic_sub_fetch(&pool->spinners, 1, __ATOMIC_SEQ_CST);
  if (!is_found)
    spin_less(budget_ns);
  return is_found;
}

/* limit_ns: 0 for none. */
static void sleep_until(struct ncpu_pool *pool, struct ncpu_command *until, bool takes_work,
                        uint64_t limit_ns) {
  uint32_t mask = (takes_work ? WAKE_FOR_WORK : 0u) | (until ? WAKE_FOR_EVENT : 0u);
  if (until)
    __atomic_store_n(&until->has_waiter, true, __ATOMIC_SEQ_CST);
  if (takes_work)
    __atomic_add_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
  uint32_t sequence = __atomic_load_n(&pool->sequence, __ATOMIC_SEQ_CST);
  if (!is_over(pool, until) && !(takes_work && has_work(pool)))
    fxs_futex_wait_bits(&pool->sequence, sequence, mask, limit_ns ? (int64_t)limit_ns : -1);
  if (takes_work)
    __atomic_sub_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
}

static bool become_helper(struct ncpu_pool *pool) {
  return __atomic_exchange_n(&pool->has_helper, 1, __ATOMIC_SEQ_CST) == 0;
}

static void leave_place(struct ncpu_pool *pool) {
  __atomic_store_n(&pool->has_helper, 0, __ATOMIC_SEQ_CST);
}

static void wake_all_hosts(struct ncpu_pool *pool) {
  __atomic_add_fetch(&pool->sequence, 1, __ATOMIC_SEQ_CST);
  fxs_futex_wake_bits(&pool->sequence, INT_MAX, WAKE_FOR_EVENT);
}

static void call_stand_in(struct ncpu_pool *pool, enum stand_in_call call);

/* The helper has found work that it must not take. */
static void pass_on(struct ncpu_pool *pool) {
  leave_place(pool);
  if (__atomic_load_n(&pool->spinners, __ATOMIC_SEQ_CST) != 0 ||
      __atomic_load_n(&pool->sleepers, __ATOMIC_SEQ_CST) != 0 ||
      __atomic_load_n(&pool->created, __ATOMIC_ACQUIRE) + 1 < pool->threads)
    ncpu_pool_wake(pool, 1);
  else
    call_stand_in(pool, CALL_AT_ONCE);
}

/* Waits outside the N threads, until one of their places is free or the command is complete. All
 * of the N may be in kernels that wait for what this thread does next, so from time to time it
 * runs its command, or a predecessor, if that has not begun. */
static void wait_outside(struct ncpu_pool *pool, struct ncpu_command *command,
                         uint32_t *budget_ns) {
  if (spin(pool, command, false, budget_ns)) {
    spin_more(budget_ns);
    return;
  }
  uint64_t patience_ns = PATIENCE_NS, since = fxs_clock_ns();
  do {
    sleep_until(pool, command, false, patience_ns);
    if (ncpu_command_is_complete(command) || fxs_clock_ns() - since < patience_ns)
      continue;
    while (!ncpu_command_is_complete(command) && run_one(pool, command) == FOUND_WORK)
      continue;
    patience_ns = patience_ns < MOST_PATIENCE_NS ? patience_ns * 2 : patience_ns;
    since = fxs_clock_ns();
  } while (!ncpu_command_is_complete(command) &&
           __atomic_load_n(&pool->has_helper, __ATOMIC_SEQ_CST) != 0);
}

static _Thread_local struct {
  bool has_submitted; /* and not waited since */
  uint32_t waits;     /* in a row, each after one submission */
  uint32_t inlined; /* launches, since the last wait that was seen, that it would have waited for */
} habit;

void ncpu_pool_submitted(void) {
  if (habit.has_submitted)
    habit.waits = 0;
  habit.has_submitted = true;
}

bool ncpu_pool_is_waiter(void) {
  enum { ENOUGH = 4, MOST_INLINED = 8 };
  return habit.waits >= ENOUGH && !habit.has_submitted && habit.inlined < MOST_INLINED;
}

void ncpu_pool_inlined(void) {
  habit.inlined++;
}

void ncpu_pool_wait(struct ncpu_command *command) {
  static _Thread_local uint32_t budget_ns = SPIN_MOST_NS;
  if (habit.has_submitted)
    habit.waits++;
  habit.has_submitted = false;
  habit.inlined = 0;
  struct ncpu_pool *pool = ncpu_command_is_complete(command) ? NULL : pool_of(command);
  while (!ncpu_command_is_complete(command)) {
    if (!become_helper(pool)) {
      wait_outside(pool, command, &budget_ns);
      continue;
    }
    enum find find = FOUND_WORK;
    while (!ncpu_command_is_complete(command) && find != FOUND_OTHERS) {
      find = run_one(pool, command);
      if (find != FOUND_NOTHING)
        continue;
      if (spin(pool, command, true, &budget_ns))
        spin_more(&budget_ns);
      else
        sleep_until(pool, command, true, 0);
    }
    if (find == FOUND_OTHERS) {
      pass_on(pool);
      wait_outside(pool, command, &budget_ns);
    } else {
      leave_place(pool);
      if (has_work(pool))
        ncpu_pool_wake(pool, 1); /* the wake-up for it may have gone to this thread */
    }
  }
  if (command->is_internal) { /* its memory is about to be freed: wait until its completer has
                               * left it */
    ncpu_pool_lock();
    ncpu_pool_unlock();
  }
}

void ncpu_pool_wake_hosts(struct ncpu_pool *pool) {
  wake_all_hosts(pool);
}

uint32_t ncpu_pool_awake(const struct ncpu_pool *pool) {
  return __atomic_load_n(&pool->spinners, __ATOMIC_SEQ_CST);
}

float ncpu_pool_inline_limit(const struct ncpu_pool *pool) {
  return __atomic_load_n(&pool->spinners, __ATOMIC_RELAXED) != 0 ? INLINE_AWAKE_NS
                                                                 : INLINE_ASLEEP_NS;
}

/* ---- Workers ---- */

static void *worker(void *argument) {
  const struct seat *seat = argument;
  struct ncpu_pool *pool = seat->pool;
  uint32_t budget_ns = SPIN_MOST_NS;
  thread_index = seat->index;
  bool has_spun = false, is_short = false;
  uint32_t beaten = 0;     /* times in a row that others took what it had seen */
  uint64_t idle_since = 0; /* 0: it was at work */
  while (!is_over(pool, NULL)) {
    if (run_one(pool, NULL) == FOUND_WORK) {
      if (is_short)
        spin_more(&budget_ns);
      has_spun = is_short = false;
      beaten = 0;
      idle_since = 0;
      continue;
    }
    if (has_spun && ++beaten % MOST_BEATEN == 0)
      spin_less(&budget_ns);
    if (idle_since == 0)
      idle_since = fxs_clock_ns();
    has_spun = spin(pool, NULL, true, &budget_ns);
    if (!has_spun)
      sleep_until(pool, NULL, true, 0);
    is_short = has_spun || fxs_clock_ns() - idle_since < SPIN_MOST_NS; /* it should have spun */
  }
  return NULL;
}

/* True if called at once, or if no command was taken for a while although some are ready. */
static bool is_wanted(struct ncpu_pool *pool) {
  uint32_t taken = __atomic_load_n(&pool->taken, __ATOMIC_RELAXED);
  if (__atomic_load_n(&pool->call, __ATOMIC_SEQ_CST) == CALL_WATCH)
    fxs_futex_wait(&pool->call, CALL_WATCH, WATCH_NS);
  if (__atomic_load_n(&pool->call, __ATOMIC_SEQ_CST) == CALL_AT_ONCE) {
    __atomic_store_n(&pool->call, CALL_WATCH, __ATOMIC_SEQ_CST);
    return has_work(pool);
  }
  return has_ready(pool) && __atomic_load_n(&pool->taken, __ATOMIC_RELAXED) == taken;
}

static void *stand_in(void *argument) {
  const struct seat *seat = argument;
  struct ncpu_pool *pool = seat->pool;
  while (!is_over(pool, NULL)) {
    uint32_t watch = CALL_WATCH;
    if (__atomic_load_n(&pool->call, __ATOMIC_SEQ_CST) == CALL_NONE) {
      fxs_futex_wait(&pool->call, CALL_NONE, -1);
      continue;
    }
    if (is_wanted(pool) && become_helper(pool)) {
      while (run_one(pool, NULL) == FOUND_WORK)
        continue;
      leave_place(pool);
    }
    /* A thread that makes a command ready after this either sees that nobody watches, or is seen
     * here. */
    if (!has_ready(pool) &&
        __atomic_compare_exchange_n(&pool->call, &watch, CALL_NONE, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST) &&
        has_ready(pool))
      call_stand_in(pool, CALL_WATCH);
  }
  return NULL;
}

static bool start_stand_in(struct ncpu_pool *pool) {
  sigset_t before;
  fxs_signals_hold(&before);
  ncpu_pool_lock();
  if (!pool->has_stand_in && ncpu_place_start(pool->device, UINT32_MAX, &pool->stand_in, stand_in,
                                              &pool->seats[pool->threads - 1]))
    __atomic_store_n(&pool->has_stand_in, 1, __ATOMIC_RELEASE);
  bool is_there = pool->has_stand_in;
  ncpu_pool_unlock();
  fxs_signals_give_back(&before);
  return is_there;
}

static void call_stand_in(struct ncpu_pool *pool, enum stand_in_call call) {
  uint32_t before = __atomic_load_n(&pool->call, __ATOMIC_SEQ_CST);
  while (before < (uint32_t)call &&
         !__atomic_compare_exchange_n(&pool->call, &before, call, false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST))
    continue;
  if (before >= (uint32_t)call)
    return;
  if (__atomic_load_n(&pool->has_stand_in, __ATOMIC_ACQUIRE))
    fxs_futex_wake(&pool->call, 1);
  else if (!start_stand_in(pool))
    __atomic_store_n(&pool->call, CALL_NONE, __ATOMIC_SEQ_CST); /* to be retried */
}

static bool start_worker(struct ncpu_pool *pool) {
  bool is_started = false;
  sigset_t before;
  fxs_signals_hold(&before);
  ncpu_pool_lock();
  uint32_t index = pool->created + 1;
  if (index < pool->threads && ncpu_place_start(pool->device, index, &pool->workers[index - 1],
                                                worker, &pool->seats[index - 1])) {
    is_started = true;
    __atomic_store_n(&pool->created, index, __ATOMIC_RELEASE);
  }
  ncpu_pool_unlock();
  fxs_signals_give_back(&before);
  return is_started;
}

/* If no thread of the pool exists, the thread that submits work runs it. */
static void drain(struct ncpu_pool *pool) {
  while (has_work(pool) && become_helper(pool)) {
    while (run_one(pool, NULL) == FOUND_WORK)
      continue;
    leave_place(pool);
  }
}

/* Wakes or creates so many. */
static void wake_sleepers(struct ncpu_pool *pool, uint32_t count) {
  if (pool->device == &ncpu_device && thread_index == 0 &&
      ncpu_place_is_taken(__atomic_load_n(&pool->created, __ATOMIC_ACQUIRE))) {
    ncpu_pool_lock();
    ncpu_place_make_room(pool->workers, pool->created);
    ncpu_pool_unlock();
  }
  uint32_t sleepers = __atomic_load_n(&pool->sleepers, __ATOMIC_SEQ_CST);
  if (sleepers != 0) {
    __atomic_add_fetch(&pool->sequence, 1, __ATOMIC_SEQ_CST);
    fxs_futex_wake_bits(&pool->sequence, (int)(count < sleepers ? count : sleepers), WAKE_FOR_WORK);
    count -= count < sleepers ? count : sleepers;
  }
  while (count > 0 && __atomic_load_n(&pool->created, __ATOMIC_ACQUIRE) + 1 < pool->threads &&
         start_worker(pool))
    count--;
  if (count > 0 && has_ready(pool))
    call_stand_in(pool, CALL_WATCH);
  if (__atomic_load_n(&pool->created, __ATOMIC_ACQUIRE) == 0 &&
      !__atomic_load_n(&pool->has_stand_in, __ATOMIC_ACQUIRE))
    drain(pool);
}

void ncpu_pool_wake(struct ncpu_pool *pool, uint32_t count) {
  uint32_t spinners = __atomic_load_n(&pool->spinners, __ATOMIC_SEQ_CST);
  if (count > spinners)
    wake_sleepers(pool, count - spinners);
}

/* Waking takes the one who wakes longer than a small part of the work: each wakes two of those that
 * the job still has to have woken. */
static void wake_for(struct ncpu_pool *pool, struct job *job) {
  uint32_t left = __atomic_load_n(&job->to_wake, __ATOMIC_RELAXED), count;
  do {
    count = left < WAKE_WIDTH ? left : WAKE_WIDTH;
  } while (count != 0 && !__atomic_compare_exchange_n(&job->to_wake, &left, left - count, true,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  if (count != 0)
    wake_sleepers(pool, count);
}

void ncpu_pool_wake_all(void) {
  ncpu_pool_lock();
  struct ncpu_pool *pool = all.first;
  ncpu_pool_unlock();
  for (; pool; pool = pool->next)
    if (has_ready(pool))
      ncpu_pool_wake(pool, 1);
}

/* ---- Start, end, fork ---- */

static void before_fork(void) {
  ncpu_pool_lock();
}

static void after_fork_parent(void) {
  ncpu_pool_unlock();
}

static void after_fork_child(void) {
  for (const struct ncpu_pool *pool = all.first; pool; pool = pool->next)
    all.is_forked |= pool->created != 0 || pool->has_stand_in;
  ncpu_pool_unlock();
}

falx_status ncpu_pool_usable(void) {
  if (!all.is_forked)
    return FALX_SUCCESS;
  return ncpu_host->error(FALX_ERROR_RUNTIME,
                          "native_cpu: this process was made by fork after its parent had begun to "
                          "compute on several threads, which it does not have; fork before the "
                          "first kernel, or call exec in the child");
}

static void destroy(struct ncpu_pool *pool) {
  for (struct job *job = pool->free_jobs, *next; job; job = next) {
    next = job->next;
    free(job);
  }
  free(pool->workers);
  free(pool->seats);
  free(pool);
}

struct ncpu_pool *ncpu_pool_make(const struct fxa_device *device) {
  void *memory;
  if (posix_memalign(&memory, 64, sizeof(struct ncpu_pool)) != 0)
    return NULL;
  struct ncpu_pool *pool = memory;
  *pool = (struct ncpu_pool){.device = device, .threads = device->threads};
  pool->can_spin =
      device->threads > 1 && device->mask && CPU_COUNT_S(device->mask_bytes, device->mask) > 1;
  pool->workers = calloc(device->threads, sizeof *pool->workers);
  pool->seats = calloc(device->threads, sizeof *pool->seats);
  if (!pool->workers || !pool->seats) {
    destroy(pool);
    return NULL;
  }
  for (uint32_t i = 0; i < device->threads; i++)
    pool->seats[i] = (struct seat){pool, i + 1 < device->threads ? i + 1 : 0};
  ncpu_pool_lock();
  pool->next = all.first;
  all.first = pool;
  ncpu_pool_unlock();
  return pool;
}

falx_status ncpu_pool_init(void) {
  static bool has_fork_handlers;
  bool has_place = ncpu_place_init();
  ncpu_device.pool = has_place ? ncpu_pool_make(&ncpu_device) : NULL;
  if (!ncpu_device.pool || (!has_fork_handlers && pthread_atfork(before_fork, after_fork_parent,
                                                                 after_fork_child) != 0)) {
    ncpu_pool_fini();
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for %u threads",
                            ncpu_device.threads);
  }
  all.can_spin = ncpu_device.pool->can_spin;
  has_fork_handlers = true;
  return FALX_SUCCESS;
}

static void end(struct ncpu_pool *pool) {
  __atomic_store_n(&pool->is_stopping, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&pool->sequence, 1, __ATOMIC_SEQ_CST);
  fxs_futex_wake_bits(&pool->sequence, INT_MAX, WAKE_FOR_WORK);
  __atomic_store_n(&pool->call, CALL_AT_ONCE, __ATOMIC_SEQ_CST);
  fxs_futex_wake(&pool->call, 1);
  for (uint32_t i = 0; i < pool->created && !all.is_forked; i++)
    pthread_join(pool->workers[i], NULL);
  if (pool->has_stand_in && !all.is_forked)
    pthread_join(pool->stand_in, NULL);
}

void ncpu_pool_fini(void) {
  for (struct ncpu_pool *pool = all.first; pool; pool = pool->next)
    end(pool);
  for (struct ncpu_pool *pool = all.first, *next; pool; pool = next) {
    next = pool->next;
    destroy(pool);
  }
  all.first = NULL;
  ncpu_device.pool = NULL;
  ncpu_place_fini();
}
