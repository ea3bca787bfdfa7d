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
#include <string.h>
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
enum { WAKE_WIDTH = 2, LEAST_PAUSES = 4, MOST_BEATEN = 64 };
/* A job is brief if it is expected to take at most this, and its kernel has no loop without end. */
enum { BRIEF_NS = 20000 };
enum { THREADS_PER_LINE = 4 }; /* that change the same counters */

#define LINE _Alignas(64)

/* How many of its units are taken, in the lower half, of the job whose number is in the upper one.
 * In a later job none are, so that nobody has to write that. */
struct share {
  LINE uint64_t taken; /* atomic */
};

struct gate {            /* through which a few threads come to a job, and leave it */
  LINE uint64_t members; /* atomic; below */
  uint64_t busy_ns;      /* of those who have left, atomic */
};

/* Memory of jobs is used again, and freed with the pool: a worker may look at the gates of a job
 * that is over. All else belongs to those who have joined, and to who makes the job. What all read
 * who come is in lines that nobody writes meanwhile. */
struct job {
  LINE struct ncpu_command *command;
  const struct fxa_queue *queue; /* of the command; atomic */
  struct gate *gates;
  uint32_t gate_count; /* in use; atomic */
  uint32_t limit;      /* threads that may join; atomic */
  uint32_t number;     /* of those that have been in this memory */
  uint32_t share_count;
  uint32_t to_wake; /* threads that those who join have to wake; atomic */
  bool is_brief;    /* it ends soon in any case */
  bool is_late;     /* it takes much longer than expected: for all threads now; atomic */
  uint32_t status;  /* falx_status of a failed thread, atomic */
  uint64_t start_ns;
  struct ncpu_split split;
  LINE struct job *next;       /* listed jobs or free ones */
  bool is_listed;              /* among those that more threads may join; lock */
  uint32_t open_gates;         /* atomic */
  LINE uint32_t unended_gates; /* atomic */
  struct share shares[];       /* one per thread of the pool, then the gates */
};

struct seat { /* a worker's place */
  struct ncpu_pool *pool;
  uint32_t index;
};

/* Threads that spin and take work, or that are at work in a brief job and look for work again soon.
 * They come and go all at once; in one line of all threads each change would wait for those before
 * it. */
struct awake {
  LINE uint32_t count; /* atomic */
};

