/* The life of a command: run inline by its submitter, or put into the graph, started by a pool
 * thread, and completed. */
#include "adapters/native_cpu/native.h"

#include <string.h>

#include "support/clock.h"

static struct ncpu_command *command_of(struct fxa_event *event) {
  return (struct ncpu_command *)(void *)event;
}

bool ncpu_command_is_complete(const struct ncpu_command *command) {
  return __atomic_load_n(&command->event.state, __ATOMIC_SEQ_CST) == FXA_EVENT_COMPLETE;
}

static bool are_complete(struct fxa_event *const *waits, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (__atomic_load_n(&waits[i]->state, __ATOMIC_ACQUIRE) != FXA_EVENT_COMPLETE)
      return false;
  return true;
}

/* ---- Inline execution, on the submitting thread ---- */

/* Reserves an in-order queue for the calling thread. False: something is unfinished. */
bool ncpu_command_inline_begin(struct fxa_queue *queue, struct fxa_event *const *waits,
                               size_t count) {
  if (!are_complete(waits, count))
    return false;
  uint32_t none = 0;
  return !(queue->flags & FALX_QUEUE_IN_ORDER) ||
         __atomic_compare_exchange_n(&queue->in_flight, &none, 1, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED);
}

void ncpu_command_inline_end(struct fxa_queue *queue) {
  if (!(queue->flags & FALX_QUEUE_IN_ORDER) ||
      __atomic_sub_fetch(&queue->in_flight, 1, __ATOMIC_ACQ_REL) == 0)
    return;
  /* Another thread has submitted meanwhile; its first command waits for this one. */
  ncpu_pool_lock();
  struct ncpu_command *successor = queue->after_inline;
  queue->after_inline = NULL;
  bool is_ready = successor && --successor->pending == 0;
  if (is_ready)
    ncpu_pool_push(successor);
  ncpu_pool_unlock();
  if (is_ready)
    ncpu_pool_wake(queue->device->pool, 1);
}

