/* Fills. The driver has those of one, two and four bytes; a pattern that repeats shorter ones is
 * taken for these. Any other is copied from the host some times, and then doubled by copies within
 * the memory. */
#include "adapters/cuda/cuda.h"

#include <string.h>

enum { MOST_PATTERN = 128, CHUNK = 4096 };

size_t cud_fill_period(const unsigned char *pattern, size_t size) {
  for (size_t period = 1; period <= 4; period *= 2)
    if (size % period == 0 &&
        (size == period || memcmp(pattern, pattern + period, size - period) == 0))
      return period;
  return size;
}

static CUresult fill_simple(CUstream stream, CUdeviceptr to, const unsigned char *pattern,
                            size_t period, size_t bytes) {
  uint16_t two;
  uint32_t four;
  if (period == 1)
    return cud_cu.cuMemsetD8Async(to, pattern[0], bytes, stream);
  if (period == 2) {
    memcpy(&two, pattern, sizeof two);
    return cud_cu.cuMemsetD16Async(to, two, bytes / sizeof two, stream);
  }
  memcpy(&four, pattern, sizeof four);
  return cud_cu.cuMemsetD32Async(to, four, bytes / sizeof four, stream);
}

/* The driver has copied so little from the host when its call returns. */
static CUresult fill_doubling(CUstream stream, CUdeviceptr to, const unsigned char *pattern,
                              size_t size, size_t bytes) {
  unsigned char chunk[CHUNK];
  size_t done = CHUNK / size * size;
  done = done < bytes ? done : bytes;
  for (size_t at = 0; at < done; at += size)
    memcpy(chunk + at, pattern, size);
  CUresult error = cud_cu.cuMemcpyAsync(to, cud_address(chunk), done, stream);
  while (done < bytes && error == CUDA_SUCCESS) {
    size_t part = done <= bytes - done ? done : bytes - done;
    error = cud_cu.cuMemcpyAsync(to + done, to, part, stream);
    done += part;
  }
  return error;
}

falx_status cud_enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                             size_t pattern_size, size_t count, struct fxa_event *const *waits,
                             size_t wait_count, struct fxa_event *event) {
  size_t bytes;
  if (pattern_size > MOST_PATTERN || __builtin_mul_overflow(pattern_size, count, &bytes))
    return cud_host->error(FALX_ERROR_INVALID,
                           "cuda: a fill of %zu times %zu bytes; patterns have %d bytes at most",
                           count, pattern_size, MOST_PATTERN);
  if (bytes == 0)
    return cud_enqueue_marker(queue, waits, wait_count, event);
  struct cud_command command;
  falx_status status = cud_begin(queue, waits, wait_count, &command);
  if (status != FALX_SUCCESS)
    return status;
  CUdeviceptr to = cud_address(destination);
  CUstream stream = command.stream->handle;
  size_t period = cud_fill_period(pattern, pattern_size);
  bool is_simple = period <= 4 && period != 3 && to % period == 0;
  CUresult error = CUDA_ERROR_INVALID_VALUE;
  if (is_simple)
    error = fill_simple(stream, to, pattern, period, bytes);
  if (error == CUDA_ERROR_INVALID_VALUE) /* or memory of the host that CUDA does not know */
    error = fill_doubling(stream, to, pattern, pattern_size, bytes);
  return cud_end(&command, error, event, "a fill");
}
