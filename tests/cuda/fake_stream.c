/* Streams, a thread each, and events. */
#include <stdlib.h>
#include <time.h>

#include "tests/cuda/fake.h"

enum { MOST_WAITING = 1024 };

struct fake_command {
  struct fake_command *next;
  void (*run)(void *data);
  void *data;
  CUevent event; /* to wait for, or to record */
  bool waits;
  uint64_t recording;
};

static void unref(CUevent event) { /* fake_lock */
  if (--event->references == 0)
    free(event);
}

bool fake_may_run(CUcontext context, bool is_wanted) {
  return context && context->lost ? context->running > 0 : is_wanted;
}

/* With fake_lock, which is let go meanwhile. */
static void execute(CUstream stream, struct fake_command *command) {
  CUevent event = command->event;
  while (command->waits && event->done < command->recording && !stream->context->lost &&
         !stream->is_ending)
    pthread_cond_wait(&fake_change, &fake_lock);
  bool runs = command->run && !stream->context->lost;
  stream->context->running += runs;
  pthread_mutex_unlock(&fake_lock);
  int delay = fake_setting("FALX_CUDA_DELAY_US", 0);
  if (delay && runs)
    nanosleep(&(struct timespec){delay / 1000000, delay % 1000000 * 1000L}, NULL);
  if (runs)
    command->run(command->data);
  free(command->data);
  pthread_mutex_lock(&fake_lock);
  stream->context->running -= runs;
  if (event && !command->waits && event->done < command->recording) {
    event->done = command->recording;
    event->ns = fake_now();
  }
  if (event)
    unref(event);
  free(command);
}

static void *work(void *user) {
  CUstream stream = user;
  pthread_mutex_lock(&fake_lock);
  while (stream->first || !stream->is_ending) {
    struct fake_command *command = stream->first;
    if (!command) {
      pthread_cond_wait(&fake_change, &fake_lock);
      continue;
    }
    stream->is_busy = true;
    stream->first = command->next;
    stream->waiting--;
    if (!stream->first)
      stream->end = &stream->first;
    execute(stream, command);
    stream->is_busy = false;
    stream->context->under_way--;
    pthread_cond_broadcast(&fake_change);
  }
  pthread_mutex_unlock(&fake_lock);
  return NULL;
}

static CUresult append(CUstream stream, const struct fake_command *wanted) {
  struct fake_command *command = malloc(sizeof *command);
  if (!command)
    abort();
  *command = *wanted;
  pthread_mutex_lock(&fake_lock);
  while (stream->waiting == MOST_WAITING && !stream->context->lost)
    pthread_cond_wait(&fake_change, &fake_lock);
  stream->waiting++;
  stream->context->under_way++;
  if (command->event) {
    command->event->references++;
    command->recording = command->waits ? command->event->recorded : ++command->event->recorded;
  }
  *stream->end = command;
  stream->end = &command->next;
  pthread_cond_broadcast(&fake_change);
  pthread_mutex_unlock(&fake_lock);
  return CUDA_SUCCESS;
}

CUresult fake_enqueue(CUstream stream, void (*run)(void *data), void *data) {
  return append(stream, &(struct fake_command){.run = run, .data = data});
}

CUresult fake_drain(CUstream stream) {
  pthread_mutex_lock(&fake_lock);
  while (fake_may_run(stream->context, stream->first || stream->is_busy))
    pthread_cond_wait(&fake_change, &fake_lock);
  CUresult lost = stream->context->lost;
  pthread_mutex_unlock(&fake_lock);
  return lost;
}

static unsigned next_number(unsigned *numbers) {
  return __atomic_add_fetch(numbers, 1, __ATOMIC_RELAXED);
}