static falx_status inline_run(struct fxa_queue *queue, const struct ncpu_work *work,
                              struct ncpu_command *command, bool is_timed) {
  bool is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  uint64_t start = is_timed || is_profiled ? fxs_clock_ns() : 0;
  falx_status status = ncpu_work_run(work);
  if (is_timed || is_profiled) {
    uint64_t end = fxs_clock_ns();
    if (is_profiled) {
      command->start_ns = start;
      command->end_ns = end;
      ncpu_trace_work(command, start, end);
    }
    if (is_timed) {
      const struct ncpu_kernel_work *kernel = &work->u.kernel;
      ncpu_kernel_learn(kernel->kernel, kernel->items, end - start);
      ncpu_width_learn(kernel->kernel->paces, kernel->items, false, end - start);
    }
  }
  command->is_profiled = is_profiled;
  if (status == FALX_SUCCESS) {
    command->event.status = FALX_SUCCESS;
    __atomic_store_n(&command->event.state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
  }
  ncpu_command_inline_end(queue);
  return status;
}

static bool is_short(const struct ncpu_kernel_work *work) {
  return work->items <= work->kernel->short_items;
}

/* Bounded, and faster by this thread than by several; and the thread would wait for it anyway, so
 * that a launch may take longer than a short one. */
static bool is_waited_for(const struct ncpu_kernel_work *work) {
  enum { TIMES_SHORT = 16, MOST_NS = 100000 };
  bool is_inline = work->items / TIMES_SHORT < work->kernel->short_items && ncpu_pool_is_waiter() &&
                   ncpu_width_is_one(work->kernel->paces, work->items, MOST_NS);
  if (is_inline)
    ncpu_pool_inlined();
  return is_inline;
}

/* Bounded, and the thread would wait for it anyway: it begins it, and others join. */
static bool is_begun_by_waiter(const struct ncpu_kernel_work *work) {
  enum { MOST_NS = 500000 }; /* of one thread */
  float cost;
  __atomic_load(&work->kernel->cost, &cost, __ATOMIC_RELAXED);
  return work->kernel->short_items != 0 && cost >= 0 && cost * (float)work->items <= MOST_NS &&
         ncpu_pool_is_waiter();
}

/* Statically short, and predicted to be faster inline than on another thread. */
static bool is_cheap(const struct fxa_device *device, const struct ncpu_kernel_work *work) {
  if (!is_short(work))
    return device->threads > 1 && is_waited_for(work);
  if (device->threads == 1 || work->items == 0)
    return true;
  float cost;
  __atomic_load(&work->kernel->cost, &cost, __ATOMIC_RELAXED);
  if (cost < 0)
    return work->items <= work->kernel->first_items;
  return cost * (float)work->items <= ncpu_pool_inline_limit(device->pool) || is_waited_for(work);
}

/* ---- The graph ---- */

static void add_edge(struct ncpu_command *from, struct ncpu_command *to) {
  struct ncpu_edge *edge = ncpu_edge_take();
  edge->to = to;
  edge->next = from->edges;
  from->edges = edge;
  to->pending++;
}

bool ncpu_command_is_behind(const struct ncpu_command *other, const struct ncpu_command *command) {
  return other->queue == command->queue && other->order >= command->order &&
         (other->is_internal || command->queue->flags & FALX_QUEUE_IN_ORDER);
}

bool ncpu_command_precedes(const struct ncpu_command *command, const struct ncpu_command *other) {
  enum { MOST_EDGES = 8 };
  if (ncpu_command_is_behind(other, command) || (command->list && command->list == other->list))
    return true;
  const struct ncpu_edge *edge = command->edges;
  for (int i = 0; edge && i < MOST_EDGES; i++, edge = edge->next)
    if (edge->to && (edge->to == other || ncpu_command_is_behind(other, edge->to) ||
                     (edge->to->list && edge->to->list == other->list)))
      return true;
  return false;
}

falx_status ncpu_command_submit(struct fxa_queue *queue, struct ncpu_command *command,
                                struct fxa_event *const *waits, size_t wait_count, bool follows_all,
                                bool begins) {
  falx_status status = ncpu_pool_usable();
  if (status != FALX_SUCCESS)
    return status;
  bool is_in_order = (queue->flags & FALX_QUEUE_IN_ORDER) != 0;
  uint64_t now = fxs_clock_ns();
  command->queue = queue;
  command->run = &command->work;
  command->pending = 1;
  command->edges = NULL;
  command->has_waiter = false;
  command->event.status = FALX_SUCCESS;
  __atomic_store_n(&command->event.state, FXA_EVENT_QUEUED, __ATOMIC_RELEASE);
  if (!command->is_internal)
    ncpu_host->event_retain(&command->event);

  ncpu_pool_lock();
  size_t edges = wait_count + 1;
  if (follows_all && !is_in_order)
    for (struct ncpu_command *other = queue->first; other; other = other->queue_next)
      edges++;
  if (!ncpu_edge_reserve(edges)) {
    ncpu_pool_unlock();
    if (!command->is_internal)
      ncpu_host->event_release(&command->event);
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                            "native_cpu: no memory for a command with %zu dependencies",
                            wait_count);
  }
  for (size_t i = 0; i < wait_count; i++)
    if (!ncpu_command_is_complete(command_of(waits[i])))
      add_edge(command_of(waits[i]), command);
  if (is_in_order) {
    if (__atomic_fetch_add(&queue->in_flight, 1, __ATOMIC_ACQ_REL) != 0) {
      if (queue->last) {
        add_edge(queue->last, command);
      } else {
        queue->after_inline = command;
        command->pending++;
      }
    }
  } else if (follows_all) {
    for (struct ncpu_command *other = queue->first; other; other = other->queue_next)
      add_edge(other, command);
  }
  command->order = ++queue->submitted;
  command->queue_next = NULL;
  command->queue_prev = queue->last;
  *(queue->last ? &queue->last->queue_next : &queue->first) = command;
  queue->last = command;
  bool is_ready = --command->pending == 0;
  command->ready_ns = is_ready ? now : 0;
  bool is_begun = is_ready && begins && ncpu_pool_begin(queue->device->pool);
  if (is_ready && !is_begun)
    ncpu_pool_push(command);
  ncpu_pool_unlock();
  if (is_begun)
    ncpu_pool_start_begun(command);
  else if (is_ready)
    ncpu_pool_wake(queue->device->pool, 1);
  return FALX_SUCCESS;
}

