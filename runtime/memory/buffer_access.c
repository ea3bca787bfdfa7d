/* Uses of buffers: ordering of commands, and transfers of content to where it is needed.
 *
 * Order, per range of bytes: a read waits for earlier writes, a write for earlier reads and
 * writes. A transfer copies content to one more place: it waits for earlier writes only, and
 * every later use waits for it. A write that covers an earlier use replaces it: later uses wait
 * for the write alone. */
#include <stdlib.h>
#include <string.h>

#include "falx/check.h"
#include "runtime/common/error.h"
#include "runtime/memory/buffer_content.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/queue/queue_set.h"
#include "runtime/queue/trace_command.h"
#include "support/block.h"

static bool overlaps(const struct fxr_use *use, size_t begin, size_t end) {
  return use->begin < end && begin < use->end;
}

static falx_status no_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory while a buffer was used");
}

/* ---- Uses ---- */

static void drop_use(falx_buffer_t root, size_t index, falx_event_t *dying) {
  fxr_event_release_later(root->uses.items[index].event, dying);
  root->uses.items[index] = root->uses.items[--root->uses.count];
}

/* Uses by completed commands are dropped, but later commands still depend on them: adds the queues
 * of those whose errors nobody has taken yet. */
static void follow_carried(falx_buffer_t root, struct fxr_deps *deps) {
  if (fxr_queue_set_has_any(root->carried, NULL, fxr_queue_holds_errors)) {
    fxr_deps_follow_set(deps, root->carried);
    return;
  }
  fxr_queue_set_release(root->carried);
  root->carried = NULL;
}

/* Collects the events that a command using [begin, end) must wait for. Drops completed ones. */
static falx_status collect(falx_buffer_t root, size_t begin, size_t end, uint32_t mode,
                           falx_event_t self, struct fxr_deps *deps, falx_event_t *dying) {
  bool is_write = mode & FALX_ACCESS_WRITE;
  follow_carried(root, deps);
  for (size_t i = 0; i < root->uses.count;) {
    struct fxr_use *use = &root->uses.items[i];
    bool is_before = use->event != self && overlaps(use, begin, end) && (is_write || use->is_write);
    if (fxr_event_is_complete(use->event, false)) {
      if (is_before)
        fxr_deps_follow(deps, use->event);
      fxr_event_add_queues(use->event, NULL, fxr_queue_holds_errors, &root->carried);
      drop_use(root, i, dying);
      continue;
    }
    if (is_before && !fxr_deps_add(deps, use->event, false))
      return FALX_ERROR_MEMORY_ALLOCATION;
    i++;
  }
  return FALX_SUCCESS;
}

static falx_status enter(falx_buffer_t root, falx_event_t event, size_t begin, size_t end,
                         bool is_write, bool is_transfer, falx_event_t *dying) {
  for (size_t i = 0; is_write && !is_transfer && i < root->uses.count;) {
    struct fxr_use *earlier = &root->uses.items[i];
    if (earlier->event != event && earlier->begin >= begin && earlier->end <= end)
      drop_use(root, i, dying);
    else
      i++;
  }
  struct fxr_use use = {event, begin, end, is_write, is_transfer};
  if (!fxs_vector_push(&root->uses, use))
    return no_memory();
  fxr_event_retain(event);
  return FALX_SUCCESS;
}

/* ---- Places ---- */

/* In place unless host_data must keep its content. */
static bool may_use_host_data(falx_buffer_t root, bool for_write) {
  if (!root->host_data)
    return false;
  if (root->flags & FALX_BUFFER_USE_HOST_PTR)
    return true;
  if ((uintptr_t)root->host_data % root->alignment)
    return false;
  return !for_write || (!(root->flags & FALX_BUFFER_HOST_CONST) && !root->is_write_back_off &&
                        !root->is_write_back_set);
}

/* docs/checker.md */
static void tell_checker(falx_buffer_t root) {
  if (falx_check_storage)
    falx_check_storage(root->storage, root->bytes, root);
}

