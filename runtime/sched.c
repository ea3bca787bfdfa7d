/* The scheduler: threads for host tasks and deferred commands, and the list of everything alive. */
#include "runtime/sched.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/lifetime.h"
#include "runtime/queue.h"

enum { MOST_THREADS = 16, FEWEST_THREADS = 2 };

struct fxr_sched {
  struct fxr_runtime *runtime;
  uint32_t has_dead; /* atomic: a queue waits for the next sweep */

  pthread_mutex_t lock;          /* guards all below; above queues' and events' locks */
  pthread_cond_t work;           /* a job has come, or the end */
  struct fxr_job *first, **last; /* jobs, in order */
  pthread_t threads[MOST_THREADS];
  unsigned thread_count, thread_limit, idle_count;
  bool is_stopping;
  falx_queue_t queues;
  falx_buffer_t buffers;
};

static _Thread_local struct fxr_sched *own_sched; /* on threads of the pool */
static _Thread_local falx_event_t current_task;

/* ---- Threads ---- */

static struct fxr_job *take_locked(struct fxr_sched *sched) {
  struct fxr_job *job = sched->first;
  if (job) {
    sched->first = job->next;
    if (!sched->first)
      sched->last = &sched->first;
  }
  return job;
}

static void *work(void *argument) {
  struct fxr_sched *sched = argument;
  own_sched = sched;
  pthread_mutex_lock(&sched->lock);
  for (;;) {
    struct fxr_job *job = take_locked(sched);
    if (job) {
      pthread_mutex_unlock(&sched->lock);
      job->run(job);
      fxr_sched_sweep_dead();
      pthread_mutex_lock(&sched->lock);
    } else if (sched->is_stopping) {
      break;
    } else {
      sched->idle_count++;
      pthread_cond_wait(&sched->work, &sched->lock);
      sched->idle_count--;
    }
  }
  pthread_mutex_unlock(&sched->lock);
  return NULL;
}

/* With the lock held. Signals of the process are not for our threads. */
static void add_thread(struct fxr_sched *sched) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&sched->threads[sched->thread_count], NULL, work, sched) == 0)
    __atomic_fetch_add(&sched->thread_count, 1, __ATOMIC_RELAXED);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void fxr_sched_push(struct fxr_sched *sched, struct fxr_job *job) {
  job->next = NULL;
  pthread_mutex_lock(&sched->lock);
  *sched->last = job;
  sched->last = &job->next;
  /* A pool thread that is not in a user's task takes the job itself in a moment. */
  bool is_own = own_sched && !current_task && !job->may_block;
  if (!is_own && sched->idle_count)
    pthread_cond_signal(&sched->work);
  else if (!is_own && sched->thread_count < sched->thread_limit)
    add_thread(sched);
  pthread_mutex_unlock(&sched->lock);
}

/* The scheduler that the calling thread has to work for while it waits: on a thread of the pool,
 * and on any thread where the system gave us none. */
static struct fxr_sched *helped(void) {
  if (own_sched)
    return own_sched;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched = runtime ? atomic_load(&runtime->sched) : NULL;
  return sched && !__atomic_load_n(&sched->thread_count, __ATOMIC_RELAXED) ? sched : NULL;
}

bool fxr_sched_has_to_help(void) {
  return helped() != NULL;
}

bool fxr_sched_run_one(void) {
  struct fxr_sched *sched = helped();
  if (!sched)
    return false;
  pthread_mutex_lock(&sched->lock);
  struct fxr_job *job = take_locked(sched);
  pthread_mutex_unlock(&sched->lock);
  if (!job)
    return false;
  falx_event_t outer = fxr_sched_set_current(NULL);
  job->run(job);
  fxr_sched_set_current(outer);
  return true;
}

falx_event_t fxr_sched_set_current(falx_event_t event) {
  falx_event_t before = current_task;
  current_task = event;
  return before;
}

/* ---- What is alive ---- */