static void leave_queue(struct ncpu_command *command) {
  struct fxa_queue *queue = command->queue;
  *(command->queue_prev ? &command->queue_prev->queue_next : &queue->first) = command->queue_next;
  *(command->queue_next ? &command->queue_next->queue_prev : &queue->last) = command->queue_prev;
  if (queue->flags & FALX_QUEUE_IN_ORDER)
    __atomic_sub_fetch(&queue->in_flight, 1, __ATOMIC_ACQ_REL);
}

static void give_edges(struct ncpu_edge *edge) {
  while (edge) {
    struct ncpu_edge *next = edge->next;
    ncpu_edge_give(edge);
    edge = next;
  }
}

enum { FEW_POOLS = 8 };
struct completion { /* what a command's end leads to */
  struct ncpu_pool *pool, *others[FEW_POOLS];
  uint32_t ready, other_count; /* commands that others have to be woken for */
  struct ncpu_command *first;  /* of this pool that has become ready; not pushed */
  struct ncpu_edge *callbacks;
  bool has_waiter, has_more;
};

/* Of commands that have work to do a thread takes care; what only a host thread waits for is over
 * with the last one before it. */
static bool is_only_waited_for(const struct ncpu_command *command) {
  return command->is_internal && command->work.kind == NCPU_MARKER && !command->list;
}

/* With the lock. */
static void settle(struct ncpu_command *command, struct completion *out) {
  struct ncpu_edge *next;
  leave_queue(command);
  struct ncpu_edge *edges = command->edges;
  __atomic_store_n(&command->event.state, FXA_EVENT_COMPLETE, __ATOMIC_SEQ_CST);
  out->has_waiter |= __atomic_load_n(&command->has_waiter, __ATOMIC_SEQ_CST);
  for (struct ncpu_edge *edge = edges; edge; edge = next) {
    struct ncpu_command *after = edge->to;
    next = edge->next;
    if (!after) {
      edge->next = out->callbacks;
      out->callbacks = edge;
      continue;
    }
    ncpu_edge_give(edge);
    if (--after->pending != 0)
      continue;
    struct ncpu_pool *to = after->queue->device->pool;
    if (to == out->pool && is_only_waited_for(after)) {
      settle(after, out);
    } else if (to == out->pool && !out->first) {
      out->first = after;
    } else {
      ncpu_pool_push(after);
      if (to == out->pool)
        out->ready++;
      else if (out->other_count < FEW_POOLS)
        out->others[out->other_count++] = to;
      else
        out->has_more = true;
    }
  }
}

void ncpu_command_complete(struct ncpu_command *command, bool looks_for_work) {
  struct ncpu_pool *pool = command->queue->device->pool;
  struct completion end = {.pool = pool};
  bool is_internal = command->is_internal;
  if (command->functor_block)
    ncpu_block_give(command->functor_block);
  if (command->is_profiled)
    command->end_ns = fxs_clock_ns();

  ncpu_pool_lock();
  settle(command, &end);
  if (end.first && (end.callbacks || !looks_for_work || !ncpu_pool_keep(end.first))) {
    ncpu_pool_push(end.first);
    end.ready++;
  }
  ncpu_pool_unlock();
  /* An internal command may be gone from here on. */

  if (end.has_waiter)
    ncpu_pool_wake_hosts(pool);
  for (uint32_t i = 0; i < end.other_count; i++)
    ncpu_pool_wake(end.others[i], 1);
  if (end.has_more)
    ncpu_pool_wake_all();
  if (end.ready > (looks_for_work ? 1u : 0u))
    ncpu_pool_wake(pool, end.ready - (looks_for_work ? 1u : 0u));
  if (end.callbacks) {
    for (struct ncpu_edge *edge = end.callbacks; edge; edge = edge->next)
      edge->callback(edge->user);
    ncpu_pool_lock();
    give_edges(end.callbacks);
    ncpu_pool_unlock();
  }
  if (!is_internal)
    ncpu_host->event_release(&command->event);
}

