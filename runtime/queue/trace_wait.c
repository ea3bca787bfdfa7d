#include "runtime/queue/trace_wait.h"

#include <stdio.h>

#include "runtime/common/settings.h"

enum { DEPTH = 1000, SIZE = 200 };

static bool is_host_accessor(falx_event_t event) {
  return !event->kind && !event->queue;
}

static const char *name_of(falx_event_t event, char out[SIZE]) {
  if (is_host_accessor(event))
    return "a host accessor";
  if (!event->location.file)
    return "a command";
  snprintf(out, SIZE, "the command of %s:%u", event->location.file, (unsigned)event->location.line);
  return out;
}

void fxr_trace_wait(falx_event_t event) {
  if (!fxr_traces("wait"))
    return;
  falx_event_t first = event;
  fxr_event_retain(first);
  for (int depth = 0; depth < DEPTH; depth++) {
    falx_event_t next = fxr_event_first_wait(first);
    if (!next)
      break;
    fxr_event_release(first);
    first = next;
  }
  char waiting[SIZE], awaited[SIZE];
  const char *end =
      is_host_accessor(first) ? ": nothing that uses its buffer runs before it is destroyed" : "";
  if (first == event)
    fxr_trace("wait", "a thread waits for %s%s", name_of(event, waiting), end);
  else
    fxr_trace("wait", "%s waits for %s%s", name_of(event, waiting), name_of(first, awaited), end);
  fxr_event_release(first);
}
