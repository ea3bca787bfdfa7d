/* Buffers: creation, sharing, host access, and the last release with its write-back. */
#include "runtime/memory/buffer_content.h"

#include <stdlib.h>
#include <string.h>

#include "falx/check.h"
#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/lifetime/weak.h"
#include "runtime/platform/context.h"
#include "runtime/queue/queue_set.h"
#include "runtime/queue/sched.h"
#include "support/block.h"

static void drop_resident_holds(struct fxr_resident *resident);
static void release_resident(struct fxr_resident *resident);
static void destroy_leaked(struct fxr_resident *resident);

falx_status falx_buffer_create(const struct falx_buffer_options *options,
                               falx_buffer_t *out_buffer) {
  FXR_CALL_MAKING(runtime);
  if (!out_buffer || !options || options->size != sizeof *options)
    return fxr_error(FALX_ERROR_INVALID, "falx_buffer_create: %s",
                     out_buffer && options ? "the options are of another version's size"
                                           : "a pointer is NULL");
  *out_buffer = NULL;
  size_t alignment = options->alignment ? options->alignment : 1;
  if (alignment & (alignment - 1))
    return fxr_error(FALX_ERROR_INVALID, "a buffer's alignment, %zu, is not a power of two",
                     alignment);
  if (options->bytes > PTRDIFF_MAX)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION,
                     "a buffer whose range has more bytes than memory can: a negative or "
                     "overflowing range?");
  if (options->flags & FALX_BUFFER_USE_HOST_PTR && !options->host_data && options->bytes)
    return fxr_error(FALX_ERROR_INVALID, "a buffer with use_host_ptr has no host pointer");
  struct fxr_sched *sched = runtime ? fxr_sched_get() : NULL;
  if (!sched)
    return fxr_runtime_status();
  falx_buffer_t buffer = calloc(1, sizeof *buffer);
  const struct fxr_segment whole = {.places = options->host_data ? 1u << FXR_ON_HOST : 0};
  if (!buffer || !fxs_vector_push(&buffer->segments, whole)) {
    free(buffer);
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a buffer");
  }
  buffer->references = 1;
  buffer->root = buffer;
  buffer->bytes = options->bytes;
  buffer->sched = sched;
  buffer->alignment = alignment;
  buffer->host_data = options->host_data;
  buffer->context = options->context;
  buffer->flags = options->flags;
  fxs_mutex_init(&buffer->lock, FXR_ROW_BUFFER);
  buffer->resident = (struct fxr_resident){.references = &buffer->references,
                                           .drop_holds = drop_resident_holds,
                                           .release = release_resident,
                                           .destroy = destroy_leaked};
  fxr_sched_add(sched, &buffer->resident);
  *out_buffer = buffer;
  return FALX_SUCCESS;
}

falx_status falx_buffer_create_sub(falx_buffer_t parent, size_t offset_bytes, size_t bytes,
                                   falx_buffer_t *out_buffer) {
  FXR_CALL(runtime);
  if (!parent || !out_buffer)
    return fxr_error(FALX_ERROR_INVALID, "falx_buffer_create_sub: a pointer is NULL");
  *out_buffer = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (offset_bytes > parent->bytes || bytes > parent->bytes - offset_bytes)
    return fxr_error(FALX_ERROR_INVALID,
                     "a sub-buffer of %zu bytes from byte %zu passes the end of its buffer, %zu "
                     "bytes",
                     bytes, offset_bytes, parent->bytes);
  falx_buffer_t buffer = calloc(1, sizeof *buffer);
  if (!buffer)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a sub-buffer");
  buffer->references = 1;
  buffer->pins = 1;
  buffer->root = parent->root;
  buffer->parent = parent;
  buffer->offset = parent->offset + offset_bytes;
  buffer->bytes = bytes;
  falx_buffer_retain(parent);
  *out_buffer = buffer;
  return FALX_SUCCESS;
}

void falx_buffer_retain(falx_buffer_t buffer) {
  FXR_CALL(runtime);
  if (buffer && runtime)
    __atomic_fetch_add(&buffer->references, 1, __ATOMIC_RELAXED);
}

