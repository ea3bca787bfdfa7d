/* Lists of commands: prepared once, run many times (docs/graphs.md). A list's chains are commands
 * of the pool; a list of one chain runs as the event's command itself. Nothing is allocated by a
 * run but what its kernels borrow. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>
#include <string.h>

#include "support/clock.h"

enum {
  QUICK_NS = 4000,  /* a work that is expected to take less is not worth another thread */
  TIMED_EVERY = 16, /* runs of a list in which quick kernels are timed */
  MOST_INLINE = 16  /* commands of a list that may run inside enqueue */
};

/* ---- Preparing ---- */

static falx_status no_memory(void) {
  return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for a list");
}

/* The work of a command, which borrows a kernel's function object. */
static falx_status make_work(const struct fxa_device *device,
                             const struct fxa_list_command *command, struct ncpu_work *work) {
  switch ((enum fxa_list_kind)command->kind) {
  case FXA_LIST_EMPTY:
    work->kind = NCPU_MARKER;
    return FALX_SUCCESS;
  case FXA_LIST_KERNEL:
    if (command->u.kernel.launch->functor_size != command->u.kernel.kernel->functor_size)
      return ncpu_host->error(FALX_ERROR_KERNEL_ARGUMENT,
                              "native_cpu: the function object has %u bytes, the kernel expects %u",
                              command->u.kernel.launch->functor_size,
                              command->u.kernel.kernel->functor_size);
    work->kind = NCPU_KERNEL;
    work->u.kernel.device = device;
    return ncpu_kernel_work_make(&work->u.kernel, command->u.kernel.kernel,
                                 command->u.kernel.launch);
  case FXA_LIST_COPY:
    work->kind = NCPU_COPY;
    work->u.copy = (struct ncpu_copy_work){.destination = command->u.copy.destination,
                                           .source = command->u.copy.source,
                                           .region = {command->u.copy.bytes, 1, 1}};
    return FALX_SUCCESS;
  case FXA_LIST_COPY_BOX:
    work->kind = NCPU_COPY;
    work->u.copy = (struct ncpu_copy_work){
        .destination = command->u.box.destination,
        .source = command->u.box.source,
        .destination_pitch = {command->u.box.destination_pitch[0],
                              command->u.box.destination_pitch[1]},
        .source_pitch = {command->u.box.source_pitch[0], command->u.box.source_pitch[1]},
        .region = {command->u.box.region[0], command->u.box.region[1], command->u.box.region[2]}};
    return FALX_SUCCESS;
  case FXA_LIST_FILL:
    if (command->u.fill.pattern_size == 0 || command->u.fill.pattern_size > NCPU_PATTERN_MAX)
      return ncpu_host->error(FALX_ERROR_INVALID, "native_cpu: a fill pattern of %zu bytes",
                              command->u.fill.pattern_size);
    work->kind = NCPU_FILL;
    work->u.fill.destination = command->u.fill.destination;
    work->u.fill.pattern_size = command->u.fill.pattern_size;
    work->u.fill.bytes = command->u.fill.pattern_size * command->u.fill.count;
    memcpy(work->u.fill.pattern, command->u.fill.pattern, command->u.fill.pattern_size);
    return FALX_SUCCESS;
  }
  return ncpu_host->error(FALX_ERROR_NOT_SUPPORTED, "native_cpu: a list with an unknown command");
}

/* Kernels that borrow memory for each launch lay out their arguments there. */
static bool has_own_arguments(const struct ncpu_kernel_work *work) {
  return work->kernel->local_count == 0 && work->local_memory == 0 && work->frame_bytes == 0 &&
         work->kernel->arg_count <= NCPU_ARGS_INLINE && !work->has_root_sync;
}

/* Gives the kernel's work the list's copy of its function object, and arguments in it. */
static void settle(struct ncpu_kernel_work *work, unsigned char *functor, const void *from,
                   void **arguments) {
  memcpy(functor, from, work->kernel->functor_size);
  work->functor = functor;
  work->args = has_own_arguments(work) ? arguments : NULL;
  for (uint32_t i = 0; work->args && i < work->kernel->arg_count; i++)
    arguments[i] = functor + work->kernel->offsets[i];
}

