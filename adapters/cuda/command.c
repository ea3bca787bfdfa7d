/* Copies, prefetches, advice. The driver tells from an address whose memory it is, also between
 * devices; memory of the host that CUDA does not know is copied through memory of the driver's,
 * for which a copy to it waits. */
#include "adapters/cuda/cuda.h"

falx_status cud_enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                             size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                             struct fxa_event *event) {
  if (bytes == 0)
    return cud_enqueue_marker(queue, waits, wait_count, event);
  struct cud_command command;
  falx_status status = cud_begin(queue, waits, wait_count, &command);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error = cud_cu.cuMemcpyAsync(cud_address(destination), cud_address(source), bytes,
                                        command.stream->handle);
  return cud_end(&command, error, event, "a copy");
}

/* ---- Boxes ---- */

bool cud_is_known(const void *pointer) {
  unsigned type = 0;
  return cud_cu.cuPointerGetAttribute(&type, CU_POINTER_MEMORY_TYPE, cud_address(pointer)) ==
         CUDA_SUCCESS;
}

struct cu_copy_side cud_copy_side(const void *pointer, const size_t pitch[2]) {
  struct cu_copy_side side = {.pitch = pitch[0], .height = pitch[0] ? pitch[1] / pitch[0] : 0};
  if (cud_is_known(pointer)) {
    side.memory_type = CU_MEMORYTYPE_UNIFIED;
    side.device = cud_address(pointer);
  } else {
    side.memory_type = CU_MEMORYTYPE_HOST;
    side.host = (void *)(uintptr_t)pointer;
  }
  return side;
}

/* The driver counts slices in rows, and has a limit for these. */
bool cud_has_rows(const struct fxa_device *device, const size_t pitch[2], const size_t region[3]) {
  return pitch[0] >= region[0] && pitch[0] <= (size_t)device->max_pitch &&
         (region[2] <= 1 || pitch[1] % pitch[0] == 0);
}

static CUresult copy_rows(CUstream stream, char *to, const size_t to_pitch[2], const char *from,
                          const size_t from_pitch[2], const size_t region[3]) {
  CUresult error = CUDA_SUCCESS;
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1] && error == CUDA_SUCCESS; y++)
      error = cud_cu.cuMemcpyAsync(cud_address(to + z * to_pitch[1] + y * to_pitch[0]),
                                   cud_address(from + z * from_pitch[1] + y * from_pitch[0]),
                                   region[0], stream);
  return error;
}

falx_status cud_enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                 const size_t destination_pitch[2], const void *source,
                                 const size_t source_pitch[2], const size_t region[3],
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event) {
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return cud_enqueue_marker(queue, waits, wait_count, event);
  struct cud_command command;
  falx_status status = cud_begin(queue, waits, wait_count, &command);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error;
  if (cud_has_rows(queue->device, destination_pitch, region) &&
      cud_has_rows(queue->device, source_pitch, region)) {
    const struct cu_copy_box box = {.from = cud_copy_side(source, source_pitch),
                                    .to = cud_copy_side(destination, destination_pitch),
                                    .width_bytes = region[0],
                                    .height = region[1],
                                    .depth = region[2]};
    error = cud_cu.cuMemcpy3DAsync_v2(&box, command.stream->handle);
  } else {
    error = copy_rows(command.stream->handle, destination, destination_pitch, source, source_pitch,
                      region);
  }
  return cud_end(&command, error, event, "a copy of a box");
}

/* ---- Hints ---- */

/* Only memory that moves by itself takes them: shared USM, where the driver moves it. */
static bool takes_hints(const struct fxa_queue *queue, const void *pointer) {
  unsigned is_managed = 0;
  return queue->device->has_concurrent_managed &&
         cud_cu.cuPointerGetAttribute(&is_managed, CU_POINTER_IS_MANAGED, cud_address(pointer)) ==
             CUDA_SUCCESS &&
         is_managed;
}

falx_status cud_enqueue_prefetch(struct fxa_queue *queue, const void *pointer, size_t bytes,
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event) {
  if (bytes == 0 || !cud_cu.cuMemPrefetchAsync)
    return cud_enqueue_marker(queue, waits, wait_count, event);
  struct cud_command command;
  falx_status status = cud_begin(queue, waits, wait_count, &command);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error = CUDA_SUCCESS;
  if (takes_hints(queue, pointer))
    error = cud_cu.cuMemPrefetchAsync(cud_address(pointer), bytes, queue->device->handle,
                                      command.stream->handle);
  return cud_end(&command, error, event, "a prefetch");
}

/* The numbers are CUDA's. The driver takes advice at once, so it does not wait; its event does. */
falx_status cud_enqueue_advise(struct fxa_queue *queue, const void *pointer, size_t bytes,
                               int advice, struct fxa_event *const *waits, size_t wait_count,
                               struct fxa_event *event) {
  if (advice != 0 && (advice < CU_MEM_ADVISE_FIRST || advice > CU_MEM_ADVISE_LAST))
    return cud_host->error(FALX_ERROR_INVALID,
                           "cuda: %d is no advice for memory: CUmem_advise has %d to %d, 0 is none",
                           advice, CU_MEM_ADVISE_FIRST, CU_MEM_ADVISE_LAST);
  if (cud_is_lost(queue->device))
    return cud_lost(queue->device, "a command cannot be submitted");
  if (advice != 0 && bytes != 0 && cud_cu.cuMemAdvise) {
    CUcontext before;
    falx_status status = cud_enter(queue->device, &before);
    if (status != FALX_SUCCESS)
      return status;
    CUresult error = takes_hints(queue, pointer) ? cud_cu.cuMemAdvise(cud_address(pointer), bytes,
                                                                      advice, queue->device->handle)
                                                 : CUDA_SUCCESS;
    cud_leave(before);
    if (error != CUDA_SUCCESS)
      return cud_failed(queue->device, error, "advice %d for %zu bytes is not taken", advice,
                        bytes);
  }
  return cud_enqueue_marker(queue, waits, wait_count, event);
}