void ncpu_command_resume(struct ncpu_command *command) {
  if (command->list)
    ncpu_list_resume(command);
  else
    ncpu_command_complete(command, true);
}

void ncpu_command_start(struct ncpu_command *command) {
  if (command->list) {
    ncpu_list_start(command);
    return;
  }
  __atomic_store_n(&command->event.state, FXA_EVENT_RUNNING, __ATOMIC_RELEASE);
  if (command->is_profiled)
    command->start_ns = fxs_clock_ns();
  const struct ncpu_work *work = &command->work;
  struct ncpu_split split;
  if (command->queue->device->threads > 1) {
    ncpu_work_split(work, &split);
    enum ncpu_shared shared = split.units > 1 ? ncpu_pool_share(command, &split) : NCPU_NOT_SHARED;
    if (shared == NCPU_SHARED_DONE)
      ncpu_command_complete(command, true);
    if (shared != NCPU_NOT_SHARED)
      return;
  }
  bool is_timed = work->kind == NCPU_KERNEL || command->is_profiled;
  uint64_t start = is_timed ? fxs_clock_ns() : 0;
  falx_status status = ncpu_work_run(work);
  if (status != FALX_SUCCESS)
    command->event.status = status;
  uint64_t end = is_timed ? fxs_clock_ns() : 0;
  if (work->kind == NCPU_KERNEL)
    ncpu_kernel_learn(work->u.kernel.kernel, work->u.kernel.items, end - start);
  if (is_timed)
    ncpu_trace_work(command, start, end);
  ncpu_command_complete(command, true);
}

/* ---- Entry points ---- */

falx_status ncpu_enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                const struct fxa_launch *launch, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event) {
  enum { TIMED_EVERY = 17 }; /* a prime number: kernels that take turns are all timed */
  struct ncpu_command *command = command_of(event);
  struct ncpu_work work;
  work.kind = NCPU_KERNEL;
  if (launch->functor_size != kernel->functor_size)
    return ncpu_host->error(FALX_ERROR_KERNEL_ARGUMENT,
                            "native_cpu: the function object has %u bytes, the kernel expects %u",
                            launch->functor_size, kernel->functor_size);
  work.u.kernel.device = queue->device;
  falx_status status = ncpu_kernel_work_make(&work.u.kernel, kernel, launch);
  if (status != FALX_SUCCESS)
    return status;
  command->is_internal = false;
  if (queue->flags & FALX_QUEUE_PROFILING)
    command->submit_ns = fxs_clock_ns();

  if (is_cheap(queue->device, &work.u.kernel) &&
      ncpu_command_inline_begin(queue, waits, wait_count)) {
    uint32_t launches = __atomic_load_n(&queue->launches, __ATOMIC_RELAXED);
    __atomic_store_n(&queue->launches, launches + 1, __ATOMIC_RELAXED);
    return inline_run(queue, &work, command, launches % TIMED_EVERY == 0);
  }
  void *functor = command->functor;
  command->functor_block = NULL;
  if (launch->functor_size > NCPU_FUNCTOR_INLINE) {
    functor = command->functor_block = ncpu_block_take(launch->functor_size);
    if (!functor)
      return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                              "native_cpu: no memory for a function object of %u bytes",
                              launch->functor_size);
  }
  if (launch->functor_size != 0)
    memcpy(functor, launch->functor, launch->functor_size);
  bool begins = is_begun_by_waiter(&work.u.kernel);
  if (begins)
    ncpu_pool_inlined();
  else
    ncpu_pool_submitted();
  command->is_short = is_short(&work.u.kernel);
  command->work.kind = NCPU_KERNEL;
  command->work.u.kernel = work.u.kernel;
  command->work.u.kernel.functor = functor;
  command->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  command->list = NULL;
  status = ncpu_command_submit(queue, command, waits, wait_count, false, begins);
  if (status != FALX_SUCCESS && command->functor_block)
    ncpu_block_give(command->functor_block);
  return status;
}