static falx_status make_storage(falx_buffer_t root, bool for_write) {
  if (root->is_storage_final || (root->storage && !for_write))
    return FALX_SUCCESS;
  if (may_use_host_data(root, for_write)) {
    root->storage = root->host_data;
    root->is_storage_final = for_write;
    tell_checker(root);
    return FALX_SUCCESS;
  }
  char *storage = fxs_block_alloc(root->bytes, root->alignment);
  if (!storage)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION,
                     "no memory for a buffer of %zu bytes on the host", root->bytes);
  /* host_data has not been written to so far: readers in flight may continue in the old place. */
  if (root->host_data)
    memcpy(storage, root->host_data, root->bytes);
  root->storage = storage;
  root->is_storage_final = true;
  tell_checker(root);
  return FALX_SUCCESS;
}

/* The place of queue's device, created on demand. */
static falx_status find_place(falx_buffer_t root, falx_queue_t queue, unsigned *out_place) {
  *out_place = FXR_ON_HOST;
  if (!queue || queue->device->is_host_unified)
    return FALX_SUCCESS;
  for (size_t i = 0; i < root->copies.count; i++) {
    falx_queue_t own = root->copies.items[i].queue;
    if (own->context == queue->context && own->device == queue->device) {
      *out_place = (unsigned)i + 1;
      return FALX_SUCCESS;
    }
  }
  if (root->copies.count == FXR_MOST_COPIES || !fxs_vector_reserve(&root->copies, 1))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION,
                     "a buffer is used on more devices and contexts than it can keep copies for");
  struct fxr_copy copy = {0};
  falx_status status = fxr_queue_create(queue->context, queue->device, 0, &copy.queue);
  if (status != FALX_SUCCESS)
    return status;
  copy.queue->is_internal = true;
  fxr_traced_queue_is_internal(copy.queue->traced);
  fxr_error_clear();
  status = queue->ops->usm_alloc(queue->context->handle, queue->device->handle, FALX_USM_DEVICE,
                                 root->bytes ? root->bytes : 1, root->alignment, &copy.pointer);
  if (status != FALX_SUCCESS) {
    fxr_queue_release(copy.queue);
    return fxr_error_from_adapter(status, queue->device->name, "memory for a buffer");
  }
  root->copies.items[root->copies.count++] = copy;
  *out_place = (unsigned)root->copies.count;
  return FALX_SUCCESS;
}

static char *place_pointer(falx_buffer_t root, unsigned place) {
  return place == FXR_ON_HOST ? root->storage : root->copies.items[place - 1].pointer;
}

/* Copies the content of a segment from one place to another. One of them is the host, or both
 * are memory of the same context. Without an asker a failure is reported, not returned. */
static falx_status transfer(falx_buffer_t root, size_t index, unsigned from, unsigned to,
                            const struct fxr_asker *asker, falx_event_t *dying) {
  size_t begin = root->segments.items[index].begin, end = fxr_content_segment_end(root, index);
  falx_status status = make_storage(root, to == FXR_ON_HOST);
  if (status != FALX_SUCCESS)
    return status;
  if (!fxs_vector_reserve(&root->arrivals, 1))
    return no_memory();
  falx_queue_t queue = root->copies.items[(to == FXR_ON_HOST ? from : to) - 1].queue;
  const struct falx_command command = {.size = sizeof command,
                                       .kind = FALX_COMMAND_MEMCPY,
                                       .location = asker ? &asker->location : NULL};
  falx_event_t event = fxr_event_create(queue, &command);
  if (!event)
    return FALX_ERROR_MEMORY_ALLOCATION;
  event->what = "of a buffer's content";
  event->is_quiet = asker && !asker->queue;
  fxr_event_blame(event, asker ? asker->queue : root->copies.items[from - 1].writer);
  struct fxr_deps deps;
  fxr_deps_init(&deps, queue);
  struct fxr_work work = {.kind = FXR_WORK_COPY};
  work.u.copy.destination = place_pointer(root, to) + begin;
  work.u.copy.source = place_pointer(root, from) + begin;
  work.u.copy.bytes = end - begin;
  status = collect(root, begin, end, FALX_ACCESS_READ, event, &deps, dying);
  if (status == FALX_SUCCESS && !fxr_content_await(root, from, begin, end, true, &deps))
    status = FALX_ERROR_MEMORY_ALLOCATION;
  if (status == FALX_SUCCESS)
    status = enter(root, event, begin, end, true, true, dying);
  if (status == FALX_SUCCESS)
    status = fxr_submit_work(queue, &work, &deps, event);
  if (status == FALX_SUCCESS) {
    fxr_content_arrives(root, index, to, event);
  } else {
    event->is_quiet = asker != NULL; /* the asker learns of a failure from this call */
    fxr_event_complete(event, status, asker ? NULL : falx_error_detail());
    status = asker ? status : FALX_SUCCESS;
  }
  fxr_deps_clear(&deps, dying);
  fxr_event_release_later(event, dying);
  return status;
}