/* Statically: the work-items of all kernels together, as launches of one kernel are. */
static bool is_short(const struct fxa_list *list) {
  double used = 0;
  for (size_t i = 0; i < list->count; i++) {
    const struct ncpu_work *work = &list->works[i];
    uint64_t bytes = 0;
    if (work->kind == NCPU_KERNEL && work->u.kernel.items)
      used += work->u.kernel.kernel->short_items
                  ? (double)work->u.kernel.items / work->u.kernel.kernel->short_items
                  : 2;
    else if (work->kind == NCPU_COPY)
      bytes = work->u.copy.region[0] * work->u.copy.region[1] * work->u.copy.region[2];
    else if (work->kind == NCPU_FILL)
      bytes = work->u.fill.bytes;
    used += (double)bytes / NCPU_SHORT_BYTES;
  }
  return used <= 1;
}

static bool add_after(struct ncpu_chain *chain, struct ncpu_chain *after) {
  for (uint32_t i = 0; i < chain->after_count; i++)
    if (chain->after[i] == after)
      return true;
  struct ncpu_chain **more = realloc(chain->after, (chain->after_count + 1) * sizeof *more);
  if (!more)
    return false;
  chain->after = more;
  chain->after[chain->after_count++] = after;
  after->wait_count++;
  return true;
}

static falx_status make_chains(struct fxa_list *list, const struct fxa_list_command *commands,
                               const uint32_t *chain_of) {
  list->chains = calloc(list->chain_count ? list->chain_count : 1, sizeof *list->chains);
  if (!list->chains)
    return no_memory();
  for (size_t i = list->count; i-- > 0;) {
    struct ncpu_chain *chain = &list->chains[chain_of[i]];
    if (!chain->count || &list->works[list->place[i]] < chain->works)
      chain->works = &list->works[list->place[i]];
    chain->count++;
  }
  for (size_t i = 0; i < list->count; i++)
    for (uint32_t k = 0; k < commands[i].wait_count; k++)
      if (chain_of[commands[i].waits[k]] != chain_of[i] &&
          !add_after(&list->chains[chain_of[commands[i].waits[k]]], &list->chains[chain_of[i]]))
        return no_memory();
  for (size_t i = 0; i < list->chain_count; i++) {
    struct ncpu_command *command = &list->chains[i].command;
    command->is_internal = true;
    command->list = list;
    command->chain = &list->chains[i];
  }
  return FALX_SUCCESS;
}

static size_t functor_room(const struct fxa_list_command *command) {
  return command->kind == FXA_LIST_KERNEL
             ? (command->u.kernel.kernel->functor_size + 63u) / 64 * 64 + 64
             : 0;
}

static falx_status make_works(struct fxa_list *list, const struct fxa_device *device,
                              const struct fxa_list_command *commands) {
  size_t bytes = 64, arguments = 1;
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; i < list->count; i++) {
    bytes += functor_room(&commands[i]);
    arguments += commands[i].kind == FXA_LIST_KERNEL ? commands[i].u.kernel.kernel->arg_count : 0;
  }
  list->memory = aligned_alloc(64, bytes);
  list->arguments = malloc(arguments * sizeof *list->arguments);
  if (!list->memory || !list->arguments)
    return no_memory();
  unsigned char *functor = list->memory;
  void **own = list->arguments;
  for (size_t i = 0; i < list->count && status == FALX_SUCCESS; i++) {
    struct ncpu_work *work = &list->works[list->place[i]];
    status = make_work(device, &commands[i], work);
    if (status != FALX_SUCCESS || work->kind != NCPU_KERNEL)
      continue;
    settle(&work->u.kernel, functor, commands[i].u.kernel.launch->functor, own);
    list->functors[list->place[i]] = functor;
    functor += functor_room(&commands[i]);
    own += work->u.kernel.kernel->arg_count;
  }
  return status;
}

falx_status ncpu_list_create(struct fxa_context *context, struct fxa_device *device,
                             const struct fxa_list_command *commands, size_t count,
                             struct fxa_list **out_list) {
  (void)context;
  size_t room = count ? count : 1;
  struct fxa_list *list = calloc(1, sizeof *list);
  uint32_t *chain_of = malloc(room * sizeof *chain_of);
  falx_status status = FALX_SUCCESS;
  *out_list = NULL;
  if (list) {
    list->count = count;
    list->works = calloc(room, sizeof *list->works);
    list->place = malloc(room * sizeof *list->place);
    list->functors = calloc(room, sizeof *list->functors);
  }
  if (!list || !chain_of || !list->works || !list->place || !list->functors ||
      !ncpu_chains_find(commands, count, chain_of, list->place, &list->chain_count))
    status = no_memory();
  if (status == FALX_SUCCESS)
    status = make_works(list, device, commands);
  if (status == FALX_SUCCESS)
    status = make_chains(list, commands, chain_of);
  if (status == FALX_SUCCESS) {
    list->is_short = is_short(list);
    *out_list = list;
  } else if (list) {
    ncpu_list_destroy(list);
  }
  free(chain_of);
  return status;
}

