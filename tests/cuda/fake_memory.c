/* Memory: the host's, at addresses that are aligned to 256 bytes and to no more. */
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake.h"

enum { ALIGNMENT = 4096, SHIFT = 256, STAGED = 65536 };
static const size_t device_bytes = UINT64_C(150121545728);

struct allocation {
  struct allocation *next;
  char *pointer, *base;
  size_t bytes;
  int type;
  bool is_managed;
};
static struct allocation *all; /* fake_lock */

static struct allocation *find(const void *pointer) {
  struct allocation *a = all;
  while (a &&
         !((const char *)pointer >= a->pointer && (const char *)pointer < a->pointer + a->bytes))
    a = a->next;
  return a;
}

bool fake_is_known(const void *pointer, size_t bytes) {
  pthread_mutex_lock(&fake_lock);
  const struct allocation *a = find(pointer);
  bool is_known = a && (size_t)(a->pointer + a->bytes - (const char *)pointer) >= bytes;
  pthread_mutex_unlock(&fake_lock);
  return is_known;
}

void *fake_allocate(size_t bytes, int type, bool is_managed) {
  struct allocation *made = malloc(sizeof *made);
  void *base = NULL;
  if (!made || bytes > device_bytes || posix_memalign(&base, ALIGNMENT, bytes + SHIFT) != 0) {
    free(made);
    return NULL;
  }
  char *pointer = (char *)base + SHIFT;
  *made = (struct allocation){NULL, pointer, base, bytes, type, is_managed};
  pthread_mutex_lock(&fake_lock);
  made->next = all;
  all = made;
  falx_fake_counts.allocations++;
  pthread_mutex_unlock(&fake_lock);
  return pointer;
}

static CUresult release(const void *pointer, const char *name, bool is_host) {
  CUcontext context = fake_current();
  pthread_mutex_lock(&fake_lock);
  while (context && fake_may_run(context, context->under_way)) /* as the driver does */
    pthread_cond_wait(&fake_change, &fake_lock);
  struct allocation **at = &all, *found = NULL;
  while (*at && (*at)->pointer != pointer)
    at = &(*at)->next;
  if (*at && ((*at)->type == CU_MEMORYTYPE_HOST) == is_host) {
    found = *at;
    *at = found->next;
    falx_fake_counts.allocations--;
  }
  pthread_mutex_unlock(&fake_lock);
  if (!found)
    return fake_note(CUDA_ERROR_INVALID_VALUE, "%s", name);
  free(found->base);
  free(found);
  CUresult lost = fake_context_error();
  return fake_note(lost, "%s", name);
}

