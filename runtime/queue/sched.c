/* The scheduler: threads for host tasks and deferred commands, and lists of all live queues and
 * buffers. */
#include "runtime/queue/sched.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/lifetime/weak.h"
#include "runtime/os/os.h"
#include "runtime/queue/queue.h"
#include "support/clock.h"
#include "support/hot.h"
#include "support/signals.h"

/* Bounds of the limit for tasks that do not wait; maximum number, with tasks that do. */
enum { FEWEST_THREADS = 2, USUAL_THREADS = 16, MOST_THREADS = 1024 };
/* When every thread is busy and no job starts: time until a thread is added if the threads
 * sleep; time per surplus thread if they compute. */
enum { ASLEEP_MS = 10, BUSY_MS = 50 };
enum { RETIRE_MS = 1000 }; /* a surplus thread that has been idle this long exits */
/* Limits of deferred buffer releases, and how long early shutdown waits for them. */
enum { MOST_DEFERRED = 64, MOST_DEFERRED_BYTES = 256 << 20, EARLY_WAIT_MS = 1000 };

struct fxr_sched {
  struct fxr_runtime *runtime;
  uint32_t has_dead; /* atomic: a queue is ready for the next sweep */

  struct fxs_mutex lock;         /* guards all below; above queues' and events' locks */
  pthread_cond_t work;           /* signalled when a job is queued, or at shutdown */
  struct fxr_job *first, **last; /* jobs, in order */
  size_t job_count;
  pthread_t threads[MOST_THREADS];
  unsigned thread_count, thread_limit, idle_count;
  unsigned waiting_count; /* pool threads that wait for an event: not counted against the limit */
  bool is_stopping, lacks_threads;
  uint64_t taken_count;       /* jobs started */
  pthread_cond_t stall;       /* jobs are queued, but no thread is idle or may be added; or
                               * shutdown */
  pthread_t watcher, retired; /* retired: the last to exit, which joins its predecessor */
  bool has_watcher, is_watching, has_retired;
  falx_queue_t queues;
  struct fxr_resident *residents;
  size_t deferred_count, deferred_bytes; /* of buffers to release when their commands complete */
  bool has_early_begun;
};

static _Thread_local struct fxr_sched *own_sched; /* on threads of the pool */
static _Thread_local falx_event_t current_task;
/* On a pool thread: its job runs no user code and is the only one on its stack, so the thread
 * returns soon to run the jobs that this one pushes. */
static _Thread_local bool comes_back;

/* ---- Threads ---- */

static struct fxr_job *take_locked(struct fxr_sched *sched, bool is_short) {
  struct fxr_job **slot = &sched->first;
  while (is_short && *slot && (*slot)->may_block)
    slot = &(*slot)->next;
  struct fxr_job *job = *slot;
  if (job) {
    *slot = job->next;
    if (sched->last == &job->next)
      sched->last = slot;
    sched->taken_count++;
    sched->job_count--;
  }
  return job;
}

static bool wait_locked(struct fxr_sched *sched, pthread_cond_t *condition, int milliseconds) {
  uint64_t ns = fxs_clock_ns() + (uint64_t)milliseconds * 1000000u;
  const struct timespec until = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  return pthread_cond_timedwait(condition, &sched->lock.native, &until) != ETIMEDOUT;
}

/* The number of threads beyond the limit for tasks that do not wait. */
static unsigned extra_locked(const struct fxr_sched *sched) {
  unsigned usual = sched->thread_limit + sched->waiting_count;
  return sched->thread_count > usual ? sched->thread_count - usual : 0;
}

/* Removes the calling thread, which is idle, from the pool. */
static void retire_locked(struct fxr_sched *sched) {
  pthread_t self = pthread_self(), before = sched->retired;
  bool has_before = sched->has_retired;
  unsigned i = 0;
  while (!pthread_equal(sched->threads[i], self))
    i++;
  sched->threads[i] = sched->threads[sched->thread_count - 1];
  __atomic_fetch_sub(&sched->thread_count, 1, __ATOMIC_RELAXED);
  sched->retired = self;
  sched->has_retired = true;
  fxs_mutex_unlock(&sched->lock);
  if (has_before)
    pthread_join(before, NULL);
  fxs_mutex_lock(&sched->lock);
}

static void find_thread(struct fxr_sched *sched);

