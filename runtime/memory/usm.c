/* Unified shared memory. The registry is a treap ordered by address: allocation, release and
 * query take logarithmic time in the number of live allocations. */
#include "runtime/memory/usm.h"

#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/common/timeline.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/platform/platform.h"
#include "runtime/queue/queue.h"

/* Suits every SYCL type: vec<double, 16> has the largest alignment. */
#define DEFAULT_ALIGNMENT 128u
/* An allocation of more may hold other things beside a result. */
#define LARGEST_RESULT 4096u

struct fxr_usm_node {
  struct fxr_usm_range range;
  bool is_for_results; /* lock */
  uint64_t priority;   /* heap order: a parent's is never below its children's */
  struct fxr_usm_node *left, *right;
};

/* Splits by address: *out_low gets the nodes that begin below address. */
static void split(struct fxr_usm_node *root, uintptr_t address, struct fxr_usm_node **out_low,
                  struct fxr_usm_node **out_high) {
  while (root) {
    if ((uintptr_t)root->range.base < address) {
      *out_low = root;
      out_low = &root->right;
      root = root->right;
    } else {
      *out_high = root;
      out_high = &root->left;
      root = root->left;
    }
  }
  *out_low = NULL;
  *out_high = NULL;
}

static struct fxr_usm_node *join(struct fxr_usm_node *low, struct fxr_usm_node *high) {
  struct fxr_usm_node *root = NULL, **link = &root;
  while (low && high) {
    if (low->priority >= high->priority) {
      *link = low;
      link = &low->right;
      low = low->right;
    } else {
      *link = high;
      link = &high->left;
      high = high->left;
    }
  }
  *link = low ? low : high;
  return root;
}

static void insert(struct fxr_usm *usm, struct fxr_usm_node *node) {
  usm->seed = usm->seed * 6364136223846793005u + 1442695040888963407u;
  node->priority = usm->seed >> 16;
  struct fxr_usm_node **link = &usm->root;
  while (*link && (*link)->priority > node->priority)
    link = node->range.base < (*link)->range.base ? &(*link)->left : &(*link)->right;
  split(*link, (uintptr_t)node->range.base, &node->left, &node->right);
  *link = node;
}

/* The link to the node that begins at base; a link to NULL if there is none. */
static struct fxr_usm_node **locate(struct fxr_usm *usm, const void *base) {
  struct fxr_usm_node **link = &usm->root;
  while (*link && (*link)->range.base != base)
    link = (uintptr_t)base < (uintptr_t)(*link)->range.base ? &(*link)->left : &(*link)->right;
  return link;
}

/* The allocation that contains address, or NULL; with the lock. */
static struct fxr_usm_node *find(struct fxr_usm *usm, uintptr_t address) {
  struct fxr_usm_node *best = NULL;
  for (struct fxr_usm_node *node = usm->root; node;) {
    if ((uintptr_t)node->range.base <= address) {
      best = node;
      node = node->right;
    } else {
      node = node->left;
    }
  }
  return best && address - (uintptr_t)best->range.base < best->range.size ? best : NULL;
}

bool fxr_usm_find(struct fxr_runtime *runtime, const void *pointer,
                  struct fxr_usm_range *out_range) {
  fxs_mutex_lock(&runtime->usm->lock);
  const struct fxr_usm_node *found = find(runtime->usm, (uintptr_t)pointer);
  if (found)
    *out_range = found->range;
  fxs_mutex_unlock(&runtime->usm->lock);
  return found != NULL;
}

void fxr_usm_forget_context(struct fxr_runtime *runtime, falx_context_t context) {
  struct fxr_usm_node *gone = NULL, *kept = NULL;
  size_t bytes = 0;
  fxs_mutex_lock(&runtime->usm->lock);
  for (struct fxr_usm_node *node = runtime->usm->root; node;) {
    if (node->left) { /* rotate: frees every node without a stack */
      struct fxr_usm_node *left = node->left;
      node->left = left->right;
      left->right = node;
      node = left;
      continue;
    }
    struct fxr_usm_node *next = node->right;
    struct fxr_usm_node **list = node->range.context == context ? &gone : &kept;
    node->right = *list;
    *list = node;
    node = next;
  }
  runtime->usm->root = NULL;
  while (kept) {
    struct fxr_usm_node *next = kept->right;
    insert(runtime->usm, kept);
    kept = next;
  }
  fxs_mutex_unlock(&runtime->usm->lock);
  while (gone) {
    struct fxr_usm_node *next = gone->right;
    bytes += gone->range.size;
    context->ops->usm_free(context->handle, gone->range.base);
    free(gone);
    gone = next;
  }
  fxs_mutex_lock(&runtime->usm->lock);
  runtime->usm->bytes -= bytes;
  fxs_mutex_unlock(&runtime->usm->lock);
}

static size_t count(const struct fxr_usm_node *node) {
  return node ? 1 + count(node->left) + count(node->right) : 0;
}

size_t fxr_usm_count(struct fxr_runtime *runtime) {
  fxs_mutex_lock(&runtime->usm->lock);
  size_t result = count(runtime->usm->root);
  fxs_mutex_unlock(&runtime->usm->lock);
  return result;
}

