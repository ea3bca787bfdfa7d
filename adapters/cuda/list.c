/* Lists of commands as CUDA's graphs. Nodes are added one by one, not captured from a stream: the
 * commands say which follow which, and their nodes are what updates name. What cannot be a node is
 * refused, and the runtime then submits the commands. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

struct fxa_list {
  struct fxa_device *device;
  CUgraph graph;          /* kept for its nodes */
  CUgraphExec executable; /* NULL: there are no commands */
  size_t count;
  CUgraphNode nodes[];
};

static bool driver_has_graphs(void) {
  return cud_cu.cuGraphCreate && cud_cu.cuGraphDestroy && cud_cu.cuGraphAddKernelNode &&
         cud_cu.cuGraphAddMemcpyNode && cud_cu.cuGraphAddMemsetNode && cud_cu.cuGraphAddEmptyNode &&
         cud_cu.cuGraphInstantiateWithFlags && cud_cu.cuGraphExecDestroy && cud_cu.cuGraphLaunch;
}

/* A node on its way into the graph. */
struct adding {
  struct fxa_list *list;
  const CUgraphNode *after;
  size_t count;
  CUgraphNode *out_node;
};

static CUresult add_kernel(void *user, const struct cu_kernel_node *node) {
  const struct adding *adding = user;
  return cud_cu.cuGraphAddKernelNode(adding->out_node, adding->list->graph, adding->after,
                                     adding->count, node);
}

/* What the driver does not take as a node it may take as a command. */
static falx_status added(const struct adding *adding, CUresult error, const char *what) {
  if (error == CUDA_ERROR_INVALID_VALUE || error == CUDA_ERROR_NOT_SUPPORTED)
    return FALX_ERROR_NOT_SUPPORTED;
  return error == CUDA_SUCCESS
             ? FALX_SUCCESS
             : cud_failed(adding->list->device, error, "%s cannot be part of a graph", what);
}

static falx_status add_box(const struct adding *adding, void *to, const size_t to_pitch[2],
                           const void *from, const size_t from_pitch[2], const size_t region[3]) {
  const struct fxa_device *device = adding->list->device;
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return added(adding,
                 cud_cu.cuGraphAddEmptyNode(adding->out_node, adding->list->graph, adding->after,
                                            adding->count),
                 "a copy");
  if (!cud_has_rows(device, to_pitch, region) || !cud_has_rows(device, from_pitch, region))
    return FALX_ERROR_NOT_SUPPORTED;
  const struct cu_copy_box box = {.from = cud_copy_side(from, from_pitch),
                                  .to = cud_copy_side(to, to_pitch),
                                  .width_bytes = region[0],
                                  .height = region[1],
                                  .depth = region[2]};
  return added(adding,
               cud_cu.cuGraphAddMemcpyNode(adding->out_node, adding->list->graph, adding->after,
                                           adding->count, &box, device->primary),
               "a copy");
}

/* One row, of elements of one, two or four bytes. */
static falx_status add_fill(const struct adding *adding, const struct fxa_list_command *command) {
  const unsigned char *pattern = command->u.fill.pattern;
  size_t bytes, period = cud_fill_period(pattern, command->u.fill.pattern_size);
  struct cu_memset_node fill = {.to = cud_address(command->u.fill.destination), .height = 1};
  if (__builtin_mul_overflow(command->u.fill.pattern_size, command->u.fill.count, &bytes) ||
      bytes == 0 || (period != 1 && period != 2 && period != 4) || fill.to % period != 0 ||
      !cud_is_known(command->u.fill.destination))
    return FALX_ERROR_NOT_SUPPORTED;
  memcpy(&fill.value, pattern, period); /* both are little-endian */
  fill.element_bytes = (unsigned)period;
  fill.width = bytes / period;
  fill.pitch = bytes;
  return added(adding,
               cud_cu.cuGraphAddMemsetNode(adding->out_node, adding->list->graph, adding->after,
                                           adding->count, &fill, adding->list->device->primary),
               "a fill");
}

static falx_status add_node(struct adding *adding, const struct fxa_list_command *command) {
  switch ((enum fxa_list_kind)command->kind) {
  case FXA_LIST_EMPTY:
    return added(adding,
                 cud_cu.cuGraphAddEmptyNode(adding->out_node, adding->list->graph, adding->after,
                                            adding->count),
                 "a command");
  case FXA_LIST_KERNEL:
    return cud_launch_as_node(command->u.kernel.kernel, command->u.kernel.launch, add_kernel,
                              adding);
  case FXA_LIST_COPY: {
    const size_t pitch[2] = {command->u.copy.bytes, command->u.copy.bytes};
    const size_t region[3] = {command->u.copy.bytes, 1, 1};
    return add_box(adding, command->u.copy.destination, pitch, command->u.copy.source, pitch,
                   region);
  }
  case FXA_LIST_COPY_BOX:
    return add_box(adding, command->u.box.destination, command->u.box.destination_pitch,
                   command->u.box.source, command->u.box.source_pitch, command->u.box.region);
  case FXA_LIST_FILL:
    return add_fill(adding, command);
  }
  return FALX_ERROR_NOT_SUPPORTED;
}