/* Without the lock. Runs the job, then the clean-up that it may have left, which can call a
 * user's asynchronous handler: other threads are first notified of jobs pushed meanwhile. */
static void run_job(struct fxr_sched *sched, struct fxr_job *job) {
  comes_back = !job->may_block;
  job->run(job);
  comes_back = false;
  if (!__atomic_load_n(&sched->has_dead, __ATOMIC_ACQUIRE))
    return;
  fxs_mutex_lock(&sched->lock);
  if (sched->first)
    find_thread(sched);
  fxs_mutex_unlock(&sched->lock);
  fxr_sched_sweep(sched);
}

static void *work(void *argument) {
  struct fxr_sched *sched = argument;
  own_sched = sched;
  fxr_call_trust_thread();
  fxs_mutex_lock(&sched->lock);
  for (;;) {
    struct fxr_job *job = take_locked(sched, false);
    if (job) {
      fxs_mutex_unlock(&sched->lock);
      run_job(sched, job);
      fxs_mutex_lock(&sched->lock);
    } else if (sched->is_stopping) {
      break;
    } else {
      bool is_woken = true;
      sched->idle_count++;
      if (extra_locked(sched))
        is_woken = wait_locked(sched, &sched->work, RETIRE_MS);
      else
        pthread_cond_wait(&sched->work, &sched->lock.native);
      sched->idle_count--;
      if (!is_woken && !sched->first && !sched->is_stopping && extra_locked(sched)) {
        retire_locked(sched);
        break;
      }
    }
  }
  fxs_mutex_unlock(&sched->lock);
  return NULL;
}

static bool start_thread(pthread_t *out_thread, void *(*run)(void *), struct fxr_sched *sched) {
  sigset_t before;
  fxs_signals_hold(&before);
  bool is_started = pthread_create(out_thread, NULL, run, sched) == 0;
  fxs_signals_give_back(&before);
  return is_started;
}

/* With the lock held. */
static void add_thread(struct fxr_sched *sched) {
  sched->lacks_threads = sched->thread_count == MOST_THREADS ||
                         !start_thread(&sched->threads[sched->thread_count], work, sched);
  if (!sched->lacks_threads)
    __atomic_fetch_add(&sched->thread_count, 1, __ATOMIC_RELAXED);
}

/* CPU time used by the pool. */
static uint64_t used_ns(struct fxr_sched *sched) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < sched->thread_count; i++) {
    clockid_t clock;
    struct timespec used;
    if (pthread_getcpuclockid(sched->threads[i], &clock) == 0 && clock_gettime(clock, &used) == 0)
      sum += (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
  }
  return sum;
}

/* A task may wait for one queued behind it by means unknown to the scheduler: a lock, a promise,
 * a variable. So this thread watches while jobs are queued, and adds a thread if none of them
 * starts. */
static void *watch(void *argument) {
  struct fxr_sched *sched = argument;
  fxs_mutex_lock(&sched->lock);
  while (!sched->is_stopping) {
    if (!sched->first) {
      sched->is_watching = false;
      pthread_cond_wait(&sched->stall, &sched->lock.native);
      sched->is_watching = true;
      continue;
    }
    uint64_t taken = sched->taken_count, used = used_ns(sched);
    int stalled_ms = 0;
    for (;;) {
      wait_locked(sched, &sched->stall, ASLEEP_MS);
      stalled_ms += ASLEEP_MS;
      uint64_t now = used_ns(sched);
      bool is_asleep = now - used < ASLEEP_MS * 1000000u / 10;
      used = now;
      if (sched->is_stopping || !sched->first || sched->taken_count != taken)
        break;
      if (sched->idle_count) {
        pthread_cond_signal(&sched->work);
      } else if (is_asleep || stalled_ms >= BUSY_MS * (1 + (int)extra_locked(sched))) {
        add_thread(sched);
        break;
      }
    }
  }
  fxs_mutex_unlock(&sched->lock);
  return NULL;
}

/* With the lock held, after a job was queued. */
static void find_thread(struct fxr_sched *sched) {
  if (sched->idle_count)
    pthread_cond_signal(&sched->work);
  if (sched->is_stopping || sched->job_count <= sched->idle_count) /* some may not have woken up
                                                                    * yet */
    return;
  if (sched->thread_count < sched->thread_limit + sched->waiting_count) {
    add_thread(sched);
    return;
  }
  if (!sched->has_watcher)
    sched->is_watching = sched->has_watcher = start_thread(&sched->watcher, watch, sched);
  else if (!sched->is_watching)
    pthread_cond_signal(&sched->stall);
}