/* SYCL 2020, 4.8.3: host memory that none of the context's devices supports. */
static falx_status check_kind(falx_usm_kind kind, falx_context_t context, falx_device_t device) {
  static const char *const names[] = {"host", "device", "shared"};
  bool has_it = device && !(device->lacks_usm & 1u << kind);
  for (size_t i = 0; !device && i < context->device_count; i++)
    has_it |= !(context->devices[i]->lacks_usm & 1u << kind);
  return has_it
             ? FALX_SUCCESS
             : fxr_error(FALX_ERROR_NOT_SUPPORTED,
                         "%s USM for device '%s', which lacks it: ask for "
                         "sycl::aspect::usm_%s_allocations when choosing the device",
                         names[kind], (device ? device : context->devices[0])->name, names[kind]);
}

falx_status falx_usm_alloc(falx_usm_kind kind, falx_context_t context, falx_device_t device,
                           size_t size, size_t alignment, void **out_pointer) {
  FXR_CALL_MAKING(runtime);
  *out_pointer = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!context)
    return fxr_error(FALX_ERROR_INVALID, "allocation of shared memory without a context");
  if (kind != FALX_USM_HOST && kind != FALX_USM_DEVICE && kind != FALX_USM_SHARED)
    return fxr_error(FALX_ERROR_INVALID, "%d is no kind of USM allocation", (int)kind);
  if (kind == FALX_USM_HOST)
    device = NULL;
  else if (!fxr_context_has(context, device))
    return fxr_error(FALX_ERROR_INVALID, "the device of a USM allocation is not in its context");
  falx_status status = check_kind(kind, context, device);
  if (status != FALX_SUCCESS)
    return status;
  if (alignment & (alignment - 1))
    return fxr_error(FALX_ERROR_INVALID, "alignment %zu is no power of two", alignment);
  if (size == 0)
    return FALX_SUCCESS;
  if (size > PTRDIFF_MAX)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "a USM allocation of %zu bytes", size);
  struct fxr_usm_node *node = calloc(1, sizeof *node);
  if (!node)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to note a USM allocation");

  node->range =
      (struct fxr_usm_range){.size = size, .kind = kind, .context = context, .device = device};
  fxr_error_clear();
  status = context->ops->usm_alloc(
      context->handle, device ? device->handle : context->devices[0]->handle, kind, size,
      alignment ? alignment : DEFAULT_ALIGNMENT, &node->range.base);
  if (status != FALX_SUCCESS) {
    free(node);
    return fxr_error_from_adapter(status, context->platform->adapter->name,
                                  "allocation of shared memory");
  }
  *out_pointer = node->range.base;
  fxs_mutex_lock(&runtime->usm->lock);
  insert(runtime->usm, node);
  fxr_timeline_count("USM", runtime->usm->bytes += size);
  fxs_mutex_unlock(&runtime->usm->lock);
  return FALX_SUCCESS;
}

falx_status falx_usm_free(falx_context_t context, void *pointer) {
  FXR_CALL(runtime);
  if (!pointer || !runtime) /* leftovers are freed with the adapter */
    return FALX_SUCCESS;
  if (!context)
    return fxr_error(FALX_ERROR_INVALID, "release of shared memory without a context");
  fxs_mutex_lock(&runtime->usm->lock);
  struct fxr_usm_node **link = locate(runtime->usm, pointer);
  struct fxr_usm_node *node = *link;
  bool is_ours = node && node->range.context == context;
  if (is_ours) {
    *link = join(node->left, node->right);
    fxr_timeline_count("USM", runtime->usm->bytes -= node->range.size);
  }
  fxs_mutex_unlock(&runtime->usm->lock);
  if (!is_ours)
    return fxr_error(FALX_ERROR_INVALID,
                     node ? "%p was allocated in another context than the one it is freed in"
                          : "%p is not the start of a live USM allocation: freed twice, or not "
                            "from a USM allocation function",
                     pointer);
  (context->ops->usm_free_after_use ? context->ops->usm_free_after_use
                                    : context->ops->usm_free)(context->handle, pointer);
  free(node);
  return FALX_SUCCESS;
}

falx_status falx_usm_query(falx_context_t context, const void *pointer, falx_usm_kind *out_kind,
                           falx_device_t *out_device) {
  FXR_CALL_MAKING(runtime);
  struct fxr_usm_range range;
  *out_kind = FALX_USM_UNKNOWN;
  *out_device = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!context)
    return fxr_error(FALX_ERROR_INVALID, "query of a pointer without a context");
  if (fxr_usm_find(runtime, pointer, &range) && range.context == context) {
    *out_kind = range.kind;
    *out_device = range.device ? range.device : context->devices[0];
  }
  return FALX_SUCCESS;
}

void falx_usm_expect_result(falx_queue_t queue, const void *pointer, size_t bytes) {
  FXR_CALL(runtime);
  if (!runtime || !queue || !queue->ops->usm_expect_result || !bytes)
    return;
  struct fxr_usm_range range;
  fxs_mutex_lock(&runtime->usm->lock);
  struct fxr_usm_node *found = find(runtime->usm, (uintptr_t)pointer);
  bool is_new = found && !found->is_for_results && found->range.kind == FALX_USM_SHARED &&
                found->range.context == queue->context && found->range.size <= LARGEST_RESULT;
  if (is_new) {
    found->is_for_results = true;
    range = found->range;
  }
  fxs_mutex_unlock(&runtime->usm->lock);
  if (is_new)
    queue->ops->usm_expect_result(queue->context->handle, queue->device->handle, range.base,
                                  range.size);
}