void fxr_sched_add_queue(struct fxr_sched *sched, falx_queue_t queue) {
  pthread_mutex_lock(&sched->lock);
  queue->next = sched->queues;
  if (queue->next)
    queue->next->previous = queue;
  sched->queues = queue;
  pthread_mutex_unlock(&sched->lock);
}

static void remove_queue_locked(struct fxr_sched *sched, falx_queue_t queue) {
  if (queue->previous)
    queue->previous->next = queue->next;
  else
    sched->queues = queue->next;
  if (queue->next)
    queue->next->previous = queue->previous;
}

void fxr_sched_add_buffer(struct fxr_sched *sched, falx_buffer_t buffer) {
  pthread_mutex_lock(&sched->lock);
  buffer->next = sched->buffers;
  if (buffer->next)
    buffer->next->previous = buffer;
  sched->buffers = buffer;
  pthread_mutex_unlock(&sched->lock);
}

void fxr_sched_remove_buffer(struct fxr_sched *sched, falx_buffer_t buffer) {
  pthread_mutex_lock(&sched->lock);
  if (buffer->previous)
    buffer->previous->next = buffer->next;
  else
    sched->buffers = buffer->next;
  if (buffer->next)
    buffer->next->previous = buffer->previous;
  pthread_mutex_unlock(&sched->lock);
}