void fxr_sched_push(struct fxr_sched *sched, struct fxr_job *job) {
  job->next = NULL;
  fxs_mutex_lock(&sched->lock);
  *sched->last = job;
  sched->last = &job->next;
  sched->job_count++;
  if (!comes_back || job->may_block)
    find_thread(sched);
  fxs_mutex_unlock(&sched->lock);
}

/* The scheduler that the calling thread must help while it waits: on a pool thread, and on any
 * thread if the pool has no threads because none could be created. */
static struct fxr_sched *helped(void) {
  if (own_sched)
    return own_sched;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched = runtime ? __atomic_load_n(&runtime->sched, __ATOMIC_SEQ_CST) : NULL;
  return sched && !__atomic_load_n(&sched->thread_count, __ATOMIC_RELAXED) ? sched : NULL;
}

bool fxr_sched_has_to_help(void) {
  return helped() != NULL;
}

bool fxr_sched_begin_wait(void) {
  struct fxr_sched *sched = own_sched;
  if (!sched)
    return false;
  fxs_mutex_lock(&sched->lock);
  sched->waiting_count++;
  if (sched->first)
    find_thread(sched);
  fxs_mutex_unlock(&sched->lock);
  return true;
}

void fxr_sched_end_wait(void) {
  fxs_mutex_lock(&own_sched->lock);
  own_sched->waiting_count--;
  fxs_mutex_unlock(&own_sched->lock);
}

/* On a pool thread, the job that waits can continue only after the job that runs on top of it
 * returns. So, as long as threads can be created, user tasks do not run there: they might wait
 * for just that job. */
bool fxr_sched_run_one(void) {
  struct fxr_sched *sched = helped();
  if (!sched)
    return false;
  fxs_mutex_lock(&sched->lock);
  struct fxr_job *job = take_locked(sched, own_sched && !sched->lacks_threads);
  fxs_mutex_unlock(&sched->lock);
  if (!job)
    return false;
  falx_event_t outer = fxr_sched_set_current(NULL);
  bool came_back = comes_back;
  comes_back = false;
  job->run(job);
  comes_back = came_back;
  fxr_sched_set_current(outer);
  return true;
}

falx_event_t fxr_sched_set_current(falx_event_t event) {
  falx_event_t before = current_task;
  current_task = event;
  return before;
}

falx_event_t fxr_sched_current(void) {
  return current_task;
}

/* ---- Live queues and buffers ---- */

void fxr_sched_add_queue(struct fxr_sched *sched, falx_queue_t queue) {
  fxs_mutex_lock(&sched->lock);
  queue->next = sched->queues;
  if (queue->next)
    queue->next->previous = queue;
  sched->queues = queue;
  fxs_mutex_unlock(&sched->lock);
}

static void remove_queue_locked(struct fxr_sched *sched, falx_queue_t queue) {
  if (queue->previous)
    queue->previous->next = queue->next;
  else
    sched->queues = queue->next;
  if (queue->next)
    queue->next->previous = queue->previous;
}

void fxr_sched_add(struct fxr_sched *sched, struct fxr_resident *resident) {
  fxs_mutex_lock(&sched->lock);
  resident->next = sched->residents;
  if (resident->next)
    resident->next->previous = resident;
  sched->residents = resident;
  fxs_mutex_unlock(&sched->lock);
}

void fxr_sched_remove(struct fxr_sched *sched, struct fxr_resident *resident) {
  fxs_mutex_lock(&sched->lock);
  if (resident->previous)
    resident->previous->next = resident->next;
  else
    sched->residents = resident->next;
  if (resident->next)
    resident->next->previous = resident->previous;
  fxs_mutex_unlock(&sched->lock);
}

falx_queue_t fxr_sched_next_queue(struct fxr_sched *sched, falx_queue_t previous,
                                  bool only_orphans) {
  fxs_mutex_lock(&sched->lock);
  falx_queue_t queue = previous ? previous->next : sched->queues;
  while (queue && ((only_orphans && __atomic_load_n(&queue->handles, __ATOMIC_ACQUIRE)) ||
                   !fxr_weak_count(&queue->references, true)))
    queue = queue->next;
  fxs_mutex_unlock(&sched->lock);
  return queue;
}