CUresult cuMemAlloc_v2(CUdeviceptr *out_pointer, size_t bytes) {
  FAKE_BEGIN_IN_CONTEXT("cuMemAlloc", CUDA_ERROR_OUT_OF_MEMORY);
  void *made = fake_allocate(bytes, CU_MEMORYTYPE_DEVICE, false);
  *out_pointer = (CUdeviceptr)(uintptr_t)made;
  return fake_note(made ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc %zu", bytes);
}

CUresult cuMemFree_v2(CUdeviceptr pointer) {
  return release((void *)(uintptr_t)pointer, "cuMemFree", false);
}

CUresult cuMemHostAlloc(void **out_pointer, size_t bytes, unsigned flags) {
  FAKE_BEGIN_IN_CONTEXT("cuMemHostAlloc", CUDA_ERROR_OUT_OF_MEMORY);
  *out_pointer = fake_allocate(bytes, CU_MEMORYTYPE_HOST, false);
  return fake_note(*out_pointer ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY,
                   "cuMemHostAlloc %zu flags %u", bytes, flags);
}

CUresult cuMemFreeHost(void *pointer) {
  return release(pointer, "cuMemFreeHost", true);
}

CUresult cuMemAllocManaged(CUdeviceptr *out_pointer, size_t bytes, unsigned flags) {
  FAKE_BEGIN_IN_CONTEXT("cuMemAllocManaged", CUDA_ERROR_OUT_OF_MEMORY);
  void *made = fake_allocate(bytes, CU_MEMORYTYPE_DEVICE, true);
  *out_pointer = (CUdeviceptr)(uintptr_t)made;
  return fake_note(made ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY, "cuMemAllocManaged %zu flags %u",
                   bytes, flags);
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
  FAKE_BEGIN_IN_CONTEXT("cuMemGetInfo", CUDA_ERROR_INVALID_VALUE);
  *free_bytes = device_bytes - (UINT64_C(1) << 30);
  *total = device_bytes;
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer) {
  FAKE_BEGIN("cuPointerGetAttribute", CUDA_ERROR_INVALID_VALUE);
  pthread_mutex_lock(&fake_lock);
  const struct allocation *a = find((void *)(uintptr_t)pointer);
  unsigned answer = a && attribute == CU_POINTER_IS_MANAGED ? a->is_managed
                    : a                                     ? (unsigned)a->type
                                                            : 0;
  pthread_mutex_unlock(&fake_lock);
  memcpy(value, &answer, sizeof answer);
  return a ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- Copies and fills ---- */

struct copy {
  char *to;
  const char *from;
  size_t width, height, depth, to_pitch[2], from_pitch[2];
  char staged[]; /* from, where it was the program's */
};

static void copy(void *data) {
  const struct copy *c = data;
  for (size_t z = 0; z < c->depth; z++)
    for (size_t y = 0; y < c->height; y++)
      memmove(c->to + z * c->to_pitch[1] + y * c->to_pitch[0],
              c->from + z * c->from_pitch[1] + y * c->from_pitch[0], c->width);
}

static size_t extent(const struct copy *c, const size_t pitch[2]) {
  return (c->depth - 1) * pitch[1] + (c->height - 1) * pitch[0] + c->width;
}

/* As the driver does with memory of the program's: small pieces from there are staged, all others
 * copied before the call returns. */
static CUresult enqueue_copy(CUstream stream, const struct copy *wanted) {
  size_t from_bytes = extent(wanted, wanted->from_pitch);
  bool is_to_known = fake_is_known(wanted->to, extent(wanted, wanted->to_pitch));
  bool is_from_known = fake_is_known(wanted->from, from_bytes);
  bool is_staged = !is_from_known && from_bytes <= STAGED;
  struct copy *c = malloc(sizeof *c + (is_staged ? from_bytes : 0));
  if (!c)
    abort();
  *c = *wanted;
  if (is_staged) {
    memcpy(c->staged, c->from, from_bytes);
    c->from = c->staged;
  }
  CUresult error = fake_enqueue(stream, copy, c);
  bool is_now = !is_to_known || (!is_from_known && !is_staged);
  return error == CUDA_SUCCESS && is_now ? fake_drain(stream) : error;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuMemcpyAsync", CUDA_ERROR_INVALID_VALUE);
  const struct copy wanted = {.to = (char *)(uintptr_t)to,
                              .from = (char *)(uintptr_t)from,
                              .width = bytes,
                              .height = 1,
                              .depth = 1};
  return fake_note(enqueue_copy(stream, &wanted), "cuMemcpyAsync %zu stream %u", bytes,
                   stream->number);
}

static char *begin_of(const struct cu_copy_side *side, bool *is_right) {
  char *begin =
      side->memory_type == CU_MEMORYTYPE_HOST ? side->host : (char *)(uintptr_t)side->device;
  *is_right &= (side->memory_type == CU_MEMORYTYPE_HOST) != fake_is_known(begin, 1);
  return begin;
}

CUresult fake_copy_box(const struct cu_copy_box *box, CUstream stream) {
  bool is_right = box->from.pitch >= box->width_bytes && box->to.pitch >= box->width_bytes;
  const struct copy wanted = {.to = begin_of(&box->to, &is_right),
                              .from = begin_of(&box->from, &is_right),
                              .width = box->width_bytes,
                              .height = box->height,
                              .depth = box->depth,
                              .to_pitch = {box->to.pitch, box->to.pitch * box->to.height},
                              .from_pitch = {box->from.pitch, box->from.pitch * box->from.height}};
  return is_right ? enqueue_copy(stream, &wanted) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemcpy3DAsync_v2(const struct cu_copy_box *box, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuMemcpy3DAsync", CUDA_ERROR_INVALID_VALUE);
  return fake_note(fake_copy_box(box, stream), "cuMemcpy3DAsync %zu %zu %zu stream %u",
                   box->width_bytes, box->height, box->depth, stream->number);
}

struct fill {
  char *to;
  size_t size, count;
  unsigned value;
};

static void fill(void *data) {
  const struct fill *f = data;
  for (size_t i = 0; i < f->count; i++)
    memcpy(f->to + i * f->size, &f->value, f->size);
}

CUresult fake_fill(CUstream stream, CUdeviceptr to, size_t size, unsigned value, size_t count) {
  struct fill *f = malloc(sizeof *f);
  if (!f)
    abort();
  *f = (struct fill){(char *)(uintptr_t)to, size, count, value};
  bool is_right = to % size == 0 && fake_is_known(f->to, size * count);
  CUresult error = is_right ? fake_enqueue(stream, fill, f) : CUDA_ERROR_INVALID_VALUE;
  if (!is_right)
    free(f);
  return error;
}

static CUresult enqueue_fill(CUstream stream, CUdeviceptr to, size_t size, unsigned value,
                             size_t count) {
  CUresult error = fake_fill(stream, to, size, value, count);
  return fake_note(error, "cuMemsetD%zuAsync %zu stream %u", 8 * size, count, stream->number);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuMemsetD8Async", CUDA_ERROR_INVALID_HANDLE);
  return enqueue_fill(stream, to, 1, value, count);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuMemsetD16Async", CUDA_ERROR_INVALID_HANDLE);
  return enqueue_fill(stream, to, 2, value, count);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuMemsetD32Async", CUDA_ERROR_INVALID_HANDLE);
  return enqueue_fill(stream, to, 4, value, count);
}

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice to, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuMemPrefetchAsync", CUDA_ERROR_INVALID_VALUE);
  unsigned is_managed = 0;
  cuPointerGetAttribute(&is_managed, CU_POINTER_IS_MANAGED, pointer);
  return fake_note(is_managed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE,
                   "cuMemPrefetchAsync %zu device %d stream %u", bytes, to, stream->number);
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, int advice, CUdevice device) {
  FAKE_BEGIN_IN_CONTEXT("cuMemAdvise", CUDA_ERROR_INVALID_VALUE);
  (void)pointer;
  return fake_note(CUDA_SUCCESS, "cuMemAdvise %zu advice %d device %d", bytes, advice, device);
}
