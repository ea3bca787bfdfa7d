/* Times of commands. The driver tells how long one event is behind another, as a float of
 * milliseconds: the longer, the coarser. So a command's times count from an epoch that is some
 * seconds old at most; each epoch counts from the one before, the first from the host's clock. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>
#include <time.h>

static const uint64_t oldest_epoch_ns = UINT64_C(4000000000);

uint64_t cud_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static CUresult elapsed(CUevent from, CUevent to, uint64_t *out_ns) {
  float milliseconds = 0;
  CUresult error = cud_cu.cuEventElapsedTime(&milliseconds, from, to);
  *out_ns = milliseconds > 0 ? (uint64_t)((double)milliseconds * 1e6) : 0;
  return error;
}

/* The context is current. The first epoch is taken to be at the end of the wait for it: no command
 * seems to begin before it was submitted. */
static CUresult reach(struct fxa_device *device, struct cud_stream *stream,
                      struct cud_epoch *epoch) {
  uint64_t since = 0;
  CUresult error = cud_cu.cuEventCreate(&epoch->event, CU_EVENT_DEFAULT);
  if (error != CUDA_SUCCESS)
    return error;
  error = cud_cu.cuEventRecord(epoch->event, stream->handle);
  if (error == CUDA_SUCCESS)
    error = cud_cu.cuEventSynchronize(epoch->event);
  epoch->host_ns = cud_now();
  if (error == CUDA_SUCCESS && device->epoch)
    error = elapsed(device->epoch->event, epoch->event, &since);
  epoch->ns = device->epoch ? device->epoch->ns + since : epoch->host_ns;
  if (error != CUDA_SUCCESS)
    cud_cu.cuEventDestroy_v2(epoch->event);
  return error;
}

/* Takes no lock but that of idle streams, then the device's: two threads that find the epoch too
 * old make one each. */
static falx_status renew(struct fxa_device *device) {
  struct cud_stream *stream;
  struct cud_epoch *epoch = calloc(1, sizeof *epoch);
  if (!epoch)
    return cud_no_memory("an epoch of profiling");
  falx_status status = cud_stream_open(device, 1, &stream);
  if (status != FALX_SUCCESS) {
    free(epoch);
    return status;
  }
  fxs_mutex_lock(&device->lock);
  CUresult error = reach(device, stream, epoch);
  if (error == CUDA_SUCCESS) {
    epoch->before = device->epoch;
    device->epoch = epoch;
  } else {
    free(epoch);
  }
  fxs_mutex_unlock(&device->lock);
  cud_stream_close(stream);
  return error == CUDA_SUCCESS
             ? FALX_SUCCESS
             : cud_failed(device, error, "the clock of %s cannot be read", device->name);
}

falx_status cud_profile_open(struct fxa_device *device) {
  CUcontext before;
  fxs_mutex_lock(&device->lock);
  bool is_open = device->epoch != NULL;
  fxs_mutex_unlock(&device->lock);
  if (is_open)
    return FALX_SUCCESS;
  falx_status status = cud_enter(device, &before);
  if (status == FALX_SUCCESS) {
    status = renew(device);
    cud_leave(before);
  }
  return status;
}

static falx_status make_timer(struct fxa_device *device, struct cud_timer **out_timer) {
  struct cud_timer *timer = calloc(1, sizeof *timer);
  *out_timer = NULL;
  if (!timer)
    return cud_no_memory("the times of a command");
  CUresult error = cud_cu.cuEventCreate(&timer->start, CU_EVENT_DEFAULT);
  if (error == CUDA_SUCCESS) {
    error = cud_cu.cuEventCreate(&timer->end, CU_EVENT_DEFAULT);
    if (error != CUDA_SUCCESS)
      cud_cu.cuEventDestroy_v2(timer->start);
  }
  if (error == CUDA_SUCCESS) {
    *out_timer = timer;
    return FALX_SUCCESS;
  }
  free(timer);
  return cud_failed(device, error, "events of %s cannot be created", device->name);
}

falx_status cud_timer_take(struct fxa_device *device, struct cud_timer **out_timer,
                           struct cud_epoch **out_epoch) {
  fxs_mutex_lock(&device->lock);
  struct cud_epoch *epoch = device->epoch;
  fxs_mutex_unlock(&device->lock);
  falx_status status = FALX_SUCCESS;
  if (cud_now() - epoch->host_ns > oldest_epoch_ns)
    status = renew(device);
  fxs_mutex_lock(&device->lock);
  *out_epoch = device->epoch;
  *out_timer = device->timers;
  if (*out_timer)
    device->timers = (*out_timer)->next;
  fxs_mutex_unlock(&device->lock);
  if (*out_timer && status != FALX_SUCCESS)
    cud_timer_give(device, *out_timer);
  if (*out_timer || status != FALX_SUCCESS)
    return status;
  return make_timer(device, out_timer);
}

void cud_timer_give(struct fxa_device *device, struct cud_timer *timer) {
  fxs_mutex_lock(&device->lock);
  timer->next = device->timers;
  device->timers = timer;
  fxs_mutex_unlock(&device->lock);
}

void cud_profile_free(struct fxa_device *device) {
  for (struct cud_timer *timer = device->timers, *next; timer; timer = next) {
    next = timer->next;
    cud_cu.cuEventDestroy_v2(timer->start);
    cud_cu.cuEventDestroy_v2(timer->end);
    free(timer);
  }
  for (struct cud_epoch *epoch = device->epoch, *before; epoch; epoch = before) {
    before = epoch->before;
    cud_cu.cuEventDestroy_v2(epoch->event);
    free(epoch);
  }
}

falx_status cud_event_profiling(struct fxa_event *event, falx_profiling_info info,
                                uint64_t *out_ns) {
  struct cud_event *own = cud_event_of(event);
  uint64_t before_start = 0, duration = 0;
  *out_ns = 0;
  if (!own->timer)
    return cud_host->error(FALX_ERROR_PROFILING,
                           "cuda: the event's queue was made without enable_profiling");
  if ((unsigned)info > FALX_PROFILING_END)
    return cud_host->error(FALX_ERROR_INVALID, "cuda: unknown profiling query %d", (int)info);
  falx_status status = cud_event_wait(event);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error = elapsed(own->epoch->event, own->timer->start, &before_start);
  if (error == CUDA_SUCCESS)
    error = elapsed(own->timer->start, own->timer->end, &duration);
  if (error != CUDA_SUCCESS)
    return cud_failed(own->stream->device, error, "an event has no times");
  /* The clocks of host and device may part by some millionths. */
  uint64_t start = own->epoch->ns + before_start;
  *out_ns = info == FALX_PROFILING_START ? start
            : info == FALX_PROFILING_END ? start + duration
            : own->submit_ns < start     ? own->submit_ns
                                         : start;
  return FALX_SUCCESS;
}
