/* Memory that host and device address alike. Every allocation is noted: how and in which context
 * it is freed is not to be seen from its address. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64, PAGE = 4096 }; /* PAGE: what moves between host and device */

struct allocation {
  void *pointer, *base; /* base: what the driver gave; pointer lies in it */
  size_t bytes;         /* from base */
  struct fxa_device *device;
  falx_usm_kind kind;
};

/* Open addressing; a slot without pointer ends a search. */
static struct {
  struct fxs_mutex lock;
  struct allocation *slots;
  size_t slot_count, used;
} known = {.lock = FXS_MUTEX_INIT};

static size_t place_of(const void *pointer, size_t slot_count) {
  uint64_t hash = (uint64_t)(uintptr_t)pointer * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(hash >> 20) & (slot_count - 1);
}

static void insert(struct allocation *slots, size_t slot_count, const struct allocation *made) {
  size_t place = place_of(made->pointer, slot_count);
  while (slots[place].pointer)
    place = (place + 1) & (slot_count - 1);
  slots[place] = *made;
}

/* Room for one more, at most half of the slots used. */
static bool grow(void) {
  if (2 * (known.used + 1) <= known.slot_count)
    return true;
  size_t count = known.slot_count ? 2 * known.slot_count : FIRST_SLOTS;
  struct allocation *slots = calloc(count, sizeof *slots);
  if (!slots)
    return false;
  for (size_t i = 0; i < known.slot_count; i++)
    if (known.slots[i].pointer)
      insert(slots, count, &known.slots[i]);
  free(known.slots);
  known.slots = slots;
  known.slot_count = count;
  return true;
}

static bool note(const struct allocation *made) {
  fxs_mutex_lock(&known.lock);
  bool is_ok = grow();
  if (is_ok) {
    insert(known.slots, known.slot_count, made);
    known.used++;
  }
  fxs_mutex_unlock(&known.lock);
  return is_ok;
}

/* False: it is not known. Those behind it move up, so that they are still found. */
static bool forget(const void *pointer, struct allocation *out) {
  bool is_found = false;
  fxs_mutex_lock(&known.lock);
  size_t mask = known.slot_count - 1;
  size_t place = known.slot_count ? place_of(pointer, known.slot_count) : 0;
  while (known.slot_count && known.slots[place].pointer && known.slots[place].pointer != pointer)
    place = (place + 1) & mask;
  if (known.slot_count && known.slots[place].pointer) {
    is_found = true;
    *out = known.slots[place];
    known.slots[place].pointer = NULL;
    known.used--;
    for (size_t next = (place + 1) & mask; known.slots[next].pointer; next = (next + 1) & mask) {
      struct allocation moved = known.slots[next];
      known.slots[next].pointer = NULL;
      insert(known.slots, known.slot_count, &moved);
    }
  }
  fxs_mutex_unlock(&known.lock);
  return is_found;
}