static unsigned lowest_place(uint32_t places) {
  return (unsigned)__builtin_ctz(places);
}

/* Copies between contexts go through the host. */
static bool needs_host_between(falx_buffer_t root, unsigned from, unsigned to) {
  return from != FXR_ON_HOST && to != FXR_ON_HOST &&
         root->copies.items[from - 1].queue->context != root->copies.items[to - 1].queue->context;
}

/* Brings the content of [begin, end) to place. */
static falx_status bring(falx_buffer_t root, unsigned place, size_t begin, size_t end,
                         const struct fxr_asker *asker, falx_event_t *dying) {
  size_t first;
  if (begin >= end || (root->segments.count == 1 && root->segments.items[0].places & (1u << place)))
    return FALX_SUCCESS;
  falx_status status = fxr_content_split(root, begin, end, &first);
  for (size_t i = first;
       status == FALX_SUCCESS && i < root->segments.count && root->segments.items[i].begin < end;
       i++) {
    const struct fxr_segment *segment = &root->segments.items[i];
    if (segment->lost && asker)
      status = fxr_content_lost(segment);
    if (!segment->places || segment->places & (1u << place))
      continue;
    unsigned from = lowest_place(segment->places);
    if (needs_host_between(root, from, place)) {
      status = transfer(root, i, from, FXR_ON_HOST, asker, dying);
      from = FXR_ON_HOST;
    }
    if (status == FALX_SUCCESS)
      status = transfer(root, i, from, place, asker, dying);
  }
  fxr_content_merge(root);
  return status;
}

falx_status fxr_buffer_to_host(falx_buffer_t root, size_t begin, size_t end,
                               const struct fxr_asker *asker, struct fxr_deps *deps,
                               falx_event_t *dying) {
  falx_status status = make_storage(root, false);
  if (status == FALX_SUCCESS)
    status = fxr_content_update(root, dying);
  if (status == FALX_SUCCESS)
    status = bring(root, FXR_ON_HOST, begin, end, asker, dying);
  if (status == FALX_SUCCESS && deps &&
      !fxr_content_await(root, FXR_ON_HOST, begin, end, false, deps))
    status = FALX_ERROR_MEMORY_ALLOCATION;
  return status;
}

/* ---- Commands ---- */

/* Records the queue of a command that writes to a copy: it gets the error if the content cannot
 * be copied back. */
static void set_writer(falx_buffer_t root, unsigned place, falx_queue_t queue) {
  falx_queue_t *writer = &root->copies.items[place - 1].writer, before = *writer;
  if (before == queue)
    return;
  fxr_queue_ref(queue);
  *writer = queue;
  if (before)
    fxr_queue_unref(before);
}

static bool is_discard(const struct fxr_access *access) {
  return access->mode == FALX_ACCESS_DISCARD_WRITE;
}

/* Three steps, each for all buffers of a command before the next: what one of them has on the host
 * may be what another has on the device, and is to be there as the commands before left it. */
static falx_status bring_one(falx_queue_t queue, struct fxr_access *access, falx_event_t event,
                             falx_event_t *dying) {
  falx_buffer_t root = access->buffer->root;
  size_t begin = access->buffer->offset, end = begin + access->buffer->bytes;
  const struct fxr_asker asker = {event->queue, event->location};
  falx_status status = find_place(root, queue, &access->place);
  if (status == FALX_SUCCESS && access->place == FXR_ON_HOST)
    status = make_storage(root, access->mode & FALX_ACCESS_WRITE);
  if (status == FALX_SUCCESS)
    status = fxr_content_update(root, dying);
  if (status == FALX_SUCCESS && !is_discard(access))
    status = bring(root, access->place, begin, end, &asker, dying);
  return status;
}

static falx_status await_one(const struct fxr_access *access, falx_event_t event,
                             struct fxr_deps *deps, falx_event_t *dying) {
  falx_buffer_t root = access->buffer->root;
  size_t begin = access->buffer->offset, end = begin + access->buffer->bytes;
  falx_status status = collect(root, begin, end, access->mode, event, deps, dying);
  if (status == FALX_SUCCESS && !is_discard(access) &&
      !fxr_content_await(root, access->place, begin, end, false, deps))
    status = FALX_ERROR_MEMORY_ALLOCATION;
  return status;
}