/* The next live one, with a reference. */
static struct fxr_resident *next_resident(struct fxr_sched *sched, struct fxr_resident *previous) {
  fxs_mutex_lock(&sched->lock);
  struct fxr_resident *resident = previous ? previous->next : sched->residents;
  while (resident && !fxr_weak_count(resident->references, true))
    resident = resident->next;
  fxs_mutex_unlock(&sched->lock);
  return resident;
}

void fxr_sched_note_dead(struct fxr_sched *sched) {
  __atomic_store_n(&sched->has_dead, 1, __ATOMIC_RELEASE);
}

void fxr_sched_sweep(struct fxr_sched *sched) {
  __atomic_store_n(&sched->has_dead, 0, __ATOMIC_RELEASE);
  for (falx_queue_t orphan = fxr_sched_next_queue(sched, NULL, true), next; orphan; orphan = next) {
    fxr_queue_reap(orphan, true);
    bool is_busy = __atomic_load_n(&orphan->flight_count, __ATOMIC_ACQUIRE) != 0;
    next = fxr_sched_next_queue(sched, orphan, true);
    if (__atomic_sub_fetch(&orphan->references, 1, __ATOMIC_ACQ_REL) == 0)
      is_busy = false;
    if (is_busy)
      fxr_sched_note_dead(sched);
  }
  falx_queue_t dead = NULL;
  fxs_mutex_lock(&sched->lock);
  for (falx_queue_t queue = sched->queues, next; queue; queue = next) {
    next = queue->next;
    if (__atomic_load_n(&queue->references, __ATOMIC_ACQUIRE) == 0) {
      remove_queue_locked(sched, queue);
      queue->next = dead;
      dead = queue;
    }
  }
  fxs_mutex_unlock(&sched->lock);
  while (dead) {
    falx_queue_t queue = dead;
    dead = queue->next;
    fxr_queue_destroy(queue);
  }
}

FXS_HOT void fxr_sched_sweep_dead(void) {
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched = runtime ? __atomic_load_n(&runtime->sched, __ATOMIC_SEQ_CST) : NULL;
  if (sched && __atomic_load_n(&sched->has_dead, __ATOMIC_ACQUIRE))
    fxr_sched_sweep(sched);
}

/* ---- Deferred release ---- */

bool fxr_sched_may_defer(struct fxr_sched *sched, size_t bytes) {
  fxs_mutex_lock(&sched->lock);
  bool has_room = !sched->has_early_begun && sched->deferred_count < MOST_DEFERRED &&
                  bytes <= MOST_DEFERRED_BYTES - sched->deferred_bytes;
  if (has_room) {
    sched->deferred_count++;
    sched->deferred_bytes += bytes;
  }
  fxs_mutex_unlock(&sched->lock);
  return has_room;
}

void fxr_sched_has_released(struct fxr_sched *sched, size_t bytes) {
  fxs_mutex_lock(&sched->lock);
  sched->deferred_count--;
  sched->deferred_bytes -= bytes;
  fxs_mutex_unlock(&sched->lock);
}

/* Not on a pool thread: a buffer may be waiting for the task that it runs. */
static void await_deferred(struct fxr_sched *sched, int limit_ms) {
  while (!own_sched && limit_ms-- != 0) {
    fxs_mutex_lock(&sched->lock);
    bool is_done = sched->deferred_count == 0;
    fxs_mutex_unlock(&sched->lock);
    if (is_done)
      return;
    if (!fxr_sched_run_one())
      fxr_os_sleep_ms(1);
  }
}

/* ---- Shutdown ---- */

/* If a task calls, only the adapters' queues are waited for: the rest could depend on the task
 * itself. */
static void wait_all(struct fxr_sched *sched) {
  bool was_busy = true;
  while (was_busy) { /* a host task may submit to a queue already waited for */
    was_busy = false;
    for (falx_queue_t queue = fxr_sched_next_queue(sched, NULL, false), next; queue; queue = next) {
      was_busy |= !own_sched && __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE) != 0;
      if (own_sched)
        queue->ops->queue_finish(queue->handle);
      else
        fxr_queue_wait(queue, NULL);
      fxr_queue_reap(queue, true);
      next = fxr_sched_next_queue(sched, queue, false);
      fxr_queue_unref(queue);
    }
  }
  fxr_sched_sweep(sched); /* queues kept alive only by their commands report unfetched errors */
}

