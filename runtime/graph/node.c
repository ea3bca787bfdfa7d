/* Changes of nodes: each gets another payload. */
#include "runtime/graph/graph.h"

#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"

static void replace(falx_node_t node, struct fxr_payload *payload) {
  fxs_mutex_lock(&node->graph->lock);
  struct fxr_payload *before = node->payload;
  node->payload = payload;
  fxs_mutex_unlock(&node->graph->lock);
  fxr_payload_release(before);
}

static struct fxr_payload *payload_of(falx_node_t node) {
  fxs_mutex_lock(&node->graph->lock);
  struct fxr_payload *payload = node->payload;
  fxr_kept_take(&payload->kept);
  fxs_mutex_unlock(&node->graph->lock);
  return payload;
}

static falx_status set_range(falx_node_t node, const struct fxr_payload *before,
                             const struct falx_nd_range *range) {
  struct fxr_payload *after;
  const struct falx_nd_range *old = &before->command.u.kernel.range;
  if (before->command.kind != FALX_COMMAND_KERNEL)
    return fxr_error(FALX_ERROR_INVALID, "the range of a node that is not a kernel");
  if (old->dimensions != range->dimensions)
    return fxr_error(FALX_ERROR_INVALID,
                     "the new range of a node has %u dimensions, its kernel's has %u",
                     range->dimensions, old->dimensions);
  if (!old->has_local != !range->has_local)
    return fxr_error(FALX_ERROR_INVALID, "the node's kernel is launched over %s",
                     old->has_local ? "an nd_range: use update_nd_range"
                                    : "a range: use update_range");
  falx_status status = fxr_payload_copy(before, NULL, NULL, &after);
  if (status != FALX_SUCCESS)
    return status;
  after->command.u.kernel.range = *range;
  replace(node, after);
  return FALX_SUCCESS;
}

falx_status falx_node_set_range(falx_node_t node, const struct falx_nd_range *range) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct fxr_payload *before = payload_of(node);
  falx_status status = set_range(node, before, range);
  fxr_payload_release(before);
  return status;
}

falx_status falx_node_set_bytes(falx_node_t node, size_t offset, const void *bytes, size_t size,
                                falx_buffer_t before, const struct falx_requirement *after) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct fxr_payload *old = payload_of(node), *made;
  falx_status status = FALX_SUCCESS;
  if (old->command.kind != FALX_COMMAND_KERNEL ||
      offset + size > old->command.u.kernel.site->functor_size)
    status = fxr_error(FALX_ERROR_INVALID, "a node's argument lies outside its function object");
  if (status == FALX_SUCCESS)
    status = fxr_payload_copy(old, before, after, &made);
  if (status == FALX_SUCCESS) {
    memcpy((char *)(uintptr_t)made->command.u.kernel.functor + offset, bytes, size);
    replace(node, made);
  }
  fxr_payload_release(old);
  return status;
}

falx_status falx_node_set_like(falx_node_t node, falx_node_t like) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (node->type != like->type)
    return fxr_error(FALX_ERROR_INVALID, "a node takes the command of a node of another type");
  replace(node, payload_of(like));
  return FALX_SUCCESS;
}