static bool is_live(void *buffer, bool retain) {
  return fxr_weak_count(&((falx_buffer_t)buffer)->references, retain);
}

falx_weak_t falx_buffer_weak(falx_buffer_t buffer) {
  FXR_CALL(runtime);
  return buffer && runtime ? fxr_weak_get(&buffer->weak, buffer, is_live) : NULL;
}

/* ---- Destruction ---- */

void fxr_buffer_pin(falx_buffer_t sub) {
  __atomic_fetch_add(&sub->pins, 1, __ATOMIC_RELAXED);
}

void fxr_buffer_unpin(falx_buffer_t sub) {
  if (__atomic_sub_fetch(&sub->pins, 1, __ATOMIC_ACQ_REL) == 0)
    free(sub);
}

/* Removes one use and returns its event with the reference; NULL if there is none. */
static falx_event_t pop_use(falx_buffer_t root) {
  fxs_mutex_lock(&root->lock);
  falx_event_t event = root->uses.count ? fxs_vector_pop(&root->uses).event : NULL;
  fxs_mutex_unlock(&root->lock);
  return event;
}

/* Waits for every use, except by the host task that the calling thread runs; no command can
 * begin a new use any more. */
static void wait_for_uses(falx_buffer_t root) {
  falx_event_t dying = NULL, event;
  while ((event = pop_use(root))) {
    if (event != fxr_sched_current())
      fxr_event_wait(event);
    fxr_event_release_later(event, &dying);
  }
  fxr_event_destroy_all(dying);
}

/* Reports content that could not be brought to the host, unless a command has already done so. */
static void report_unwritten(falx_buffer_t root, falx_status status) {
  struct falx_event write_back = {.kind = FALX_COMMAND_MEMCPY, .what = "of a buffer's content"};
  for (size_t i = 0; i < root->copies.count; i++)
    if (root->copies.items[i].writer)
      fxr_queue_report(root->copies.items[i].writer, &write_back, status, falx_error_detail(),
                       NULL);
}

/* True if everything that was ever written is on the host. */
static bool is_whole(falx_buffer_t root) {
  for (size_t i = 0; i < root->segments.count; i++) {
    const struct fxr_segment *segment = &root->segments.items[i];
    if (segment->lost || (segment->places && !(segment->places & (1u << FXR_ON_HOST))))
      return false;
  }
  return true;
}

/* Bytes that could not be copied back keep the user's old values. */
static void copy_to_user(falx_buffer_t root) {
  if (root->write_back) {
    if (is_whole(root))
      root->write_back(root->write_back_user, root->storage, root->bytes);
    return;
  }
  for (size_t i = 0; root->storage != root->host_data && i < root->segments.count; i++) {
    size_t begin = root->segments.items[i].begin, end = fxr_content_segment_end(root, i);
    if (root->segments.items[i].places & (1u << FXR_ON_HOST))
      memcpy((char *)root->host_data + begin, root->storage + begin, end - begin);
  }
}

static void write_back(falx_buffer_t root) {
  bool has_target = root->write_back || (root->host_data && !root->is_write_back_set &&
                                         !(root->flags & FALX_BUFFER_HOST_CONST));
  if (!root->is_written || root->is_write_back_off || !has_target)
    return;
  falx_event_t dying = NULL;
  fxs_mutex_lock(&root->lock);
  falx_status status = fxr_buffer_to_host(root, 0, root->bytes, NULL, NULL, &dying);
  fxs_mutex_unlock(&root->lock);
  wait_for_uses(root);
  fxs_mutex_lock(&root->lock);
  falx_status updated = fxr_content_update(root, &dying);
  fxs_mutex_unlock(&root->lock);
  fxr_event_destroy_all(dying);
  if (updated != FALX_SUCCESS || status != FALX_SUCCESS)
    report_unwritten(root, status != FALX_SUCCESS ? status : updated);
  if (updated == FALX_SUCCESS && root->storage)
    copy_to_user(root);
}