/* The device's context is current. */
static CUresult ask_driver(falx_usm_kind kind, size_t size, void **out_base) {
  CUdeviceptr address = 0;
  CUresult error;
  *out_base = NULL;
  if (kind == FALX_USM_HOST)
    return cud_cu.cuMemHostAlloc(out_base, size,
                                 CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  error = kind == FALX_USM_DEVICE ? cud_cu.cuMemAlloc_v2(&address, size)
                                  : cud_cu.cuMemAllocManaged(&address, size, CU_MEM_ATTACH_GLOBAL);
  *out_base = (void *)(uintptr_t)address;
  return error;
}

CUresult cud_memory_release(falx_usm_kind kind, void *base) {
  return kind == FALX_USM_HOST ? cud_cu.cuMemFreeHost(base)
                               : cud_cu.cuMemFree_v2(cud_address(base));
}

/* From what was freed, else the driver; where that has no more, without what is kept. */
static CUresult allocate(struct allocation *made, size_t size) {
  made->bytes = cud_pool_size(size);
  made->base = cud_pool_take(made->device, made->kind, made->bytes);
  if (made->base)
    return CUDA_SUCCESS;
  CUresult error = ask_driver(made->kind, made->bytes, &made->base);
  return error == CUDA_ERROR_OUT_OF_MEMORY && cud_pool_empty(made->device)
             ? ask_driver(made->kind, made->bytes, &made->base)
             : error;
}

/* The context is current. */
static void release(const struct allocation *allocation) {
  if (!cud_pool_give(allocation->device, allocation->kind, allocation->base, allocation->bytes))
    cud_note(allocation->device, cud_memory_release(allocation->kind, allocation->base));
}

/* What the driver gives is aligned to 256 bytes and often to more: only what is not takes room for
 * the alignment. Shared memory takes it at once: the driver would wait for the device to free the
 * first answer. */
static CUresult allocate_aligned(size_t size, size_t alignment, struct allocation *made) {
  enum { GIVEN = 256 };
  if (made->kind != FALX_USM_SHARED || alignment <= GIVEN) {
    CUresult error = allocate(made, size);
    made->pointer = made->base;
    if (error != CUDA_SUCCESS || (uintptr_t)made->base % alignment == 0)
      return error;
    release(made);
  }
  if (size > SIZE_MAX - alignment)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult error = allocate(made, size + alignment);
  char *from = made->base;
  made->pointer = from + (-(uintptr_t)from & (alignment - 1));
  return error;
}

static const char *kind_name(falx_usm_kind kind) {
  return kind == FALX_USM_HOST ? "host" : kind == FALX_USM_DEVICE ? "device" : "shared";
}

falx_status cud_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                          falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer) {
  *out_pointer = NULL;
  if ((alignment & (alignment - 1)) != 0)
    return cud_host->error(FALX_ERROR_INVALID, "cuda: an alignment of %zu is not a power of two",
                           alignment);
  if (!device)
    device = context->devices[0];
  if (kind == FALX_USM_SHARED && !device->has_managed)
    return cud_host->error(FALX_ERROR_NOT_SUPPORTED,
                           "cuda: the driver has no shared memory for %s "
                           "(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY)",
                           device->name);
  if (cud_is_lost(device))
    return cud_lost(device, "memory cannot be allocated");
  struct allocation made = {.device = device, .kind = kind};
  if (kind == FALX_USM_SHARED && size <= PAGE) { /* a page of its own: cud_usm_expect_result */
    size = PAGE;
    alignment = alignment < PAGE ? PAGE : alignment;
  }
  CUcontext before;
  falx_status status = cud_enter(device, &before);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error = allocate_aligned(size ? size : 1, alignment ? alignment : 1, &made);
  bool is_noted = error == CUDA_SUCCESS && note(&made);
  if (error == CUDA_SUCCESS && !is_noted)
    release(&made);
  cud_leave(before);
  if (is_noted) {
    *out_pointer = made.pointer;
    return FALX_SUCCESS;
  }
  if (error == CUDA_SUCCESS)
    return cud_no_memory("an allocation");
  /* The driver answers so to sizes that no device has, too. */
  bool is_size = error == CUDA_ERROR_INVALID_VALUE || error == CUDA_ERROR_NOT_SUPPORTED;
  status = cud_failed(device, is_size ? CUDA_ERROR_OUT_OF_MEMORY : error,
                      "%zu bytes of %s memory cannot be allocated on %s", size, kind_name(kind),
                      device->name);
  return cud_is_lost(device) ? status : FALX_ERROR_MEMORY_ALLOCATION;
}

/* Commands may still use it; the driver waits for them. */
void cud_usm_free(struct fxa_context *context, void *pointer) {
  struct allocation found;
  CUcontext before;
  (void)context;
  if (!forget(pointer, &found) || cud_enter(found.device, &before) != FALX_SUCCESS)
    return;
  release(&found);
  cud_leave(before);
}

/* The page is the host's once that has touched it, and the device writes to it there: without a
 * fault of either, each of which takes longer than most kernels. */
void cud_usm_expect_result(struct fxa_context *context, struct fxa_device *device, void *pointer,
                           size_t size) {
  CUcontext before;
  (void)context;
  if (!device->has_concurrent_managed || !cud_cu.cuMemAdvise || size > PAGE ||
      cud_enter(device, &before) != FALX_SUCCESS)
    return;
  cud_note(device, cud_cu.cuMemAdvise(cud_address(pointer), PAGE, CU_MEM_ADVISE_SET_ACCESSED_BY,
                                      device->handle));
  cud_leave(before);
}

void cud_memory_free_all(void) {
  free(known.slots);
  known.slots = NULL;
  known.slot_count = known.used = 0;
}

falx_status cud_memory_write(struct fxa_context *context, struct fxa_device *device,
                             void *destination, const void *source, size_t bytes) {
  struct cud_stream *stream;
  (void)context;
  if (cud_is_lost(device))
    return cud_lost(device, "memory cannot be written");
  falx_status status = cud_stream_open(device, 1, &stream);
  if (status != FALX_SUCCESS)
    return status;
  CUcontext before;
  status = cud_enter(device, &before);
  if (status == FALX_SUCCESS) {
    CUresult error =
        cud_cu.cuMemcpyAsync(cud_address(destination), cud_address(source), bytes, stream->handle);
    if (error == CUDA_SUCCESS)
      error = cud_cu.cuStreamSynchronize(stream->handle);
    cud_leave(before);
    if (error != CUDA_SUCCESS)
      status = cud_failed(device, error, "%zu bytes cannot be written to %s", bytes, device->name);
  }
  cud_stream_close(stream);
  return status;
}