struct ncpu_pool {
  /* What threads that spin look at, beside what is available: it hardly ever changes. */
  const struct fxa_device *device;
  struct ncpu_pool *next; /* of all; written under the lock */
  uint32_t threads;       /* N */
  uint32_t created;       /* workers, atomic */
  uint32_t is_stopping;   /* atomic */
  uint32_t has_stand_in;  /* atomic flag: its thread exists */
  uint32_t call;          /* futex; enum stand_in_call */
  bool can_spin;
  struct seat *seats; /* of the workers, then the stand-in's */
  pthread_t *workers, stand_in;
  struct awake *awake; /* of THREADS_PER_LINE threads each */
  uint32_t awake_lines;
  LINE struct ncpu_command *ready_first, *ready_last; /* lock */
  struct job *free_jobs;                              /* atomic; taken from under the lock */
  LINE uint32_t available;  /* ready commands and open jobs; written under the lock */
  uint32_t ready;           /* ready commands; written under the lock */
  struct job *open_jobs;    /* written under the lock */
  uint32_t taken;           /* commands started; written under the lock */
  LINE uint32_t sequence;   /* futex; changes with every wake-up */
  uint32_t sleepers;        /* threads that sleep and take work; atomic */
  LINE uint32_t has_helper; /* atomic flag: the Nth place is taken */
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
 * Threads come and go without the lock, through gates of a few threads each, so that sixteen at
 * once do not wait for one line of memory. One word of a gate says how many are there, how many
 * have come, how many may, and whether it is closed: nobody comes any more. A job whose gates are
 * all closed is off the list. A closed gate that the last one has left has ended; who ends the last
 * gate ends the job.
 *
 * Threads add themselves without looking first, so that those who come at once change the word once
 * each. Who finds that it came too late takes itself off again: it may have been the last one, or
 * have come to memory that is another job's by then. */

enum { MEMBER_BITS = 16, MEMBER_MASK = (1 << MEMBER_BITS) - 1 };
static const uint64_t one_member = UINT64_C(1) << MEMBER_BITS | 1; /* has come, and is there */
static const uint64_t closed = UINT64_C(1) << 3 * MEMBER_BITS;
static const uint64_t ended = UINT64_C(2) << 3 * MEMBER_BITS; /* by the last one, whoever that is */
_Static_assert(NCPU_MAX_THREADS < 1 << 16, "numbers of threads fit");

enum join { NOT_JOINED, JOINED, MUST_END }; /* must end: came too late, but is the last one */

struct work { /* a ready command, or a job: a place in it, or its end */
  struct ncpu_command *command;
  struct job *job;
  struct gate *gate;
  enum join how;
};

static uint32_t present(uint64_t members) {
  return members & MEMBER_MASK;
}

static uint32_t joined(uint64_t members) {
  return members >> MEMBER_BITS & MEMBER_MASK;
}

static uint32_t limit_of(uint64_t members) {
  return members >> 2 * MEMBER_BITS & MEMBER_MASK;
}

static uint64_t members_of(const struct gate *gate) {
  return __atomic_load_n(&gate->members, __ATOMIC_ACQUIRE);
}

static bool is_open(const struct job *job) {
  return __atomic_load_n(&job->open_gates, __ATOMIC_ACQUIRE) != 0;
}

/* With the lock. */
static void list(struct ncpu_pool *pool, struct job *job) {
  job->next = pool->open_jobs;
  job->is_listed = true;
  __atomic_store_n(&pool->open_jobs, job, __ATOMIC_RELEASE);
  count_available(pool, 1);
}

/* With the lock, by who has closed the last gate. */
static void unlist(struct ncpu_pool *pool, struct job *job) {
  if (!job->is_listed || is_open(job)) /* opened again for more threads */
    return;
  struct job **place = &pool->open_jobs;
  while (*place != job)
    place = &(*place)->next;
  __atomic_store_n(place, job->next, __ATOMIC_RELEASE);
  job->is_listed = false;
  count_available(pool, -1);
}

static void take_off(struct ncpu_pool *pool, struct job *job) {
  ncpu_pool_lock();
  unlist(pool, job);
  ncpu_pool_unlock();
}

/* Whether the caller, whose step left these members, has ended the gate. */
static bool end_gate(struct gate *gate, uint64_t members) {
  while (present(members) == 0 && members & closed && !(members & ended))
    if (__atomic_compare_exchange_n(&gate->members, &members, members | ended, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

/* Whether the caller, who has taken itself off, has to end the job. */
static bool is_last(struct job *job, struct gate *gate, uint64_t members) {
  return end_gate(gate, members) &&
         __atomic_sub_fetch(&job->unended_gates, 1, __ATOMIC_ACQ_REL) == 0;
}

/* Whether the caller has closed the gate, through which have come as many as may. */
static bool close_full(struct gate *gate, uint64_t members) {
  while (joined(members) >= limit_of(members) && !(members & closed))
    if (__atomic_compare_exchange_n(&gate->members, &members, members | closed, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

static enum join join_through(struct job *job, struct gate *gate, bool *out_closes) {
  if (members_of(gate) & closed)
    return NOT_JOINED;
  uint64_t before = __atomic_fetch_add(&gate->members, one_member, __ATOMIC_ACQ_REL);
  if (!(before & closed) && joined(before) < limit_of(before)) {
    *out_closes = close_full(gate, before + one_member) &&
                  __atomic_sub_fetch(&job->open_gates, 1, __ATOMIC_ACQ_REL) == 0;
    return JOINED;
  }
  uint64_t members = __atomic_sub_fetch(&gate->members, one_member, __ATOMIC_ACQ_REL);
  return is_last(job, gate, members) ? MUST_END : NOT_JOINED;
}

static uint32_t gate_index(uint32_t gate_count) {
  return thread_index / THREADS_PER_LINE % gate_count;
}

/* False: not joined. *out_closes: the caller has to take the job off the list. */
static bool join(struct job *job, struct work *out_work, bool *out_closes) {
  uint32_t count = __atomic_load_n(&job->gate_count, __ATOMIC_RELAXED), own = gate_index(count);
  *out_closes = false;
  for (uint32_t i = 0; i < count; i++) {
    struct gate *gate = &job->gates[own + i < count ? own + i : own + i - count];
    enum join how = join_through(job, gate, out_closes);
    if (how == NOT_JOINED)
      continue;
    *out_work = (struct work){NULL, job, gate, how};
    return true;
  }
  return false;
}

/* Nobody is a member of the job but the caller, and those who came too late to what was in its
 * memory and are about to leave. Returns the caller's gate. */
static struct gate *open_job(struct job *job, uint32_t limit) {
  uint32_t count = (limit + THREADS_PER_LINE - 1) / THREADS_PER_LINE, own = gate_index(count);
  __atomic_store_n(&job->limit, limit, __ATOMIC_RELAXED);
  __atomic_store_n(&job->gate_count, count, __ATOMIC_RELAXED);
  __atomic_store_n(&job->open_gates, limit > 1 ? count : 0, __ATOMIC_RELAXED);
  __atomic_store_n(&job->unended_gates, count, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < count; i++) /* those who left have the lines: all at once, not in turn */
    __builtin_prefetch(&job->gates[i].members, 1);
  for (uint32_t i = 0; i < count; i++) {
    struct gate *gate = &job->gates[i];
    __atomic_store_n(&gate->busy_ns, 0, __ATOMIC_RELAXED);
    uint64_t most = limit / count + (i < limit % count), before = members_of(gate), members;
    do {
      members = most << 2 * MEMBER_BITS | (present(before) + (i == own)) * one_member |
                (limit > 1 ? 0 : closed);
    } while (!__atomic_compare_exchange_n(&gate->members, &before, members, true, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
  }
  return &job->gates[own];
}

/* Opens the gates for so many threads in all, as far as they have not ended. With the lock, by a
 * member. */
static void open_wider(struct job *job, uint32_t limit) {
  const uint64_t limits = (uint64_t)MEMBER_MASK << 2 * MEMBER_BITS;
  uint32_t count = __atomic_load_n(&job->gate_count, __ATOMIC_RELAXED), opened = 0;
  uint64_t most = (limit + count - 1) / count;
  __atomic_store_n(&job->limit, limit, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t *place = &job->gates[i].members, members = members_of(&job->gates[i]);
    while (!(members & ended) &&
           !__atomic_compare_exchange_n(place, &members,
                                        (members & ~limits & ~closed) | most << 2 * MEMBER_BITS,
                                        true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      continue;
    opened += members & closed && !(members & ended);
  }
  __atomic_add_fetch(&job->open_gates, opened, __ATOMIC_ACQ_REL);
}

/* By a member: nothing is left to do for others. */
static void close_gates(struct ncpu_pool *pool, struct job *job) {
  uint32_t count = __atomic_load_n(&job->gate_count, __ATOMIC_RELAXED), closes = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct gate *gate = &job->gates[i];
    if (members_of(gate) & closed)
      continue;
    uint64_t before = __atomic_fetch_or(&gate->members, closed, __ATOMIC_ACQ_REL);
    closes += !(before & closed);
    is_last(job, gate, before | closed); /* never of the job: the caller has not left */
  }
  if (closes != 0 && __atomic_sub_fetch(&job->open_gates, closes, __ATOMIC_ACQ_REL) == 0)
    take_off(pool, job);
}

/* True for the last one. */
static bool leave(struct ncpu_pool *pool, struct job *job, struct gate *gate) {
  if (is_open(job))
    close_gates(pool, job);
  return is_last(job, gate, __atomic_sub_fetch(&gate->members, 1, __ATOMIC_ACQ_REL));
}

static _Thread_local struct ncpu_pool *counted_in; /* where this thread counts as awake; or NULL */

static uint32_t *awake_of(struct ncpu_pool *pool) {
  return &pool->awake[thread_index / THREADS_PER_LINE % pool->awake_lines].count;
}

/* From here on this thread may not look for work soon. */
static void be_busy(void) {
  if (counted_in)
    __atomic_sub_fetch(awake_of(counted_in), 1, __ATOMIC_SEQ_CST);
  counted_in = NULL;
}

static void be_awake(struct ncpu_pool *pool) {
  if (counted_in == pool)
    return;
  be_busy();
  __atomic_add_fetch(awake_of(pool), 1, __ATOMIC_SEQ_CST);
  counted_in = pool;
}

uint32_t ncpu_pool_awake(const struct ncpu_pool *pool) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < pool->awake_lines; i++)
    count += __atomic_load_n(&pool->awake[i].count, __ATOMIC_SEQ_CST);
  return count - (counted_in == pool);
}

uint32_t ncpu_pool_reach(const struct ncpu_pool *pool) {
  bool is_nth_free = thread_index != 0 && !__atomic_load_n(&pool->has_helper, __ATOMIC_RELAXED);
  return pool->threads - (is_nth_free && pool->threads > 2);
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
static bool take_job(struct ncpu_pool *pool, const struct ncpu_command *until,
                     struct work *out_work) {
  bool closes;
  for (struct job *job = pool->open_jobs; job; job = job->next) {
    if (!may_take(pool, job->command, until) || !join(job, out_work, &closes))
      continue;
    if (closes)
      unlist(pool, job);
    return true;
  }
  return false;
}

/* By a worker, without the lock: the newest job. False, too, where it has just been closed. */
static bool join_newest(struct ncpu_pool *pool, struct job *job, struct work *out_work) {
  bool closes, is_joined = join(job, out_work, &closes);
  if (closes)
    take_off(pool, job);
  return is_joined;
}

/* By a thread that waits for a command, without the lock: the newest job, if the command is behind
 * it in its queue. Only who has joined may look what the job is; who finds that it is another steps
 * back. */
static bool join_for(struct ncpu_pool *pool, struct job *job, const struct ncpu_command *until,
                     struct work *out_work) {
  if (!join_newest(pool, job, out_work))
    return false;
  if (out_work->how == MUST_END || job->command == until ||
      ncpu_command_is_behind(until, job->command))
    return true;
  struct gate *gate = out_work->gate;
  uint64_t members = __atomic_sub_fetch(&gate->members, one_member, __ATOMIC_ACQ_REL);
  out_work->how = is_last(job, gate, members) ? MUST_END : NOT_JOINED;
  if (out_work->how == MUST_END)
    return true;
  *out_work = (struct work){NULL, NULL, NULL, NOT_JOINED};
  return false;
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

static enum find take(struct ncpu_pool *pool, const struct ncpu_command *until,
                      struct work *out_work) {
  *out_work = (struct work){NULL, NULL, NULL, NOT_JOINED};
  if (!has_work(pool))
    return FOUND_NOTHING;
  if (!until && thread_index != 0 && pool->can_spin) {
    struct job *job = __atomic_load_n(&pool->open_jobs, __ATOMIC_ACQUIRE);
    /* Workers of low numbers come first, so that small jobs go to the same few, which have the data
     * in their caches, and the others fall asleep. Who finds the lock held comes again: nobody
     * sleeps while there is work. */
    uint32_t first = job ? __atomic_load_n(&job->limit, __ATOMIC_RELAXED) : 1;
    for (uint32_t i = 0; first < thread_index && i < LEAST_PAUSES + thread_index - first; i++)
      fxs_spin_pause();
    if (job)
      return join_newest(pool, job, out_work) ? FOUND_WORK : FOUND_NOTHING;
    if (!has_work(pool) || !try_lock())
      return FOUND_NOTHING;
  } else {
    struct job *job = pool->can_spin ? __atomic_load_n(&pool->open_jobs, __ATOMIC_ACQUIRE) : NULL;
    if (until && job && __atomic_load_n(&job->queue, __ATOMIC_RELAXED) == until->queue &&
        join_for(pool, job, until, out_work))
      return FOUND_WORK;
    ncpu_pool_lock();
  }
  if (!take_job(pool, until, out_work))
    out_work->command = take_ready(pool, until);
  bool is_found = out_work->command || out_work->job, is_left = has_work(pool);
  ncpu_pool_unlock();
  return is_found ? FOUND_WORK : is_left ? FOUND_OTHERS : FOUND_NOTHING;
}

struct taker {
  struct ncpu_pool *pool;
  struct job *job;
  uint32_t first, at;   /* indexes of shares: the thread's own, the current one */
  uint32_t units, rest; /* of a share, and how many shares have one more */
  uint64_t late_ns;     /* when a job that was begun for few threads is for all; 0: never */
};

static void wake_for(struct ncpu_pool *pool, struct job *job);

/* The job takes much longer than expected. By a member. */
static void widen(struct ncpu_pool *pool, struct job *job) {
  uint32_t limit = job->split.units < pool->threads ? (uint32_t)job->split.units : pool->threads;
  uint32_t before = __atomic_load_n(&job->limit, __ATOMIC_RELAXED);
  __atomic_store_n(&job->is_late, true, __ATOMIC_RELAXED);
  if (limit <= before)
    return;
  ncpu_pool_lock();
  open_wider(job, limit);
  if (is_open(job) && !job->is_listed)
    list(pool, job);
  else
    unlist(pool, job);
  ncpu_pool_unlock();
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
  uint64_t number = (uint64_t)taker->job->number << 32;
  do {
    uint64_t units = taker->units + (taker->at < taker->rest);
    uint64_t *place = &taker->job->shares[taker->at].taken;
    uint64_t before = __atomic_load_n(place, __ATOMIC_RELAXED), taken, count;
    do {
      taken = before >> 32 == number >> 32 ? before & UINT32_MAX : 0;
      count = (units - taken + 3) / 4;
    } while (count != 0 && !__atomic_compare_exchange_n(place, &before, number | (taken + count),
                                                        true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (count != 0) {
      uint32_t longer = taker->at < taker->rest ? taker->at : taker->rest;
      *out_from = (uint64_t)taker->at * taker->units + longer + taken;
      *out_to = *out_from + count;
      return true;
    }
    taker->at = taker->at + 1 == shares ? 0 : taker->at + 1;
  } while (taker->at != taker->first);
  return false;
}

static struct job *make_job(uint32_t threads) {
  void *memory;
  size_t gates = (threads + THREADS_PER_LINE - 1) / THREADS_PER_LINE;
  size_t bytes = sizeof(struct job) + threads * sizeof(struct share) + gates * sizeof(struct gate);
  if (posix_memalign(&memory, 64, bytes) != 0)
    return NULL;
  struct job *job = memset(memory, 0, bytes);
  job->gates = (struct gate *)(void *)&job->shares[threads];
  for (size_t i = 0; i < gates; i++)
    __atomic_store_n(&job->gates[i].members, closed | ended, __ATOMIC_RELAXED);
  return job;
}

static void learn(const struct job *job, uint64_t end_ns) {
  const struct ncpu_kernel_work *work = &job->command->run->u.kernel;
  uint64_t busy_ns = 0;
  for (uint32_t i = 0, count = __atomic_load_n(&job->gate_count, __ATOMIC_RELAXED); i < count; i++)
    busy_ns += __atomic_load_n(&job->gates[i].busy_ns, __ATOMIC_RELAXED);
  ncpu_kernel_learn(work->kernel, work->items, busy_ns);
  if (job->split.expected_ns && !__atomic_load_n(&job->is_late, __ATOMIC_RELAXED))
    ncpu_width_learn(work->kernel->paces, work->items, job->share_count > 1,
                     end_ns - job->start_ns);
}

/* By the last one to leave it, who has to resume the command. */
static void end_job(struct ncpu_pool *pool, struct job *job, uint64_t end_ns) {
  if (job->status != FALX_SUCCESS)
    job->command->event.status = job->status;
  if (job->command->run->kind == NCPU_KERNEL)
    learn(job, end_ns);
  job->next = __atomic_load_n(&pool->free_jobs, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&pool->free_jobs, &job->next, job, true, __ATOMIC_RELEASE,
                                      __ATOMIC_RELAXED))
    continue;
}

/* A free one, or a new one, or NULL. */
static struct job *take_free_job(struct ncpu_pool *pool) {
  ncpu_pool_lock();
  struct job *job = __atomic_load_n(&pool->free_jobs, __ATOMIC_ACQUIRE);
  while (job && !__atomic_compare_exchange_n(&pool->free_jobs, &job, job->next, true,
                                             __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
    continue;
  ncpu_pool_unlock();
  return job ? job : make_job(pool->threads);
}

/* Works on a job that it has come to through the gate. True: this thread was the last to leave, and
 * has to resume the command. */
static bool work_on(struct ncpu_pool *pool, struct job *job, struct gate *gate, bool is_first) {
  struct ncpu_command *command = job->command;
  /* The same one in each launch, as far as the same threads join: its part is in their caches. */
  uint32_t share = thread_index % job->share_count;
  struct taker taker = {pool,
                        job,
                        share,
                        share,
                        (uint32_t)(job->split.units / job->share_count),
                        (uint32_t)(job->split.units % job->share_count),
                        0};
  uint64_t start = fxs_clock_ns();
  if (is_first && job->split.expected_ns)
    taker.late_ns = start + LATE_TIMES * job->split.expected_ns + LATE_NS;
  falx_status status = ncpu_work_run_units(command->run, &job->split, take_units, &taker);
  if (status != FALX_SUCCESS)
    __atomic_store_n(&job->status, (uint32_t)status, __ATOMIC_RELAXED);
  uint64_t end = fxs_clock_ns();
  __atomic_add_fetch(&gate->busy_ns, end - start, __ATOMIC_RELAXED);
  ncpu_trace_work(command, start, end);

  if (!leave(pool, job, gate))
    return false;
  end_job(pool, job, end);
  return true;
}

enum ncpu_shared ncpu_pool_share(struct ncpu_command *command, const struct ncpu_split *split) {
  struct ncpu_pool *pool = pool_of(command);
  uint32_t threads = pool->threads;
  uint64_t start = fxs_clock_ns();
  struct job *job = take_free_job(pool);
  if (!job)
    return NCPU_NOT_SHARED;
  job->command = command;
  __atomic_store_n(&job->queue, command->queue, __ATOMIC_RELAXED);
  job->is_brief = split->expected_ns != 0 && split->expected_ns <= BRIEF_NS &&
                  command->run->kind == NCPU_KERNEL &&
                  command->run->u.kernel.kernel->short_items != 0;
  uint32_t width = split->width < threads ? split->width : threads;
  uint32_t limit = split->units < width ? (uint32_t)split->units : width;
  job->share_count = limit;
  job->is_listed = job->is_late = false;
  /* What others have to be woken for counts, too; a thread that is alone may have run it inside
   * enqueue. */
  job->start_ns = limit > 1 && !command->list && command->ready_ns ? command->ready_ns : start;
  job->status = FALX_SUCCESS;
  job->split = *split;
  if (++job->number == 0) { /* no number twice */
    job->number = 1;
    for (uint32_t i = 0; i < threads; i++)
      __atomic_store_n(&job->shares[i].taken, 0, __ATOMIC_RELAXED);
  }
  uint32_t others = limit - 1;
  __atomic_store_n(&job->to_wake, 0, __ATOMIC_RELAXED);
  struct gate *gate = open_job(job, limit);
  if (others != 0) {
    ncpu_pool_lock();
    if (is_open(job)) /* else others that remember its memory have joined already */
      list(pool, job);
    /* After it is open: who goes to sleep has not seen it, and is none of those that are awake. */
    uint32_t awake = ncpu_pool_awake(pool);
    if (others > awake)
      __atomic_store_n(&job->to_wake, others - awake, __ATOMIC_RELAXED);
    ncpu_pool_unlock();
    wake_for(pool, job);
  }
  return work_on(pool, job, gate, true) ? NCPU_SHARED_DONE : NCPU_SHARED;
}

/* What a worker that completes a command keeps for itself. */
static _Thread_local struct {
  struct ncpu_pool *pool;       /* of the worker, while it runs a command; else NULL */
  struct ncpu_command *command; /* NULL: none */
} kept;

bool ncpu_pool_keep(struct ncpu_command *command) {
  struct ncpu_pool *pool = pool_of(command);
  if (kept.pool != pool || kept.command || pool->ready_first)
    return false;
  kept.command = command;
  __atomic_add_fetch(&pool->taken, 1, __ATOMIC_RELAXED);
  return true;
}

static void run(struct ncpu_pool *pool, const struct work *work) {
  if (!work->job) {
    ncpu_command_start(work->command);
    return;
  }
  struct ncpu_command *command = work->job->command; /* the job may be another's at the end */
  bool has_ended = work->how == MUST_END;
  if (has_ended)
    end_job(pool, work->job, fxs_clock_ns());
  else
    has_ended = work_on(pool, work->job, work->gate, false);
  if (has_ended)
    ncpu_command_resume(command);
}

static enum find run_one(struct ncpu_pool *pool, const struct ncpu_command *until) {
  struct work work;
  enum find find = take(pool, until, &work);
  if (find != FOUND_WORK)
    return find;
  if (work.how != JOINED || !work.job->is_brief)
    be_busy();
  if (work.how == JOINED)
    wake_for(pool, work.job);
  if (work.job ? has_ready(pool) : has_work(pool))
    ncpu_pool_wake(pool,
                   1); /* two wake-ups may have relied on one spinner: it passes the second on */
  struct ncpu_pool *before = kept.pool;
  kept.pool = until || thread_index == 0 ? NULL : pool;
  run(pool, &work);
  for (struct ncpu_command *command; (command = kept.command);) {
    kept.command = NULL;
    ncpu_command_start(command);
  }
  kept.pool = before;
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
    be_awake(pool);
  uint64_t start = fxs_clock_ns();
  bool is_found = false;
  do { /* a pause takes up to 40 ns, the clock as long */
    for (int i = 0; i < PAUSES && !is_found; i++) {
      fxs_spin_pause();
      is_found = is_over(pool, until) || (takes_work && has_work(pool));
    }
  } while (!is_found && fxs_clock_ns() - start < *budget_ns);
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
  be_busy();
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

/* A wake-up for what there is may have gone to this thread. */
static void give_place(struct ncpu_pool *pool) {
  leave_place(pool);
  if (has_work(pool))
    ncpu_pool_wake(pool, 1);
}

bool ncpu_pool_begin(struct ncpu_pool *pool) {
  if (__atomic_load_n(&pool->has_helper, __ATOMIC_RELAXED) || !become_helper(pool))
    return false;
  __atomic_add_fetch(&pool->taken, 1, __ATOMIC_RELAXED);
  return true;
}

void ncpu_pool_start_begun(struct ncpu_command *command) {
  struct ncpu_pool *pool = pool_of(command);
  ncpu_command_start(command);
  give_place(pool);
}

static void wake_all_hosts(struct ncpu_pool *pool) {
  __atomic_add_fetch(&pool->sequence, 1, __ATOMIC_SEQ_CST);
  fxs_futex_wake_bits(&pool->sequence, INT_MAX, WAKE_FOR_EVENT);
}

static void call_stand_in(struct ncpu_pool *pool, enum stand_in_call call);

/* The helper has found work that it must not take. */
static void pass_on(struct ncpu_pool *pool) {
  leave_place(pool);
  if (ncpu_pool_awake(pool) != 0 || __atomic_load_n(&pool->sleepers, __ATOMIC_SEQ_CST) != 0 ||
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
    be_busy();
    if (find == FOUND_OTHERS) {
      pass_on(pool);
      wait_outside(pool, command, &budget_ns);
    } else {
      give_place(pool);
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

float ncpu_pool_inline_limit(const struct ncpu_pool *pool) {
  return ncpu_pool_awake(pool) != 0 ? INLINE_AWAKE_NS : INLINE_ASLEEP_NS;
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
  be_busy();
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
  uint32_t awake = ncpu_pool_awake(pool);
  if (count > awake)
    wake_sleepers(pool, count - awake);
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
  free(pool->awake);
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
  pool->awake_lines = (device->threads - 1) / THREADS_PER_LINE + 1;
  size_t bytes = pool->awake_lines * sizeof *pool->awake;
  void *awake = NULL;
  if (posix_memalign(&awake, 64, bytes) == 0)
    pool->awake = memset(awake, 0, bytes);
  if (!pool->workers || !pool->seats || !pool->awake) {
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