/* A node that is named twice is followed once. */
static size_t nodes_before(const struct fxa_list *list, const struct fxa_list_command *command,
                           CUgraphNode *out_nodes) {
  size_t count = 0;
  for (uint32_t i = 0; i < command->wait_count; i++) {
    CUgraphNode node = list->nodes[command->waits[i]];
    size_t same = 0;
    while (same < count && out_nodes[same] != node)
      same++;
    if (same == count)
      out_nodes[count++] = node;
  }
  return count;
}

static falx_status fill_in(struct fxa_list *list, const struct fxa_list_command *commands) {
  uint32_t most = 1;
  for (size_t i = 0; i < list->count; i++)
    most = commands[i].wait_count > most ? commands[i].wait_count : most;
  CUgraphNode *after = malloc(most * sizeof(CUgraphNode));
  if (!after)
    return cud_no_memory("a graph");
  CUresult error = cud_cu.cuGraphCreate(&list->graph, 0);
  falx_status status = error == CUDA_SUCCESS
                           ? FALX_SUCCESS
                           : cud_failed(list->device, error, "no graph can be made");
  for (size_t i = 0; i < list->count && status == FALX_SUCCESS; i++) {
    struct adding adding = {list, after, nodes_before(list, &commands[i], after), &list->nodes[i]};
    status = add_node(&adding, &commands[i]);
  }
  free(after);
  if (status != FALX_SUCCESS)
    return status;
  error = cud_cu.cuGraphInstantiateWithFlags(&list->executable, list->graph, 0);
  return error == CUDA_SUCCESS ? FALX_SUCCESS
                               : cud_failed(list->device, error,
                                            "a graph of %zu commands cannot be "
                                            "made executable",
                                            list->count);
}

falx_status cud_list_create(struct fxa_context *context, struct fxa_device *device,
                            const struct fxa_list_command *commands, size_t count,
                            struct fxa_list **out_list) {
  (void)context;
  *out_list = NULL;
  if (!driver_has_graphs())
    return FALX_ERROR_NOT_SUPPORTED;
  if (cud_is_lost(device))
    return cud_lost(device, "a graph cannot be made");
  struct fxa_list *list = calloc(1, sizeof *list + count * sizeof(CUgraphNode));
  if (!list)
    return cud_no_memory("a graph");
  list->device = device;
  list->count = count;
  CUcontext before;
  falx_status status = cud_enter(device, &before);
  if (status == FALX_SUCCESS) {
    if (count)
      status = fill_in(list, commands);
    cud_leave(before);
  }
  if (status == FALX_SUCCESS)
    *out_list = list;
  else
    cud_list_destroy(list);
  return status;
}

/* ---- Updates ---- */

struct setting {
  struct fxa_list *list;
  CUgraphNode node;
};

static CUresult set_kernel(void *user, const struct cu_kernel_node *node) {
  const struct setting *setting = user;
  return cud_cu.cuGraphExecKernelNodeSetParams(setting->list->executable, setting->node, node);
}

falx_status cud_list_update(struct fxa_list *list, const uint32_t *numbers,
                            const struct fxa_list_command *commands, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (commands[i].kind != FXA_LIST_KERNEL || !cud_cu.cuGraphExecKernelNodeSetParams)
      return FALX_ERROR_NOT_SUPPORTED;
  if (cud_is_lost(list->device))
    return cud_lost(list->device, "a graph cannot be changed");
  CUcontext before;
  falx_status status = cud_enter(list->device, &before);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++) {
    struct setting setting = {list, list->nodes[numbers[i]]};
    status = cud_launch_as_node(commands[i].u.kernel.kernel, commands[i].u.kernel.launch,
                                set_kernel, &setting);
  }
  cud_leave(before);
  return status;
}

/* ---- Running ---- */

falx_status cud_list_enqueue(struct fxa_queue *queue, struct fxa_list *list,
                             struct fxa_event *const *waits, size_t wait_count,
                             struct fxa_event *event) {
  if (!list->executable)
    return cud_enqueue_marker(queue, waits, wait_count, event);
  struct cud_command command;
  falx_status status = cud_begin(queue, waits, wait_count, &command);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error = cud_cu.cuGraphLaunch(list->executable, command.stream->handle);
  return cud_end(&command, error, event, "a graph");
}

void cud_list_destroy(struct fxa_list *list) {
  CUcontext before;
  if (list->graph && cud_enter(list->device, &before) == FALX_SUCCESS) {
    if (list->executable)
      cud_cu.cuGraphExecDestroy(list->executable);
    cud_cu.cuGraphDestroy(list->graph);
    cud_leave(before);
  }
  free(list);
}