CUresult cuStreamCreateWithPriority(CUstream *out_stream, unsigned flags, int priority) {
  static unsigned numbers;
  FAKE_BEGIN_IN_CONTEXT("cuStreamCreateWithPriority", CUDA_ERROR_OUT_OF_MEMORY);
  CUstream stream = calloc(1, sizeof *stream);
  if (!stream)
    abort();
  stream->number = next_number(&numbers);
  stream->context = fake_current();
  stream->end = &stream->first;
  if (pthread_create(&stream->thread, NULL, work, stream) != 0)
    abort();
  __atomic_add_fetch(&falx_fake_counts.streams, 1, __ATOMIC_RELAXED);
  *out_stream = stream;
  return fake_note(CUDA_SUCCESS, "cuStreamCreateWithPriority %u flags %u priority %d",
                   stream->number, flags, priority);
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  unsigned number = stream->number;
  pthread_mutex_lock(&fake_lock);
  stream->is_ending = true;
  pthread_cond_broadcast(&fake_change);
  pthread_mutex_unlock(&fake_lock);
  pthread_join(stream->thread, NULL);
  free(stream);
  __atomic_sub_fetch(&falx_fake_counts.streams, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuStreamDestroy %u", number);
}

CUresult cuStreamQuery(CUstream stream) {
  FAKE_BEGIN("cuStreamQuery", CUDA_ERROR_INVALID_HANDLE);
  pthread_mutex_lock(&fake_lock);
  bool is_idle = !stream->first && !stream->is_busy;
  CUresult lost = stream->context->lost;
  pthread_mutex_unlock(&fake_lock);
  CUresult answer = lost ? lost : is_idle ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  return fake_note(answer, "cuStreamQuery %u", stream->number);
}

CUresult cuStreamSynchronize(CUstream stream) {
  FAKE_BEGIN("cuStreamSynchronize", CUDA_ERROR_INVALID_HANDLE);
  return fake_note(fake_drain(stream), "cuStreamSynchronize %u", stream->number);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  (void)flags;
  FAKE_BEGIN_IN_CONTEXT("cuStreamWaitEvent", CUDA_ERROR_INVALID_HANDLE);
  append(stream, &(struct fake_command){.event = event, .waits = true});
  return fake_note(CUDA_SUCCESS, "cuStreamWaitEvent stream %u event %u", stream->number,
                   event->number);
}

/* ---- Events ---- */

CUresult cuEventCreate(CUevent *out_event, unsigned flags) {
  static unsigned numbers;
  FAKE_BEGIN_IN_CONTEXT("cuEventCreate", CUDA_ERROR_OUT_OF_MEMORY);
  CUevent event = calloc(1, sizeof *event);
  if (!event)
    abort();
  event->number = next_number(&numbers);
  event->references = 1;
  event->context = fake_current();
  event->has_times = !(flags & CU_EVENT_DISABLE_TIMING);
  __atomic_add_fetch(&falx_fake_counts.events, 1, __ATOMIC_RELAXED);
  *out_event = event;
  return fake_note(CUDA_SUCCESS, "cuEventCreate %u flags %u", event->number, flags);
}

CUresult cuEventDestroy_v2(CUevent event) {
  unsigned number = event->number;
  pthread_mutex_lock(&fake_lock);
  unref(event);
  pthread_mutex_unlock(&fake_lock);
  __atomic_sub_fetch(&falx_fake_counts.events, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuEventDestroy %u", number);
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuEventRecord", CUDA_ERROR_INVALID_HANDLE);
  if (event->context != stream->context)
    return fake_note(CUDA_ERROR_INVALID_HANDLE, "cuEventRecord of another context");
  append(stream, &(struct fake_command){.event = event});
  return fake_note(CUDA_SUCCESS, "cuEventRecord event %u stream %u", event->number, stream->number);
}

static CUresult state(CUevent event, bool waits) {
  CUcontext context = fake_current();
  pthread_mutex_lock(&fake_lock);
  while (waits && fake_may_run(context, event->done < event->recorded))
    pthread_cond_wait(&fake_change, &fake_lock);
  bool is_done = event->done >= event->recorded;
  CUresult lost = context ? context->lost : CUDA_ERROR_INVALID_CONTEXT;
  pthread_mutex_unlock(&fake_lock);
  return lost ? lost : is_done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult cuEventQuery(CUevent event) {
  FAKE_BEGIN("cuEventQuery", CUDA_ERROR_INVALID_HANDLE);
  return fake_note(state(event, false), "cuEventQuery %u", event->number);
}

CUresult cuEventSynchronize(CUevent event) {
  FAKE_BEGIN("cuEventSynchronize", CUDA_ERROR_INVALID_HANDLE);
  return fake_note(state(event, true), "cuEventSynchronize %u", event->number);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to) {
  FAKE_BEGIN("cuEventElapsedTime", CUDA_ERROR_INVALID_HANDLE);
  pthread_mutex_lock(&fake_lock);
  bool is_done = from->done == from->recorded && to->done == to->recorded && to->done;
  *milliseconds = (float)((double)(int64_t)(to->ns - from->ns) * 1e-6);
  pthread_mutex_unlock(&fake_lock);
  return !from->has_times || !to->has_times ? CUDA_ERROR_INVALID_HANDLE
         : is_done                          ? CUDA_SUCCESS
                                            : CUDA_ERROR_NOT_READY;
}