static bool try_ref(falx_queue_t queue) {
  size_t count = __atomic_load_n(&queue->references, __ATOMIC_RELAXED);
  while (count && !__atomic_compare_exchange_n(&queue->references, &count, count + 1, true,
                                               __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    ;
  return count != 0;
}

/* The queues alive, each with a reference, in an array to free. NULL when there are none or there
 * is no memory. */
static falx_queue_t *list_queues(struct fxr_sched *sched, bool only_orphans, size_t *out_count) {
  size_t count = 0, capacity = 0;
  pthread_mutex_lock(&sched->lock);
  for (falx_queue_t queue = sched->queues; queue; queue = queue->next)
    capacity++;
  falx_queue_t *list = capacity ? malloc(capacity * sizeof(falx_queue_t)) : NULL;
  if (list)
    for (falx_queue_t queue = sched->queues; queue; queue = queue->next)
      if (!(only_orphans && __atomic_load_n(&queue->handles, __ATOMIC_ACQUIRE)) && try_ref(queue))
        list[count++] = queue;
  pthread_mutex_unlock(&sched->lock);
  *out_count = count;
  return list;
}

void fxr_sched_note_dead(struct fxr_sched *sched) {
  __atomic_store_n(&sched->has_dead, 1, __ATOMIC_RELEASE);
}

void fxr_sched_sweep(struct fxr_sched *sched) {
  __atomic_store_n(&sched->has_dead, 0, __ATOMIC_RELEASE);
  size_t count;
  falx_queue_t *orphans = list_queues(sched, true, &count);
  for (size_t i = 0; i < count; i++) {
    fxr_queue_reap(orphans[i], true);
    bool is_busy = __atomic_load_n(&orphans[i]->flight_count, __ATOMIC_ACQUIRE) != 0;
    if (__atomic_sub_fetch(&orphans[i]->references, 1, __ATOMIC_ACQ_REL) == 0)
      is_busy = false;
    if (is_busy)
      fxr_sched_note_dead(sched);
  }
  free(orphans);
  falx_queue_t dead = NULL;
  pthread_mutex_lock(&sched->lock);
  for (falx_queue_t queue = sched->queues, next; queue; queue = next) {
    next = queue->next;
    if (__atomic_load_n(&queue->references, __ATOMIC_ACQUIRE) == 0) {
      remove_queue_locked(sched, queue);
      queue->next = dead;
      dead = queue;
    }
  }
  pthread_mutex_unlock(&sched->lock);
  while (dead) {
    falx_queue_t queue = dead;
    dead = queue->next;
    fxr_queue_destroy(queue);
  }
}

void fxr_sched_sweep_dead(void) {
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched = runtime ? atomic_load(&runtime->sched) : NULL;
  if (sched && __atomic_load_n(&sched->has_dead, __ATOMIC_ACQUIRE))
    fxr_sched_sweep(sched);
}

/* ---- Shutdown ---- */

/* From a task that waits for nothing it could hold up itself: the adapters' part only. */
static void wait_all(struct fxr_sched *sched, bool only_orphans) {
  size_t count;
  falx_queue_t *queues = list_queues(sched, only_orphans, &count);
  for (size_t i = 0; i < count; i++) {
    if (own_sched)
      queues[i]->ops->queue_finish(queues[i]->handle);
    else
      fxr_queue_wait(queues[i], NULL);
    fxr_queue_reap(queues[i], true);
    fxr_queue_unref(queues[i]);
  }
  free(queues);
}

static void early(struct fxr_sched *sched) {
  wait_all(sched, true);
  fxr_sched_sweep(sched);
}

/* Nobody can give up a host accessor any more. */
static void drain(struct fxr_sched *sched) {
  pthread_mutex_lock(&sched->lock);
  falx_buffer_t buffers = sched->buffers;
  pthread_mutex_unlock(&sched->lock);
  for (falx_buffer_t buffer = buffers; buffer; buffer = buffer->next)
    fxr_buffer_drop_holds(buffer);
  wait_all(sched, false);
}

static void finish(struct fxr_sched *sched) {
  wait_all(sched, false);
  pthread_mutex_lock(&sched->lock);
  sched->is_stopping = true;
  pthread_cond_broadcast(&sched->work);
  unsigned count = sched->thread_count;
  pthread_mutex_unlock(&sched->lock);
  for (unsigned i = 0; i < count; i++)
    if (pthread_equal(sched->threads[i], pthread_self()))
      pthread_detach(sched->threads[i]);
    else
      pthread_join(sched->threads[i], NULL);
}

static void destroy(struct fxr_sched *sched) {
  while (sched->buffers) {
    falx_buffer_t buffer = sched->buffers;
    fxr_sched_remove_buffer(sched, buffer);
    fxr_buffer_destroy_leaked(buffer);
  }
  while (sched->queues) {
    falx_queue_t queue = sched->queues;
    remove_queue_locked(sched, queue);
    fxr_queue_destroy_leaked(queue);
  }
  pthread_cond_destroy(&sched->work);
  pthread_mutex_destroy(&sched->lock);
  free(sched);
}

static void quiesce(struct fxr_sched *sched) {
  wait_all(sched, false);
}

static const struct fxr_sched_hooks hooks = {early, drain, finish, destroy, quiesce};

static struct fxr_sched *create(struct fxr_runtime *runtime) {
  struct fxr_sched *sched = calloc(1, sizeof *sched);
  if (!sched)
    return NULL;
  sched->runtime = runtime;
  sched->last = &sched->first;
  pthread_mutex_init(&sched->lock, NULL);
  pthread_cond_init(&sched->work, NULL);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  sched->thread_limit = processors < FEWEST_THREADS ? FEWEST_THREADS
                        : processors > MOST_THREADS ? MOST_THREADS
                                                    : (unsigned)processors;
  return sched;
}

struct fxr_sched *fxr_sched_get(void) {
  struct fxr_runtime *runtime = fxr_runtime_get();
  if (!runtime)
    return NULL;
  struct fxr_sched *sched = atomic_load(&runtime->sched);
  if (sched)
    return sched;
  fxs_mutex_lock(&runtime->sched_lock);
  sched = atomic_load(&runtime->sched);
  if (!sched) {
    sched = create(runtime);
    runtime->sched_hooks = &hooks;
    atomic_store(&runtime->sched, sched);
  }
  fxs_mutex_unlock(&runtime->sched_lock);
  if (!sched)
    fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for the scheduler");
  return sched;
}
