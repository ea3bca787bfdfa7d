/* Buffers: storage on host and devices, where the current content of each byte is, and which
 * commands used it last. */
#ifndef FALX_RUNTIME_BUFFER_H
#define FALX_RUNTIME_BUFFER_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/queue/sched.h"
#include "runtime/queue/work.h"
#include "support/threads.h"
#include "support/vector.h"

/* Places that can hold content: bit 0 is the host, shared by every host-unified device; bit n is
 * copy n - 1. */
enum { FXR_ON_HOST = 0, FXR_MOST_COPIES = 31 };

/* Memory on a device that does not work on host memory. */
struct fxr_copy {
  falx_queue_t queue;  /* owned, out of order: transfers content in both directions */
  falx_queue_t writer; /* of the last command that writes here; referenced, or NULL */
  void *pointer;
};

/* A command that uses bytes of the buffer, or transfers them to another place. */
struct fxr_use {
  falx_event_t event; /* referenced */
  size_t begin, end;
  bool is_write, is_transfer;
};

/* Bytes from begin to the next segment's begin. */
struct fxr_segment {
  size_t begin;
  uint32_t places; /* that hold the content, or will; 0: none */
  uint32_t lost;   /* falx_status of the failure that lost it; FALX_SUCCESS: never written */
};

/* Content that will be in place once a command has succeeded. */
struct fxr_arrival {
  falx_event_t event; /* referenced */
  size_t begin, end;
  unsigned place;
  uint32_t before;  /* places that hold the previous content if the command fails */
  bool is_transfer; /* otherwise the command overwrites all of it */
};

/* A host accessor: its event completes when it is released. */
struct fxr_hold {
  falx_event_t event;
  falx_buffer_t buffer; /* handle it was created with */
  uint32_t mode;
};

struct falx_buffer {
  size_t references;    /* atomic */
  falx_weak_t weak;     /* atomic; or NULL */
  uint32_t pins;        /* atomic, in a sub-buffer: host tasks that may name it, plus one for all
                         * handles */
  falx_buffer_t root;   /* itself, or the buffer that a sub-buffer is part of */
  falx_buffer_t parent; /* referenced; NULL in a root */
  size_t offset, bytes; /* within the root, in bytes */

  /* ---- in a root ---- */
  struct fxr_sched *sched;
  size_t alignment;
  void *host_data;
  falx_context_t context; /* of falx_buffer_options: only compared */
  uint32_t flags;
  struct fxr_resident resident;
  uint32_t recorded; /* atomic: graphs that record commands which use it */

  struct fxs_mutex lock; /* guards all below; several are locked in order of address */
  char *storage;         /* on the host; NULL until needed; may be host_data */
  bool is_written;       /* by a command or a host access */
  bool is_storage_final; /* storage may have been written to: it can no longer move */
  bool is_write_back_off;
  bool is_write_back_set;
  void (*write_back)(void *user, const void *data, size_t bytes);
  void *write_back_user;
  void (*write_back_destroy)(void *user);
  void *user_data;
  void (*user_destroy)(void *);
  FXS_VECTOR(struct fxr_use) uses;
  FXS_VECTOR(struct fxr_segment) segments; /* in order, the first begins at 0 */
  FXS_VECTOR(struct fxr_arrival) arrivals; /* each byte of a place is in at most one */
  FXS_VECTOR(struct fxr_copy) copies;
  FXS_VECTOR(struct fxr_hold) holds;
  /* They hold errors of commands whose uses are forgotten; or NULL. */
  struct fxr_queue_set *carried;

  /* ---- without handles: released when the last command has ended ---- */
  struct fxr_job release_job;
  struct fxr_listener release_listener;
  falx_event_t awaited; /* referenced; the event that release_listener waits for */
};

/* How a command uses a buffer. */
struct fxr_access {
  falx_buffer_t buffer;
  uint32_t mode;     /* falx_access_mode, without ON_DEVICE */
  bool is_on_device; /* on event's queue's device, whatever the queue that is passed */
  unsigned place;    /* out: where its content is for the command */
  void *pointer;     /* out: its address there */
};

/* Registers event as a user of all the buffers, adds its dependencies to deps, brings the
 * content to queue's device (queue NULL: to the host) and fills in the pointers. On failure
 * event may already be registered: the caller must complete it. Merges accesses to the same
 * buffer: io_count shrinks. Takes the roots' locks. */
falx_status fxr_buffers_require(falx_queue_t queue, struct fxr_access *accesses, size_t *io_count,
                                falx_event_t event, struct fxr_deps *deps, falx_event_t *dying);

/* Who is notified that content could not be transferred. */
struct fxr_asker {
  falx_queue_t queue; /* takes the error; NULL: the caller, who waits */
  struct falx_location location;
};
/* With the lock held: brings the content of [begin, end) to the host, and adds the events to
 * wait for to deps, unless it is NULL. asker NULL: brings what is not lost; failures that this
 * call does not return become errors of the queue that wrote the content last. */
falx_status fxr_buffer_to_host(falx_buffer_t root, size_t begin, size_t end,
                               const struct fxr_asker *asker, struct fxr_deps *deps,
                               falx_event_t *dying);

/* Keeps only the handle of a sub-buffer valid: its parent is not retained. */
void fxr_buffer_pin(falx_buffer_t sub);
void fxr_buffer_unpin(falx_buffer_t sub);

#endif