static falx_status enter_one(falx_queue_t queue, struct fxr_access *access, falx_event_t event,
                             falx_event_t *dying) {
  falx_buffer_t root = access->buffer->root;
  size_t begin = access->buffer->offset, end = begin + access->buffer->bytes;
  bool is_write = access->mode & FALX_ACCESS_WRITE;
  falx_status status = enter(root, event, begin, end, is_write, false, dying);
  if (status == FALX_SUCCESS && is_write) {
    root->is_written = true;
    if (access->place != FXR_ON_HOST)
      set_writer(root, access->place, queue);
    status =
        fxr_content_overwrite(root, access->place, begin, end, is_discard(access), event, dying);
  }
  if (status == FALX_SUCCESS)
    access->pointer = place_pointer(root, access->place) + begin;
  return status;
}

/* Merges several accessors of one command to the same buffer: the union of their modes; content
 * that any of them reads is not discarded. */
static size_t unite(struct fxr_access *accesses, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    size_t same = 0;
    while (same < kept && accesses[same].buffer != accesses[i].buffer)
      same++;
    if (same == kept) {
      accesses[kept++] = accesses[i];
      continue;
    }
    uint32_t a = accesses[same].mode, b = accesses[i].mode;
    accesses[same].is_on_device &= accesses[i].is_on_device;
    accesses[same].mode = ((a | b) & FALX_ACCESS_READ_WRITE) | (a & b & ~FALX_ACCESS_READ_WRITE);
  }
  for (size_t i = 0; i < kept; i++)
    for (size_t j = 0; j < kept; j++)
      if (i != j && accesses[i].buffer->root == accesses[j].buffer->root)
        accesses[i].mode &= FALX_ACCESS_READ_WRITE;
  return kept;
}

enum { FEW_ROOTS = 16 };

static int by_address(const void *left, const void *right) {
  uintptr_t a = (uintptr_t)*(const falx_buffer_t *)left;
  uintptr_t b = (uintptr_t)*(const falx_buffer_t *)right;
  return (a > b) - (a < b);
}

static size_t sort_roots(falx_buffer_t *roots, size_t count) {
  if (count > FEW_ROOTS)
    qsort(roots, count, sizeof *roots, by_address);
  else
    for (size_t i = 1; i < count; i++)
      for (size_t j = i; j > 0 && (uintptr_t)roots[j] < (uintptr_t)roots[j - 1]; j--) {
        falx_buffer_t swapped = roots[j];
        roots[j] = roots[j - 1];
        roots[j - 1] = swapped;
      }
  size_t unique = 0;
  for (size_t i = 0; i < count; i++)
    if (unique == 0 || roots[unique - 1] != roots[i])
      roots[unique++] = roots[i];
  return unique;
}

static falx_queue_t queue_of(const struct fxr_access *access, falx_queue_t queue,
                             falx_event_t event) {
  return access->is_on_device ? event->queue : queue;
}

falx_status fxr_buffers_require(falx_queue_t queue, struct fxr_access *accesses, size_t *io_count,
                                falx_event_t event, struct fxr_deps *deps, falx_event_t *dying) {
  size_t count = *io_count = unite(accesses, *io_count);
  falx_buffer_t few[FEW_ROOTS], *roots = few;
  if (count > FEW_ROOTS && !(roots = malloc(count * sizeof(falx_buffer_t))))
    return no_memory();
  for (size_t i = 0; i < count; i++)
    roots[i] = accesses[i].buffer->root;
  size_t root_count = sort_roots(roots, count);
  for (size_t i = 0; i < root_count; i++)
    fxs_mutex_lock(&roots[i]->lock);
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    status = bring_one(queue_of(&accesses[i], queue, event), &accesses[i], event, dying);
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    status = await_one(&accesses[i], event, deps, dying);
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    status = enter_one(queue_of(&accesses[i], queue, event), &accesses[i], event, dying);
  /* Others find the event from here on. */
  fxr_event_set_others(event, deps->others);
  for (size_t i = root_count; i-- > 0;)
    fxs_mutex_unlock(&roots[i]->lock);
  if (roots != few)
    free(roots);
  return status;
}