static void free_root(falx_buffer_t root) {
  fxr_weak_end(&root->weak);
  for (size_t i = 0; i < root->copies.count; i++) {
    falx_queue_t queue = root->copies.items[i].queue;
    queue->ops->usm_free(queue->context->handle, root->copies.items[i].pointer);
  }
  if (falx_check_storage_gone)
    falx_check_storage_gone(root);
  if (root->storage != root->host_data)
    fxs_block_free(root->storage);
  falx_event_t dying = NULL;
  fxr_content_free(root, &dying);
  fxr_queue_set_release(root->carried);
  fxr_event_destroy_all(dying);
  fxs_vector_free(&root->uses);
  fxs_vector_free(&root->segments);
  fxs_vector_free(&root->copies);
  fxs_vector_free(&root->holds);
  fxs_mutex_destroy(&root->lock);
  free(root);
}

static void destroy_root(falx_buffer_t root) {
  fxr_sched_remove(root->sched, &root->resident);
  if (root->write_back_destroy)
    root->write_back_destroy(root->write_back_user);
  if (root->user_destroy)
    root->user_destroy(root->user_data);
  for (size_t i = 0; i < root->copies.count; i++) {
    fxr_queue_reap(root->copies.items[i].queue, true);
    fxr_queue_ref(root->copies.items[i].queue); /* until its context is no longer needed */
    fxr_queue_release(root->copies.items[i].queue);
  }
  falx_queue_t queues[2 * FXR_MOST_COPIES];
  size_t count = 0;
  for (size_t i = 0; i < root->copies.count; i++) {
    queues[count++] = root->copies.items[i].queue;
    if (root->copies.items[i].writer)
      queues[count++] = root->copies.items[i].writer;
  }
  free_root(root);
  for (size_t i = 0; i < count; i++)
    fxr_queue_unref(queues[i]);
}

/* ---- Destruction without waiting (SYCL 2020, 4.7.2.3): of a buffer without write-back whose
 * memory belongs to the runtime alone ---- */

static void command_has_ended(struct fxr_listener *listener) {
  falx_buffer_t root =
      (falx_buffer_t)(void *)((char *)listener - offsetof(struct falx_buffer, release_listener));
  fxr_sched_push(root->sched, &root->release_job);
}

/* Registers with the first use that has not ended, or destroys the buffer. */
static void release_step(struct fxr_job *job) {
  falx_buffer_t root =
      (falx_buffer_t)(void *)((char *)job - offsetof(struct falx_buffer, release_job));
  struct fxr_sched *sched = root->sched;
  size_t bytes = root->bytes;
  do {
    if (root->awaited)
      fxr_event_release(root->awaited);
    root->awaited = pop_use(root);
    if (!root->awaited) {
      destroy_root(root);
      fxr_sched_has_released(sched, bytes);
      return;
    }
    root->release_listener = (struct fxr_listener){.fire = command_has_ended};
  } while (fxr_event_is_complete(root->awaited, true) ||
           !fxr_event_listen(root->awaited, &root->release_listener));
}

static bool may_release_later(falx_buffer_t root) {
  return !root->host_data && !root->write_back && !root->user_destroy && !root->holds.count &&
         root->uses.count && fxr_sched_may_defer(root->sched, root->bytes);
}

static void end_root(falx_buffer_t root) {
  if (may_release_later(root)) {
    root->release_job.run = release_step;
    release_step(&root->release_job);
    return;
  }
  wait_for_uses(root);
  write_back(root);
  wait_for_uses(root);
  destroy_root(root);
}

void falx_buffer_release(falx_buffer_t buffer) {
  FXR_CALL(runtime);
  if (!runtime)
    return;
  while (buffer && __atomic_sub_fetch(&buffer->references, 1, __ATOMIC_ACQ_REL) == 0) {
    falx_buffer_t parent = buffer->parent;
    fxr_weak_end(&buffer->weak);
    if (parent)
      fxr_buffer_unpin(buffer);
    else
      end_root(buffer);
    buffer = parent;
  }
  fxr_sched_sweep_dead();
}

/* ---- Late shutdown ---- */

static falx_buffer_t of_resident(struct fxr_resident *resident) {
  return (falx_buffer_t)(void *)((char *)resident - offsetof(struct falx_buffer, resident));
}