falx_status ncpu_list_update(struct fxa_list *list, const uint32_t *numbers,
                             const struct fxa_list_command *commands, size_t count) {
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; i < count; i++) {
    const struct ncpu_work *before = &list->works[list->place[numbers[i]]];
    bool is_kernel = before->kind == NCPU_KERNEL;
    if (is_kernel != (commands[i].kind == FXA_LIST_KERNEL) ||
        (is_kernel && commands[i].u.kernel.kernel != before->u.kernel.kernel))
      return FALX_ERROR_NOT_SUPPORTED; /* another kernel has other arguments */
  }
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++) {
    struct ncpu_work *work = &list->works[list->place[numbers[i]]], made;
    if (work->kind == NCPU_KERNEL && !work->u.kernel.args && work->u.kernel.kernel->arg_count)
      return FALX_ERROR_NOT_SUPPORTED; /* with the new range it may want some */
    void **arguments = work->kind == NCPU_KERNEL ? work->u.kernel.args : NULL;
    const struct fxa_device *device = work->kind == NCPU_KERNEL ? work->u.kernel.device : NULL;
    status = make_work(device, &commands[i], &made);
    if (status != FALX_SUCCESS)
      return status;
    *work = made;
    if (work->kind == NCPU_KERNEL)
      settle(&work->u.kernel, list->functors[list->place[numbers[i]]],
             commands[i].u.kernel.launch->functor, arguments);
  }
  list->is_short = is_short(list);
  return status;
}

void ncpu_list_destroy(struct fxa_list *list) {
  for (size_t i = 0; list->chains && i < list->chain_count; i++)
    free(list->chains[i].after);
  free(list->chains);
  free(list->works);
  free(list->place);
  free(list->functors);
  free(list->memory);
  free(list->arguments);
  free(list);
}

/* ---- Running ---- */

/* Expected ns; negative: unknown. */
static float expected_ns(const struct ncpu_work *work) {
  float cost;
  switch (work->kind) {
  case NCPU_KERNEL:
    __atomic_load(&work->u.kernel.kernel->cost, &cost, __ATOMIC_RELAXED);
    return work->u.kernel.items ? cost * (float)work->u.kernel.items : 0;
  case NCPU_COPY:
    return (float)(work->u.copy.region[0] * work->u.copy.region[1] * work->u.copy.region[2]) * 0.1f;
  case NCPU_FILL:
    return (float)work->u.fill.bytes * 0.1f;
  case NCPU_MARKER:
    break;
  }
  return 0;
}

static falx_status run_work(const struct ncpu_work *work, bool is_timed) {
  is_timed = is_timed && work->kind == NCPU_KERNEL;
  uint64_t start = is_timed ? fxs_clock_ns() : 0;
  falx_status status = ncpu_work_run(work);
  if (is_timed)
    ncpu_kernel_learn(work->u.kernel.kernel, work->u.kernel.items, fxs_clock_ns() - start);
  return status;
}

/* A chain of the list has ended. Releases those that wait for it; the last one ends the list. */
static void end_chain(struct ncpu_command *command) {
  struct fxa_list *list = command->list;
  struct ncpu_chain *chain = command->chain;
  struct ncpu_pool *pool = command->queue->device->pool;
  struct ncpu_command *whole = list->whole;
  uint32_t ready = 0;
  if (command == whole) {
    ncpu_command_complete(command, true);
    return;
  }
  ncpu_pool_lock();
  if (command->event.status != FALX_SUCCESS)
    whole->event.status = command->event.status;
  for (uint32_t i = 0; i < chain->after_count; i++)
    if (--chain->after[i]->command.pending == 0) {
      ncpu_pool_push(&chain->after[i]->command);
      ready++;
    }
  bool is_last = --list->left == 0;
  ncpu_pool_unlock();
  if (ready > 1)
    ncpu_pool_wake(pool, ready - 1); /* this thread takes one */
  if (is_last)
    ncpu_command_complete(whole, true);
}

