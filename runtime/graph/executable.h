/* Executable graphs: the commands of a graph in an order in which they can run, prepared. */
#ifndef FALX_RUNTIME_EXECUTABLE_H
#define FALX_RUNTIME_EXECUTABLE_H

#include <stdbool.h>

#include "runtime/graph/graph.h"
#include "runtime/memory/buffer.h"

/* A command; those that it follows have smaller numbers. */
struct fxr_step {
  falx_node_t node;            /* of graph; NULL: of a sub-graph, or made to connect one */
  struct fxr_payload *payload; /* referenced */
  uint32_t *before;            /* owned: numbers of steps that it follows */
  uint32_t before_count;
  bool is_followed; /* another step follows it */
};

/* A kernel that a list was made with: the list is of no use once it is gone. */
struct fxr_list_kernel {
  struct fxr_kernel *kernel;
  uint64_t serial;
};

/* The steps as the adapter's list. */
struct fxr_prepared {
  struct fxr_list list; /* first */
  const struct fxa_table *ops;
  falx_context_t context;                     /* referenced */
  FXS_VECTOR(struct fxr_list_kernel) kernels; /* each once */
  FXS_VECTOR(struct fxr_lease *) leases;
  FXS_VECTOR(void *) pointers; /* of the executable's buffers, as the commands have them */
};

struct falx_executable {
  struct fxr_replay replay; /* first; a reference for all handles, and for each sub-graph */
  falx_graph_t graph;       /* referenced */
  uint32_t flags;           /* enum falx_executable_flags */

  struct fxs_mutex lock; /* guards all below; taken before any other */
  FXS_VECTOR(struct fxr_step) steps;
  FXS_VECTOR(struct falx_requirement) requirements; /* of all commands, each buffer once */
  bool is_plain;                                    /* the commands are submitted one by one */
  struct fxr_prepared *prepared; /* referenced; NULL: to be made by the next launch */
  falx_event_t last;             /* of the last launch; referenced, or NULL */
};

/* With the lock held. */
falx_status fxr_executable_gather(falx_executable_t executable); /* fills in requirements */
/* accesses: of requirements, with their pointers. ERROR_NOT_SUPPORTED: the adapter cannot. */
falx_status fxr_prepared_make(falx_executable_t executable, const struct fxr_access *accesses,
                              size_t count, struct fxr_prepared **out_prepared);
/* Changes the commands of some steps in place, of a list that does not run and uses no buffers. */
falx_status fxr_prepared_update(falx_executable_t executable, const uint32_t *numbers,
                                size_t count);
bool fxr_prepared_is_current(const struct fxr_prepared *prepared);

/* struct fxr_replay.launch */
falx_status fxr_executable_launch(struct fxr_replay *replay, falx_queue_t queue,
                                  const struct falx_command *command, falx_event_t *out_event);

#endif