falx_status ncpu_enqueue_work(struct fxa_queue *queue, const struct ncpu_work *work, bool is_short,
                              struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event) {
  struct ncpu_command *command = command_of(event);
  command->is_internal = false;
  if (queue->flags & FALX_QUEUE_PROFILING)
    command->submit_ns = fxs_clock_ns();
  if (is_short && ncpu_command_inline_begin(queue, waits, wait_count))
    return inline_run(queue, work, command, false);
  command->is_short = is_short;
  command->work = *work;
  command->functor_block = NULL;
  command->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  command->list = NULL;
  return ncpu_command_submit(queue, command, waits, wait_count, false, false);
}

falx_status ncpu_event_wait(struct fxa_event *event) {
  struct ncpu_command *command = command_of(event);
  if (__atomic_load_n(&event->state, __ATOMIC_ACQUIRE) != FXA_EVENT_COMPLETE) {
    falx_status status = ncpu_pool_usable();
    if (status != FALX_SUCCESS)
      return status;
    ncpu_pool_wait(command);
  }
  if (event->status != FALX_SUCCESS)
    return ncpu_host->error((falx_status)event->status, "native_cpu: a command failed: %s",
                            event->status == FALX_ERROR_MEMORY_ALLOCATION
                                ? "no memory for its local accessors, its frame or its arguments"
                                : "see its status");
  return FALX_SUCCESS;
}

falx_status ncpu_event_notify(struct fxa_event *event, void (*callback)(void *user), void *user) {
  struct ncpu_command *command = command_of(event);
  if (ncpu_command_is_complete(command)) {
    callback(user);
    return FALX_SUCCESS;
  }
  ncpu_pool_lock();
  bool is_complete = ncpu_command_is_complete(command);
  bool has_edge = is_complete || ncpu_edge_reserve(1);
  if (!is_complete && has_edge) {
    struct ncpu_edge *edge = ncpu_edge_take();
    *edge = (struct ncpu_edge){command->edges, NULL, callback, user};
    command->edges = edge;
  }
  ncpu_pool_unlock();
  if (!has_edge)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for a callback");
  if (is_complete)
    callback(user);
  return FALX_SUCCESS;
}

falx_status ncpu_event_profiling(struct fxa_event *event, falx_profiling_info info,
                                 uint64_t *out_ns) {
  struct ncpu_command *command = command_of(event);
  *out_ns = 0;
  falx_status status = ncpu_event_wait(event);
  if (status != FALX_SUCCESS)
    return status;
  if (!command->is_profiled)
    return ncpu_host->error(FALX_ERROR_PROFILING,
                            "native_cpu: the event's queue was made without enable_profiling");
  switch (info) {
  case FALX_PROFILING_SUBMIT:
    *out_ns = command->submit_ns;
    return FALX_SUCCESS;
  case FALX_PROFILING_START:
    *out_ns = command->start_ns;
    return FALX_SUCCESS;
  case FALX_PROFILING_END:
    *out_ns = command->end_ns;
    return FALX_SUCCESS;
  }
  return ncpu_host->error(FALX_ERROR_INVALID, "native_cpu: unknown profiling query %d", (int)info);
}