/* Goes on with a chain; returns early where other threads do. */
static void run_chain(struct ncpu_command *command) {
  struct ncpu_chain *chain = command->chain;
  bool is_timed = command->list->runs % TIMED_EVERY == 0;
  bool can_share = command->queue->device->threads > 1;
  uint64_t start = ncpu_work_done ? fxs_clock_ns() : 0;
  while (chain->at < chain->count) {
    const struct ncpu_work *work = &chain->works[chain->at++];
    float ns = expected_ns(work);
    struct ncpu_split split;
    if (can_share && (ns < 0 || ns > QUICK_NS)) {
      ncpu_work_split(work, &split);
      command->run = work;
      enum ncpu_shared shared =
          split.units > 1 ? ncpu_pool_share(command, &split) : NCPU_NOT_SHARED;
      if (shared == NCPU_SHARED)
        return;
      if (shared == NCPU_SHARED_DONE)
        continue;
    }
    falx_status status = run_work(work, is_timed || ns < 0 || ns > QUICK_NS);
    if (status != FALX_SUCCESS)
      command->event.status = status;
  }
  if (start)
    ncpu_trace_work(command->list->whole, start, fxs_clock_ns());
  end_chain(command);
}

void ncpu_list_resume(struct ncpu_command *command) {
  run_chain(command);
}

/* Makes the chains ready that wait for none. */
static void release_first(struct ncpu_command *whole) {
  struct fxa_list *list = whole->list;
  struct ncpu_pool *pool = whole->queue->device->pool;
  uint32_t ready = 0;
  ncpu_pool_lock();
  for (size_t i = 0; i < list->chain_count; i++) {
    struct ncpu_command *command = &list->chains[i].command;
    list->chains[i].at = 0;
    command->pending = list->chains[i].wait_count;
    command->event.status = FALX_SUCCESS;
    command->queue = whole->queue;
    command->is_short = list->is_short;
    command->order = whole->order;
  }
  list->left = (uint32_t)list->chain_count;
  for (size_t i = 0; i < list->chain_count; i++)
    if (list->chains[i].wait_count == 0) {
      ncpu_pool_push(&list->chains[i].command);
      ready++;
    }
  ncpu_pool_unlock();
  if (ready > 1)
    ncpu_pool_wake(pool, ready - 1);
}

void ncpu_list_start(struct ncpu_command *command) {
  struct fxa_list *list = command->list;
  if (command->is_internal) {
    run_chain(command);
    return;
  }
  __atomic_store_n(&command->event.state, FXA_EVENT_RUNNING, __ATOMIC_RELEASE);
  if (command->is_profiled)
    command->start_ns = fxs_clock_ns();
  list->whole = command;
  list->runs++;
  if (list->chain_count == 1) {
    command->chain = &list->chains[0];
    command->chain->at = 0;
    run_chain(command);
  } else {
    release_first(command);
  }
}

/* ---- Enqueueing ---- */

/* As one command whose submitter may run it: short, and expected to be quick. */
static bool is_cheap(const struct fxa_device *device, const struct fxa_list *list) {
  float total = 0;
  if (!list->is_short || list->chain_count > 1)
    return false;
  if (device->threads == 1)
    return true;
  if (list->count > MOST_INLINE)
    return false;
  for (size_t i = 0; i < list->count; i++) {
    float ns = expected_ns(&list->works[i]);
    if (ns < 0)
      return false;
    total += ns;
  }
  return total <= ncpu_pool_inline_limit(device->pool);
}

static falx_status run_inline(struct fxa_queue *queue, struct fxa_list *list,
                              struct ncpu_command *command) {
  bool is_timed = list->runs++ % TIMED_EVERY == 0;
  falx_status status = FALX_SUCCESS;
  command->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  command->start_ns = command->is_profiled ? fxs_clock_ns() : 0;
  for (size_t i = 0; i < list->count; i++) {
    falx_status one = run_work(&list->works[i], is_timed);
    status = one == FALX_SUCCESS ? status : one;
  }
  command->end_ns = command->is_profiled ? fxs_clock_ns() : 0;
  command->event.status = status;
  __atomic_store_n(&command->event.state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
  ncpu_command_inline_end(queue);
  return FALX_SUCCESS;
}

falx_status ncpu_list_enqueue(struct fxa_queue *queue, struct fxa_list *list,
                              struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event) {
  struct ncpu_command *command = (struct ncpu_command *)(void *)event;
  command->is_internal = false;
  command->functor_block = NULL;
  if (queue->flags & FALX_QUEUE_PROFILING)
    command->submit_ns = fxs_clock_ns();
  if (is_cheap(queue->device, list) && ncpu_command_inline_begin(queue, waits, wait_count))
    return run_inline(queue, list, command);
  command->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  command->is_short = list->is_short;
  command->work.kind = NCPU_MARKER;
  command->list = list->chain_count ? list : NULL;
  command->chain = NULL;
  return ncpu_command_submit(queue, command, waits, wait_count, false, false);
}