/* Does not wait for commands: they may depend on a host accessor that is destroyed after this. */
static void early(struct fxr_sched *sched) {
  fxs_mutex_lock(&sched->lock);
  sched->has_early_begun = true;
  fxs_mutex_unlock(&sched->lock);
  await_deferred(sched, EARLY_WAIT_MS);
  fxr_sched_sweep(sched);
}

/* From here on no user code can release a host accessor. */
static void drain(struct fxr_sched *sched) {
  for (struct fxr_resident *resident = next_resident(sched, NULL), *next; resident;
       resident = next) {
    resident->drop_holds(resident);
    next = next_resident(sched, resident);
    resident->release(resident); /* another thread may have released it meanwhile */
  }
  wait_all(sched);
}

static void finish(struct fxr_sched *sched) {
  wait_all(sched);
  await_deferred(sched, -1);
  fxs_mutex_lock(&sched->lock);
  sched->is_stopping = true;
  pthread_cond_broadcast(&sched->work);
  pthread_cond_signal(&sched->stall);
  unsigned count = sched->thread_count;
  fxs_mutex_unlock(&sched->lock);
  if (sched->has_watcher) /* first: it accesses the others */
    pthread_join(sched->watcher, NULL);
  for (unsigned i = 0; i < count; i++)
    if (pthread_equal(sched->threads[i], pthread_self()))
      pthread_detach(sched->threads[i]);
    else
      pthread_join(sched->threads[i], NULL);
  if (sched->has_retired)
    pthread_join(sched->retired, NULL);
}

static void destroy(struct fxr_sched *sched) {
  while (sched->residents) {
    struct fxr_resident *resident = sched->residents;
    fxr_sched_remove(sched, resident);
    resident->destroy(resident);
  }
  /* First: they name each other. */
  for (falx_queue_t queue = sched->queues; queue; queue = queue->next)
    fxr_queue_drop_carried(queue);
  /* All of them before the first goes: an event that a thread of the adapter is releasing may hold
   * a reference on any. */
  bool have_let_go = true;
  for (falx_queue_t queue = sched->queues; queue; queue = queue->next)
    have_let_go &= fxr_queue_adapter_has_let_go(queue);
  while (sched->queues) {
    falx_queue_t queue = sched->queues;
    remove_queue_locked(sched, queue);
    if (have_let_go)
      fxr_queue_destroy_leaked(queue);
  }
  pthread_cond_destroy(&sched->work);
  pthread_cond_destroy(&sched->stall);
  fxs_mutex_destroy(&sched->lock);
  free(sched);
}

static void quiesce(struct fxr_sched *sched) {
  wait_all(sched);
}

static const struct fxr_sched_hooks hooks = {early, drain, finish, destroy, quiesce};

static struct fxr_sched *create(struct fxr_runtime *runtime) {
  struct fxr_sched *sched = calloc(1, sizeof *sched);
  if (!sched)
    return NULL;
  sched->runtime = runtime;
  sched->last = &sched->first;
  fxs_mutex_init(&sched->lock, FXR_ROW_SCHED);
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&sched->work, &monotonic);
  pthread_cond_init(&sched->stall, &monotonic);
  pthread_condattr_destroy(&monotonic);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  sched->thread_limit = processors < FEWEST_THREADS  ? FEWEST_THREADS
                        : processors > USUAL_THREADS ? USUAL_THREADS
                                                     : (unsigned)processors;
  return sched;
}

struct fxr_sched *fxr_sched_get(void) {
  struct fxr_runtime *runtime = fxr_runtime_get();
  if (!runtime)
    return NULL;
  struct fxr_sched *sched = __atomic_load_n(&runtime->sched, __ATOMIC_SEQ_CST);
  if (sched)
    return sched;
  fxs_mutex_lock(&runtime->sched_lock);
  sched = __atomic_load_n(&runtime->sched, __ATOMIC_SEQ_CST);
  if (!sched) {
    sched = create(runtime);
    runtime->sched_hooks = &hooks;
    __atomic_store_n(&runtime->sched, sched, __ATOMIC_SEQ_CST);
  }
  fxs_mutex_unlock(&runtime->sched_lock);
  if (!sched)
    fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for the scheduler");
  return sched;
}