static void drop_holds(falx_buffer_t root) {
  for (;;) {
    falx_event_t event = NULL;
    fxs_mutex_lock(&root->lock);
    if (root->holds.count)
      event = fxs_vector_pop(&root->holds).event;
    fxs_mutex_unlock(&root->lock);
    if (!event)
      return;
    fxr_event_complete(event, FALX_SUCCESS, NULL);
    fxr_event_release(event);
  }
}

static void drop_resident_holds(struct fxr_resident *resident) {
  drop_holds(of_resident(resident));
}

static void release_resident(struct fxr_resident *resident) {
  falx_buffer_release(of_resident(resident));
}

/* All commands have ended, except the host task that called exit, which never continues. */
static void destroy_leaked(struct fxr_resident *resident) {
  falx_buffer_t root = of_resident(resident);
  falx_event_t event = root->awaited;
  drop_holds(root);
  for (; event || (event = pop_use(root)); event = NULL)
    fxr_event_release(event);
  free_root(root);
}

/* ---- Settings ---- */

void falx_buffer_set_write_back(falx_buffer_t buffer,
                                void (*write)(void *user, const void *data, size_t bytes),
                                void *user, void (*destroy)(void *user)) {
  FXR_CALL(runtime);
  if (!buffer || !runtime) {
    if (destroy)
      destroy(user);
    return;
  }
  falx_buffer_t root = buffer->root;
  fxs_mutex_lock(&root->lock);
  void (*old_destroy)(void *) = root->write_back_destroy;
  void *old_user = root->write_back_user;
  root->is_write_back_set = true;
  root->write_back = write;
  root->write_back_user = user;
  root->write_back_destroy = destroy;
  fxs_mutex_unlock(&root->lock);
  if (old_destroy)
    old_destroy(old_user);
}

void falx_buffer_disable_write_back(falx_buffer_t buffer, bool disable) {
  FXR_CALL(runtime);
  if (!buffer || !runtime)
    return;
  fxs_mutex_lock(&buffer->root->lock);
  buffer->root->is_write_back_off = disable;
  fxs_mutex_unlock(&buffer->root->lock);
}

void falx_buffer_set_user_data(falx_buffer_t buffer, void *data, void (*destroy)(void *)) {
  FXR_CALL(runtime);
  if (!buffer || !runtime) {
    if (destroy)
      destroy(data);
    return;
  }
  fxs_mutex_lock(&buffer->root->lock);
  buffer->root->user_data = data;
  buffer->root->user_destroy = destroy;
  fxs_mutex_unlock(&buffer->root->lock);
}

/* ---- Host access ---- */

/* Adds a hold; deps receives what it must wait for. */
static falx_status acquire(falx_buffer_t buffer, uint32_t mode, falx_event_t event,
                           struct fxr_access *access, struct fxr_deps *deps, falx_event_t *dying) {
  falx_buffer_t root = buffer->root;
  size_t count = 1;
  falx_status status = fxr_buffers_require(NULL, access, &count, event, deps, dying);
  if (status == FALX_SUCCESS) {
    struct fxr_hold hold = {event, buffer, mode};
    fxs_mutex_lock(&root->lock);
    bool is_ok = fxs_vector_push(&root->holds, hold);
    fxs_mutex_unlock(&root->lock);
    if (!is_ok)
      status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a host accessor");
  }
  for (size_t i = 0; i < deps->count; i++) {
    fxr_event_wait(deps->items[i].event);
    falx_status waited = fxr_event_status(deps->items[i].event);
    if (deps->items[i].propagates && waited != FALX_SUCCESS)
      deps->failed = waited;
  }
  return status;
}

static falx_status could_not_bring(falx_status status) {
  return fxr_error(status,
                   "host accessor: the content of the buffer could not be brought to the host: %s",
                   falx_status_text(status));
}

/* Brings the content to the host before the accessor's hold is added, so that an accessor that
 * is refused changes nothing. */
