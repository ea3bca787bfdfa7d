/* The levels in docs/architecture.md, "Lock order". */
#ifndef FALX_RUNTIME_LOCKS_H
#define FALX_RUNTIME_LOCKS_H

#include "support/lock_order.h"

#define FXR_ROW_TABLES FXS_ROW(1) /* image registry, discovery, contexts */
#define FXR_ROW_BUFFER FXS_ROW_BY_ADDRESS(2)
#define FXR_ROW_SCHED FXS_ROW(3)
#define FXR_ROW_QUEUE FXS_ROW(4)
#define FXR_ROW_EVENT FXS_ROW(5) /* and pools */
#define FXR_ROW_LEAF FXS_ROW(6)  /* none but the timeline's is taken under these */
#define FXR_ROW_LAST FXS_ROW(7)  /* the timeline: no other lock is taken under these */

#endif
