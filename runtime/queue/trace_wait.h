/* FALX_TRACE=wait: why a program waits. */
#ifndef FALX_RUNTIME_TRACE_WAIT_H
#define FALX_RUNTIME_TRACE_WAIT_H

#include "runtime/queue/event.h"

/* Before the thread sleeps for a pending event, which the caller references: traces what comes
 * first, a host accessor most of all, since nothing but its owner ends it. */
void fxr_trace_wait(falx_event_t event);

#endif