static falx_status fetch(falx_buffer_t buffer, falx_event_t *dying) {
  falx_buffer_t root = buffer->root;
  size_t begin = buffer->offset, end = begin + buffer->bytes;
  const struct fxr_asker asker = {.queue = NULL};
  struct fxr_deps deps;
  fxr_deps_init(&deps, NULL);
  falx_status status = FALX_SUCCESS, failed = FALX_SUCCESS;
  fxs_mutex_lock(&root->lock);
  if (root->copies.count)
    status = fxr_buffer_to_host(root, begin, end, &asker, &deps, dying);
  fxs_mutex_unlock(&root->lock);
  for (size_t i = 0; i < deps.count; i++) {
    fxr_event_wait(deps.items[i].event);
    if (fxr_event_is_complete(deps.items[i].event, true) && failed == FALX_SUCCESS)
      failed = fxr_event_status(deps.items[i].event);
  }
  if (failed == FALX_SUCCESS)
    failed = deps.failed;
  fxr_deps_clear(&deps, dying);
  if (status != FALX_SUCCESS || failed == FALX_SUCCESS)
    return status;
  return could_not_bring(failed);
}

falx_status falx_buffer_host_acquire(falx_buffer_t buffer, uint32_t mode, void **out_pointer) {
  FXR_CALL(runtime);
  if (!buffer || !out_pointer)
    return fxr_error(FALX_ERROR_INVALID, "falx_buffer_host_acquire: a pointer is NULL");
  *out_pointer = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!(mode & FALX_ACCESS_READ_WRITE) || (mode & ~3u && mode != FALX_ACCESS_DISCARD_WRITE))
    return fxr_error(FALX_ERROR_ACCESSOR, "host accessor: unknown access mode %u", mode);
  if (__atomic_load_n(&buffer->root->recorded, __ATOMIC_ACQUIRE))
    return fxr_error(
        FALX_ERROR_INVALID,
        "host accessor: commands that use the buffer are being recorded to a graph: end "
        "the recording first");
  falx_event_t event = fxr_event_create(NULL, NULL), dying = NULL;
  if (!event)
    return FALX_ERROR_MEMORY_ALLOCATION;
  struct fxr_access access = {.buffer = buffer, .mode = mode};
  struct fxr_deps deps;
  fxr_deps_init(&deps, NULL);
  falx_status status = mode == FALX_ACCESS_DISCARD_WRITE ? FALX_SUCCESS : fetch(buffer, &dying);
  if (status == FALX_SUCCESS)
    status = acquire(buffer, mode, event, &access, &deps, &dying);
  falx_status failed = deps.failed;
  fxr_deps_clear(&deps, &dying);
  if (status != FALX_SUCCESS) { /* in no hold yet */
    fxr_event_complete(event, status, NULL);
    fxr_event_release_later(event, &dying);
  } else if (failed != FALX_SUCCESS) {
    falx_buffer_host_release(buffer, mode);
    status = could_not_bring(failed);
  } else {
    *out_pointer = access.pointer;
  }
  fxr_event_destroy_all(dying);
  return status;
}

void falx_buffer_host_release(falx_buffer_t buffer, uint32_t mode) {
  FXR_CALL(runtime);
  if (!buffer || !runtime)
    return;
  falx_buffer_t root = buffer->root;
  falx_event_t event = NULL;
  fxs_mutex_lock(&root->lock);
  for (size_t i = 0; i < root->holds.count && !event; i++)
    if (root->holds.items[i].buffer == buffer && root->holds.items[i].mode == mode) {
      event = root->holds.items[i].event;
      root->holds.items[i] = root->holds.items[--root->holds.count];
    }
  fxs_mutex_unlock(&root->lock);
  if (!event)
    return;
  fxr_event_complete(event, FALX_SUCCESS, NULL);
  fxr_event_release(event);
}

void *falx_buffer_host_pointer(falx_buffer_t buffer) {
  FXR_CALL(runtime);
  if (!buffer || !runtime)
    return NULL;
  fxs_mutex_lock(&buffer->root->lock);
  char *storage = buffer->root->storage;
  fxs_mutex_unlock(&buffer->root->lock);
  return storage ? storage + buffer->offset : NULL;
}
