/* Buffers: storage on host and devices, which content is where, and who used which bytes last. */
#ifndef FALX_RUNTIME_BUFFER_H
#define FALX_RUNTIME_BUFFER_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/sched.h"
#include "runtime/submit.h"
#include "support/threads.h"
#include "support/vector.h"

/* Where content may be: bit 0 is the host, which every host-unified device shares; bit n the copy
 * n - 1. */
enum { FXR_ON_HOST = 0, FXR_MOST_COPIES = 31 };

/* Memory of a device that does not work on host memory. */
struct fxr_copy {
  falx_queue_t queue; /* own, out of order: carries content to and fro */
  void *pointer;
};

/* A command that uses bytes of the buffer, or brings them to another place. */
struct fxr_use {
  falx_event_t event; /* referenced */
  size_t begin, end;
  bool is_write, is_transfer;
};

/* Bytes from begin to the next segment's begin. */
struct fxr_segment {
  size_t begin;
  uint32_t places; /* where the content is; 0: never written */
};

/* A host accessor: its event completes with its release. */
struct fxr_hold {
  falx_event_t event;
  falx_buffer_t buffer; /* handle it was taken with */
  uint32_t mode;
};

struct falx_buffer {
  size_t references;    /* atomic */
  uint32_t pins;        /* atomic, in a sub-buffer: host tasks that may name it; one for handles */
  falx_buffer_t root;   /* itself, or what a sub-buffer is part of */
  falx_buffer_t parent; /* referenced; NULL in a root */
  size_t offset, bytes; /* of the root's bytes */

  /* ---- in a root ---- */
  struct fxr_sched *sched;
  size_t alignment;
  void *host_data;
  uint32_t flags;
  falx_buffer_t previous, next; /* sched's lock */

  struct fxs_mutex lock; /* guards all below; several are taken in order of address */
  char *storage;         /* on the host; NULL until needed; may be host_data */
  bool is_written;       /* by a command or a host access */
  bool is_storage_final; /* storage may have been written to: it does not move any more */
  bool is_write_back_off;
  bool is_write_back_set;
  void (*write_back)(void *user, const void *data, size_t bytes);
  void *write_back_user;
  void (*write_back_destroy)(void *user);
  void *user_data;
  void (*user_destroy)(void *);
  FXS_VECTOR(struct fxr_use) uses;
  FXS_VECTOR(struct fxr_segment) segments; /* in order, the first begins at 0 */
  FXS_VECTOR(struct fxr_copy) copies;
  FXS_VECTOR(struct fxr_hold) holds;

  /* ---- once no handle is left: released when its last command has ended ---- */
  struct fxr_job release_job;
  struct fxr_listener release_listener;
  falx_event_t awaited; /* referenced; what release_listener listens to */
};

/* What a command does with a buffer. */
struct fxr_access {
  falx_buffer_t buffer;
  uint32_t mode; /* falx_access_mode */
  void *pointer; /* out: where the command finds it */
};

/* Enters event as the user of all the buffers, adds what it has to wait for to deps, has content
 * brought to queue's device (queue NULL: to the host) and fills in the pointers. On failure event
 * may be entered: complete it. Unites accesses of one buffer: io_count shrinks. Takes the roots'
 * locks. */
falx_status fxr_buffers_require(falx_queue_t queue, struct fxr_access *accesses, size_t *io_count,
                                falx_event_t event, struct fxr_deps *deps, falx_event_t *dying);
/* With the lock held: has the content of [begin, end) brought to the host. */
falx_status fxr_buffer_to_host(falx_buffer_t root, size_t begin, size_t end, falx_event_t *dying);

/* Keeps the handle of a sub-buffer valid, nothing else: its parent is not held. */
void fxr_buffer_pin(falx_buffer_t sub);
void fxr_buffer_unpin(falx_buffer_t sub);

void fxr_buffer_drop_holds(falx_buffer_t root);     /* late shutdown */
void fxr_buffer_destroy_leaked(falx_buffer_t root); /* late shutdown: no write-back */

#endif
